/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_COMPARE_H
#define FCL_REPLAY_COMPARE_H

#include "tools/replay/step.h"

/*
 * Compares what the step's command has given the host with what it gave the program: the record at
 * that offset. Returns whether that was all.
 */
bool fcl_compare(struct fcl_step *step, uint64_t record);

#endif
