/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SPAN_H
#define FCL_CORE_SPAN_H

#include "runtime/core/objects/mem.h"

/*
 * The byte ranges of a root buffer, and which sides hold their current contents. The buffer's lock
 * is held in every call. Offsets are bytes in the root; ranges are [start, end).
 */

/* Starts with one range that covers the whole buffer. -ENOMEM. */
int fcl_span_init(struct fcl_mem *root, uint64_t valid);

/*
 * Returns whether every byte of the range is valid on all sides of the mask; true for empty ranges.
 */
bool fcl_span_covers(const struct fcl_mem *root, uint64_t start, uint64_t end, uint64_t mask);

/* Reserves room so that the next fcl_span_set() cannot fail. -ENOMEM. */
int fcl_span_reserve(struct fcl_mem *root);

/*
 * Sets valid = (valid & keep) | add for the range; sides that share one memory are added together.
 * Room has been reserved.
 */
void fcl_span_set(struct fcl_mem *root, uint64_t start, uint64_t end, uint64_t keep, uint64_t add);

/* Updates root->settled after a change of spans, of `busy`, or of a side's memory. */
void fcl_span_publish(struct fcl_mem *root);

/*
 * Steps through a range in pieces with the same mask: returns the piece that starts at *at,
 * truncated at `end`, and advances *at past it. False: *at has reached `end`.
 */
bool fcl_span_next(const struct fcl_mem *root, uint64_t *at, uint64_t end,
		   struct fcl_span *ret_piece, uint64_t *ret_end);

#endif
