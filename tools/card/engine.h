/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_ENGINE_H
#define FCL_CARD_ENGINE_H

#include "tools/card/card.h"

/*
 * A channel of XDMA in memory-mapped mode: fetches descriptors, moves their data, reports. PG195
 * has the registers, by the names used here.
 */

/* Bits of a channel's control and status registers. */
enum {
	FCL_CARD_RUN = 1u << 0, /* status: Busy */
	FCL_CARD_STOPPED = 1u << 1,
	FCL_CARD_COMPLETED = 1u << 2,
	FCL_CARD_MAGIC = 1u << 4,
	FCL_CARD_IDLE_STOPPED = 1u << 6,
	FCL_CARD_FIXED = 1u << 25, /* control: card addresses do not advance */
	FCL_CARD_POLLED = 1u << 26,
	/* The status bits that are recorded. */
	FCL_CARD_LOGGED = 0xfffe7e,
};

void fcl_card_engine_reset(struct fcl_card_engine *engine);
/* A write to the control register. */
void fcl_card_engine_control(struct fcl_card_engine *engine, uint32_t value);
static inline bool fcl_card_engine_is_busy(const struct fcl_card_engine *engine)
{
	return engine->state != FCL_CARD_IDLE;
}

/* The performance monitor: cycles of the card's clock while busy, and beats of data. */
void fcl_card_engine_count(struct fcl_card_engine *engine, uint32_t value);
uint64_t fcl_card_engine_cycles(const struct fcl_card_engine *engine);
uint64_t fcl_card_engine_beats(const struct fcl_card_engine *engine);

/*
 * Lets every engine do a little. Returns whether there is more that can be done at once; else
 * *ret_due_ns is when an engine can continue, 0 if that depends on the host.
 */
bool fcl_card_engines_run(struct fcl_card *card, uint64_t *ret_due_ns);

#endif
