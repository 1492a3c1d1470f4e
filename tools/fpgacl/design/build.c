/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/build.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int build_no_memory(struct fcl_err *err)
{
	return fcl_err_set(err, -ENOMEM, "no memory for the contents of the design");
}

void fcl_design_init(struct fcl_design *design, const char *file)
{
	*design = (struct fcl_design){.file = file, .name = "", .part = ""};
	design->last_cell = &design->cells;
	design->last_segment = &design->segments;
}

void fcl_design_free(struct fcl_design *design)
{
	fcl_arena_free(&design->arena);
}

static void *build_take(struct fcl_design *design, size_t count, size_t size, struct fcl_err *err)
{
	void *memory = fcl_arena_alloc(&design->arena, count, size);

	if (!memory)
		build_no_memory(err);
	return memory;
}

static bool too_many(const struct fcl_design *design, uint32_t count, uint32_t most,
		     const char *what, struct fcl_err *err)
{
	if (count < most)
		return false;
	fcl_err_set(err, -EINVAL, "%s: expected at most %u %s, found more", design->file, most,
		    what);
	return true;
}

char *fcl_design_copy(struct fcl_design *design, const char *text, size_t length,
		      struct fcl_err *err)
{
	char *copy = build_take(design, length + 1, 1, err);

	if (copy)
		memcpy(copy, text, length);
	return copy;
}

const char *fcl_design_text(struct fcl_design *design, struct fcl_err *err, const char *format, ...)
{
	va_list args;
	const char *text;

	va_start(args, format);
	text = fcl_arena_vformat(&design->arena, format, args);
	va_end(args);
	if (!text)
		build_no_memory(err);
	return text;
}

/* Vivado also has "0x44A0_0000". */
bool fcl_design_number(const char *text, uint64_t *ret_number)
{
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *at = hex ? text + 2 : text;
	uint64_t number = 0;

	for (bool after_digit = false; *at; at++) {
		int digit = *at >= '0' && *at <= '9' ? *at - '0'
			    : hex && isxdigit((unsigned char)*at)
				    ? tolower((unsigned char)*at) - 'a' + 10
				    : -1;

		if (digit < 0 && (*at != '_' || !after_digit || !at[1]))
			return false;
		after_digit = digit >= 0;
		if (digit >= 0 && (__builtin_mul_overflow(number, hex ? 16u : 10u, &number) ||
				   __builtin_add_overflow(number, (unsigned)digit, &number)))
			return false;
	}
	*ret_number = number;
	return at != (hex ? text + 2 : text);
}

struct fcl_design_cell *fcl_design_add_cell(struct fcl_design *design, const char *name,
					    struct fcl_err *err)
{
	struct fcl_design_cell *cell;

	if (too_many(design, design->ncells, FCL_DESIGN_MOST_ITEMS, "cells", err))
		return NULL;
	cell = build_take(design, 1, sizeof(*cell), err);
	if (!cell)
		return NULL;
	cell->name = cell->instance = name;
	cell->vlnv = "";
	*design->last_cell = cell;
	design->last_cell = &cell->next;
	design->ncells++;
	return cell;
}

struct fcl_design_segment *fcl_design_add_segment(struct fcl_design *design, struct fcl_err *err)
{
	struct fcl_design_segment *segment;

	if (too_many(design, design->nsegments, FCL_DESIGN_MOST_ITEMS, "address segments", err))
		return NULL;
	segment = build_take(design, 1, sizeof(*segment), err);
	if (!segment)
		return NULL;
	segment->master = segment->bus = segment->slave = segment->port = segment->block = "";
	*design->last_segment = segment;
	design->last_segment = &segment->next;
	design->nsegments++;
	return segment;
}

struct fcl_design_arg *fcl_design_add_arg(struct fcl_design *design,
					  struct fcl_design_kernel *kernel, struct fcl_err *err)
{
	if (kernel->nargs == kernel->room) {
		uint32_t room = kernel->room ? 2 * kernel->room : 16;
		struct fcl_design_arg *args;

		if (too_many(design, kernel->nargs, FCL_DESIGN_MOST_ARGS, "arguments of a kernel",
			     err))
			return NULL;
		args = build_take(design, room, sizeof(*args), err);
		if (!args)
			return NULL;
		if (kernel->nargs)
			memcpy(args, kernel->args, kernel->nargs * sizeof(*args));
		kernel->args = args;
		kernel->room = room;
	}
	kernel->args[kernel->nargs] =
		(struct fcl_design_arg){.bus = "", .type = "", .interface = ""};
	return &kernel->args[kernel->nargs++];
}

bool fcl_design_add_pin(struct fcl_design *design, const char *cell, const char *port,
			const char *net, struct fcl_err *err)
{
	struct fcl_design_pin *pin;

	if (too_many(design, design->npins, FCL_DESIGN_MOST_PINS, "ends of wires", err))
		return false;
	pin = build_take(design, 1, sizeof(*pin), err);
	if (!pin)
		return false;
	*pin = (struct fcl_design_pin){design->pins, cell, port, net, NULL};
	design->pins = pin;
	design->npins++;
	return true;
}

bool fcl_design_add_parameter(struct fcl_design *design, struct fcl_design_cell *cell,
			      const char *name, const char *value, struct fcl_err *err)
{
	struct fcl_design_parameter *parameter = build_take(design, 1, sizeof(*parameter), err);

	if (!parameter)
		return false;
	*parameter = (struct fcl_design_parameter){cell->parameters, name, value};
	cell->parameters = parameter;
	return true;
}

const char *fcl_design_parameter_of(const struct fcl_design_cell *cell, const char *name,
				    const char *otherwise)
{
	for (const struct fcl_design_parameter *at = cell->parameters; at; at = at->next)
		if (!strcasecmp(at->name, name))
			return at->value;
	return otherwise;
}

const struct fcl_design_cell *fcl_design_find_cell(const struct fcl_design *design,
						   const char *name)
{
	for (const struct fcl_design_cell *cell = design->cells; cell; cell = cell->next)
		if (!strcmp(cell->name, name))
			return cell;
	return NULL;
}

bool fcl_design_is_core(const struct fcl_design_cell *cell, const char *name)
{
	const char *at = cell->vlnv;

	for (int i = 0; i < 2 && strchr(at, ':'); i++)
		at = strchr(at, ':') + 1;
	return strlen(name) == strcspn(at, ":") && !strncasecmp(at, name, strlen(name));
}

void fcl_design_note(struct fcl_design_card *card, const char *format, ...)
{
	va_list args;

	if (card->nnotes == sizeof(card->notes) / sizeof(*card->notes))
		return;
	va_start(args, format);
	vsnprintf(card->notes[card->nnotes++], sizeof(card->notes[0]), format, args);
	va_end(args);
}

bool fcl_design_is_of(const struct fcl_design_segment *segment, const struct fcl_design_cell *cell,
		      const char *bus)
{
	return !strcmp(segment->master, cell->name) && !strcasecmp(segment->bus, bus);
}

uint64_t fcl_design_last_of(const struct fcl_design_segment *segment)
{
	return segment->base + (segment->size - 1);
}
