/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_TARGETS_H
#define FCLC_PLUGIN_TARGETS_H

#include <array>

#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/machine/library.h"

namespace fclc
{

/*
 * Compiles library functions for the same processor and with the same checks as the kernels, and
 * prefers to inline them: only loops without calls can be vectorised across work-items.
 */
void unify_targets(llvm::Module &module, const llvm::Function &item);

/* The same for functions linked for versions with FMA or AVX-512. */
void prepare_substitutes(const LevelSubstitutes &substitutes, const llvm::Function &item);

/*
 * OpenCL C kernels have a special calling convention, which LLVM does not support on arm64. There,
 * gives them and their calls the C convention. Returns whether it changed anything.
 */
bool call_kernels_as_c(llvm::Module &module);

/*
 * A function's code for the requested level, for x86-64-v3 (AVX2, FMA), and for AVX-512. On arm64,
 * all are the same.
 */
using Versions = std::array<llvm::Function *, 3>;

/*
 * The versions of a function that must be separate from the start: those that call substitutes,
 * directly or not.
 */
Versions begin_versions(llvm::Function &item, const LevelSubstitutes &substitutes);

/*
 * Copies the function and its callees for the levels that still share the code of the level below.
 * Done late, after simplification, which takes as long as everything that follows. Returns whether
 * it changed anything.
 */
bool complete_versions(Versions &versions);

} // namespace fclc

#endif
