/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/irq.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgacl/design/build.h"

/*
 * From XDMA's usr_irq_req back to what drives each of its bits: a compute unit, or a concatenation, whose
 * inputs are followed in turn. Anything else ends the search there.
 */

enum { MOST_IRQS = 16, MOST_DEPTH = 16 /* of concatenations; they could go round in a circle */ };

struct wires {
	const struct fcl_design *design;
	struct fcl_design_card *card;
	struct fcl_design_pin **pins; /* by cell and port */
	uint32_t npins;
};

/* --- what is connected ------------------------------------------------------------------------ */

/* One pin stands for all that are connected. */
static struct fcl_design_pin *wire_of(struct fcl_design_pin *pin)
{
	while (pin->wire) {
		if (pin->wire->wire)
			pin->wire = pin->wire->wire;
		pin = pin->wire;
	}
	return pin;
}

static void irq_join(struct fcl_design_pin *one, struct fcl_design_pin *other)
{
	one = wire_of(one);
	other = wire_of(other);
	if (one != other)
		one->wire = other;
}

static int by_net(const void *a, const void *b)
{
	struct fcl_design_pin *const *one = a, *const *other = b;

	return strcmp((*one)->net, (*other)->net);
}

static int by_place(const void *a, const void *b)
{
	struct fcl_design_pin *const *one = a, *const *other = b;
	int order = strcmp((*one)->cell, (*other)->cell);

	return order ? order : strcmp((*one)->port, (*other)->port);
}

/* The pin of a hierarchy is on two nets, one outside and one inside: it joins them. */
static void join_equal(struct wires *wires, int (*order)(const void *a, const void *b))
{
	qsort(wires->pins, wires->npins, sizeof(struct fcl_design_pin *), order);
	for (uint32_t i = 1; i < wires->npins; i++)
		if (!order(&wires->pins[i - 1], &wires->pins[i]))
			irq_join(wires->pins[i - 1], wires->pins[i]);
}

static int join_all(struct wires *wires, struct fcl_err *err)
{
	const struct fcl_design *design = wires->design;

	wires->pins = fcl_arena_alloc(wires->card->arena, design->npins + 1,
				      sizeof(struct fcl_design_pin *));
	if (!wires->pins)
		return fcl_err_set(err, -ENOMEM, "no memory for the wires of the design");
	for (struct fcl_design_pin *pin = design->pins; pin; pin = pin->next)
		wires->pins[wires->npins++] = pin;
	join_equal(wires, by_net);
	join_equal(wires, by_place);
	return 0;
}

/* NULL: not connected. */
static const struct fcl_design_pin *wire_at(const struct wires *wires, const char *cell,
					    const char *port)
{
	struct fcl_design_pin pin = {.cell = cell, .port = port}, *key = &pin;
	struct fcl_design_pin **found = bsearch(&key, wires->pins, wires->npins,
						sizeof(struct fcl_design_pin *), by_place);

	return found ? wire_of(*found) : NULL;
}

/* --- concatenations --------------------------------------------------------------------------- */

static bool is_concat(const struct fcl_design_cell *cell)
{
	return fcl_design_is_core(cell, "xlconcat") || fcl_design_is_core(cell, "ilconcat");
}

static const struct fcl_design_cell *concat_behind(const struct wires *wires,
						   const struct fcl_design_pin *wire)
{
	for (const struct fcl_design_cell *cell = wires->design->cells; cell && wire;
	     cell = cell->next)
		if (is_concat(cell) && wire_at(wires, cell->name, "dout") == wire)
			return cell;
	return NULL;
}

static uint32_t count_of(const struct fcl_design_cell *cell, const char *name, uint32_t otherwise)
{
	const char *text = fcl_design_parameter_of(cell, name, "");
	uint64_t number;

	return fcl_design_number(text, &number) && number && number <= 4096 ? (uint32_t)number
									    : otherwise;
}

static const struct fcl_design_pin *concat_input(const struct wires *wires,
						 const struct fcl_design_cell *cell, uint32_t input)
{
	char port[16];

	snprintf(port, sizeof(port), "In%u", input);
	return wire_at(wires, cell->name, port);
}

/* .bd files do not say how wide an input is that gets its width from what drives it. */
static uint32_t input_width(const struct wires *wires, /* NOLINT(misc-no-recursion): bounded */
			    const struct fcl_design_cell *cell, uint32_t input, unsigned depth)
{
	const struct fcl_design_cell *inner;
	char name[24];
	uint32_t width, bits = 0;

	snprintf(name, sizeof(name), "IN%u_WIDTH", input);
	width = count_of(cell, name, 0);
	inner = width || depth == MOST_DEPTH
			? NULL
			: concat_behind(wires, concat_input(wires, cell, input));
	if (!inner)
		return width ? width : 1;
	for (uint32_t i = 0; i < count_of(inner, "NUM_PORTS", 2) && bits < MOST_IRQS; i++)
		bits += input_width(wires, inner, i, depth + 1);
	return bits;
}

/* --- from XDMA to the compute units ----------------------------------------------------------- */

/* The wire has bits from `bit` up to `end` of usr_irq_req. */
static void follow(const struct wires *wires, /* NOLINT(misc-no-recursion): bounded */
		   const struct fcl_design_pin *wire, uint32_t bit, uint32_t end, unsigned depth)
{
	const struct fcl_design_cell *concat;

	for (struct fcl_design_unit *unit = wires->card->units; unit && wire; unit = unit->next)
		if (unit->irq < 0 && wire_at(wires, unit->cell->name, "interrupt") == wire)
			unit->irq = (int)bit;
	concat = depth < MOST_DEPTH ? concat_behind(wires, wire) : NULL;
	for (uint32_t i = 0; concat && i < count_of(concat, "NUM_PORTS", 2) && bit < end; i++) {
		uint32_t next = bit + input_width(wires, concat, i, 0);

		follow(wires, concat_input(wires, concat, i), bit, next < end ? next : end,
		       depth + 1);
		bit = next;
	}
}

int fcl_design_find_irqs(struct fcl_design_card *card, struct fcl_err *err)
{
	struct wires wires = {.design = card->design, .card = card};
	uint32_t count = count_of(card->xdma, "xdma_num_usr_irq", 1);
	int error = join_all(&wires, err);

	if (!error)
		follow(&wires, wire_at(&wires, card->xdma->name, "usr_irq_req"), 0,
		       count < MOST_IRQS ? count : MOST_IRQS, 0);
	return error;
}
