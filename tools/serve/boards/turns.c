/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/boards/turns.h"

#include <stddef.h>

#include "base/clock.h"

/*
 * How long a program may continue while another one waits. Its launches in progress end before the
 * turn passes.
 */
static const uint64_t QUANTUM_NS = 20 * 1000 * 1000;

struct fcl_serve_turn {
	struct fcl_serve_turn *next;
	const void *who;
	bool admitted;
};

void fcl_serve_turns_init(struct fcl_serve_turns *turns)
{
	*turns = (struct fcl_serve_turns){0};
	pthread_mutex_init(&turns->lock, NULL);
	pthread_cond_init(&turns->changed, NULL);
}

static bool may_enter(const struct fcl_serve_turns *turns, const void *who, uint64_t now)
{
	if (turns->current != who)
		return !turns->running && !turns->first;
	return !turns->first || now < turns->since + QUANTUM_NS;
}

/* Appends the turn to the queue, and returns once turns_admit() has removed it. */
static void turns_wait(struct fcl_serve_turns *turns, struct fcl_serve_turn *turn)
{
	struct fcl_serve_turn **at = &turns->first;

	while (*at)
		at = &(*at)->next;
	*at = turn;
	while (!turn->admitted)
		pthread_cond_wait(&turns->changed, &turns->lock);
}

/* Admits the first waiting turn, and all others of the same program. */
static void turns_admit(struct fcl_serve_turns *turns)
{
	struct fcl_serve_turn **at = &turns->first;

	turns->current = turns->first->who;
	turns->since = fcl_now_ns();
	while (*at) {
		struct fcl_serve_turn *turn = *at;

		if (turn->who != turns->current) {
			at = &turn->next;
			continue;
		}
		*at = turn->next;
		turn->admitted = true;
		turns->running++;
	}
	pthread_cond_broadcast(&turns->changed);
}

void fcl_serve_turns_enter(struct fcl_serve_turns *turns, const void *who)
{
	uint64_t now = fcl_now_ns();

	pthread_mutex_lock(&turns->lock);
	if (may_enter(turns, who, now)) {
		if (turns->current != who)
			turns->since = now;
		turns->current = who;
		turns->running++;
	} else {
		turns_wait(turns, &(struct fcl_serve_turn){NULL, who, false});
	}
	pthread_mutex_unlock(&turns->lock);
}

void fcl_serve_turns_leave(struct fcl_serve_turns *turns)
{
	pthread_mutex_lock(&turns->lock);
	turns->running--;
	if (!turns->running && turns->first)
		turns_admit(turns);
	pthread_mutex_unlock(&turns->lock);
}

void fcl_serve_turns_exclude(struct fcl_serve_turns *turns, uint64_t image)
{
	pthread_mutex_lock(&turns->lock);
	if (turns->nexcluded < FCL_SERVE_EXCLUDED)
		turns->excluded[turns->nexcluded] = image;
	turns->nexcluded += turns->nexcluded <= FCL_SERVE_EXCLUDED;
	pthread_mutex_unlock(&turns->lock);
}

void fcl_serve_turns_readmit(struct fcl_serve_turns *turns)
{
	pthread_mutex_lock(&turns->lock);
	turns->nexcluded = 0;
	pthread_mutex_unlock(&turns->lock);
}

bool fcl_serve_turns_are_excluded(struct fcl_serve_turns *turns, uint64_t image)
{
	bool excluded;

	pthread_mutex_lock(&turns->lock);
	excluded = turns->nexcluded > FCL_SERVE_EXCLUDED;
	for (unsigned i = 0; i < turns->nexcluded && !excluded; i++)
		excluded = turns->excluded[i] == image;
	pthread_mutex_unlock(&turns->lock);
	return excluded;
}
