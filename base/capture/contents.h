/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_CONTENTS_H
#define FCL_CAPTURE_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/capture/values.h"

/* Bytes in the host's memory: `slices` of `rows` of `width` bytes. */
struct fcl_box {
	const char *at;
	size_t width, rows, row_pitch, slices, slice_pitch;
};

/* The size of its bytes without gaps; UINT64_MAX: more than that. */
uint64_t fcl_box_size(const struct fcl_box *box);

/*
 * Appends a value with the box's bytes, without gaps: few bytes as they are, more as chunks, of which
 * the capture stores each once. Without `store`, it only has the hashes of more bytes.
 */
void fcl_recorder_contents(struct fcl_body *body, unsigned index, const struct fcl_box *box,
			   bool store);

struct fcl_contents;

/*
 * The same in two steps: other threads begin to store the box's bytes, which must stay as they are
 * until the end. NULL: they are not worth it.
 */
struct fcl_contents *fcl_contents_begin(const struct fcl_box *box);
void fcl_contents_end(struct fcl_contents *contents, struct fcl_body *body, unsigned index);

#endif
