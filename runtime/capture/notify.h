/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_NOTIFY_H
#define FCL_CAPTURE_NOTIFY_H

#include "base/trace/calls.h"

/*
 * Event callbacks tell the host of the end of a command: replaces the host's by one that first
 * records what commands have given the host. Returns what fcl_notify_free() frees if the driver
 * refuses the callback; NULL: nothing was replaced.
 */
void *fcl_notify_begin(fcl_event_notify *notify, void **user_data);
void fcl_notify_free(void *replaced);

#endif
