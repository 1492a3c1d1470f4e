/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_TURNS_H
#define FCL_SERVE_TURNS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Who launches on a board. Kernels that FIFOs join must not mix the launches of two programs, which
 * may have the same image: versions of a model, or models that share one. So programs take turns,
 * in order of arrival, and a program keeps its turn as long as no other waits. That also groups
 * swaps of images.
 */
struct fcl_serve_turn;

enum { FCL_SERVE_SPOILT = 32 };

struct fcl_serve_turns {
	pthread_mutex_t lock; /* guards all; taken alone */
	pthread_cond_t changed;
	const void *current; /* whose turn it is */
	unsigned running;    /* its launches under way */
	uint64_t since;
	struct fcl_serve_turn *first;
	/* Images of which a launch failed half-way: what is left in their FIFOs is unknown. */
	uint64_t spoilt[FCL_SERVE_SPOILT];
	unsigned nspoilt; /* more than there is room for: all of them */
};

void fcl_serve_turns_init(struct fcl_serve_turns *turns);

/* Waits for the turn of `who`, and begins a launch. */
void fcl_serve_turns_enter(struct fcl_serve_turns *turns, const void *who);
void fcl_serve_turns_leave(struct fcl_serve_turns *turns);

/* Excludes the image, by its key, from this board for the rest of this process. */
void fcl_serve_turns_spoil(struct fcl_serve_turns *turns, uint64_t image);
/* All images are good again: the board was lost and is back. */
void fcl_serve_turns_mend(struct fcl_serve_turns *turns);
bool fcl_serve_turns_are_spoilt(struct fcl_serve_turns *turns, uint64_t image);

#endif
