/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_COPIES_H
#define FCLC_PLUGIN_SCHEDULE_COPIES_H

#include <llvm/IR/Function.h>

namespace fclc
{

/*
 * Makes single accesses of copies of structures that are one word in hardware. Must come first: later
 * passes make arrays of structures.
 */
void expand_words(llvm::Function &function);

/*
 * Makes loops of copies of a few bytes in an array of smaller elements. Must come before optimisation,
 * which makes one access of them.
 */
void expand_short_copies(llvm::Function &function);

/* Makes loops of what copies and fills memory, an element of the array in each iteration. */
void expand_copies(llvm::Function &function);

} // namespace fclc

#endif
