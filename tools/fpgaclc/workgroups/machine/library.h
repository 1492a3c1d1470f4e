/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_LIBRARY_H
#define FPGACLC_WORKGROUPS_LIBRARY_H

#include <array>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

namespace fclc
{

/* Functions in place of others. */
using Substitutes = llvm::DenseMap<const llvm::Function *, llvm::Function *>;

/* Those for versions with AVX2 and FMA, and for versions with AVX-512, which call those of the former as well. */
using LevelSubstitutes = std::array<Substitutes, 2>;

/*
 * The module is linked with the library of built-in functions for the oldest processors. Those for processors with FMA
 * compute mathematical functions up to twice as fast, and those for AVX-512 the ones of 16 floats:
 * the kernels' versions for such processors call them. Links them, if the options -fclc-library and
 * -fclc-library-avx512 say in which files they are.
 */
LevelSubstitutes link_faster_functions(llvm::Module &module,
				       llvm::ArrayRef<llvm::Function *> items);

} // namespace fclc

#endif
