/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_WRITERS_H
#define FCL_REPLAY_WRITERS_H

#include "tools/replay/step.h"

/* Which command has written to a buffer last, as far as the calls tell. */

/* Notes what the command that was just enqueued may write to; it is not enqueued if left out. */
void fcl_writers_note(const struct fcl_step *step, bool left_out);

/* A note says that what a memory object has is not known. */
void fcl_writers_unknown(struct fcl_replay *replay, uint64_t note);

/* Notes that a buffer is a part of another one. */
void fcl_writers_part(const struct fcl_step *step, struct fcl_object *part,
		      struct fcl_object *parent);

/* Counts references, so that objects that are gone are not used. */
void fcl_writers_references(const struct fcl_step *step);

/* Whether what the object has depends on what is not known. */
bool fcl_writers_is_unknown(const struct fcl_object *mem);

/* Whether that is from before the ring began, and no kernel has written to it since. */
bool fcl_writers_is_from_before(const struct fcl_object *mem);

/* "; it was last written by call 7, clEnqueueTask of vadd", or "". */
void fcl_writers_describe(const struct fcl_step *step, const struct fcl_object *mem, char *ret_text,
			  size_t size);

#endif
