/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_REGIONS_H
#define FCL_CARD_REGIONS_H

#include "tools/card/card.h"

/* The regions of the PCI device. */

/* 0: it does not exist. */
uint64_t fcl_card_region_size(const struct fcl_card *card, uint32_t region);

/* The caller has checked that the bytes are in the region. */
void fcl_card_region_read(struct fcl_card *card, uint32_t region, uint64_t offset, uint8_t *to,
			  uint32_t count);
void fcl_card_region_write(struct fcl_card *card, uint32_t region, uint64_t offset,
			   const uint8_t *from, uint32_t count);

/* A reset of the function; the client's mappings and interrupts stay. */
void fcl_card_reset(struct fcl_card *card);

#endif
