/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_GROUP_H
#define FCLC_PLUGIN_GROUP_H

/*
 * The parameters of a work-group: `struct fclc_group` in payload/include/fpgacl/items.h is an array
 * of these 64-bit fields. The work-item functions read them.
 */

namespace fclc
{

enum Field : unsigned {
	/*
	 * Not in memory, but induction variables of the work-item loops. narrow_body() uses the
	 * first one's memory.
	 */
	LOCAL_ID_X,
	LOCAL_ID_Y,
	LOCAL_ID_Z,
	LOCAL_SIZE_X, /* of this group; the last one in a dimension may be smaller */
	LOCAL_SIZE_Y,
	LOCAL_SIZE_Z,
	ENQUEUED_SIZE_X,
	ENQUEUED_SIZE_Y,
	ENQUEUED_SIZE_Z,
	GROUP_ID_X,
	GROUP_ID_Y,
	GROUP_ID_Z,
	NUM_GROUPS_X,
	NUM_GROUPS_Y,
	NUM_GROUPS_Z,
	GLOBAL_SIZE_X,
	GLOBAL_SIZE_Y,
	GLOBAL_SIZE_Z,
	GLOBAL_OFFSET_X,
	GLOBAL_OFFSET_Y,
	GLOBAL_OFFSET_Z,
	WORK_DIM,
	CONTEXT, /* pointer: work-items' variables that are live across a barrier */
	LOCAL,   /* pointer: the kernel's __local variables */
	SHARED,  /* pointer: shared by work-group functions */
	FIELDS
};

/* The context's capacity in work-items is a multiple of this, which keeps its arrays aligned. */
enum { CONTEXT_ITEMS = 64 };

/* Limit for the number of work-items in one dimension. */
enum { MOST_ITEMS = 1 << 24 };

} // namespace fclc

#endif
