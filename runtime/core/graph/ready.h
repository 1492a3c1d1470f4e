/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_READY_H
#define FCL_CORE_READY_H

#include "runtime/core/graph/event.h"

/*
 * A command with nothing left to wait for is issued by the thread that found it so: a pass.
 * Commands that become ready during a pass are appended to it, so that chains of any length need no
 * stack; after FCL_PASS_LIMIT commands the rest is handed to the device's thread, so that nobody is
 * kept for long in somebody else's graph.
 */
enum { FCL_PASS_LIMIT = 64 };

/* Issues the command in this thread's pass, starting one if there is none. */
void fcl_ready(struct fcl_event *event);

/* The same on the device's own thread, which hands on to nobody. */
void fcl_ready_now(struct fcl_event *event);

#endif
