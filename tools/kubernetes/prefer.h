/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_PREFER_H
#define FCL_KUBE_PREFER_H

#include <stdbool.h>

/* A board that may be chosen. */
struct fcl_kube_choice {
	int numa;    /* -1: none, or unknown */
	bool chosen; /* before: it must be among them; after: it is */
};

/*
 * Chooses `size` of the boards, those that must be among them included, on as few NUMA nodes as it can: the
 * nodes that the chosen ones are on come first, then the node with the fewest boards that are enough, then
 * the one with the most. Fewer if there are not so many.
 */
void fcl_kube_prefer(struct fcl_kube_choice *choices, unsigned count, unsigned size);

#endif
