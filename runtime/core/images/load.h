/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_LOAD_H
#define FCL_CORE_LOAD_H

#include "runtime/core/images/save.h"
#include "runtime/core/objects/device.h"

/* The reason why a slot is programmed. */
enum fcl_load_why {
	FCL_LOAD_FIRST, /* the slot is empty, or no program holds its image */
	FCL_LOAD_IDLE,  /* the current image has no launches */
	FCL_LOAD_AGE,   /* a launch has waited long enough */
	FCL_LOAD_ORDER, /* the current image has launches, but only behind launches of the other image */
};

/* One replacement of a slot's image. */
struct fcl_load {
	struct fcl_device *device;
	uint32_t slot;
	struct fcl_image *image; /* with a reference */
	enum fcl_load_why why;
	uint64_t waited_ns;   /* waiting time of the oldest launch */
	uint32_t outstanding; /* pending launches of the old image */
	struct fcl_save save; /* filled by fcl_load_run() */
	struct fcl_err err;   /* the reason if it failed */
};

/*
 * Programs the slot. The caller holds swap_lock, the slot's gate is closed and no launch is inside.
 * Data that the board would lose is saved first. If that fails, or if the board already has a
 * fault, the old image stays; after any other error, the slot is empty, and the text tells whether
 * the board needs a reset. The gate is open on return. Returns 0 or the error, whose text is in
 * load->err. The caller must call fcl_load_end() in any case.
 */
int fcl_load_run(struct fcl_load *load);

/* Lets commands use the device's memory again. The caller must hold no lock. */
void fcl_load_end(struct fcl_load *load);

#endif
