/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/irqs.h"

#include <errno.h>
#include <unistd.h>

#include "tools/card/fault.h"

uint32_t fcl_card_irqs_count(uint32_t index)
{
	switch (index) {
	case VFIO_PCI_MSIX_IRQ_INDEX:
		return FCL_CARD_VECTORS;
	case VFIO_PCI_ERR_IRQ_INDEX:
	case VFIO_PCI_REQ_IRQ_INDEX:
		return 1;
	default:
		return 0;
	}
}

static int *irqs_place_of(struct fcl_card *card, uint32_t index, uint32_t number)
{
	if (index == VFIO_PCI_MSIX_IRQ_INDEX)
		return &card->vectors[number];
	return index == VFIO_PCI_ERR_IRQ_INDEX ? &card->error_event : &card->request_event;
}

static void irqs_replace(int *place, int fd)
{
	if (*place >= 0)
		close(*place);
	*place = fd;
}

/* A full counter is as good as one more: the write does not wait. */
static void signal_fd(int fd)
{
	const uint64_t one = 1;

	if (fd >= 0 && write(fd, &one, sizeof(one)) < 0)
		return;
}

int fcl_card_irqs_set(struct fcl_card *card, const struct vfio_irq_set *set, const uint8_t *bools,
		      int *fds, unsigned nfds)
{
	uint32_t kind = set->flags & VFIO_IRQ_SET_DATA_TYPE_MASK;
	bool gives_fds = kind == VFIO_IRQ_SET_DATA_EVENTFD;

	/* Vectors are masked in the client: there is nothing to mask here. */
	if ((set->flags & VFIO_IRQ_SET_ACTION_TYPE_MASK) != VFIO_IRQ_SET_ACTION_TRIGGER ||
	    (gives_fds && nfds && nfds != set->count) || (!gives_fds && nfds))
		return -EINVAL;
	if (kind == VFIO_IRQ_SET_DATA_NONE && !set->count) {
		for (uint32_t i = 0; i < fcl_card_irqs_count(set->index); i++)
			irqs_replace(irqs_place_of(card, set->index, i), -1);
		return 0;
	}
	for (uint32_t i = 0; i < set->count; i++) {
		int *place = irqs_place_of(card, set->index, set->start + i);

		if (!gives_fds) {
			if (kind == VFIO_IRQ_SET_DATA_NONE || bools[i])
				signal_fd(*place);
			continue;
		}
		irqs_replace(place, nfds ? fds[i] : -1);
		if (nfds)
			fds[i] = -1;
	}
	return 0;
}

void fcl_card_irqs_clear(struct fcl_card *card)
{
	for (uint32_t i = 0; i < FCL_CARD_VECTORS; i++)
		irqs_replace(&card->vectors[i], -1);
	irqs_replace(&card->error_event, -1);
	irqs_replace(&card->request_event, -1);
}

void fcl_card_irqs_send(struct fcl_card *card, uint32_t vector)
{
	const struct fcl_card_rule *rule = fcl_card_fault(card, FCL_CARD_AT_IRQ);
	enum fcl_card_how how = rule ? rule->how : FCL_CARD_FINE;

	if (how == FCL_CARD_LOST)
		return;
	if (how == FCL_CARD_WRONG)
		vector = (vector + 1) % FCL_CARD_VECTORS;
	signal_fd(card->vectors[vector % FCL_CARD_VECTORS]);
	if (how == FCL_CARD_DOUBLED)
		signal_fd(card->vectors[vector % FCL_CARD_VECTORS]);
}

void fcl_card_irqs_send_source(struct fcl_card *card, const uint32_t *vectors, unsigned source)
{
	fcl_card_irqs_send(card, vectors[source / 4] >> 8 * (source % 4) & 0x1f);
}

void fcl_card_irqs_event(struct fcl_card *card, uint32_t index)
{
	signal_fd(*irqs_place_of(card, index, 0));
}
