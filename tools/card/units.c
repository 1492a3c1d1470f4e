/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "bitstreams/image/fcl_image.h"
#include "tools/card/fault.h"
#include "tools/card/place.h"

/* UG1399, "S_AXILITE control register map". */
enum {
	CONTROL = 0x00,
	GLOBAL_ENABLE = 0x04,
	ENABLE = 0x08,
	STATUS = 0x0c,
	ARGUMENTS = 0x10,
	AP_START = 0x01,
	AP_DONE = 0x02,
	AP_IDLE = 0x04,
	AP_READY = 0x08,
	AP_AUTO_RESTART = 0x80,
};

/* How long after a start its end is looked for: first, and at most between two looks. */
enum { FIRST_LOOK_NS = 20 * 1000, LONGEST_LOOK_NS = 2 * 1000 * 1000 };

#define ALL_ONES UINT32_MAX
#define MOST_USER_SIZE (UINT64_C(1) << 30)
#define MOST_CU_RANGE (UINT64_C(1) << 20)

static int by_base(const void *a, const void *b)
{
	const struct fcl_card_unit *one = a, *other = b;

	return (one->base > other->base) - (one->base < other->base);
}

static int card_add_unit(struct fcl_card *card, uint32_t cu, struct fcl_err *err)
{
	const struct fcl_image_cu *facts = &card->image->cus[cu];
	const struct fcl_image_kernel *shown;
	uint64_t base;
	uint32_t irq;
	int error;

	if (facts->base == UINT64_MAX)
		return 0;
	error = fcl_card_unit_place(card, cu, &base, &irq, &shown, err);
	if (error)
		return error;
	if (base % FCL_CARD_CU_STEP || base < card->user_base ||
	    base - card->user_base >= MOST_USER_SIZE)
		return fcl_err_set(err, -EINVAL,
				   "the image has the registers of %s at 0x%llx; expected a "
				   "multiple of 0x%x from 0x%llx on, below 0x%llx",
				   facts->name, (unsigned long long)base, FCL_CARD_CU_STEP,
				   (unsigned long long)card->user_base,
				   (unsigned long long)card->user_base + MOST_USER_SIZE);
	card->units[card->nunits] = (struct fcl_card_unit){
		.cu = cu,
		.irq = irq,
		.shown = shown,
		.kernel = &card->image->kernels[facts->kernel],
		.base = (uint32_t)(base - card->user_base),
		.managed = facts->control == FCL_CONTROL_HS || facts->control == FCL_CONTROL_CHAIN,
		.chain = facts->control == FCL_CONTROL_CHAIN,
	};
	card->nunits++;
	return 0;
}

static bool has_register(const struct fcl_image_arg *arg)
{
	return arg->qualifier != FCL_ARG_STREAM && arg->qualifier != FCL_ARG_LOCAL;
}

/* A kernel with several AXI-Lite interfaces has registers further away. */
static uint32_t range_of(const struct fcl_card_unit *unit)
{
	uint64_t range = FCL_CARD_CU_RANGE;

	for (uint32_t i = 0; i < unit->shown->nargs; i++) {
		const struct fcl_image_arg *arg = &unit->shown->args[i];

		if (has_register(arg) && arg->offset < MOST_CU_RANGE &&
		    arg->offset + arg->size > range)
			range = arg->offset + arg->size;
	}
	return (uint32_t)((range + FCL_CARD_CU_STEP - 1) / FCL_CARD_CU_STEP * FCL_CARD_CU_STEP);
}

