/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_INDEX_H
#define FCLC_PLUGIN_SCHEDULE_INDEX_H

#include <vector>

#include <llvm/Analysis/ScalarEvolution.h>

namespace fclc
{

/* A byte offset as a constant and multiples of values that are not known. */
struct linear {
	int64_t constant = 0;
	std::vector<int64_t> factors; /* one for each value */
};

linear linear_of(llvm::ScalarEvolution &evolution, const llvm::SCEV *offset);

/*
 * What the index of a dimension is modulo `factor`, -1: it varies. The dimension's steps are `step`
 * bytes, and all of it `whole`; 0: it is the outermost.
 */
long residue_of(const linear &offset, int64_t step, int64_t whole, int64_t factor);

} // namespace fclc

#endif
