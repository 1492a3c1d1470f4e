/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_PLACE_H
#define FCL_CARD_PLACE_H

#include "tools/card/card.h"

/*
 * Where the card has its BARs, and what identifies it: as the board's <card> says, or, without one,
 * as this program has it.
 */
int fcl_card_place(struct fcl_card *card, const char *board, struct fcl_err *err);

/*
 * Reads the image of the design that the card shows, if the options name one: its compute units'
 * addresses, order and uuid then count, and the image's kernels must have the same arguments.
 */
int fcl_card_design_read(struct fcl_card *card, struct fcl_err *err);

/*
 * The compute unit's address, its number among those with registers, and the kernel whose registers it
 * shows: the design's, or the image's. -EINVAL: the design has no such compute unit, or one with other
 * arguments.
 */
int fcl_card_unit_place(const struct fcl_card *card, uint32_t cu, uint64_t *ret_base,
			uint32_t *ret_irq, const struct fcl_image_kernel **ret_registers,
			struct fcl_err *err);

#endif
