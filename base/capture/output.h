/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_OUTPUT_H
#define FCL_CAPTURE_OUTPUT_H

#include "base/capture/values.h"
#include "base/err.h"

/*
 * The file of a capture while it is written. Records go to a mapping of its end, and large contents
 * by system calls; both survive when the process is killed. Not thread safe: the recorder's lock.
 */
struct fcl_output {
	int fd;                /* -1: there is none */
	uint8_t *window;       /* the mapped part of the file */
	uint64_t from, to, at; /* its offsets in the file; where the next record goes */
	uint64_t allocated;    /* the file has its blocks up to here */
};

/* Opens a file for a capture, or of one, locks it and empties it. */
int fcl_output_create(const char *path, int *ret_fd, struct fcl_err *err);

/* The header of a capture that begins now. */
struct fcl_capture_header fcl_output_header(void);

/* Begins the capture in that file. Returns 0 or an errno, as do the next two. */
int fcl_output_begin(struct fcl_output *output, int fd);

/* Appends a record. ESTALE: another process has cut the file. */
int fcl_output_append(struct fcl_output *output, const struct fcl_capture_record *record,
		      const struct fcl_body *body);

/*
 * Appends the record of a chunk, of which the caller writes the stored bytes: to *ret_offset of the
 * file, without the lock.
 */
int fcl_output_reserve(struct fcl_output *output, const struct fcl_capture_record *record,
		       const struct fcl_capture_chunk *chunk, uint64_t *ret_offset);

/* Cuts the file to its size. */
int fcl_output_end(struct fcl_output *output);

/* Only closes it. */
void fcl_output_close(struct fcl_output *output);

#endif
