/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/rack/rack_build.h"

enum { MAX_NAME = 100 };

int fcl_rack_complain(const struct fcl_rack *rack, struct fcl_err *err, int error, uint32_t line,
		      const char *format, ...)
{
	char text[600];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!line)
		return fcl_err_set(err, error, "the rack %s: %s", rack->source, text);
	return fcl_err_set(err, error, "%s:%u: %s", rack->source, line, text);
}

/* Adds an item of `size` bytes to an array of `count` of them. Arrays grow in powers of two. */
static void *array_grow(struct fcl_rack *rack, void *items, uint32_t count, size_t size)
{
	void *more;

	if (count & (count - 1))
		return items;
	more = fcl_arena_alloc(&rack->arena, count ? (size_t)count * 2 : 1, size);
	if (more && count)
		memcpy(more, items, count * size);
	return more;
}

static int no_memory(struct fcl_err *err)
{
	return fcl_err_set(err, -ENOMEM, "out of memory");
}

static const char *name_copy(struct fcl_rack *rack, const char *name, size_t length)
{
	char *copy = fcl_arena_alloc(&rack->arena, length + 1, 1);

	return copy ? memcpy(copy, name, length) : NULL;
}

/* Names are those of files, too: a letter or digit, and then also _ . + and : between parts. */
static bool name_is_good(const char *name, size_t length)
{
	if (!length || length > MAX_NAME || !isalnum((unsigned char)*name))
		return false;
	for (size_t i = 0; i < length; i++)
		if (!isalnum((unsigned char)name[i]) && !strchr("_.+:", name[i]))
			return false;
	return name[length - 1] != ':';
}

static bool name_is(const char *text, const char *name, size_t length)
{
	return !strncmp(text, name, length) && !text[length];
}

int fcl_rack_add_board(struct fcl_rack *rack, const char *name, size_t length, uint32_t line,
		       uint32_t *ret_board, struct fcl_err *err)
{
	struct fcl_rack_board *board;

	for (uint32_t i = 0; i < rack->nboards; i++)
		if (name_is(rack->boards[i].name, name, length)) {
			*ret_board = i;
			return 0;
		}
	if (!name_is_good(name, length))
		return fcl_rack_complain(rack, err, -EINVAL, line,
					 "'%.*s' is no name of a board: expected up to %d letters, "
					 "digits and _ . + :",
					 (int)length, name, MAX_NAME);
	if (rack->nboards == FCL_RACK_MAX_BOARDS)
		return fcl_rack_complain(rack, err, -EINVAL, line, "a rack has at most %d boards",
					 FCL_RACK_MAX_BOARDS);
	rack->boards = array_grow(rack, rack->boards, rack->nboards, sizeof(*rack->boards));
	if (!rack->boards)
		return no_memory(err);
	*ret_board = rack->nboards++;
	board = &rack->boards[*ret_board];
	*board = (struct fcl_rack_board){.name = name_copy(rack, name, length),
					 .rank = FCL_RACK_NONE,
					 .machine = FCL_RACK_NONE};
	return board->name ? 0 : no_memory(err);
}

int fcl_rack_add_machine(struct fcl_rack *rack, const char *name, uint32_t line,
			 uint32_t *ret_machine, struct fcl_err *err)
{
	struct fcl_rack_machine *machine;

	*ret_machine = fcl_rack_find_machine(rack, name);
	if (*ret_machine != FCL_RACK_NONE)
		return 0;
	if (!name_is_good(name, strlen(name)))
		return fcl_rack_complain(rack, err, -EINVAL, line,
					 "'%s' is no name of a machine: expected up to %d letters, "
					 "digits and _ . + :",
					 name, MAX_NAME);
	rack->machines = array_grow(rack, rack->machines, rack->nmachines, sizeof(*rack->machines));
	if (!rack->machines)
		return no_memory(err);
	*ret_machine = rack->nmachines++;
	machine = &rack->machines[*ret_machine];
	*machine = (struct fcl_rack_machine){.name = name_copy(rack, name, strlen(name)),
					     .line = line};
	return machine->name ? 0 : no_memory(err);
}

