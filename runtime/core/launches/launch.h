/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_LAUNCH_H
#define FCL_CORE_LAUNCH_H

#include "runtime/core/residency/residency.h"

/*
 * Creates the command for a launch with the kernel's current argument values, and counts it at the
 * gate. -ESTALE: the host has released an argument's object; -EXDEV, -ENOSPC: no CU can take the
 * values (pipe_fifo.h, fit.h). -ENOMEM leaves no text.
 */
int fcl_launch_create(struct fcl_queue *queue, struct fcl_kernel *kernel,
		      const struct fcl_kernel_instance *instance, cl_command_type type,
		      const struct fcl_hal_range *range, struct fcl_event **ret_event,
		      struct fcl_err *err);

/*
 * Issues a launch: passes the gate, claims its buffers, chooses CUs, and fills in the request.
 * READY: it can be submitted. WAITS: it will be issued again. FAILED: *error is a negative errno.
 */
enum fcl_plan fcl_launch_plan(struct fcl_event *event, int *error, struct fcl_err *err);

/* Releases what it has claimed; it may be planned again. */
void fcl_launch_release(struct fcl_event *event);

/* Releases everything at the end of a launch; its values and arrays only if it cannot run again. */
void fcl_launch_drop(struct fcl_event *event);

/* Gives another event the same launch; the original may be running. */
void fcl_launch_copy(struct fcl_event *copy, const struct fcl_event *event);

#endif
