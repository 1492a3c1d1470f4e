/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/units.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "tools/fpgacl/design/build.h"

/*
 * Compute units are kernels on M_AXI_LITE. Their addresses are the design's; what is at them is in the
 * kernels' descriptions, and is compared with what the design says.
 */

enum {
	MOST_UNITS = 256,
	MOST_REGISTERS = 1 << 20, /* bytes of a compute unit's; hal/pcie has this limit */
};

static struct fcl_design_kernel *unit_kernel_of(const struct fcl_design_card *card,
						const struct fcl_design_cell *cell)
{
	for (struct fcl_design_kernel *kernel = card->kernels; kernel; kernel = kernel->next)
		if (fcl_design_is_core(cell, kernel->name))
			return kernel;
	return NULL;
}

static const struct fcl_design_segment *unit_registers_of(const struct fcl_design_card *card,
							  const struct fcl_design_cell *cell,
							  const struct fcl_design_segment *after)
{
	const struct fcl_design_segment *at = after ? after->next : card->design->segments;

	while (at && (!fcl_design_is_of(at, card->xdma, "M_AXI_LITE") ||
		      strcmp(at->slave, cell->name) != 0))
		at = at->next;
	return at;
}

/* Within its interface. */
static uint64_t unit_end_of(const struct fcl_design_arg *arg)
{
	return arg->offset - arg->shift + (arg->bits + 31) / 32 * 4;
}

/* Names of interfaces matter only if there are several; they need not agree in all files. */
static bool is_of_interface(const struct fcl_design_kernel *kernel,
			    const struct fcl_design_arg *arg, const char *interface)
{
	return !kernel->several || !*interface || !strcasecmp(arg->interface, interface);
}

/* HLS describes a 64-bit argument as two registers: a_1 and a_2. */
static bool is_register_of(const struct fcl_design_register *entry,
			   const struct fcl_design_arg *arg, bool *ret_same)
{
	size_t length = strlen(arg->name);

	if (strncmp(entry->name, arg->name, length) != 0 ||
	    (entry->name[length] && strcmp(entry->name + length, "_1") != 0))
		return false;
	*ret_same = entry->offset == arg->offset - arg->shift;
	return true;
}

/* The design's own list of registers, if there is one, was made from the core that is in it. */
static int unit_check_registers(const struct fcl_design_card *card,
				const struct fcl_design_cell *cell,
				const struct fcl_design_kernel *kernel, struct fcl_err *err)
{
	for (uint32_t i = 0; cell->registers && i < kernel->nargs; i++) {
		const struct fcl_design_arg *arg = &kernel->args[i];
		const struct fcl_design_register *at = cell->registers, *other = NULL;
		bool same = arg->kind;

		for (; at && !same; at = at->next)
			if (is_of_interface(kernel, arg, at->interface) &&
			    is_register_of(at, arg, &same))
				other = at;
		if (same)
			continue;
		if (!other)
			return fcl_err_set(
				err, -EINVAL,
				"%s:%u: expected a register of %.100s for argument %.100s (%s), found none: the design has another version of the kernel",
				card->design->file, cell->line, cell->name, arg->name,
				kernel->file);
		return fcl_err_set(err, -EINVAL,
				   "%s:%u: expected the register %.100s of %.100s at 0x%" PRIx64
				   ", as %s says, found it at 0x%" PRIx64,
				   card->design->file, other->line, other->name, cell->name,
				   arg->offset - arg->shift, kernel->file, other->offset);
	}
	return 0;
}

/* An argument that the description lacks would never be set. */
static int check_described(const struct fcl_design_card *card, const struct fcl_design_cell *cell,
			   const struct fcl_design_kernel *kernel, struct fcl_err *err)
{
	for (const struct fcl_design_register *at = cell->registers; at; at = at->next) {
		bool found = !at->argument;

		for (uint32_t i = 0; i < kernel->nargs && !found; i++)
			found = !kernel->args[i].kind &&
				is_of_interface(kernel, &kernel->args[i], at->interface) &&
				kernel->args[i].offset - kernel->args[i].shift <= at->offset &&
				at->offset < unit_end_of(&kernel->args[i]);
		if (!found)
			return fcl_err_set(
				err, -EINVAL,
				"%s:%u: expected an argument at 0x%" PRIx64
				" in %s, as %.100s has its register %.100s there, found none: the design has another version of the kernel",
				card->design->file, at->line, at->offset, kernel->file, cell->name,
				at->name);
	}
	return 0;
}

