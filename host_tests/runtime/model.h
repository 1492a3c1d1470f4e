/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUNTIME_MODEL_H
#define RUNTIME_MODEL_H

#include <stdbool.h>

#include "host_tests/runtime/host.h"

/*
 * Random commands on all devices, checked against a byte model on the host: writes, reads, copies,
 * fills, rectangles, mappings that stay open, migrations, sub-buffers and kernels. Every byte that
 * is read must equal the model's. Each command waits for the one before it.
 */
enum { MODEL_BUFFERS = 4, MODEL_BYTES = 4096, MODEL_KERNELS = 4 };

/* What a kernel with the arguments (int *numbers, int count[, int number]) does to each number. */
typedef unsigned model_function(unsigned value, unsigned number);

/*
 * Adds a kernel, and the queue in which all kernels of this device run. The program of the first
 * kernel must also contain the kernel `blend`.
 */
void model_add(unsigned device, cl_command_queue queue, cl_kernel kernel, model_function *function);
/* Removes all kernels and queues. */
void model_forget(void);

/* Creates the buffers and their contents. */
void model_open(struct host *host, unsigned seed);
/*
 * Runs one random command. Returns false if it failed, which is allowed only after
 * model_may_fail(true).
 */
bool model_step(void);
/* From now on commands may fail; a failed command must not have changed anything. */
void model_may_fail(bool may);
/*
 * A failed command may have left its buffer undefined, and boards may be gone permanently. Buffers
 * are rewritten after a failure, and compared only as far as they can be read. Implies
 * model_may_fail(true).
 */
void model_survives(void);
/* Whether no board accepts commands any more. */
bool model_dead(void);
/* Compares all buffers except for a mapped one. */
void model_check(void);
void model_close(void);

/* Seeds the random numbers; model_open() does so as well. */
void model_seed(unsigned seed);
/* The next random number of the seeded sequence, less than `below`. */
unsigned model_pick(unsigned below);

#endif
