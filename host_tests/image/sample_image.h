/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SAMPLE_IMAGE_H
#define FCL_SAMPLE_IMAGE_H

#include "bitstreams/image/fcl_image.h"

/*
 * A plausible image for tests, with entries in every table: the banks of a u250; kernel `vadd` (a,
 * b: read; c: written; n) with CUs vadd_1 on DDR[0] and vadd_2 on DDR[1]; free-running `producer`
 * and `consumer` with one CU each and a FIFO of depth 16 between them; two clocks; a key-value
 * pair; and an unknown section.
 *
 * To the reader, the payload looks like a shared object, but it has no code: set another one in
 * order to load it. Returns NULL if out of memory.
 */
struct fcl_image *sample_image(enum fcl_image_target target);

/* The same, written to bytes from malloc(). Returns NULL on any error. */
void *sample_container(enum fcl_image_target target, enum fcl_image_container container,
		       size_t *ret_size);

enum { SAMPLE_VADD, SAMPLE_PRODUCER, SAMPLE_CONSUMER, SAMPLE_KERNELS };
enum { SAMPLE_VADD_1, SAMPLE_VADD_2, SAMPLE_PRODUCER_1, SAMPLE_CONSUMER_1, SAMPLE_CUS };

/* The kind of a section that is in no enum, and its contents. */
#define SAMPLE_SECTION_KIND 77u
#define SAMPLE_SECTION_TEXT "kept as it is"

#endif
