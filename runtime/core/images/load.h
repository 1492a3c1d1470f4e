/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_LOAD_H
#define FCL_CORE_LOAD_H

#include "runtime/core/images/save.h"
#include "runtime/core/objects/device.h"

/* Why a slot is programmed. */
enum fcl_load_why {
	FCL_LOAD_FIRST, /* nothing that is there is needed any more */
	FCL_LOAD_IDLE,  /* nobody has work for what is there */
	FCL_LOAD_AGE,   /* somebody has waited long enough */
	FCL_LOAD_ORDER, /* what is there has work, but behind what waits for the other image */
};

/* One exchange of images. */
struct fcl_load {
	struct fcl_device *device;
	uint32_t slot;
	struct fcl_image *image; /* with a reference */
	enum fcl_load_why why;
	uint64_t waited_ns;   /* for how long the oldest launch has waited */
	uint32_t outstanding; /* launches enqueued for what is there */
	struct fcl_save save; /* filled by fcl_load_run() */
	struct fcl_err err;   /* why it failed */
};

/*
 * Programs the slot. The caller holds swap_lock, the slot's gate is closed and nobody is inside.
 * What the board would lose is saved first. If that fails the old image is still there; after any
 * other error the slot holds nothing, and the text says whether the board needs a reset. The gate
 * is open on return. 0 or the error, whose text is in load->err. fcl_load_end() follows in any
 * case.
 */
int fcl_load_run(struct fcl_load *load);

/* Lets commands use memory again. The caller holds no lock. */
void fcl_load_end(struct fcl_load *load);

#endif