static int check_place(const struct fcl_design_card *card, const struct fcl_design_segment *segment,
		       const struct fcl_design_kernel *kernel, struct fcl_err *err)
{
	uint64_t bytes = FCL_DESIGN_FIRST_ARG;

	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (!kernel->args[i].kind &&
		    is_of_interface(kernel, &kernel->args[i], segment->port) &&
		    unit_end_of(&kernel->args[i]) > bytes)
			bytes = unit_end_of(&kernel->args[i]);
	if (bytes > segment->size)
		return fcl_err_set(
			err, -EINVAL,
			"%s:%u: expected at least 0x%" PRIx64
			" bytes of addresses for the registers of %.100s (%s), found 0x%" PRIx64,
			card->design->file, segment->line, bytes, segment->slave, kernel->file,
			segment->size);
	if (segment->base < card->user_base ||
	    fcl_design_last_of(segment) > card->user_base + (card->user_size - 1) ||
	    segment->base % 4)
		return fcl_err_set(err, -EINVAL,
				   "%s:%u: expected %.100s within the BAR of M_AXI_LITE, 0x%" PRIx64
				   " to 0x%" PRIx64 ", found it at 0x%" PRIx64 " to 0x%" PRIx64,
				   card->design->file, segment->line, segment->slave,
				   card->user_base, card->user_base + (card->user_size - 1),
				   segment->base, fcl_design_last_of(segment));
	return 0;
}

static int unit_add_unit(struct fcl_design_card *card, const struct fcl_design_cell *cell,
			 const struct fcl_design_segment *segment, struct fcl_err *err)
{
	struct fcl_design_unit **link = &card->units, *unit;

	if (card->nunits == MOST_UNITS)
		return fcl_err_set(err, -EINVAL,
				   "%s: expected at most %d compute units, found more",
				   card->design->file, MOST_UNITS);
	unit = fcl_arena_alloc(card->arena, 1, sizeof(*unit));
	if (!unit)
		return fcl_err_set(err, -ENOMEM, "no memory for a compute unit");
	*unit = (struct fcl_design_unit){.cell = cell,
					 .kernel = unit_kernel_of(card, cell),
					 .base = segment->base,
					 .size = segment->size,
					 .irq = -1};
	while (*link && (*link)->base < unit->base)
		link = &(*link)->next;
	unit->next = *link;
	*link = unit;
	card->nunits++;
	return 0;
}

/* The interface's only segment. */
static int find_interface(const struct fcl_design_card *card, const struct fcl_design_cell *cell,
			  const char *interface, const struct fcl_design_segment **ret_segment,
			  struct fcl_err *err)
{
	const struct fcl_design_segment *at = unit_registers_of(card, cell, NULL), *found = NULL;

	for (; at; at = unit_registers_of(card, cell, at)) {
		if (*interface && strcasecmp(at->port, interface) != 0)
			continue;
		if (found)
			return fcl_err_set(
				err, -EINVAL,
				"%s:%u: expected one address for the registers of %.100s (%.60s), found two",
				card->design->file, at->line, cell->name, at->port);
		found = at;
	}
	if (!found)
		return fcl_err_set(
			err, -EINVAL,
			"%s:%u: expected the registers of %.100s%s%.60s at an address of %.100s's M_AXI_LITE, found none",
			card->design->file, cell->line, cell->name, *interface ? ", " : "",
			interface, card->xdma->name);
	*ret_segment = found;
	return 0;
}

/* An argument in another interface counts from the control register, too. */
static int place_arg(const struct fcl_design_card *card, const struct fcl_design_cell *cell,
		     const struct fcl_design_segment *control,
		     const struct fcl_design_kernel *kernel, struct fcl_design_arg *arg,
		     struct fcl_err *err)
{
	const struct fcl_design_segment *segment;
	int error = find_interface(card, cell, arg->interface, &segment, err);
	uint64_t shift;

	if (error || segment == control)
		return error;
	shift = segment->base - control->base;
	if (segment->base < control->base || shift + segment->size > MOST_REGISTERS ||
	    (kernel->placed && shift != arg->shift))
		return fcl_err_set(
			err, -EINVAL,
			"%s:%u: expected %.60s of %.100s less than 1 MiB after %.60s, and as far as in all compute units of the kernel, found them at 0x%" PRIx64
			" and 0x%" PRIx64,
			card->design->file, segment->line, segment->port, cell->name, control->port,
			segment->base, control->base);
	if (!kernel->placed) {
		arg->shift = shift;
		arg->offset += shift;
	}
	return check_place(card, segment, kernel, err);
}

static int place_args(const struct fcl_design_card *card, const struct fcl_design_cell *cell,
		      const struct fcl_design_segment *control, struct fcl_design_kernel *kernel,
		      struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; i < kernel->nargs && kernel->several && !error; i++)
		if (!kernel->args[i].kind)
			error = place_arg(card, cell, control, kernel, &kernel->args[i], err);
	kernel->placed = true;
	return error;
}

static int take_unit(struct fcl_design_card *card, const struct fcl_design_cell *cell,
		     struct fcl_design_kernel *kernel, struct fcl_err *err)
{
	const struct fcl_design_segment *segment;
	int error = find_interface(card, cell, kernel->several ? kernel->interface : "", &segment,
				   err);

	if (!error)
		error = check_place(card, segment, kernel, err);
	if (!error)
		error = place_args(card, cell, segment, kernel, err);
	if (!error)
		error = unit_check_registers(card, cell, kernel, err);
	if (!error)
		error = check_described(card, cell, kernel, err);
	return error ? error : unit_add_unit(card, cell, segment, err);
}

