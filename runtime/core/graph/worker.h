/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_WORKER_H
#define FCL_CORE_WORKER_H

#include "runtime/core/objects/device.h"

/*
 * A device's thread: it issues commands that a pass handed on, tries again what the board had no
 * room for, and exchanges images. It is started at first need and sleeps untimed when there is
 * nothing to do.
 */

/* Adds a chain of commands, linked by next_ready, to be issued there. */
void fcl_worker_issue(struct fcl_device *device, struct fcl_event *first);

/* Adds a command that the board had no room for; it is issued again after a short while. */
void fcl_worker_retry(struct fcl_device *device, struct fcl_event *event);

/* Asks it to look at the device's gate: see fcl_swap_look(). */
void fcl_worker_swap(struct fcl_device *device);

#endif
