/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PCIE_CARD_H
#define PCIE_CARD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hal/include/fcl_hal.h"
#include "host_tests/pcie/model.h"

/* A device on a model, and requests that are waited for. */

struct card {
	struct model model;
	struct fcl_hal_device *device;
	struct fcl_hal_program *program;
};

struct job {
	struct fcl_hal_request request; /* must be first */
	struct fcl_hal_arg args[4];
	_Atomic int ended;
	int status;
	char text[400];
};

/* Opens a device on the card's model, which model_init() has prepared. */
void card_open(struct card *card);
/* Closes it; the model must have seen no offence. */
void card_close(struct card *card);
/* An image of the model's units, which the caller releases. */
struct fcl_image *card_image(struct card *card);
/* Loads it. */
void card_load(struct card *card);

struct fcl_hal_buffer *card_alloc(struct card *card, uint64_t bytes);
void job_transfer(struct job *job, enum fcl_hal_op op, struct fcl_hal_buffer *buffer,
		  uint64_t offset, const void *host, size_t bytes);
/* A launch of either unit: out[i] = a[i] + *b for *n words. */
void job_launch(struct card *card, struct job *job, struct fcl_hal_buffer *a,
		struct fcl_hal_buffer *out, const uint32_t *b, const uint32_t *n);
void job_submit(struct card *card, struct job *job);
/* Waits as a host's thread does, which helps; the status. */
int job_wait(struct card *card, struct job *job);
int job_run(struct card *card, struct job *job);
/* The same without helping. */
int job_await(struct card *card, struct job *job);

#endif