static int unit_check_units(const struct fcl_design_card *card, struct fcl_err *err)
{
	for (const struct fcl_design_unit *unit = card->units; unit && unit->next;
	     unit = unit->next)
		if (unit->base + (unit->size - 1) >= unit->next->base)
			return fcl_err_set(
				err, -EINVAL,
				"%s: expected registers apart, found those of %.100s and %.100s both at 0x%" PRIx64,
				card->design->file, unit->cell->name, unit->next->cell->name,
				unit->next->base);
	return 0;
}

/* Each description has to be that of a core of the design. */
static int check_used(const struct fcl_design_card *card, struct fcl_err *err)
{
	for (const struct fcl_design_kernel *kernel = card->kernels; kernel;
	     kernel = kernel->next) {
		const struct fcl_design_unit *unit = card->units;

		while (unit && unit->kernel != kernel)
			unit = unit->next;
		if (!unit)
			return fcl_err_set(err, -EINVAL,
					   "%s: expected a core %.100s in %s, found none",
					   kernel->file, kernel->name, card->design->file);
	}
	return 0;
}

/* A core of an export is a compute unit if XDMA can start it. */
static bool is_left_out(struct fcl_design_card *card, const struct fcl_design_kernel *kernel,
			const struct fcl_design_cell *cell)
{
	bool there = unit_registers_of(card, cell, NULL) != NULL;

	if (!kernel->offered || (there && !kernel->refusal))
		return false;
	if (there)
		fcl_design_note(card, "%.40s is left out: %.190s", cell->name, kernel->refusal);
	return true;
}

static void drop_offers(struct fcl_design_card *card)
{
	struct fcl_design_kernel **link = &card->kernels;

	while (*link) {
		const struct fcl_design_unit *unit = card->units;

		while (unit && unit->kernel != *link)
			unit = unit->next;
		if ((*link)->offered && !unit)
			*link = (*link)->next;
		else
			link = &(*link)->next;
	}
}

static bool is_hls(const struct fcl_design_cell *cell)
{
	return strstr(cell->vlnv, ":hls:") != NULL;
}

int fcl_design_find_units(struct fcl_design_card *card, struct fcl_err *err)
{
	int error = 0;

	for (const struct fcl_design_cell *cell = card->design->cells; cell && !error;
	     cell = cell->next) {
		struct fcl_design_kernel *kernel = unit_kernel_of(card, cell);

		if (kernel && is_left_out(card, kernel, cell))
			continue;
		if (kernel)
			error = take_unit(card, cell, kernel, err);
		else if (is_hls(cell) && unit_registers_of(card, cell, NULL))
			fcl_design_note(card, "%.80s (%.100s) is left out: no file describes it",
					cell->name, cell->vlnv);
	}
	drop_offers(card);
	if (!error)
		error = unit_check_units(card, err);
	return error ? error : check_used(card, err);
}

static bool has_stream(const struct fcl_design_kernel *kernel)
{
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].kind == FCL_ARG_STREAM)
			return true;
	return false;
}

/* Hosts count arguments, and a stream is one. */
void fcl_design_note_streams(struct fcl_design_card *card)
{
	for (const struct fcl_design_unit *unit = card->units; unit; unit = unit->next)
		unit->kernel->hides_streams |= unit->cell->has_streams && !has_stream(unit->kernel);
	for (const struct fcl_design_kernel *kernel = card->kernels; kernel; kernel = kernel->next)
		if (kernel->hides_streams)
			fcl_design_note(
				card,
				"%.80s does not say where among the arguments the streams of %.60s are: they are left out; a kernel.xml or an .xo file says it",
				kernel->file, kernel->name);
}

/* An AXI-Lite interface of 64 bits has its interrupt registers in other places. */
static bool is_polled(const struct fcl_design_unit *unit)
{
	bool polled = unit->kernel->polled;

	for (const struct fcl_design_register *at = unit->cell->registers; at; at = at->next)
		polled |= (!strcmp(at->name, "GIER") && at->offset != 0x4) ||
			  (!strcmp(at->name, "IP_IER") && at->offset != 0x8) ||
			  (!strcmp(at->name, "IP_ISR") && at->offset != 0xc);
	return polled;
}

static void leave_polled(struct fcl_design_card *card)
{
	for (struct fcl_design_unit *unit = card->units; unit; unit = unit->next) {
		if (unit->irq < 0 || !is_polled(unit))
			continue;
		fcl_design_note(
			card,
			"%.80s is polled: its interrupt registers are not at 0x4, 0x8 and 0xc",
			unit->cell->name);
		unit->irq = -1;
	}
}

/* Interrupts are used if they have the order of the addresses, from the first one on. */
void fcl_design_count_irqs(struct fcl_design_card *card)
{
	bool any = false;

	leave_polled(card);
	for (const struct fcl_design_unit *unit = card->units; unit; unit = unit->next)
		any |= unit->irq >= 0;
	for (const struct fcl_design_unit *unit = card->units; unit && unit->irq == (int)card->irqs;
	     unit = unit->next)
		card->irqs++;
	if (any && card->irqs < card->nunits)
		fcl_design_note(
			card,
			"%u of %u compute units interrupt; the others are polled, as their interrupts are not on usr_irq_req in the order of their addresses",
			card->irqs, card->nunits);
}
