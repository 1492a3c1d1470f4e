/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYER_COMMANDS_H
#define FCL_LAYER_COMMANDS_H

#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stdint.h>

/* Sets the next layer's dispatch table, or the loader's. */
void fcl_layer_set_target(const cl_icd_dispatch *target);

/*
 * Call it after a call that began at called_ns has enqueued a command. Traces the command once it
 * has ended, unless it belongs to our own driver. If `owned`, takes over the reference to the
 * event. `kernel` may be NULL.
 */
void fcl_layer_enqueued(const char *call, uint64_t called_ns, cl_command_queue queue,
			cl_kernel kernel, cl_event event, bool owned);

#endif
