/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_WRITERS_H
#define FCL_REPLAY_WRITERS_H

#include "tools/replay/step.h"

/* Which command has written to a buffer last, as far as the calls tell. */

/* Notes what the command that was just enqueued may write to. */
void fcl_writers_note(const struct fcl_step *step);

/* Notes that a buffer is a part of another one. */
void fcl_writers_part(const struct fcl_step *step, struct fcl_object *part,
		      struct fcl_object *parent);

/* Counts references, so that objects that are gone are not used. */
void fcl_writers_references(const struct fcl_step *step);

/* "; it was last written by call 7, clEnqueueTask of vadd", or "". */
void fcl_writers_describe(const struct fcl_step *step, const struct fcl_object *mem, char *ret_text,
			  size_t size);

#endif
