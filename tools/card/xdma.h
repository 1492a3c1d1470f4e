/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_XDMA_H
#define FCL_CARD_XDMA_H

#include "tools/card/card.h"

/* BAR 1: the registers of XDMA, its MSI-X table, and its interrupts. Offsets are multiples of 4. */
uint32_t fcl_card_xdma_read(struct fcl_card *card, uint32_t offset);
void fcl_card_xdma_write(struct fcl_card *card, uint32_t offset, uint32_t value);

/* As after a reset of the function. Descriptors in flight end where they are. */
void fcl_card_xdma_reset(struct fcl_card *card);

/* Sends the messages of interrupts that are requested since the last call. */
void fcl_card_xdma_update(struct fcl_card *card);

#endif
