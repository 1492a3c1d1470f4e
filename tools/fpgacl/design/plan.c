/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/fpgacl/design/bit.h"
#include "tools/fpgacl/design/build.h"
#include "tools/fpgacl/design/irq.h"
#include "tools/fpgacl/design/units.h"
#include "tools/fpgacl/design/xdma.h"

enum { PAGE = 4096, MOST_BANKS = 64 };

static int plan_check_segments(const struct fcl_design_card *card, struct fcl_err *err)
{
	const struct fcl_design *design = card->design;

	for (const struct fcl_design_segment *at = design->segments; at; at = at->next)
		if (!at->size || at->base > UINT64_MAX - (at->size - 1))
			return fcl_err_set(
				err, -EINVAL,
				"%s:%u: expected addresses of %.100s within 64 bits, found 0x%" PRIx64
				" bytes at 0x%" PRIx64,
				design->file, at->line, at->slave, at->size, at->base);
	return 0;
}

/* --- banks: what XDMA's M_AXI reaches --------------------------------------------------------- */

struct kind {
	const char *core, *kind, *type;
};

static const struct kind *plan_kind_of(const struct fcl_design *design, const char *slave)
{
	static const struct kind kinds[] = {{"mig_7series", "DDR", "ddr3"},
					    {"ddr3", "DDR", "ddr3"},
					    {"ddr4", "DDR", "ddr4"},
					    {"hbm", "HBM", "hbm"},
					    {"axi_bram_ctrl", "BRAM", "bram"}};
	static const struct kind other = {"", "MEM", "dram"};
	const struct fcl_design_cell *cell = fcl_design_find_cell(design, slave);

	for (size_t i = 0; cell && i < sizeof(kinds) / sizeof(*kinds); i++)
		if (fcl_design_is_core(cell, kinds[i].core))
			return &kinds[i];
	return &other;
}

/* HBM can be reached by several ports at one address. */
static bool plan_is_known(const struct fcl_design_card *card,
			  const struct fcl_design_segment *segment)
{
	for (const struct fcl_design_bank *bank = card->banks; bank; bank = bank->next)
		if (bank->base == segment->base && bank->size == segment->size)
			return true;
	return false;
}

static int plan_add_bank(struct fcl_design_card *card, const struct fcl_design_segment *segment,
			 struct fcl_err *err)
{
	struct fcl_design_bank **link = &card->banks, *bank;
	const struct kind *kind = plan_kind_of(card->design, segment->slave);

	if (segment->base % PAGE || segment->size % PAGE || card->nbanks == MOST_BANKS)
		return fcl_err_set(
			err, -EINVAL,
			"%s:%u: expected at most %d memories of whole pages of 4 KiB on M_AXI, found 0x%" PRIx64
			" bytes at 0x%" PRIx64 " (%.100s)",
			card->design->file, segment->line, MOST_BANKS, segment->size, segment->base,
			segment->slave);
	bank = fcl_arena_alloc(card->arena, 1, sizeof(*bank));
	if (!bank)
		return fcl_err_set(err, -ENOMEM, "no memory for a bank");
	bank->slave = segment->slave;
	bank->base = segment->base;
	bank->size = segment->size;
	bank->kind = kind->kind;
	bank->type = kind->type;
	while (*link && (*link)->base < bank->base)
		link = &(*link)->next;
	bank->next = *link;
	*link = bank;
	card->nbanks++;
	return 0;
}

static void name_banks(struct fcl_design_card *card)
{
	for (struct fcl_design_bank *bank = card->banks; bank; bank = bank->next) {
		unsigned number = 0;

		for (const struct fcl_design_bank *at = card->banks; at != bank; at = at->next)
			number += !strcmp(at->kind, bank->kind);
		snprintf(bank->tag, sizeof(bank->tag), "%s[%u]", bank->kind, number);
	}
}

static int plan_check_banks(const struct fcl_design_card *card, struct fcl_err *err)
{
	if (!card->banks)
		return fcl_err_set(err, -EINVAL,
				   "%s: expected memory that %.100s reaches by M_AXI, found none",
				   card->design->file, card->xdma->name);
	for (const struct fcl_design_bank *bank = card->banks; bank->next; bank = bank->next)
		if (bank->base + (bank->size - 1) >= bank->next->base)
			return fcl_err_set(
				err, -EINVAL,
				"%s: expected memories apart, found %.100s and %.100s both at 0x%" PRIx64,
				card->design->file, bank->slave, bank->next->slave,
				bank->next->base);
	return 0;
}

static bool is_processors(const struct fcl_design_card *card,
			  const struct fcl_design_segment *segment)
{
	static const char *const cores[] = {"processing_system7", "zynq_ultra_ps_e", "versal_cips",
					    "ps_wizard"};
	const struct fcl_design_cell *cell = fcl_design_find_cell(card->design, segment->slave);

	for (size_t i = 0; cell && i < sizeof(cores) / sizeof(*cores); i++)
		if (fcl_design_is_core(cell, cores[i]))
			return true;
	return false;
}

