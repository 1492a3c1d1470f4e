/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_BOARD_H
#define FCL_XEMU_BOARD_H

#include "hal/include/fcl_hal.h"

struct fcl_xemu_buffer;
struct fcl_xemu_unit;
struct fcl_xemu_span;
struct fcl_xemu_wire;

/*
 * The board that this process represents to XRT. Only used by one thread, except for done() of
 * launches.
 */
struct fcl_xemu_board {
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *device;
	struct fcl_image *image; /* NULL: none is loaded */
	struct fcl_hal_program *program;
	struct fcl_xemu_buffer **buffers; /* sorted by address, without overlaps */
	size_t nbuffers, buffers_room;
	bool launched; /* started with its image, as by hw_emu: the process serves only this image */
	bool closed;   /* closed by the host's last call */
	struct fcl_xemu_wire *host;  /* connection to the host's memory; NULL: none */
	struct fcl_xemu_span *spans; /* announced buffers in host memory */
	size_t nspans;
	struct fcl_xemu_unit *units; /* one for each CU of the image, with the same index */
};

/*
 * Opens the board: the device of that number in FPGACL_DEVICES, else the emulated board of that
 * platform name. Returns 0 if it is open already.
 */
int fcl_xemu_board_open(struct fcl_xemu_board *board, const char *platform, unsigned number,
			struct fcl_err *err);

void fcl_xemu_board_close(struct fcl_xemu_board *board);

/* Submits one transfer and waits for it. */
int fcl_xemu_run(struct fcl_xemu_board *board, struct fcl_hal_request *request,
		 struct fcl_err *err);

#endif
