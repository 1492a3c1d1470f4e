/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_OPERATION_H
#define FCLC_PLUGIN_SCHEDULE_OPERATION_H

#include <string>

#include <llvm/IR/Instructions.h>

#include "tools/fpgaclc/plugin/schedule/operators/timing.h"
#include "tools/fpgaclc/plugin/schedule/widths.h"

namespace fclc
{

/* What an instruction needs in a circuit. */
struct operation {
	std::string op, impl, type = "int";
	unsigned bits = 32, other_bits = 0;
	unsigned times = 1;   /* copies one behind the other: sums in an address */
	bool selects = false; /* and then chooses one of its operands */
	bool is_free = false; /* wires */
};

/* Not for accesses of memory and calls, except those of functions that are operators. */
operation operation_of(const llvm::Instruction &instruction, const widths &widths);

/*
 * An index that is multiplied by more than two sums replace, such as the row of a matrix with 90 columns;
 * nullptr: none.
 */
const llvm::Value *multiplied_index(const llvm::GetElementPtrInst &address);

/* Calls that a circuit does not have. */
bool is_nothing(const llvm::Instruction &instruction);

} // namespace fclc

#endif
