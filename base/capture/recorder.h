/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_RECORDER_H
#define FCL_CAPTURE_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Ends the capture and cuts the file to its size. Later records are dropped. */
void fcl_recorder_close(void);

/* Forgets the capture, which is the parent's. */
void fcl_recorder_after_fork(void);

/* Appends a record; frees the body. Returns the number of a CALL, from 0; drops records on failure. */
uint64_t fcl_recorder_append(enum fcl_capture_kind kind, unsigned call, struct fcl_body *body);

/* The number of the stored chunk with that hash, or FCL_NO_CHUNK (chunks.h). */
uint64_t fcl_recorder_find_chunk(const uint64_t hash[2]);

/* Appends the record of a chunk, unless it is stored already; frees the body. Returns its number. */
uint64_t fcl_recorder_add_chunk(const struct fcl_capture_chunk *chunk, struct fcl_body *body);

#endif
