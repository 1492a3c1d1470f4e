/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_RESIDENCY_H
#define FCL_CORE_RESIDENCY_H

#include "runtime/core/graph/event.h"

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
 * Claims all uses of the command. READY: data that will be written already counts as written;
 * fcl_residency_release() releases the claims. FAILED: *error is a negative errno; -ENOSPC: a bank
 * is full. *error is written only if it FAILED. If there are uses with `move`, the caller must end
 * the command's turn (turn.h) when the command is READY or has FAILED.
 */
enum fcl_plan fcl_residency_plan(struct fcl_event *event, struct fcl_use *uses, uint32_t nuses,
				 int *error, struct fcl_err *err);

/*
 * Claims a device side of the whole buffer without taking the lock. True: all data is in place, and
 * a write would make no other copy stale; the claim is released like any other. False: nothing is
 * claimed, and fcl_residency_plan() has to decide.
 */
bool fcl_residency_claim_settled(struct fcl_mem *mem, uint32_t side, enum fcl_access access);

/* Releases a command's claim on device side `side` of the buffer. */
void fcl_residency_release(struct fcl_mem *mem, uint32_t side);

/*
 * Whether commands use a side, which can then be neither moved nor freed. The root's lock is held;
 * until it is released, fcl_residency_claim_settled() cannot claim the side. Standing claims
 * (standing.h) do not count: they are revoked.
 */
bool fcl_residency_in_use(struct fcl_mem *root, const struct fcl_device_side *side);

/*
 * The value of fcl_mem.settled that a launch with a use of the buffer requires: (settled & mask) ==
 * want.
 */
struct fcl_settled {
	const _Atomic uint64_t *settled;
	uint64_t mask, want;
};

struct fcl_settled fcl_residency_settled(const struct fcl_mem *mem, uint32_t side,
					 enum fcl_access access);

static inline bool fcl_residency_is_settled(const struct fcl_settled *need)
{
	return (atomic_load(need->settled) & need->mask) == need->want;
}

/* Whether a side has memory. */
enum fcl_side_memory {
	FCL_MEMORY_THERE,
	FCL_MEMORY_CLOSED, /* none until the board has been programmed (holdings.h) */
	FCL_MEMORY_FAILED,
};

/*
 * Makes sure that a side has memory; its contents stay undefined. The root's lock is held before
 * and after, but not across the HAL; the buffer is not busy. *error is written only if this FAILED:
 * a negative errno; -ENOSPC: the bank is full.
 */
enum fcl_side_memory fcl_residency_make_side(struct fcl_mem *root, const struct fcl_use *use,
					     int *error, struct fcl_err *err);

/* Waits until no data of the root is being moved. Its lock is held before and after. */
void fcl_residency_wait(struct fcl_mem *root);

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

/* The board's bank for a buffer's first use on a device by anything but a kernel. */
uint32_t fcl_residency_first_bank(struct fcl_device *device, struct fcl_mem *root);

#endif
