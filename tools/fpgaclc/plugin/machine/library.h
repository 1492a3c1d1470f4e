/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_LIBRARY_H
#define FCLC_PLUGIN_LIBRARY_H

#include <array>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

namespace fclc
{

/* Functions, each with its replacement. */
using Substitutes = llvm::DenseMap<const llvm::Function *, llvm::Function *>;

/*
 * For versions with AVX2 and FMA, and for versions with AVX-512, which also call those of the
 * former.
 */
using LevelSubstitutes = std::array<Substitutes, 2>;

/*
 * The module is linked with the library of built-in functions for the oldest processors. The
 * library for processors with FMA computes mathematical functions up to twice as fast, and the one
 * for AVX-512 those of 16 floats; kernels' versions for such processors call these. Links them if
 * the options -fclc-library and -fclc-library-avx512 name their files.
 */
LevelSubstitutes link_faster_functions(llvm::Module &module,
				       llvm::ArrayRef<llvm::Function *> items);

} // namespace fclc

#endif