int fcl_card_units_create(struct fcl_card *card, struct fcl_err *err)
{
	uint32_t count = card->image ? card->image->ncus : 0;
	int error = 0;

	card->units = calloc((size_t)count + 1, sizeof(*card->units));
	if (!card->units)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (uint32_t i = 0; i < count && !error; i++)
		error = card_add_unit(card, i, err);
	if (error)
		return error;
	qsort(card->units, card->nunits, sizeof(*card->units), by_base);
	for (uint32_t i = 0; i < card->nunits; i++)
		card->units[i].end = card->units[i].base + range_of(&card->units[i]);
	for (uint32_t i = 1; i < card->nunits; i++) {
		if (card->units[i - 1].end > card->units[i].base)
			card->units[i - 1].end = card->units[i].base;
		if (card->units[i].base == card->units[i - 1].base)
			return fcl_err_set(
				err, -EINVAL,
				"the image has the registers of %s and %s at one address",
				card->image->cus[card->units[i - 1].cu].name,
				card->image->cus[card->units[i].cu].name);
	}
	card->user_size = FCL_CARD_CU_RANGE;
	while (card->user_size < card->user_least ||
	       (card->nunits && card->user_size < card->units[card->nunits - 1].end))
		card->user_size *= 2;
	return 0;
}

void fcl_card_units_reset(struct fcl_card *card)
{
	for (uint32_t i = 0; i < card->nunits; i++) {
		struct fcl_card_unit *unit = &card->units[i];

		unit->enabled = unit->line = unit->never_idle = unit->done_lost = false;
		unit->irq_stuck = false;
		unit->starts = 0;
	}
}

