/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_PROGRAM_H
#define FCL_EMU_STATE_PROGRAM_H

#include "emulator/state/unit.h"

struct fcl_emu_board;

struct fcl_emu_payload {
	void *handle; /* of dlopen */
	const struct fcl_bitstream *bitstream;
	bool private_taken; /* this copy contains the static data of a CU */
	bool ready;         /* its static constructors have returned */
	uintptr_t code_start, code_end;
};

struct fcl_emu_program {
	struct fcl_emu_board *board;
	struct fcl_image *image;
	uint32_t slot;
	struct fcl_emu_payload *payloads;
	uint32_t npayloads;
	int payload_fd; /* of the last loaded copy, which all copies' paths refer to; -1: none yet */
	struct fcl_emu_kernel *kernels;
	struct fcl_emu_cu *cus;
	uint32_t ncus;
	struct fcl_emu_fifo **fifos; /* one for each of image->streams */
	uint32_t nfifos;
	/*
	 * The image's connections by CU: those of CU i are connections[starts[i]] to
	 * connections[starts[i + 1] - 1].
	 */
	const struct fcl_image_connection **connections;
	uint32_t *starts;
	/* Of deadlocks whose executions have not all ended: their CUs, and the first one's text. */
	struct fcl_emu_cu *deadlocked;
	char deadlock[FCL_EMU_ERROR];
	uint64_t room,
		grows_until_ns; /* bytes that their FIFOs may still grow by, and until when */
};

#endif
