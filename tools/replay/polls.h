/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_POLLS_H
#define FCL_REPLAY_POLLS_H

#include "tools/replay/step.h"

/* Whether the status says that a pipe had no packet, or no room for one. */
bool fcl_poll_is_none(cl_int status);

/* Of clReadPipeIntelFPGA() and clWritePipeIntelFPGA(): a call that found none is not made. */
bool fcl_poll_found_none(struct fcl_step *step);
/* Whether to try again. */
bool fcl_poll_again(const struct fcl_step *step);

#endif
