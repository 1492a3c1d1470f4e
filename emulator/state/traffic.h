/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_TRAFFIC_H
#define FCL_EMU_STATE_TRAFFIC_H

#include <stdatomic.h>
#include <stdint.h>

/* What passed through a port in an execution. */
struct fcl_emu_port_traffic {
	_Atomic uint64_t read, written; /* bytes; threads that help with work-groups add theirs */
	uint64_t moved;                 /* packets of a stream when the execution began */
};

/* Of an execution whose model counts what it moves (FCL_MODEL_COUNTED). */
struct fcl_emu_traffic {
	uint64_t bound_ps; /* the least time that a board needs for it; set when it has ended */
	char by[128];      /* what sets it */
	/* Bytes to and from each bank of the board, behind `ports`: a port may reach several. */
	_Atomic uint64_t *banks;
	struct fcl_emu_port_traffic ports[];
};

#endif
