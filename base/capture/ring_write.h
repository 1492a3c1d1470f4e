/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_RING_WRITE_H
#define FCL_CAPTURE_RING_WRITE_H

#include "base/capture/ring.h"

/*
 * Writes a capture of what is there to an empty file. Allocates nothing with malloc(), so that it
 * can be called after a fatal signal. 0 or a negative errno.
 */
int fcl_ring_write(struct fcl_ring *ring, int fd, const struct fcl_capture_header *header);

/* --- for fcl_ring_past.write() ---------------------------------------------------------------- */

/* Both records of a call; NULL: it has not returned, and may return later. */
void fcl_ring_write_call(struct fcl_ring_writer *writer, const fcl_ring_record *call,
			 uint64_t number, const fcl_ring_record *result);
/* A call that the program has not made: values of its record and of its result. */
void fcl_ring_write_made(struct fcl_ring_writer *writer, unsigned call,
			 const struct fcl_body *values, const struct fcl_body *results);
void fcl_ring_write_note(struct fcl_ring_writer *writer, const struct fcl_body *values);

#endif
