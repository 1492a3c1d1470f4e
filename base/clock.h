/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_CLOCK_H
#define FCL_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* CLOCK_MONOTONIC in ns: the clock of all profiling times and waits. */
static inline uint64_t fcl_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The same from a coarse clock: cheaper, but up to a few milliseconds old. */
static inline uint64_t fcl_about_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Sleeps; for polling loops, where no other thread sends a wake-up. */
static inline void fcl_pause_us(unsigned us)
{
	nanosleep(&(struct timespec){.tv_nsec = (long)us * 1000}, NULL);
}

#endif
