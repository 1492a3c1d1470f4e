/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TIME_PORT_H
#define FCL_EMU_TIME_PORT_H

#include "emulator/time/state.h"

/* The way that an operation of a port uses: 0 reads, 1 writes. */
static inline uint32_t fcl_time_way_of(uint32_t op)
{
	return op != FCL_TIME_READ_BEAT && op != FCL_TIME_READ_REQUEST;
}

/* The first cycle in which the operation can happen, `extra` behind the next one; or UNKNOWN. */
uint64_t fcl_time_port_ready(struct fcl_time *time, uint32_t port, uint32_t op, uint64_t extra);
/* How many of its next beats are of one burst, and have a known time. */
uint64_t fcl_time_port_beats(struct fcl_time *time, uint32_t port, uint32_t op);
/*
 * Whether beats of that burst come at least as fast as one in so many cycles: then they wait no
 * longer than their first one. If not, none waits longer than the last one.
 */
bool fcl_time_port_is_fast(const struct fcl_time *time, uint32_t port, uint32_t op,
			   uint64_t cycles);
/* So many beats of one burst move, the last in this cycle. False: out of memory. */
bool fcl_time_port_move(struct fcl_time *time, uint32_t port, uint32_t op, uint64_t count,
			uint64_t cycle);
/* It happens. False: out of memory. */
bool fcl_time_port_apply(struct fcl_time *time, uint32_t port, const struct fcl_time_event *event,
			 uint64_t cycle);
/* A burst that was offered is next of all. False: out of memory. */
bool fcl_time_port_decide(struct fcl_time *time, uint32_t port, uint32_t way);
void fcl_time_port_free(struct fcl_time_gate *gate);

#endif
