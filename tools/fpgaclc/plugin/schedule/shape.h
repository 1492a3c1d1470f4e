/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_SHAPE_H
#define FCLC_PLUGIN_SCHEDULE_SHAPE_H

#include <string>
#include <vector>

#include <llvm/IR/Function.h>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace fclc
{

/* What the source says of a variable. */
struct declared {
	std::string name;
	std::vector<uint64_t> counts; /* of each dimension; the first of a pointer is 0 */
	uint64_t element = 0;         /* bytes; 0: not known */
	std::string type;             /* of an element; empty: not known */
	place at;
};

/*
 * Keeps what debug information says of arguments in metadata of their functions: optimisation
 * replaces arguments, and with them what was declared.
 */
void keep_declared(llvm::Module &module);

declared declared_of(const llvm::Argument &argument);
declared declared_of(const llvm::Value &variable, const llvm::DataLayout &layout);

/* Of `declared::type`. */
bool is_stream_type(llvm::StringRef type);

/* A file that debug information names: its path, or, in images, its name below that folder. */
std::string path_of(llvm::StringRef folder, llvm::StringRef file);
place place_of(const llvm::Instruction &instruction);
place place_of(const llvm::Function &function);

/* As the source calls it, without its parameters and what it is in. */
std::string function_named(const llvm::Function &function);

} // namespace fclc

#endif
