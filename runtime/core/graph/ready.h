/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_READY_H
#define FCL_CORE_READY_H

#include "runtime/core/graph/command.h"

/*
 * A command without pending predecessors is issued by the thread that detects this, in a pass.
 * Commands that become ready during a pass are appended to it, so that chains of any length need no
 * recursion. After FCL_PASS_LIMIT commands, the rest is handed to the device's worker, so that no
 * thread is busy with other threads' commands for long.
 */
enum { FCL_PASS_LIMIT = 64 };

/* Issues the command in this thread's current pass, or in a new one. */
void fcl_ready(struct fcl_event *event);

/* Like fcl_ready(), on the device's worker, whose passes are much longer. */
void fcl_ready_now(struct fcl_event *event);

#endif
