/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_API_IMAGE_H
#define FCL_TEST_API_IMAGE_H

#include <stddef.h>
#include <stdint.h>

/*
 * An image for these tests, with banks DDR[0] … DDR[3] in order, for sw_emu. Kernels:
 *   vadd(int *a, int *b, int *c, int n)   two CUs; a and b on bank 0, c on bank 1
 *   ranged(int *out)                      OpenCL C, at most 64 work-items in a work-group
 *   tiled(int *out)                       OpenCL C, work-groups of 4 × 2
 *   fail(int code)
 *   poke(int *out, int value)
 *   producer(int n, stream out)           connected to
 *   consumer(stream in, int *out, int n)
 *   mixed(constant int *table, local int *scratch, struct of 24 bytes wide)
 *   where(int *out)                       four CUs; *out: the number of the CU that runs; no type name
 */
#define API_IMAGE_KERNELS "vadd;ranged;tiled;fail;poke;producer;consumer;mixed;where"
enum {
	API_IMAGE_NKERNELS = 9,
	API_IMAGE_NCUS = 13,
	/*
	 * Variants: in this one, `mixed` allows non-uniform work-groups; in all from the next one
	 * on, `poke` differs.
	 */
	API_IMAGE_NON_UNIFORM = 0x40,
	API_IMAGE_OTHER_POKE = 0x80
};

/*
 * Writes the image as an xclbin for a board ("u250", "u50"). The last byte of its UUID is
 * `variant`, so two variants are different images. From API_IMAGE_OTHER_POKE on, `poke` lacks its
 * second argument. The bytes come from malloc(). Returns NULL on any error.
 */
unsigned char *api_image(const char *board, uint8_t variant, size_t *ret_size);

#endif
