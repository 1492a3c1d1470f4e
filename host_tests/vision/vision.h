/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_VISION_H
#define FCL_TEST_VISION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "bitstreams/demos/vision/numbers.h"

/*
 * Shared by the tests of the vision kernels: a board with their image, pictures with random
 * contents and strides, and launches. All random numbers come from one seed, which a failure prints
 * and the environment variable VISION_SEED sets. Every helper fails the running test on an error.
 */

/*
 * A plane of pixels. The bytes between the end of a row and the stride are random too, and must not
 * change.
 */
struct picture {
	uint8_t *bytes;
	int width, height, stride; /* the stride in bytes */
	int pixel;                 /* bytes per pixel */
};

/* A random number below `bound`. */
unsigned test_random(unsigned bound);
bool test_chance(unsigned one_in);

/* A random width or height: mostly small, sometimes larger. */
int random_side(void);

struct picture random_picture(int width, int height, int pixel);
/*
 * Fills the picture with zeros, ramps, few values, or noise. The bytes after each row stay random.
 */
void random_contents(struct picture *picture);
struct picture copy_picture(const struct picture *picture);
void free_picture(struct picture *picture);

static inline uint8_t *row_of(const struct picture *picture, int y)
{
	return picture->bytes + (size_t)y * (size_t)picture->stride;
}

/* Opens the board once for all tests; `state` is not used. */
int open_board(void **state);
int close_board(void **state);

/*
 * Runs a kernel to its end. The arguments follow, one for each letter of `types`: 'p' a picture
 * that the kernel reads (two kernel arguments: its buffer and stride; NULL, or a picture without
 * bytes, gives a null buffer and 0), 'w' a picture that it writes, 'i' an int, 'l' a uint64_t, 'f'
 * a float (passed as double), 'm' and 'M' memory that the kernel reads or writes (void *, size_t),
 * 's' a stream (no argument follows). A picture given twice is one buffer. Returns the launch's
 * status.
 */
cl_int try_kernel(const char *name, const char *types, ...);
/* The same, but fails the test unless the launch succeeds. */
void run_kernel(const char *name, const char *types, ...);

/* For kernels joined by FIFOs: enqueues one kernel. end_kernels() waits for all that were added. */
void add_kernel(const char *name, const char *types, ...);
void end_kernels(void);

/* Compares all bytes, including those after each row. `what` names the case. */
void expect_same(const char *what, const struct picture *expected, const struct picture *found);

#endif
