/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_UNITS_H
#define FCL_CARD_UNITS_H

#include "tools/card/card.h"

/*
 * BAR 0: the registers of each CU at the address that the image gives it, and the image's uuid in
 * the first 16 bytes. Elsewhere reads are all ones and writes have no effect.
 */

/* Finds the CUs that have registers; sets the size of the BAR. */
int fcl_card_units_create(struct fcl_card *card, struct fcl_err *err);
void fcl_card_units_reset(struct fcl_card *card);

uint32_t fcl_card_units_read(struct fcl_card *card, uint64_t offset);
/* `strobes`: bit i is set if byte i of the value is written. */
void fcl_card_units_write(struct fcl_card *card, uint64_t offset, uint32_t value, unsigned strobes);

/* The requests of the user interrupts, by level. */
uint32_t fcl_card_units_lines(const struct fcl_card *card);
/* Looks at the CUs whose end is awaited. Returns the time at which to look again; 0: none is. */
uint64_t fcl_card_units_watch(struct fcl_card *card, uint64_t now);

#endif
