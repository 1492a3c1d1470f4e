/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_DEVICES_OFFER_H
#define FCL_DEVICES_OFFER_H

#include "hal/include/fcl_hal.h"

/* A device that OpenCL hosts are offered. */
struct fcl_offered {
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *board; /* open */
	char name[256];               /* as hal->open() took it */
};

struct fcl_offer {
	struct fcl_offered *devices; /* in the order in which hosts see them */
	uint32_t count;
	uint32_t failed; /* devices that were to be offered and could not be opened */
};

/* Why a device is not offered. -EPERM: it is somebody else's, which is nobody's mistake. */
typedef void fcl_offer_problem(int error, const char *text);

/*
 * Opens the devices that FPGACL_DEVICES names; else, under XCL_EMULATION_MODE, those of
 * emconfig.json; else every real board, and where there is none an emulated one. Of these,
 * FPGACL_VISIBLE_DEVICES keeps some. What cannot be opened is told to `problem` and left out.
 */
void fcl_offer_open(struct fcl_offer *ret_offer, fcl_offer_problem *problem);

/* Closes what is still open: a board that somebody has taken over is NULL. */
void fcl_offer_close(struct fcl_offer *offer);

#endif
