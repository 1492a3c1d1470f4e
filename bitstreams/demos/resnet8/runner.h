/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESNET8_RUNNER_H
#define RESNET8_RUNNER_H

#include <stddef.h>
#include <stdint.h>

#include "resnet8.h"

/* The network on one board: OpenCL code that host programs share. Not thread-safe. */

struct resnet8_runner;

/*
 * Loads the image on an accelerator: number `device` among those of all platforms or, if `device`
 * is negative, any that accepts it. NULL on failure, with a sentence in `why`.
 */
struct resnet8_runner *resnet8_open(const char *image_path, int device, char *why, size_t size);
void resnet8_close(struct resnet8_runner *runner);

/* The board's name, and the number of accelerators that the program sees. */
const char *resnet8_device_name(const struct resnet8_runner *runner);
int resnet8_count_devices(void);

/*
 * Classifies pictures, `batch` per launch; several launches are in flight at a time. 0, or the
 * first OpenCL error, after which the logits are undefined.
 */
int resnet8_run(struct resnet8_runner *runner, const uint8_t (*pictures)[RESNET8_PIXELS],
		size_t count, size_t batch, int32_t (*ret_logits)[RESNET8_CLASSES]);

/* The class with the highest logit; the first one in case of a tie. */
int resnet8_best(const int32_t logits[RESNET8_CLASSES]);

#endif
