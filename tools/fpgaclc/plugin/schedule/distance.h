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

/* `inner`: the loop whose iterations count; nullptr: there are none. */
meeting meeting_of(llvm::ScalarEvolution &evolution, const access &first, const access &second,
		   const llvm::Loop *inner);

} // namespace fclc

#endif
