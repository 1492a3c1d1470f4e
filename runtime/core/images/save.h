/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SAVE_H
#define FCL_CORE_SAVE_H

#include "runtime/core/objects/device.h"

struct fcl_mem;

/*
 * Saves what programming a board would lose to the host side of the buffers, and frees their memory
 * on the board. Nothing is restored afterwards: residency moves to the board what commands use
 * there, and what none uses again is not copied.
 */
struct fcl_save {
	struct fcl_device *device;
	struct fcl_mem **roots; /* with references, in order of their addresses */
	uint32_t nroots, nbusy; /* this save has made the first nbusy busy */
	bool closed;            /* this save has closed the device's holdings */
	uint32_t ndropped;      /* buffers whose memory was freed */
	uint64_t bytes;         /* copied to the host */
	uint64_t ns;            /* the time it took */
};

/*
 * Saves, and keeps commands off the device's memory until fcl_save_end(), which the caller calls in
 * any case. No launch is in flight on the device. -EBUSY: a buffer is pinned where it would be
 * lost; -ENOMEM; -EIO and others: reading from the board failed. After an error no contents are
 * lost.
 */
int fcl_save_begin(struct fcl_device *device, struct fcl_save *ret_save, struct fcl_err *err);

/* Lets commands use the memory again. The caller holds no lock: it may issue them. */
void fcl_save_end(struct fcl_save *save);

#endif
