/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_CUT_H
#define FCL_CAPTURE_CUT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A mapped file that another process cuts gives SIGBUS to those who write to the mapping. For one
 * mapping of the process, a handler puts zeros in place of the file instead; other faults go on to
 * the handler that was there before.
 */

/* Watches this mapping from now on, in place of the one before; NULL: none. */
void fcl_cut_watch(void *at, size_t size);

/* Whether a mapping lost its file. */
bool fcl_cut_happened(void);

#endif
