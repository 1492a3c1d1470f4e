/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_BOARD_H
#define FCL_XEMU_BOARD_H

#include "hal/include/fcl_hal.h"

struct fcl_xemu_buffer;
struct fcl_xemu_unit;
struct fcl_xemu_span;
struct fcl_xemu_wire;

/* The board that this process is to XRT. One thread uses it, but for done() of launches. */
struct fcl_xemu_board {
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *device;
	struct fcl_image *image; /* NULL: none is loaded */
	struct fcl_hal_program *program;
	struct fcl_xemu_buffer **buffers; /* ordered by address; they do not overlap */
	size_t nbuffers, buffers_room;
	bool launched; /* with its image, as hw_emu does it: a process is for one image */
	bool closed;   /* by the host's last call */
	struct fcl_xemu_wire *host;  /* to the host's memory; NULL: there is no such connection */
	struct fcl_xemu_span *spans; /* buffers there that were announced */
	size_t nspans;
	struct fcl_xemu_unit *units; /* one for each CU of the image, at the same index */
};

/*
 * Opens the board: the device of that number in FPGACL_DEVICES, else the emulated board of that
 * platform name. 0 if it is open already.
 */
int fcl_xemu_board_open(struct fcl_xemu_board *board, const char *platform, unsigned number,
			struct fcl_err *err);

void fcl_xemu_board_close(struct fcl_xemu_board *board);

/* Submits one transfer, and waits until it is done. */
int fcl_xemu_run(struct fcl_xemu_board *board, struct fcl_hal_request *request,
		 struct fcl_err *err);

#endif
