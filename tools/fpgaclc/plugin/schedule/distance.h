/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_DISTANCE_H
#define FCLC_PLUGIN_SCHEDULE_DISTANCE_H

#include "tools/fpgaclc/plugin/schedule/arrays.h"

namespace fclc
{

/* How two accesses of one array can meet. */
struct meeting {
	bool now = true; /* in the same iteration */
	unsigned forward =
		1; /* the first's place is the second's so many iterations later; 0: never */
	unsigned backward = 1; /* the other way around */
};

/*
 * Iterations are those of `inner`, and of the loops around it up to `outer`, as one loop; nullptr: there
 * are none. Accesses that are fewer than `least` of them apart do not count.
 */
meeting meeting_of(llvm::ScalarEvolution &evolution, const access &first, const access &second,
		   const llvm::Loop *outer, const llvm::Loop *inner, unsigned least = 1);

} // namespace fclc

#endif
