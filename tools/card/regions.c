/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/regions.h"

#include <string.h>

#include "base/log.h"
#include "tools/card/board.h"
#include "tools/card/fault.h"
#include "tools/card/space.h"
#include "tools/card/units.h"
#include "tools/card/xdma.h"

uint64_t fcl_card_region_size(const struct fcl_card *card, uint32_t region)
{
	if (region == VFIO_PCI_CONFIG_REGION_INDEX)
		return FCL_CARD_SPACE;
	if (region == card->user_bar)
		return card->user_size;
	if (region == card->dma_bar)
		return FCL_CARD_XDMA_SIZE;
	return region == card->window_bar ? card->options->window : 0;
}

void fcl_card_reset(struct fcl_card *card)
{
	const struct fcl_card_rule *rule = fcl_card_fault(card, FCL_CARD_AT_RESET);
	struct fcl_err err = {0};

	fcl_card_space_power_on(card);
	fcl_card_xdma_reset(card);
	if (fcl_card_board_reset(card, &err))
		fcl_log(FCL_LOG_ERROR, "card", "after a reset: %s", err.text);
	card->gone = card->bar_gone = false;
	if (rule)
		fcl_card_space_other_ids(card);
}

/* Faults that take the card, or its BARs, away. */
static void count_access(struct fcl_card *card, bool bar)
{
	const struct fcl_card_rule *rule = fcl_card_fault(card, FCL_CARD_AT_CARD);

	card->gone |= rule != NULL;
	rule = bar ? fcl_card_fault(card, FCL_CARD_AT_BAR) : NULL;
	card->bar_gone |= rule != NULL;
}

static bool bar_answers(const struct fcl_card *card)
{
	return !card->bar_gone && fcl_card_space_has_memory(card);
}

/* Accesses of the bus have four bytes and are aligned; wider ones are several. */
static uint32_t regions_read_word(struct fcl_card *card, uint32_t region, uint64_t offset)
{
	if (!bar_answers(card))
		return UINT32_MAX;
	return region == card->user_bar ? fcl_card_units_read(card, offset)
					: fcl_card_xdma_read(card, (uint32_t)offset);
}

/* XDMA ignores writes of less than four bytes. */
static void regions_write_word(struct fcl_card *card, uint32_t region, uint64_t offset,
			       uint32_t value, unsigned strobes)
{
	if (!bar_answers(card))
		return;
	if (region == card->user_bar)
		fcl_card_units_write(card, offset, value, strobes);
	else if (strobes == 0xf)
		fcl_card_xdma_write(card, (uint32_t)offset, value);
}

/* The window onto the card's memory takes accesses of any size. */
static void regions_move_window(struct fcl_card *card, uint64_t offset, uint8_t *at, uint32_t count,
				bool writes)
{
	if (!bar_answers(card)) {
		if (!writes)
			memset(at, 0xff, count);
	} else if (writes) {
		memcpy(card->window + offset, at, count);
	} else {
		memcpy(at, card->window + offset, count);
	}
}

/* The bytes of an access that are in its next word. */
static uint32_t piece(uint64_t offset, uint32_t left)
{
	uint32_t bytes = 4 - (uint32_t)(offset % 4);

	return bytes < left ? bytes : left;
}

void fcl_card_region_read(struct fcl_card *card, uint32_t region, uint64_t offset, uint8_t *to,
			  uint32_t count)
{
	bool bar = region != VFIO_PCI_CONFIG_REGION_INDEX;

	count_access(card, bar);
	if (!bar) {
		fcl_card_space_read(card, offset, to, count);
		return;
	}
	if (region == card->window_bar) {
		regions_move_window(card, offset, to, count, false);
		return;
	}
	while (count) {
		uint32_t bytes = piece(offset, count);
		uint32_t value = regions_read_word(card, region, offset & ~(uint64_t)3);

		memcpy(to, (char *)&value + offset % 4, bytes);
		offset += bytes;
		to += bytes;
		count -= bytes;
	}
}

void fcl_card_region_write(struct fcl_card *card, uint32_t region, uint64_t offset,
			   const uint8_t *from, uint32_t count)
{
	bool bar = region != VFIO_PCI_CONFIG_REGION_INDEX;

	count_access(card, bar);
	if (!bar && fcl_card_space_write(card, offset, from, count)) {
		fcl_card_space_reset(card);
		fcl_card_reset(card);
	}
	if (region == card->window_bar) {
		regions_move_window(card, offset, (uint8_t *)(uintptr_t)from, count, true);
		return;
	}
	while (bar && count) {
		uint32_t bytes = piece(offset, count), value = 0;

		memcpy((char *)&value + offset % 4, from, bytes);
		regions_write_word(card, region, offset & ~(uint64_t)3, value,
				   ((1u << bytes) - 1) << offset % 4);
		offset += bytes;
		from += bytes;
		count -= bytes;
	}
}
