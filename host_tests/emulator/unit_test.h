/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_EMULATOR_H
#define FCL_TEST_EMULATOR_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bitstreams/image/fcl_image.h"
#include "host_tests/read_file.h"

/* Pseudo-random numbers, the same in every run. */
static inline uint32_t next_number(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

#ifdef MODELS
/* Reads the payload of models.c, or another one named by the build. */
static inline void read_payload(struct fcl_image *image)
{
	size_t size = 0;
	void *file = read_file(MODELS, &size), *bytes;

	assert_non_null(file);
	bytes = fcl_image_alloc(image, 1, size);
	assert_non_null(bytes);
	memcpy(bytes, file, size);
	free(file);
	image->payload = bytes;
	image->payload_size = size;
}
#endif

#endif
