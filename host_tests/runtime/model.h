/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUNTIME_MODEL_H
#define RUNTIME_MODEL_H

#include <stdbool.h>

#include "host_tests/runtime/host.h"

/*
 * Random commands on all devices against a model of bytes on the host: writes, reads, copies,
 * fills, rectangles, maps that stay open, migrations, sub-buffers and kernels. Every byte that is
 * read must be the model's. Each command waits for the one before it.
 */
enum { MODEL_BUFFERS = 4, MODEL_BYTES = 4096, MODEL_KERNELS = 4 };

/* What a kernel with arguments (int *numbers, int count[, int number]) does to each number. */
typedef unsigned model_function(unsigned value, unsigned number);

/*
 * Adds a kernel, and the queue that all kernels of this device run in. The program of the first one
 * must have the kernel `blend` as well.
 */
void model_add(unsigned device, cl_command_queue queue, cl_kernel kernel, model_function *function);
/* Removes all kernels and queues. */
void model_forget(void);

/* Creates the buffers, with contents. */
void model_open(struct host *host, unsigned seed);
/* One random command; false: it failed, which is allowed only after model_may_fail(true). */
bool model_step(void);
/* A failed command must have changed nothing. */
void model_may_fail(bool may);
/*
 * A failed command may have left its buffer undefined, and boards may be gone for good: buffers are
 * written again after a failure, and compared as far as they can be read. Implies
 * model_may_fail(true).
 */
void model_survives(void);
/* No board takes commands any more. */
bool model_dead(void);
/* Compares all buffers except a mapped one. */
void model_check(void);
void model_close(void);

/* Starts the sequence of random numbers; model_open() does as well. */
void model_seed(unsigned seed);
/* The next random number of the sequence that the seed started. */
unsigned model_pick(unsigned below);

#endif
