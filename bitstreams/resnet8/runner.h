/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESNET8_RUNNER_H
#define RESNET8_RUNNER_H

#include <stddef.h>
#include <stdint.h>

#include "resnet8.h"

/* The network on one board, for host programs: what they share of OpenCL. Not for two threads at once. */

struct resnet8_runner;

/*
 * Loads the image on an accelerator: number `device` of those that there are, over all platforms, or
 * any that accepts it if `device` is negative. NULL on failure, with a sentence in `why`.
 */
struct resnet8_runner *resnet8_open(const char *image_path, int device, char *why, size_t size);
void resnet8_close(struct resnet8_runner *runner);

/* The board's name, and the number of accelerators that the program sees. */
const char *resnet8_device_name(const struct resnet8_runner *runner);
int resnet8_count_devices(void);

/*
 * Classifies pictures, `batch` a launch; several launches are on their way at a time. 0, or the first error
 * of OpenCL, after which the logits have no meaning.
 */
int resnet8_run(struct resnet8_runner *runner, const uint8_t (*pictures)[RESNET8_PIXELS],
		size_t count, size_t batch, int32_t (*ret_logits)[RESNET8_CLASSES]);

/* The class with the highest logit, the first of equals. */
int resnet8_best(const int32_t logits[RESNET8_CLASSES]);

#endif