int fcl_rack_add_port(struct fcl_rack *rack, const char *name, size_t length, uint32_t line,
		      uint32_t *ret_port, struct fcl_err *err)
{
	const char *colon = memrchr(name, ':', length);
	struct fcl_rack_port *port;
	uint32_t board = FCL_RACK_NONE;
	int error;

	for (uint32_t i = 0; i < rack->nports; i++)
		if (name_is(rack->ports[i].name, name, length)) {
			*ret_port = i;
			return 0;
		}
	if (!name_is_good(name, length))
		return fcl_rack_complain(
			rack, err, -EINVAL, line,
			"'%.*s' is no port: expected BOARD:PORT, such as a:qsfp0, of "
			"up to %d letters, digits and _ . +",
			(int)length, name, MAX_NAME);
	if (rack->nports == FCL_RACK_MAX_PORTS)
		return fcl_rack_complain(rack, err, -EINVAL, line, "a rack has at most %d ports",
					 FCL_RACK_MAX_PORTS);
	if (colon) {
		error = fcl_rack_add_board(rack, name, (size_t)(colon - name), line, &board, err);
		if (error)
			return error;
	}
	rack->ports = array_grow(rack, rack->ports, rack->nports, sizeof(*rack->ports));
	if (!rack->ports)
		return no_memory(err);
	*ret_port = rack->nports++;
	port = &rack->ports[*ret_port];
	*port = (struct fcl_rack_port){.name = name_copy(rack, name, length),
				       .board = board,
				       .link = FCL_RACK_NONE,
				       .machine = FCL_RACK_NONE,
				       .line = line};
	if (!port->name)
		return no_memory(err);
	port->place = colon ? port->name + (colon + 1 - name) : port->name;
	return 0;
}

int fcl_rack_add_link(struct fcl_rack *rack, bool is_switch, uint32_t line,
		      struct fcl_rack_link **ret_link, struct fcl_err *err)
{
	rack->links = array_grow(rack, rack->links, rack->nlinks, sizeof(*rack->links));
	if (!rack->links)
		return no_memory(err);
	*ret_link = &rack->links[rack->nlinks++];
	**ret_link = (struct fcl_rack_link){.is_switch = is_switch, .line = line};
	return 0;
}

int fcl_rack_plug_in(struct fcl_rack *rack, struct fcl_rack_link *link, uint32_t port,
		     struct fcl_err *err)
{
	struct fcl_rack_port *there = &rack->ports[port];

	if (there->link != FCL_RACK_NONE)
		return fcl_rack_complain(rack, err, -EINVAL, link->line,
					 "there is a cable in port %s already (line %u)",
					 there->name, rack->links[there->link].line);
	link->ports = array_grow(rack, link->ports, link->nports, sizeof(*link->ports));
	if (!link->ports)
		return no_memory(err);
	link->ports[link->nports++] = port;
	there->link = (uint32_t)(link - rack->links);
	return 0;
}

int fcl_rack_add_cable(struct fcl_rack *rack, const char *ends, uint32_t line,
		       struct fcl_rack_link **ret_link, struct fcl_err *err)
{
	size_t first = strcspn(ends, "- \t"), gap = strspn(ends + first, "- \t");
	const char *second = ends + first + gap;
	size_t length = strcspn(second, "- \t");
	uint32_t ports[2];
	int error;

	if (!first || !length || second[length])
		return fcl_rack_complain(
			rack, err, -EINVAL, line,
			"'%s' is no cable: expected two ports, such as a:qsfp0-b:qsfp0", ends);
	error = fcl_rack_add_port(rack, ends, first, line, &ports[0], err);
	if (!error)
		error = fcl_rack_add_port(rack, second, length, line, &ports[1], err);
	if (!error)
		error = fcl_rack_add_link(rack, false, line, ret_link, err);
	for (int i = 0; !error && i < 2; i++)
		error = ports[0] == ports[1] && i
				? 0
				: fcl_rack_plug_in(rack, *ret_link, ports[i], err);
	return error;
}

uint32_t fcl_rack_find_machine(const struct fcl_rack *rack, const char *name)
{
	for (uint32_t i = 0; i < rack->nmachines; i++)
		if (!strcmp(rack->machines[i].name, name))
			return i;
	return FCL_RACK_NONE;
}

uint32_t fcl_rack_find_port(const struct fcl_rack *rack, const char *name)
{
	for (uint32_t i = 0; i < rack->nports; i++)
		if (!strcmp(rack->ports[i].name, name))
			return i;
	return FCL_RACK_NONE;
}

/* Clusters count the ports of all cards as channels: qsfp0 is ch0, too. */
static bool is_place(const char *name, const char *place)
{
	return !strcmp(name, place) || (!strncmp(name, "ch", 2) && !strncmp(place, "qsfp", 4) &&
					!strcmp(name + 2, place + 4));
}

uint32_t fcl_rack_port_at(const struct fcl_rack *rack, uint32_t board, const char *place)
{
	for (uint32_t i = 0; i < rack->nports; i++)
		if (rack->ports[i].board == board && is_place(rack->ports[i].place, place))
			return i;
	return FCL_RACK_NONE;
}

void fcl_rack_free(struct fcl_rack *rack)
{
	fcl_arena_free(&rack->arena);
	*rack = (struct fcl_rack){0};
}
