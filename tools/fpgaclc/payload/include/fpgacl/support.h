/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_SUPPORT_H
#define FPGACLC_SUPPORT_H

/*
 * Shared by the files that every payload has: payload_support.c, payload_heap.c, payload_console.c,
 * payload_process.c. Not for kernels.
 *
 * The last three define functions of the C library. All have hidden visibility: kernels and the C++
 * library linked with them use these instead of the C library's, and the host program cannot
 * interpose its own. With a current CU they call the engine; without one (in static constructors)
 * they call the C library.
 */

#pragma GCC visibility push(hidden)

/* Whether the engine has attached. Before that, only static constructors run. */
int fclc_is_attached(void);

/*
 * The C library's own version of a function defined in one of these files; NULL if there is none.
 */
void *fclc_libc(const char *name);

#pragma GCC visibility pop

#endif