/* A processor's flash and on-chip memory are memory to Vivado, too. */
static bool is_bank(struct fcl_design_card *card, const struct fcl_design_segment *segment)
{
	if (!is_processors(card, segment))
		return true;
	if (!strstr(segment->block, "DDR")) {
		fcl_design_note(card, "%.60s of %.60s is left out: it is not DDR memory",
				segment->block, segment->slave);
		return false;
	}
	fcl_design_note(
		card,
		"%.60s of %.60s is memory of the processor's software, too: leave in board.xml only what is reserved for the card",
		segment->block, segment->slave);
	return true;
}

static int plan_find_banks(struct fcl_design_card *card, struct fcl_err *err)
{
	int error = 0;

	for (const struct fcl_design_segment *at = card->design->segments; at && !error;
	     at = at->next)
		if (fcl_design_is_of(at, card->xdma, "M_AXI") && at->memory &&
		    !plan_is_known(card, at) && is_bank(card, at))
			error = plan_add_bank(card, at, err);
	if (!error)
		error = plan_check_banks(card, err);
	name_banks(card);
	return error;
}

/* --- which bank a kernel's buffers can be in -------------------------------------------------- */

bool fcl_design_uses_bus(const struct fcl_design_arg *arg, const char *bus)
{
	return !*arg->bus || !strcasecmp(arg->bus, bus);
}

/* The bank as the compute unit sees it by that argument's port; NULL: not at all. */
static const struct fcl_design_segment *view_of(const struct fcl_design_card *card,
						const struct fcl_design_unit *unit,
						const struct fcl_design_arg *arg,
						const struct fcl_design_bank *bank)
{
	for (const struct fcl_design_segment *at = card->design->segments; at; at = at->next)
		if (at->memory && !strcmp(at->master, unit->cell->name) &&
		    (!arg || fcl_design_uses_bus(arg, at->bus)) &&
		    !strcmp(at->slave, bank->slave) && at->base <= bank->base + (bank->size - 1) &&
		    fcl_design_last_of(at) >= bank->base)
			return at;
	return NULL;
}

bool fcl_design_reaches(const struct fcl_design_card *card, const struct fcl_design_unit *unit,
			const struct fcl_design_arg *arg, const struct fcl_design_bank *bank)
{
	return view_of(card, unit, arg, bank) != NULL;
}

/* The same memory at another address would mean other buffers than the host's. */
static int check_view(struct fcl_design_card *card, const struct fcl_design_segment *segment,
		      struct fcl_err *err)
{
	struct fcl_design_bank *bank = card->banks;
	bool same = false;

	while (bank && !same) {
		same = !strcmp(bank->slave, segment->slave) && segment->base <= bank->base &&
		       fcl_design_last_of(segment) >= bank->base;
		if (!same)
			bank = bank->next;
	}
	if (!bank) {
		for (bank = card->banks; bank && strcmp(bank->slave, segment->slave) != 0;
		     bank = bank->next)
			;
		return !bank ? 0
			     : fcl_err_set(
				       err, -EINVAL,
				       "%s:%u: expected %.100s at 0x%" PRIx64
				       " for %.100s, too, as %.100s sees it, found it at 0x%" PRIx64,
				       card->design->file, segment->line, segment->slave,
				       bank->base, segment->master, card->xdma->name,
				       segment->base);
	}
	if (fcl_design_last_of(segment) - bank->base < bank->size - 1) {
		bank->size = (fcl_design_last_of(segment) - bank->base + 1) & ~(uint64_t)(PAGE - 1);
		fcl_design_note(card, "%s has 0x%" PRIx64 " bytes: %.80s reaches no more",
				bank->tag, bank->size, segment->master);
	}
	return bank->size
		       ? 0
		       : fcl_err_set(err, -EINVAL, "%s:%u: expected a page of %s for %.100s",
				     card->design->file, segment->line, bank->tag, segment->master);
}

static bool plan_is_unit(const struct fcl_design_card *card, const char *master)
{
	for (const struct fcl_design_unit *unit = card->units; unit; unit = unit->next)
		if (!strcmp(unit->cell->name, master))
			return true;
	return false;
}

static int plan_check_arg(const struct fcl_design_card *card, const struct fcl_design_unit *unit,
			  const struct fcl_design_arg *arg, struct fcl_err *err)
{
	if (!arg->buffer)
		return 0;
	for (const struct fcl_design_bank *bank = card->banks; bank; bank = bank->next)
		if (fcl_design_reaches(card, unit, arg, bank))
			return 0;
	return fcl_err_set(
		err, -EINVAL,
		"%s: expected memory of %.100s's M_AXI within reach of %.100s for argument %.100s (%s%.60s), found none",
		card->design->file, card->xdma->name, unit->cell->name, arg->name,
		*arg->bus ? "port " : "any port", arg->bus);
}

