/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_HARDWARE_H
#define FCLC_PLUGIN_HARDWARE_H

#include <llvm/IR/Module.h>

namespace fclc
{

/*
 * What C leaves undefined, and hardware does not: in the unoptimised code of C and C++. Each defines
 * one thing; tools/fpgaclc/README.md lists the decisions.
 */

/*
 * Bits shifted out are lost, as in a hardware shifter; the distance is unsigned. LLVM's shifts have
 * a distance of the shifted value's type, so clang truncates a wider one: `(int)x >> 0x100000000ll`
 * becomes `ashr i32 %x, 0`. The checks of -fsanitize=shift-exponent have all of its bits. They are
 * asked for only because of that, and are taken away here; with -fclc-keep-shift-checks they stay.
 */
void define_shifts(llvm::Module &module);

/* A division by zero ends the execution; the minimum divided by -1 wraps around. */
void define_divisions(llvm::Module &module);

/* The integer part of a float, modulo 2^32 or 2^64; 0 for infinity and NaN. */
void define_conversions(llvm::Module &module);

/*
 * clang folds constant shifts by the width or more to poison, with a warning: they are zero, the
 * result of a hardware shifter.
 */
void define_poison(llvm::Function &function);

/* A bool in memory whose other bits the host has set: only its lowest bit counts. */
void define_bools(llvm::Function &function);

/*
 * Variables keep their storage, and so their values, until their function returns.
 * -ftrivial-auto-var-init=zero sets them at their declarations; this moves it to the function's
 * start, and takes away the marks that declare old values dead.
 */
void keep_storage(llvm::Function &function);

} // namespace fclc

#endif
