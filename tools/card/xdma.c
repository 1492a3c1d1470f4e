/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/xdma.h"

#include <string.h>

#include "tools/card/engine.h"
#include "tools/card/irqs.h"
#include "tools/card/space.h"
#include "tools/card/units.h"

/* Bits 15:12 of the offset. */
enum {
	H2C = 0x0,
	C2H = 0x1,
	IRQ = 0x2,
	CONFIG = 0x3,
	H2C_DESCRIPTORS = 0x4,
	C2H_DESCRIPTORS = 0x5,
	COMMON = 0x6,
	TABLE = 0x8,
};

enum {
	IDENTIFIER = 0x1fc00006, /* of 2016.2 and later */
	ALIGNMENTS = 1 << 16 | 1 << 8 | 64,
	SYSTEM = 0xff01,
	WIDTH_512 = 3,
	MOST_CREDITS = 0x3ff,
	MSIX_ENABLED = 2,
};

/* Places in settings[]. */
enum { RELAXED, MOST_PAYLOAD, MOST_READ, FLUSH };

static uint32_t low(uint64_t value)
{
	return (uint32_t)value;
}

static uint32_t high(uint64_t value)
{
	return (uint32_t)(value >> 32);
}

static void set_low(uint64_t *value, uint32_t part)
{
	*value = (*value & ~(uint64_t)UINT32_MAX) | part;
}

static void set_high(uint64_t *value, uint32_t part)
{
	*value = (*value & UINT32_MAX) | (uint64_t)part << 32;
}

/* A register with an address to set it, one to set its bits, and one to clear them. */
static void write_bits(uint32_t *bits, uint32_t which, uint32_t value, uint32_t mask)
{
	value &= mask;
	if (which == 0)
		*bits = value;
	else if (which == 1)
		*bits |= value;
	else
		*bits &= ~value;
}

/* --- channels ------------------------------------------------------------------------------------ */

static struct fcl_card_engine *find_engine(struct fcl_card *card, uint32_t offset)
{
	unsigned index = offset >> 8 & 0xf, c2h = offset >> 12 & 1;

	if (index >= card->channels)
		return NULL;
	return &card->engines[c2h * card->channels + index];
}

static uint32_t xdma_status_of(const struct fcl_card_engine *engine)
{
	return engine->status | (fcl_card_engine_is_busy(engine) ? FCL_CARD_RUN : 0);
}

/* The high word has 10 bits of the count, and bit 16 if it is saturated. */
static uint32_t count_high(uint64_t count)
{
	return count >> 42 ? 1 << 16 | 0x3ff : high(count);
}

static uint32_t xdma_read_count(const struct fcl_card_engine *engine, uint32_t reg)
{
	switch (reg) {
	case 0xc0:
		return engine->counting;
	case 0xc4:
		return low(fcl_card_engine_cycles(engine));
	case 0xc8:
		return count_high(fcl_card_engine_cycles(engine));
	case 0xcc:
		return low(fcl_card_engine_beats(engine));
	case 0xd0:
		return count_high(fcl_card_engine_beats(engine));
	default:
		return 0;
	}
}

static uint32_t read_channel(struct fcl_card_engine *engine, uint32_t reg)
{
	uint32_t value = xdma_status_of(engine);

	switch (reg) {
	case 0x04:
	case 0x08:
	case 0x0c:
		return engine->control;
	case 0x40:
		return value;
	case 0x44:
		engine->status = 0;
		return value;
	case 0x48:
		return engine->completed;
	case 0x4c:
		return ALIGNMENTS;
	case 0x88:
		return low(engine->write_back);
	case 0x8c:
		return high(engine->write_back);
	case 0x90:
	case 0x94:
	case 0x98:
		return engine->mask;
	default:
		return xdma_read_count(engine, reg);
	}
}

static void write_channel(struct fcl_card_engine *engine, uint32_t reg, uint32_t value)
{
	uint32_t control = engine->control;

	switch (reg) {
	case 0x04:
	case 0x08:
	case 0x0c:
		write_bits(&control, reg / 4 - 1, value, UINT32_MAX);
		fcl_card_engine_control(engine, control);
		break;
	case 0x40:
		engine->status &= ~value;
		break;
	case 0x88:
		set_low(&engine->write_back, value);
		break;
	case 0x8c:
		set_high(&engine->write_back, value);
		break;
	case 0x90:
	case 0x94:
	case 0x98:
		write_bits(&engine->mask, (reg - 0x90) / 4, value, FCL_CARD_LOGGED);
		break;
	case 0xc0:
		fcl_card_engine_count(engine, value);
		break;
	default:
		break;
	}
}

