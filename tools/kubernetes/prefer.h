/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_PREFER_H
#define FCL_KUBE_PREFER_H

#include <stdbool.h>

/* A board that may be chosen. */
struct fcl_kube_choice {
	int numa;    /* -1: none, or unknown */
	bool chosen; /* in: it must be chosen; out: it is chosen */
};

/*
 * Chooses `size` boards, including those that must be chosen, on as few NUMA nodes as possible:
 * first from nodes that already have chosen boards, then from the node with the fewest sufficient
 * boards, then from the one with the most. Chooses fewer if there are not enough.
 */
void fcl_kube_prefer(struct fcl_kube_choice *choices, unsigned count, unsigned size);

#endif
