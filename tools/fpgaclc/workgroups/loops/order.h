/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_ORDER_H
#define FPGACLC_WORKGROUPS_ORDER_H

#include <llvm/IR/Function.h>

#include "tools/fpgaclc/workgroups/items/group.h"

namespace fclc
{

/* In which order work-items use memory best. */
struct Order {
	/*
	 * The dimension, 0 to 2, in which consecutive work-items access consecutive elements: the innermost of the loops over
	 * work-items. It is x unless the kernel's accesses clearly favour another one, as in
	 * `c[get_global_id(0) * n + get_global_id(1)]`.
	 */
	unsigned inner;
	bool tiled; /* many accesses favour another dimension, as in a transposition: groups should be short in this one */
};

/* `required`: the sizes that the kernel's attribute fixes, or NULL. */
Order best_order(llvm::Function &item, const uint64_t *required);

/* Exchanges x and the dimension, whose work-items are then those that are called x in all that follows. */
void put_first(llvm::Function &item, unsigned dimension);

/* Where the memory of a group has a field of a function whose dimensions were exchanged. */
unsigned exchanged(unsigned field, unsigned dimension);

} // namespace fclc

#endif
