/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_PACKETS_H
#define FCL_REPLAY_PACKETS_H

#include "tools/replay/step.h"

/*
 * Packets of host pipes: when there is one, or room for one, depends on how fast the kernels are. A
 * replay tries again until it has moved those that the program moved, and leaves out polls that
 * found none.
 */

/* Whether it is clEnqueueReadHostPipeINTEL() or its counterpart, which fcl_packet_make() makes. */
bool fcl_packet_is(const struct fcl_step *step);

/*
 * An event with the error stands for a poll that found none. One that blocked while other threads
 * made calls, which its packet may have come from, may go on until the program's call returned:
 * fcl_packet_finish().
 */
void fcl_packet_make(struct fcl_step *step);
void fcl_packet_finish(struct fcl_step *step);

#endif
