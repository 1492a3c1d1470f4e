/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_RESIDENCY_H
#define FCL_CORE_RESIDENCY_H

#include "runtime/core/graph/command.h"

/*
 * Residency: before a command runs, the data that it uses is brought to the side where it uses it,
 * unless it is there already. A buffer moves data for one command at a time (`busy`); a command
 * that finds it busy parks and is planned again, so stale data never overwrites newer data.
 */
enum fcl_access {
	FCL_ACCESS_READ,
	FCL_ACCESS_WRITE,  /* overwrites the whole range: old contents do not matter */
	FCL_ACCESS_UPDATE, /* may write any part of the range */
};

/*
 * How a kernel uses an argument, according to its declaration. CL_MEM_READ_ONLY is ignored: OpenCL
 * leaves writes to such a buffer undefined, but boards carry them out, and some hosts read the
 * results.
 */
static inline enum fcl_access fcl_access_of(const struct fcl_image_arg *arg)
{
	return arg->direction == FCL_DIR_IN || arg->qualifier == FCL_ARG_CONSTANT
		       ? FCL_ACCESS_READ
		       : FCL_ACCESS_UPDATE;
}

struct fcl_use {
	struct fcl_mem *mem;
	uint64_t start, end; /* bytes in mem */
	uint32_t side;       /* FCL_SIDE_HOST or FCL_SIDE_DEVICE(i) */
	enum fcl_access access;
	bool keeps; /* WRITE of undefined contents: other sides stay valid */
	bool force; /* explicit migration: copy host bytes even if the device has them
		       (USE_HOST_PTR) */
	bool trust; /* with force: the host's data is current, even if a kernel has written */
	struct fcl_hal_program
		*program; /* for which `bank` is an index: fcl_hal_ops.buffer_alloc */
	uint32_t bank;    /* for a side that has no buffer yet */
	bool move;        /* the side's buffer is in an unsuitable bank: move it to `bank` */
	bool claimed;     /* private to fcl_residency_plan() */
};

/* The outcome of planning a command's uses. */
enum fcl_plan {
	FCL_PLAN_READY,  /* claimed: the data is in place, and the buffers cannot move */
	FCL_PLAN_WAITS,  /* nothing is claimed; the command will be issued again */
	FCL_PLAN_FAILED, /* nothing is claimed */
};

/*
 * The value of fcl_mem.settled that a launch with a use of the buffer requires: (settled & mask) ==
 * want.
 */
struct fcl_settled {
	const _Atomic uint64_t *settled;
	uint64_t mask, want;
};

static inline struct fcl_settled fcl_residency_settled(const struct fcl_mem *mem, uint32_t side,
						       enum fcl_access access)
{
	uint64_t bit = UINT64_C(1) << side, one = fcl_mem_same(mem->root);

	if (access == FCL_ACCESS_READ)
		return (struct fcl_settled){&mem->root->settled, bit, bit};
	return (struct fcl_settled){&mem->root->settled, UINT64_MAX, bit & one ? one : bit};
}

static inline bool fcl_residency_is_settled(const struct fcl_settled *need)
{
	return (atomic_load(need->settled) & need->mask) == need->want;
}

/* The HAL buffer of a claimed device side. */
static inline struct fcl_hal_buffer *fcl_residency_buffer(const struct fcl_mem *mem, uint32_t side)
{
	return fcl_device_side(mem->root, side)->buffer;
}

/*
 * The bank of a device side's buffer, as an index into the board's banks; FCL_HAL_BANK_DEFAULT: the
 * side has no buffer.
 */
static inline uint32_t fcl_residency_bank(const struct fcl_mem *mem, uint32_t side)
{
	return atomic_load_explicit(&fcl_device_side(mem->root, side)->bank, memory_order_relaxed);
}

#endif
