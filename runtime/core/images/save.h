/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SAVE_H
#define FCL_CORE_SAVE_H

#include "runtime/core/objects/device.h"

struct fcl_mem;

/*
 * What programming a board would lose is saved to the host side of the buffers, and their memory
 * given back. Nothing is restored at once: residency brings to the board what commands use there,
 * and what none uses again is not copied.
 */
struct fcl_save {
	struct fcl_device *device;
	struct fcl_mem **roots; /* with references, in order of their addresses */
	uint32_t nroots, nbusy; /* the first nbusy are busy, for us */
	bool closed;            /* the device's holdings are, by us */
	uint32_t ndropped;      /* buffers whose memory was given back */
	uint64_t bytes;         /* that were copied to the host */
	uint64_t ns;            /* that it took */
};

/*
 * Saves, and keeps commands off the device's memory, until fcl_save_end(), which follows in any
 * case. No launch is in flight on the device. -EBUSY: a buffer is pinned where it would be lost;
 * -ENOMEM; -EIO and others: the board failed to read. After an error no contents are lost.
 */
int fcl_save_begin(struct fcl_device *device, struct fcl_save *ret_save, struct fcl_err *err);

/* Lets commands use the memory again. The caller holds no lock: it may issue them. */
void fcl_save_end(struct fcl_save *save);

#endif
