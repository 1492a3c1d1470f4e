/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_IMAGES_H
#define FCL_REPLAY_IMAGES_H

#include "tools/replay/step.h"

/*
 * The captured images, or others in their place (--image): the n-th call that creates a program from
 * a binary has image n, from 1, unless an earlier one had the same.
 */

/* For the parameters of clCreateProgramWithBinary(). */
void *fcl_images_binaries(struct fcl_step *step, unsigned index, uint64_t count);
void *fcl_images_lengths(struct fcl_step *step, unsigned index, uint64_t count);

/*
 * Reads the images that `swaps` ("new.xclbin", "2=new.xclbin") name, and checks that their kernels
 * take what those in their place take.
 */
int fcl_images_open(struct fcl_replay *replay, const char *const *swaps, unsigned count,
		    struct fcl_err *err);
void fcl_images_close(struct fcl_replay *replay);

/* How many different images the capture has. */
uint64_t fcl_images_count(const struct fcl_replay *replay);

#endif
