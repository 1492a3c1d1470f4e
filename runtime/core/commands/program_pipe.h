/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PROGRAM_PIPE_H
#define FCL_CORE_PROGRAM_PIPE_H

#include "runtime/core/graph/command.h"

/*
 * Commands that move a packet between the host and a program-scope pipe, which is a FIFO of the
 * image with the host at one end.
 */

/*
 * Tries to move the packet. If there is no packet, or no room, a blocking command is retried by the
 * device's worker until it succeeds or the board fails; a non-blocking one fails. While the board
 * does not hold the image, the command is parked.
 */
void fcl_program_pipe_issue(struct fcl_event *event);

#endif
