/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_SCARCE_H
#define FCL_TEST_SCARCE_H

#include <stdbool.h>

/*
 * Memory that runs out: replaces the C library's allocator, mmap() and pthread_create() in the whole process. Its
 * executable has to export its symbols (ENABLE_EXPORTS).
 */

/* Which calls fail. */
enum scarcity {
	SCARCE_ONCE,    /* one */
	SCARCE_FOR_EVER /* that one and all later ones */
};

/* Before the first run. 0, or -1: no memory for the counters. */
int scarce_set_up(void);

/*
 * Runs `work` in a child of its own, in which the call with that number fails; 0: none does. Calls before
 * scarce_begin() and after scarce_end() neither count nor fail, nor do those of the loaders of libraries and drivers.
 * A child that takes too long ends by SIGALRM. Returns the status of waitpid(); the child exits with what `work`
 * returns.
 */
int scarce_run(int (*work)(void), long number, enum scarcity scarcity);
void scarce_begin(void);
void scarce_end(void);

/* Of the last run. */
long scarce_calls(void);

/*
 * Fails each call of `work` in turn, from the one with the number `first` on: the first ones in a child each, others
 * in a child for many. `work` returns 0, SCARCE_REFUSED, or something else, which is wrong. Returns how many ends
 * were wrong, and prints them.
 */
enum { SCARCE_REFUSED = 40 };
long scarce_scan(int (*work)(void), long first, enum scarcity scarcity, long *ret_total,
		 long *ret_refused);

#endif
