/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_LIBRARY_H
#define FCLC_PLUGIN_SCHEDULE_LIBRARY_H

#include <string>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace fclc
{

/* The operator that a call of a library's function is, "fsqrt"; empty: it is none. */
std::string operator_called(const llvm::CallInst &call);

/* Whether operators have this name, "sqrt", of a function of math.h. */
bool is_operator(llvm::StringRef name);

/* Takes the bodies of functions that are operators, so that they stay calls. */
void keep_operators(llvm::Module &module);

/* A circuit initialises its static variables before it starts: nothing asks whether it has. */
void drop_guards(llvm::Module &module);

} // namespace fclc

#endif
