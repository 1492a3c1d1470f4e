/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_TARGETS_H
#define FPGACLC_WORKGROUPS_TARGETS_H

#include <array>

#include <llvm/IR/Module.h>

#include "tools/fpgaclc/workgroups/machine/library.h"

namespace fclc
{

/*
 * Compiles what the library brings for the same processor and with the same checks as the kernels,
 * and prefers to inline it: loops over work-items become vectors only without calls.
 */
void unify_targets(llvm::Module &module, const llvm::Function &item);

/* The same for functions that are linked for versions with FMA or AVX-512. */
void prepare_substitutes(const LevelSubstitutes &substitutes, const llvm::Function &item);

/*
 * Kernels of OpenCL C have a calling convention of their own, for which LLVM makes no code on arm64: there they and their
 * calls get that of C. Returns whether it has changed anything.
 */
bool call_kernels_as_c(llvm::Module &module);

/*
 * The code of one function for processors of the level asked for, of x86-64-v3 (AVX2, FMA), and of AVX-512. On
 * arm64 all are the same.
 */
using Versions = std::array<llvm::Function *, 3>;

/*
 * The versions of a function that have to differ from the start: those that call substitutes, if the function or what it
 * calls has any.
 */
Versions begin_versions(llvm::Function &item, const LevelSubstitutes &substitutes);

/*
 * Copies the function, and all that it calls, for the levels that are still the same as the one below. Done late, when they
 * have been simplified, which takes as long as all that follows. Returns whether it has changed anything.
 */
bool complete_versions(Versions &versions);

} // namespace fclc

#endif
