/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_SPACE_H
#define FCL_CARD_SPACE_H

#include "tools/card/card.h"

/* PCI configuration space. */

/* Fills it in; the size of BAR 0 is known. */
void fcl_card_space_init(struct fcl_card *card);
void fcl_card_space_read(const struct fcl_card *card, uint64_t offset, uint8_t *to, uint32_t count);
/* Returns true if the write asks for a function level reset. */
bool fcl_card_space_write(struct fcl_card *card, uint64_t offset, const uint8_t *from,
			  uint32_t count);
/* A function level reset: what a host has written is lost. */
void fcl_card_space_reset(struct fcl_card *card);
/* To the power state D0. */
void fcl_card_space_power_on(struct fcl_card *card);
/* Other ids from now on, as if another design had been loaded. */
void fcl_card_space_other_ids(struct fcl_card *card);

/* Whether the host has enabled the BARs, and DMA; both need the power state D0. */
bool fcl_card_space_has_memory(const struct fcl_card *card);
bool fcl_card_space_is_master(const struct fcl_card *card);
bool fcl_card_space_has_msix(const struct fcl_card *card);

#endif
