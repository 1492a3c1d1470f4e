/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_TURNS_H
#define FCL_SERVE_TURNS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Decides who launches on a board. The launches of two programs must not mix in kernels connected
 * by FIFOs, and two programs may have the same image: versions of a model, or models that share
 * one. So programs take turns in order of arrival, and a program keeps its turn as long as no other
 * one waits. That also groups image swaps.
 */
struct fcl_serve_turn;

enum { FCL_SERVE_EXCLUDED = 32 };

struct fcl_serve_turns {
	pthread_mutex_t lock; /* guards everything; no other lock is taken inside it */
	pthread_cond_t changed;
	const void *current; /* the program whose turn it is */
	unsigned running;    /* number of its launches in progress */
	uint64_t since;
	struct fcl_serve_turn *first;
	/* Images of which a launch failed half-way, which leaves unknown data in their FIFOs. */
	uint64_t excluded[FCL_SERVE_EXCLUDED];
	unsigned nexcluded; /* if there are more than fit: all images are excluded */
};

void fcl_serve_turns_init(struct fcl_serve_turns *turns);

/* Waits for the turn of `who`, and begins a launch. */
void fcl_serve_turns_enter(struct fcl_serve_turns *turns, const void *who);
void fcl_serve_turns_leave(struct fcl_serve_turns *turns);

/* Excludes the image, given by its key, from this board for the rest of this process. */
void fcl_serve_turns_exclude(struct fcl_serve_turns *turns, uint64_t image);
/* Readmits all images, because the board was lost and has come back. */
void fcl_serve_turns_readmit(struct fcl_serve_turns *turns);
bool fcl_serve_turns_are_excluded(struct fcl_serve_turns *turns, uint64_t image);

#endif