static uint32_t read_descriptors(const struct fcl_card_engine *engine, uint32_t reg)
{
	switch (reg) {
	case 0x80:
		return low(engine->first);
	case 0x84:
		return high(engine->first);
	case 0x88:
		return engine->first_adjacent;
	case 0x8c:
		return engine->credits;
	default:
		return 0;
	}
}

static void write_descriptors(struct fcl_card_engine *engine, uint32_t reg, uint32_t value)
{
	switch (reg) {
	case 0x80:
		set_low(&engine->first, value);
		break;
	case 0x84:
		set_high(&engine->first, value);
		break;
	case 0x88:
		engine->first_adjacent = value & (FCL_CARD_BLOCK - 1);
		break;
	case 0x8c:
		engine->credits += value & MOST_CREDITS;
		break;
	default:
		break;
	}
}

/* --- interrupts ---------------------------------------------------------------------------------- */

static uint32_t user_source(const struct fcl_card *card)
{
	return fcl_card_units_lines(card);
}

static uint32_t channel_source(const struct fcl_card *card)
{
	uint32_t source = 0;

	for (unsigned i = 0; i < card->nengines; i++)
		if (card->engines[i].status & card->engines[i].mask)
			source |= 1u << i;
	return source;
}

static void send_new(struct fcl_card *card, uint32_t requests, uint32_t *sent,
		     const uint32_t *vectors)
{
	uint32_t fresh = requests & ~*sent;

	*sent = requests;
	for (unsigned i = 0; fresh >> i; i++)
		if (fresh >> i & 1)
			fcl_card_irqs_send_source(card, vectors, i);
}

void fcl_card_xdma_update(struct fcl_card *card)
{
	if (card->gone)
		return;
	send_new(card, user_source(card) & card->user_enable, &card->user_sent, card->user_vectors);
	send_new(card, channel_source(card) & card->channel_enable, &card->channel_sent,
		 card->channel_vectors);
}

static uint32_t read_irq(const struct fcl_card *card, uint32_t reg)
{
	switch (reg) {
	case 0x04:
	case 0x08:
	case 0x0c:
		return card->user_enable;
	case 0x10:
	case 0x14:
	case 0x18:
		return card->channel_enable;
	case 0x40:
		return user_source(card) & card->user_enable;
	case 0x44:
		return channel_source(card) & card->channel_enable;
	case 0x48:
		return user_source(card);
	case 0x4c:
		return channel_source(card);
	case 0x80:
	case 0x84:
	case 0x88:
	case 0x8c:
		return card->user_vectors[(reg - 0x80) / 4];
	case 0xa0:
	case 0xa4:
		return card->channel_vectors[(reg - 0xa0) / 4];
	default:
		return 0;
	}
}

static void write_irq(struct fcl_card *card, uint32_t reg, uint32_t value)
{
	const uint32_t fields = 0x1f1f1f1f;

	if (reg >= 0x04 && reg <= 0x0c)
		write_bits(&card->user_enable, reg / 4 - 1, value, (1 << FCL_CARD_USER_IRQS) - 1);
	else if (reg >= 0x10 && reg <= 0x18)
		write_bits(&card->channel_enable, reg / 4 - 4, value, (1u << card->nengines) - 1);
	else if (reg >= 0x80 && reg <= 0x8c)
		card->user_vectors[(reg - 0x80) / 4] = value & fields;
	else if (reg == 0xa0 || reg == 0xa4)
		card->channel_vectors[(reg - 0xa0) / 4] = value & fields;
}

/* --- the other targets --------------------------------------------------------------------------- */

static uint32_t xdma_read_config(const struct fcl_card *card, uint32_t reg)
{
	switch (reg) {
	case 0x08: /* of 128 << n bytes */
	case 0x40:
		return card->settings[MOST_PAYLOAD];
	case 0x0c:
	case 0x44:
		return card->settings[MOST_READ];
	case 0x10:
		return SYSTEM;
	case 0x14:
		return fcl_card_space_has_msix(card) ? MSIX_ENABLED : 0;
	case 0x18:
		return WIDTH_512;
	case 0x1c:
		return card->settings[RELAXED];
	case 0x60:
		return card->settings[FLUSH];
	default:
		return 0;
	}
}

