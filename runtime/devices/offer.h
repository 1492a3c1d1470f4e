/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_DEVICES_OFFER_H
#define FCL_DEVICES_OFFER_H

#include <stdbool.h>

#include "hal/include/fcl_hal.h"

/* A device that is offered to OpenCL hosts. */
struct fcl_offered {
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *board; /* open */
	char name[256];               /* such as emu:u250: see fcl_backend_of() */
	unsigned instance;            /* which of the boards of that name */
	uint8_t uuid[16];             /* whatever FPGACL_VISIBLE_DEVICES hides */
};

struct fcl_offer {
	struct fcl_offered *devices; /* in the order in which hosts see them */
	uint32_t count;
	uint32_t failed; /* devices that should have been offered but could not be opened */
	bool starved;    /* one of them for want of memory or threads: later it may open */
};

/*
 * Reports why a device is not offered. -EPERM: this user may not open it, which is not an error.
 * `named`: a variable names that device, so the user expects it.
 */
typedef void fcl_offer_problem(int error, bool named, const char *text);

/*
 * Opens the devices that FPGACL_DEVICES names; else, under XCL_EMULATION_MODE, those of
 * emconfig.json; else every real board, or an emulated one if there is none or this user may open none. If
 * FPGACL_VISIBLE_DEVICES is set, only the devices that it names (fcl_offered_is()) are kept. A device that cannot be
 * opened is reported to `problem` and left out.
 */
void fcl_offer_open(struct fcl_offer *ret_offer, fcl_offer_problem *problem);

/*
 * Opens a device once more, by the name and instance that an offer had for it: after its board was away. The
 * caller closes it.
 */
int fcl_offer_open_again(const char *name, unsigned instance, const struct fcl_hal_ops **ret_hal,
			 struct fcl_hal_device **ret_board, struct fcl_err *err);

/* Closes the boards that are still listed; `board` is NULL where a new owner has taken it. */
void fcl_offer_close(struct fcl_offer *offer);

/*
 * Whether a name means this device: its number in the list, its PCIe address, serial number, UUID, name or
 * board; or what FPGACL_DEVICES calls it, with its backend or without ("board:b0", "b0"). The same rule
 * holds for FPGACL_VISIBLE_DEVICES and for the tools.
 */
bool fcl_offered_is(const struct fcl_offered *device, uint32_t number, const char *name);

#endif
