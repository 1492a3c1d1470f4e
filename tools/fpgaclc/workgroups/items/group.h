/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_GROUP_H
#define FPGACLC_WORKGROUPS_GROUP_H

/*
 * What a work-group is given when it runs: `struct fclc_group` in payload/include/fpgacl/items.h
 * is an array of these 64-bit fields. The work-item functions read them.
 */

namespace fclc
{

enum Field : unsigned {
	/*
	 * Not in memory: the induction variables of the work-item loops. The first one's place there
	 * is what narrow_body() sets.
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
	CONTEXT, /* pointer: variables of all work-items that live across a barrier */
	LOCAL,   /* pointer: the kernel's __local variables */
	SHARED,  /* pointer: what work-group functions share */
	FIELDS
};

/* The context has room for a multiple of this many work-items, which keeps arrays in it aligned. */
enum { CONTEXT_ITEMS = 64 };

/* No work-group has more work-items in one dimension. */
enum { MOST_ITEMS = 1 << 24 };

} // namespace fclc

#endif
