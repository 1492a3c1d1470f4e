/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_READBACK_H
#define FCL_CAPTURE_READBACK_H

#include "runtime/capture/recording.h"

/*
 * What commands give the host. The host may use the bytes as soon as a call has told it that the
 * command has ended, and overwrite them right after: so they are recorded before that call returns.
 */

/* Records the bytes of a command that has ended. `owner`: whose they are, or 0. */
void fcl_readback_now(const struct fcl_call *call, unsigned index, uint64_t owner,
		      const struct fcl_box *box);

/* The same once the event's command has ended. */
void fcl_readback_later(const struct fcl_call *call, unsigned index, uint64_t owner,
			const struct fcl_box *box, cl_event event);

/* Only whether it has failed, for a command that gives the host nothing else. */
void fcl_readback_end(const struct fcl_call *call, cl_event event);

/* Records what is complete. For each call that may have told the host of the end of a command. */
void fcl_readback_collect(void);

#endif
