/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SAVE_H
#define FCL_CORE_SAVE_H

#include "runtime/core/objects/device.h"

struct fcl_mem;

/*
 * Saves data that programming a board would destroy to the host side of its buffers, and frees
 * their memory on the board. Nothing is restored afterwards: residency moves data to the board when
 * commands use it there, so unused data is never copied back.
 */
struct fcl_save {
	struct fcl_device *device;
	struct fcl_mem **roots; /* with references, sorted by address */
	uint32_t nroots, nbusy; /* the first nbusy were made busy by this save */
	bool closed;            /* this save has closed the device's holdings */
	uint32_t ndropped;      /* buffers whose memory was freed */
	uint64_t bytes;         /* bytes copied to the host */
	uint64_t ns;            /* duration */
};

/*
 * Saves the data, and keeps commands off the device's memory until fcl_save_end(), which the caller
 * must call in any case. No launch is in flight on the device. -EBUSY: a buffer is pinned where it
 * would be lost; -ENOMEM; -EIO and others: reading from the board failed. After an error, no data
 * has been lost.
 */
int fcl_save_begin(struct fcl_device *device, struct fcl_save *ret_save, struct fcl_err *err);

/* Lets commands use the memory again. The caller must hold no lock, as this may issue commands. */
void fcl_save_end(struct fcl_save *save);

#endif