static int check_reach(struct fcl_design_card *card, struct fcl_err *err)
{
	int error = 0;

	for (const struct fcl_design_segment *at = card->design->segments; at && !error;
	     at = at->next)
		if (at->memory && plan_is_unit(card, at->master))
			error = check_view(card, at, err);
	for (const struct fcl_design_unit *unit = card->units; unit && !error; unit = unit->next)
		for (uint32_t i = 0; i < unit->kernel->nargs && !error; i++)
			error = plan_check_arg(card, unit, &unit->kernel->args[i], err);
	return error;
}

/*
 * Not all descriptions say what is a buffer. HLS gives buffers 64 bits, and so do the masters of the
 * design; a kernel without a master has none.
 */
static void guess_buffers(struct fcl_design_card *card)
{
	for (struct fcl_design_unit *unit = card->units; unit; unit = unit->next) {
		struct fcl_design_kernel *kernel = unit->kernel;
		bool master = false, guessed = false;

		for (const struct fcl_design_segment *at = card->design->segments; at;
		     at = at->next)
			master |= at->memory && !strcmp(at->master, unit->cell->name);
		for (uint32_t i = 0; i < kernel->nargs; i++) {
			struct fcl_design_arg *arg = &kernel->args[i];

			if (arg->stated)
				continue;
			arg->buffer = master && arg->bits == 64;
			guessed |= arg->buffer;
			arg->stated = true;
		}
		if (guessed)
			fcl_design_note(
				card,
				"%.80s: arguments of 64 bits are taken for buffers; --value %.60s.<argument> says that one is a number",
				kernel->file, kernel->name);
	}
}

/* --- all -------------------------------------------------------------------------------------- */

static bool is_board_name(const char *name)
{
	return *name && strlen(name) <= 32 && *name != '-' && *name != '.' &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
		       strlen(name);
}

static int plan_check_names(struct fcl_design_card *card, struct fcl_err *err)
{
	const struct fcl_design *design = card->design;

	card->name = card->options->name ? card->options->name : design->name;
	if (!is_board_name(card->name))
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected a name of 1 to 32 letters, digits, - and _ for the board, found \"%.64s\": give it one with --name",
			design->file, card->name);
	if (card->bit && *design->part && !fcl_design_same_part(card->bit->part, design->part))
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected a bitstream for %.64s, the part of %s, found one for %.64s",
			card->bit->file, design->part, design->file, card->bit->part);
	return 0;
}

static int check_identity_at(const struct fcl_design_card *card, uint64_t at, uint64_t bytes,
			     struct fcl_err *err)
{
	if (at < card->user_base || at - card->user_base > card->user_size - bytes || at % 4)
		return fcl_err_set(
			err, -EINVAL,
			"expected the identification at a multiple of 4 within the BAR of M_AXI_LITE, 0x%" PRIx64
			" to 0x%" PRIx64 ", found 0x%" PRIx64,
			card->user_base, card->user_base + (card->user_size - 1), at);
	for (const struct fcl_design_unit *unit = card->units; unit; unit = unit->next)
		if (at < unit->base + unit->size && unit->base < at + bytes)
			return fcl_err_set(
				err, -EINVAL,
				"expected the identification outside of the registers of %.80s, found 0x%" PRIx64,
				unit->cell->name, at);
	return 0;
}

static int plan_check_identity(const struct fcl_design_card *card, struct fcl_err *err)
{
	const struct fcl_design_options *options = card->options;
	int error = 0;

	if (options->has_uuid)
		error = check_identity_at(card, options->uuid_at, sizeof(options->uuid), err);
	if (!error && options->has_id)
		error = check_identity_at(card, options->id_at, sizeof(options->id), err);
	return error;
}

int fcl_design_plan(struct fcl_design_card *card, struct fcl_err *err)
{
	int error = plan_check_names(card, err);

	if (!error)
		error = fcl_design_xdma_find(card, err);
	if (!error)
		error = plan_check_segments(card, err);
	if (!error)
		error = plan_find_banks(card, err);
	if (!error)
		error = fcl_design_find_units(card, err);
	if (!error)
		error = plan_check_identity(card, err);
	if (!error)
		error = fcl_design_find_irqs(card, err);
	if (error)
		return error;
	fcl_design_count_irqs(card);
	fcl_design_note_streams(card);
	guess_buffers(card);
	for (const struct fcl_design_unit *unit = card->units; unit; unit = unit->next)
		if (unit->cell->mhz)
			card->mhz = unit->cell->mhz;
	return check_reach(card, err);
}
