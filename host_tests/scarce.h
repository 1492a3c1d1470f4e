/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_SCARCE_H
#define FCL_TEST_SCARCE_H

#include <stdbool.h>

/*
 * Simulates running out of memory: replaces the C library's allocator, mmap() and pthread_create()
 * in the whole process. The executable has to export its symbols (ENABLE_EXPORTS).
 */

/* Which calls fail. */
enum scarcity {
	SCARCE_ONCE,   /* one call */
	SCARCE_FOREVER /* that call and all later ones */
};

/* Call before the first run. Returns 0, or -1 if there is no memory for the counters. */
int scarce_set_up(void);

/*
 * Runs `work` in a child process in which call `number` fails; 0: none does. Calls before
 * scarce_begin() and after scarce_end() are neither counted nor failed, nor are those of the
 * loaders of libraries and drivers. SIGALRM ends a child that takes too long. Returns the status
 * from waitpid(); the child's exit status is the result of `work`.
 */
int scarce_run(int (*work)(void), long number, enum scarcity scarcity);
void scarce_begin(void);
void scarce_end(void);

/* The number of calls in the last run. */
long scarce_calls(void);

/*
 * Fails each call of `work` in turn, starting with call `first`. Each of the first calls gets a
 * child process of its own, the others share children. `work` returns 0 or SCARCE_REFUSED; any
 * other result is wrong. Prints the wrong results and returns their number.
 */
enum { SCARCE_REFUSED = 40 };
long scarce_scan(int (*work)(void), long first, enum scarcity scarcity, long *ret_total,
		 long *ret_refused);

#endif
