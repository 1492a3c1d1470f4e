/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_TRAFFIC_H
#define FCL_EMU_STATE_TRAFFIC_H

#include <stdatomic.h>
#include <stdint.h>

/* The traffic at one port during an execution. */
struct fcl_emu_port_traffic {
	_Atomic uint64_t read, written; /* bytes; threads that help with work-groups add to them */
	uint64_t moved;                 /* a stream's packet count when the execution began */
};

/* For executions whose models count their traffic (FCL_MODEL_COUNTED). */
struct fcl_emu_traffic {
	uint64_t bound_ps; /* lower bound of the time on a board; set when it has ended */
	char by[128];      /* the resource that sets the bound */
	/*
	 * Bytes to and from each bank of the board, stored after `ports`: a port may reach several.
	 */
	_Atomic uint64_t *banks;
	struct fcl_emu_port_traffic ports[];
};

#endif
