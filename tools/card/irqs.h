/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_IRQS_H
#define FCL_CARD_IRQS_H

#include "tools/card/card.h"

/* The number of interrupts of an index of VFIO; 0: it has none. */
uint32_t fcl_card_irqs_count(uint32_t index);

/* SET_IRQS, whose range the caller has checked. Takes the descriptors that it keeps: sets them to -1. */
int fcl_card_irqs_set(struct fcl_card *card, const struct vfio_irq_set *set, const uint8_t *bools,
		      int *fds, unsigned nfds);
void fcl_card_irqs_clear(struct fcl_card *card);

/* Sends a message to a vector: writes to its eventfd. Faults apply. */
void fcl_card_irqs_send(struct fcl_card *card, uint32_t vector);
/* The same by the number of a source: XDMA's registers have its vector in five bits of a byte. */
void fcl_card_irqs_send_source(struct fcl_card *card, const uint32_t *vectors, unsigned source);
/* Signals the event of an error, or of a request to release the card. */
void fcl_card_irqs_event(struct fcl_card *card, uint32_t index);

#endif
