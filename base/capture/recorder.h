/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_RECORDER_H
#define FCL_CAPTURE_RECORDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/capture/ring.h"
#include "base/capture/values.h"
#include "base/err.h"

/*
 * Writes the one capture of this process. Records go to a shared mapping of the file, so all of
 * them survive when the process is killed. All functions may be called by several threads.
 */

/*
 * Creates the file; `%p` in the name stands for the process's number. A capture of that name is
 * replaced, unless another process writes it (-EBUSY); other files are left alone (-EEXIST).
 */
int fcl_recorder_open(const char *pattern, struct fcl_err *err);

/*
 * Records to a ring in memory of about that many bytes. The name is that of the files which are
 * written when asked for; `%n` in it counts them. `past` is called under the recorder's lock.
 */
int fcl_recorder_open_ring(const char *pattern, uint64_t bound, const struct fcl_ring_past *past,
			   struct fcl_err *err);
bool fcl_recorder_is_ring(void);

/*
 * Where `fpgacl capture --now` asks a process to write its ring: a socket in the abstract namespace,
 * without the zero before its name. The answer is "+ " and the file's name, or "- " and why not.
 */
#define FCL_RECORDER_SOCKET "fpgacl-capture-%ld"

/* Writes what the ring has to a file, whose name is returned. -ENOENT: there is no ring. */
int fcl_recorder_write_ring(char path[PATH_MAX], struct fcl_err *err);
/* The same in the handler of a fatal signal. -EBUSY: this thread was in the recorder itself. */
int fcl_recorder_write_ring_now(char path[PATH_MAX], struct fcl_err *err);

/* For `past`: fcl_ring_copy() and its kin. */
fcl_ring_record *fcl_recorder_copy(const fcl_ring_record *record);
fcl_ring_record *fcl_recorder_make(const struct fcl_capture_record *head,
				   const struct fcl_body *body);
void fcl_recorder_drop(fcl_ring_record *record);

/* Ends the capture and cuts the file to its size. Later records are dropped. */
void fcl_recorder_close(void);

/* Forgets the capture, which is the parent's. */
void fcl_recorder_after_fork(void);

/* Appends a record; frees the body. Returns the number of a CALL, from 0; drops records on failure. */
uint64_t fcl_recorder_append(enum fcl_capture_kind kind, unsigned call, struct fcl_body *body);

/* The number of the stored chunk with that hash, or FCL_NO_CHUNK (chunks.h). */
uint64_t fcl_recorder_find_chunk(const uint64_t hash[2]);

/* For a ring, which does not have these contents: keeps them. Returns their number. */
uint64_t fcl_recorder_hold(const uint64_t hash[2], const void *bytes, size_t size);

/*
 * Appends the record of a chunk and its `stored` bytes, unless it is there already. Returns its
 * number.
 */
uint64_t fcl_recorder_add_chunk(const struct fcl_capture_chunk *chunk, const void *stored);

#endif
