/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_SUPPORT_H
#define FPGACLC_SUPPORT_H

/*
 * What the files share that every payload has: payload_support.c, payload_heap.c, payload_console.c,
 * payload_process.c. Not for kernels.
 *
 * The last three define functions of the C library. All are hidden: kernels, and the C++ library
 * linked with them, use these before the C library's, and the host program cannot interpose its own.
 * With a current CU they call the engine; without one (static constructors) the C library.
 */

#pragma GCC visibility push(hidden)

/* Whether the engine has attached; before, only static constructors run. */
int fclc_is_attached(void);

/* The C library's own function behind a name that one of these files defines; NULL: none. */
void *fclc_libc(const char *name);

#pragma GCC visibility pop

#endif
