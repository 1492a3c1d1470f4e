/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_LOAD_H
#define FCL_CORE_LOAD_H

#include "runtime/core/images/save.h"
#include "runtime/core/objects/device.h"

/* Why a slot is programmed. */
enum fcl_load_why {
	FCL_LOAD_FIRST, /* the slot is empty, or no program holds its image */
	FCL_LOAD_IDLE,  /* its image has no launches */
	FCL_LOAD_AGE,   /* a launch has waited long enough */
	FCL_LOAD_ORDER, /* its image has launches, but only behind launches of the other image */
};

/* One replacement of a slot's image. */
struct fcl_load {
	struct fcl_device *device;
	uint32_t slot;
	struct fcl_image *image; /* with a reference */
	enum fcl_load_why why;
	uint64_t waited_ns;   /* how long the oldest launch has waited */
	uint32_t outstanding; /* pending launches of the old image */
	struct fcl_save save; /* filled by fcl_load_run() */
	struct fcl_err err;   /* why it failed */
};

/*
 * Programs the slot. The caller holds swap_lock, the slot's gate is closed and no launch is inside.
 * What the board would lose is saved first. If that fails, or the board has a fault already, the
 * old image stays; after any other error the slot is empty, and the text says whether the board
 * needs a reset. The gate is open on return. Returns 0 or the error, whose text is in load->err.
 * The caller then calls fcl_load_end() in any case.
 */
int fcl_load_run(struct fcl_load *load);

/* Lets commands use the device's memory again. The caller holds no lock. */
void fcl_load_end(struct fcl_load *load);

#endif