static void xdma_write_config(struct fcl_card *card, uint32_t reg, uint32_t value)
{
	if (reg == 0x1c)
		card->settings[RELAXED] = value & 1;
	else if (reg == 0x40)
		card->settings[MOST_PAYLOAD] = value & 7;
	else if (reg == 0x44)
		card->settings[MOST_READ] = value & 7;
	else if (reg == 0x60)
		card->settings[FLUSH] = value & 0x1f;
}

static uint32_t channel_bits(const struct fcl_card *card)
{
	uint32_t one_way = (1u << card->channels) - 1;

	return one_way | one_way << 16;
}

static uint32_t read_common(const struct fcl_card *card, uint32_t reg)
{
	if (reg >= 0x10 && reg <= 0x18)
		return card->halt;
	return reg >= 0x20 && reg <= 0x28 ? card->credit_mode : 0;
}

static void write_common(struct fcl_card *card, uint32_t reg, uint32_t value)
{
	if (reg >= 0x10 && reg <= 0x18)
		write_bits(&card->halt, reg / 4 - 4, value, channel_bits(card));
	else if (reg >= 0x20 && reg <= 0x28)
		write_bits(&card->credit_mode, reg / 4 - 8, value, channel_bits(card));
}

static uint32_t read_table(const struct fcl_card *card, uint32_t at)
{
	uint32_t value = 0;

	if (at < sizeof(card->table))
		memcpy(&value, card->table + at, sizeof(value));
	return value;
}

/* --- accesses ------------------------------------------------------------------------------------ */

static bool card_xdma_is_channel(uint32_t target)
{
	return target == H2C || target == C2H || target == H2C_DESCRIPTORS ||
	       target == C2H_DESCRIPTORS;
}

/* Targets and channels that this design does not have read 0. */
uint32_t fcl_card_xdma_read(struct fcl_card *card, uint32_t offset)
{
	uint32_t target = offset >> 12, channel = offset >> 8 & 0xf, reg = offset & 0xff;
	struct fcl_card_engine *engine = card_xdma_is_channel(target) ? find_engine(card, offset)
								      : NULL;

	if (target == TABLE)
		return read_table(card, offset & 0xfff);
	if (target > COMMON || (card_xdma_is_channel(target) ? !engine : channel))
		return 0;
	if (!reg)
		return IDENTIFIER | target << 16 | channel << 8;
	switch (target) {
	case H2C:
	case C2H:
		return read_channel(engine, reg);
	case IRQ:
		return read_irq(card, reg);
	case CONFIG:
		return xdma_read_config(card, reg);
	case COMMON:
		return read_common(card, reg);
	default:
		return read_descriptors(engine, reg);
	}
}

void fcl_card_xdma_write(struct fcl_card *card, uint32_t offset, uint32_t value)
{
	uint32_t target = offset >> 12, channel = offset >> 8 & 0xf, reg = offset & 0xff;
	struct fcl_card_engine *engine = card_xdma_is_channel(target) ? find_engine(card, offset)
								      : NULL;

	if (target == TABLE) {
		if ((offset & 0xfff) < sizeof(card->table))
			memcpy(card->table + (offset & 0xfff), &value, sizeof(value));
		return;
	}
	if (target > COMMON || (card_xdma_is_channel(target) ? !engine : channel))
		return;
	switch (target) {
	case H2C:
	case C2H:
		write_channel(engine, reg, value);
		break;
	case IRQ:
		write_irq(card, reg, value);
		break;
	case CONFIG:
		xdma_write_config(card, reg, value);
		break;
	case COMMON:
		write_common(card, reg, value);
		break;
	default:
		write_descriptors(engine, reg, value);
		break;
	}
}

/* Each vector of the table is masked. */
static void reset_table(struct fcl_card *card)
{
	memset(card->table, 0, sizeof(card->table));
	for (unsigned i = 0; i < FCL_CARD_VECTORS; i++)
		card->table[16 * i + 12] = 1;
}

void fcl_card_xdma_reset(struct fcl_card *card)
{
	card->nengines = 2 * card->channels;
	for (unsigned i = 0; i < card->nengines; i++) {
		card->engines[i].c2h = i >= card->channels;
		card->engines[i].index = i % card->channels;
		fcl_card_engine_reset(&card->engines[i]);
	}
	card->user_enable = card->channel_enable = card->user_sent = card->channel_sent = 0;
	card->halt = card->credit_mode = 0;
	memset(card->user_vectors, 0, sizeof(card->user_vectors));
	memset(card->channel_vectors, 0, sizeof(card->channel_vectors));
	memset(card->settings, 0, sizeof(card->settings));
	card->settings[MOST_PAYLOAD] = card->settings[MOST_READ] = 2;
	reset_table(card);
}
