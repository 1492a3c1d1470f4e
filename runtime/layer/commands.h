/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYER_COMMANDS_H
#define FCL_LAYER_COMMANDS_H

#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stdint.h>

/* Where calls continue: the next layer, or the loader. */
void fcl_layer_set_target(const cl_icd_dispatch *target);

/*
 * A call that began at called_ns has enqueued a command. Traces it when it has ended, unless it is
 * our own driver's. Takes over the reference to the event if it is `owned`. `kernel` may be NULL.
 */
void fcl_layer_enqueued(const char *call, uint64_t called_ns, cl_command_queue queue,
			cl_kernel kernel, cl_event event, bool owned);

#endif