static struct fcl_card_unit *units_find(struct fcl_card *card, uint64_t offset)
{
	size_t low = 0, high = card->nunits;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (card->units[middle].end <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < card->nunits && card->units[low].base <= offset ? &card->units[low] : NULL;
}

/* Where the CU has the register that it shows at this offset; ALL_ONES: nowhere. */
static uint32_t register_at(const struct fcl_card_unit *unit, uint32_t offset)
{
	if (unit->shown == unit->kernel || offset < ARGUMENTS)
		return offset;
	for (uint32_t i = 0; i < unit->shown->nargs; i++) {
		const struct fcl_image_arg *arg = &unit->shown->args[i];

		if (has_register(arg) && offset >= arg->offset &&
		    offset - arg->offset < (arg->size + 3) / 4 * 4)
			return (uint32_t)(unit->kernel->args[i].offset + (offset - arg->offset));
	}
	if (unit->kernel->range_at && unit->shown->range_at && offset >= unit->shown->range_at &&
	    offset - unit->shown->range_at < sizeof(struct fcl_image_range))
		return (uint32_t)(unit->kernel->range_at + (offset - unit->shown->range_at));
	return ALL_ONES;
}

/* Registers that a CU does not have read 0. */
static uint32_t units_read_register(struct fcl_card *card, const struct fcl_card_unit *unit,
				    uint32_t offset)
{
	uint32_t value = 0, at = register_at(unit, offset);

	if (!card->program || at == ALL_ONES ||
	    card->hal->reg_read(card->board, card->program, unit->cu, at, &value, NULL))
		return 0;
	return value;
}

static void units_write_register(struct fcl_card *card, const struct fcl_card_unit *unit,
				 uint32_t offset, uint32_t value)
{
	uint32_t at = register_at(unit, offset);

	if (card->program && at != ALL_ONES)
		card->hal->reg_write(card->board, card->program, unit->cu, at, value, NULL);
}

/* --- interrupts ---------------------------------------------------------------------------------- */

/* GIE and the unit's ISR, which only has bits that IER enables. */
static void update_line(struct fcl_card *card, struct fcl_card_unit *unit)
{
	bool was = unit->line;

	if (!unit->managed || (was && unit->irq_stuck))
		return;
	unit->line = unit->enabled && units_read_register(card, unit, STATUS);
	if (unit->line && !was && unit->starts)
		unit->starts = unit->chain ? unit->starts - 1 : 0;
}

uint32_t fcl_card_units_lines(const struct fcl_card *card)
{
	uint32_t lines = 0;

	for (uint32_t i = 0; i < card->nunits; i++)
		if (card->units[i].line && card->units[i].irq < FCL_CARD_USER_IRQS)
			lines |= 1u << card->units[i].irq;
	return lines;
}

/* Less and less often: an end is seen after an eighth of the time that the unit took, or sooner. */
static void look_later(struct fcl_card_unit *unit, uint64_t now)
{
	uint64_t wait = (now - unit->event_ns) / 8;

	if (wait < FIRST_LOOK_NS)
		wait = FIRST_LOOK_NS;
	if (wait > LONGEST_LOOK_NS)
		wait = LONGEST_LOOK_NS;
	unit->due_ns = now + wait;
}

uint64_t fcl_card_units_watch(struct fcl_card *card, uint64_t now)
{
	uint64_t due = 0;

	for (uint32_t i = 0; i < card->nunits; i++) {
		struct fcl_card_unit *unit = &card->units[i];

		if (!unit->enabled || !unit->starts || unit->line)
			continue;
		if (now >= unit->due_ns) {
			update_line(card, unit);
			look_later(unit, now);
		}
		if (unit->starts && !unit->line && (!due || unit->due_ns < due))
			due = unit->due_ns;
	}
	return due;
}

/* --- accesses ------------------------------------------------------------------------------------ */

static uint32_t units_read_control(struct fcl_card *card, const struct fcl_card_unit *unit)
{
	uint32_t value = units_read_register(card, unit, CONTROL);

	if (unit->done_lost)
		value &= ~(uint32_t)(AP_DONE | AP_READY);
	if (unit->never_idle)
		value = (value & ~(uint32_t)(AP_IDLE | AP_DONE | AP_READY)) | AP_START;
	return value;
}

/* What is in the BAR beside compute units. */
static uint32_t read_identity(const struct fcl_card *card, uint64_t offset)
{
	uint64_t in_uuid = offset - card->uuid_at;
	uint32_t value = ALL_ONES;

	if (offset == card->id_at)
		value = card->id;
	else if (card->shown && offset >= card->uuid_at && in_uuid < sizeof(card->shown->uuid))
		memcpy(&value, card->shown->uuid + in_uuid, sizeof(value));
	return value;
}

uint32_t fcl_card_units_read(struct fcl_card *card, uint64_t offset)
{
	struct fcl_card_unit *unit = units_find(card, offset);
	uint32_t at;

	if (!unit)
		return read_identity(card, offset);
	at = (uint32_t)(offset - unit->base);
	return unit->managed && at == CONTROL ? units_read_control(card, unit)
					      : units_read_register(card, unit, at);
}

static void units_start(struct fcl_card *card, struct fcl_card_unit *unit)
{
	const struct fcl_card_rule *rule = fcl_card_fault(card, FCL_CARD_AT_CU);

	unit->starts++;
	unit->event_ns = fcl_now_ns();
	unit->due_ns = unit->event_ns + FIRST_LOOK_NS;
	unit->done_lost = rule && rule->how == FCL_CARD_DONE_LOST;
	unit->never_idle |= rule && rule->how == FCL_CARD_NEVER_IDLE;
	unit->irq_stuck |= rule && rule->how == FCL_CARD_IRQ_STUCK;
}

static uint32_t units_merge(uint32_t old, uint32_t value, unsigned strobes)
{
	for (unsigned i = 0; i < 4; i++)
		if (!(strobes >> i & 1)) {
			value &= ~(0xffu << 8 * i);
			value |= old & 0xffu << 8 * i;
		}
	return value;
}

/* Only the first byte of a control register has bits; arguments keep the bytes not written. */
void fcl_card_units_write(struct fcl_card *card, uint64_t offset, uint32_t value, unsigned strobes)
{
	struct fcl_card_unit *unit = units_find(card, offset);
	uint32_t at;

	if (!unit)
		return;
	at = (uint32_t)(offset - unit->base);
	card->units_used = true;
	if (unit->managed && at < ARGUMENTS) {
		if (!(strobes & 1))
			return;
		value &= 0xff;
	} else if (strobes != 0xf) {
		value = units_merge(units_read_register(card, unit, at), value, strobes);
	}
	if (unit->managed && at == CONTROL && value & (AP_START | AP_AUTO_RESTART))
		units_start(card, unit);
	if (unit->managed && at == GLOBAL_ENABLE)
		unit->enabled = value & 1;
	units_write_register(card, unit, at, value);
	if (at < ARGUMENTS)
		update_line(card, unit);
}
