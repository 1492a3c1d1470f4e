/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PROGRAM_PIPE_H
#define FCL_CORE_PROGRAM_PIPE_H

#include "runtime/core/graph/event.h"

/*
 * Commands that move a packet between the host and a pipe of a program: a FIFO that the image wires,
 * with the host at one end.
 */

/*
 * Tries to move the packet. If there is none, or no room, a command that blocks is tried again by
 * the device's worker, until it succeeds or the board has a fault, and any other fails. Until the
 * board holds the image it is parked.
 */
void fcl_program_pipe_issue(struct fcl_event *event);

#endif
