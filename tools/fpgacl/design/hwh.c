/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/hwh.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml.h"
#include "tools/fpgacl/design/xml.h"

/* Attributes of a node that is being read; `good` falls when memory runs out. */
struct reader {
	struct fcl_design *design;
	const xmlNode *node;
	struct fcl_err *err;
	bool good;
};

static const char *hwh_attr(struct reader *reader, const char *name)
{
	const char *text = fcl_design_xml_attr(reader->design, reader->node, name, reader->err);

	reader->good &= text != NULL;
	return text ? text : "";
}

static int hwh_refuse(const struct reader *reader, const char *what, const char *found)
{
	return fcl_err_set(reader->err, -EINVAL, "%s:%u: <%.64s>: expected %s, found \"%.100s\"",
			   reader->design->file, fcl_design_xml_line(reader->node),
			   (const char *)reader->node->name, what, found);
}

/* --- modules ---------------------------------------------------------------------------------- */

static int hwh_read_parameters(struct reader *reader, struct fcl_design_cell *cell,
			       const xmlNode *module)
{
	const xmlNode *node = fcl_xml_child(fcl_xml_child(module, "PARAMETERS"), "PARAMETER");

	for (; node; node = fcl_xml_next(node)) {
		const char *name, *value;

		reader->node = node;
		name = hwh_attr(reader, "NAME");
		value = hwh_attr(reader, "VALUE");
		if (!reader->good ||
		    !fcl_design_add_parameter(reader->design, cell, name, value, reader->err))
			return -ENOMEM;
	}
	return 0;
}

static int hwh_read_ports(struct reader *reader, struct fcl_design_cell *cell,
			  const xmlNode *module)
{
	const xmlNode *node = fcl_xml_child(fcl_xml_child(module, "PORTS"), "PORT");

	for (; node; node = fcl_xml_next(node)) {
		const char *name, *net, *hertz;
		uint64_t rate;

		reader->node = node;
		name = hwh_attr(reader, "NAME");
		net = hwh_attr(reader, "SIGNAME");
		hertz = hwh_attr(reader, "CLKFREQUENCY");
		if (!reader->good)
			return -ENOMEM;
		if (!cell->mhz && fcl_design_number(hertz, &rate) && rate / 1000000 <= 10000)
			cell->mhz = (uint32_t)(rate / 1000000);
		if (*net && !fcl_design_add_pin(reader->design, cell->name, name, net, reader->err))
			return reader->err->code;
	}
	return 0;
}

/* The value of a register's <PROPERTY>. */
static const char *property(struct reader *reader, const xmlNode *node, const char *name)
{
	const xmlNode *at = fcl_xml_child(node, "PROPERTY");

	for (; at; at = fcl_xml_next(at)) {
		const char *text = fcl_xml_attr(at, "NAME");

		reader->node = at;
		if (text && !strcmp(text, name))
			return hwh_attr(reader, "VALUE");
	}
	reader->node = node;
	return "";
}

static int hwh_add_register(struct reader *reader, struct fcl_design_cell *cell,
			    const char *interface, const xmlNode *node)
{
	struct fcl_design_register *entry = fcl_arena_alloc(&reader->design->arena, 1,
							    sizeof(*entry));
	const char *offset = property(reader, node, "ADDRESS_OFFSET");
	const char *bits = property(reader, node, "SIZE");
	bool argument = !strncmp(property(reader, node, "DESCRIPTION"), "Data signal of ", 15) &&
			strcmp(property(reader, node, "ACCESS"), "read-only") != 0;
	uint64_t number = 0;

	reader->node = node;
	if (!entry || !reader->good)
		return fcl_err_set(reader->err, -ENOMEM, "no memory for the registers of %s",
				   cell->name);
	entry->argument = argument;
	entry->interface = interface;
	entry->name = hwh_attr(reader, "NAME");
	entry->line = fcl_design_xml_line(node);
	/* Ranges of registers have expressions here, which no kernel's arguments have. */
	if (!fcl_design_number(offset, &entry->offset) || !fcl_design_number(bits, &number) ||
	    number > UINT32_MAX)
		return 0;
	entry->bits = (uint32_t)number;
	entry->next = cell->registers;
	cell->registers = entry;
	return 0;
}

static int hwh_read_registers(struct reader *reader, struct fcl_design_cell *cell,
			      const xmlNode *module)
{
	const xmlNode *block = fcl_xml_child(fcl_xml_child(module, "ADDRESSBLOCKS"),
					     "ADDRESSBLOCK");
	uint32_t count = 0;
	int error = 0;

	for (; block && !error; block = fcl_xml_next(block)) {
		const xmlNode *node = fcl_xml_child(fcl_xml_child(block, "REGISTERS"), "REGISTER");
		const char *interface;

		reader->node = block;
		interface = hwh_attr(reader, "INTERFACE");
		for (; node && !error && count < FCL_DESIGN_MOST_ARGS; count++) {
			error = hwh_add_register(reader, cell, interface, node);
			node = fcl_xml_next(node);
		}
	}
	return error;
}

/* A header of HLS does not say that a kernel has streams, but the design does. */
static void hwh_find_streams(struct fcl_design_cell *cell, const xmlNode *module)
{
	const xmlNode *bus = fcl_xml_child(fcl_xml_child(module, "BUSINTERFACES"), "BUSINTERFACE");

	for (; bus; bus = fcl_xml_next(bus)) {
		const char *vlnv = fcl_xml_attr(bus, "VLNV");

		cell->has_streams |= vlnv && strstr(vlnv, ":axis:");
	}
}

/* --- the memory map of a master --------------------------------------------------------------- */

static int hwh_read_range(struct reader *reader, const struct fcl_design_cell *cell)
{
	struct fcl_design_segment *segment = fcl_design_add_segment(reader->design, reader->err);
	const char *base = hwh_attr(reader, "BASEVALUE"), *high = hwh_attr(reader, "HIGHVALUE");
	uint64_t last;

	if (!segment || !reader->good)
		return reader->err->code;
	segment->master = cell->name;
	segment->bus = hwh_attr(reader, "MASTERBUSINTERFACE");
	segment->slave = hwh_attr(reader, "INSTANCE");
	segment->port = hwh_attr(reader, "SLAVEBUSINTERFACE");
	segment->block = hwh_attr(reader, "ADDRESSBLOCK");
	segment->memory = !strcmp(hwh_attr(reader, "MEMTYPE"), "MEMORY");
	segment->line = fcl_design_xml_line(reader->node);
	if (!reader->good)
		return -ENOMEM;
	if (!fcl_design_number(base, &segment->base))
		return hwh_refuse(reader, "an address in BASEVALUE", base);
	if (!fcl_design_number(high, &last) || last < segment->base ||
	    last - segment->base == UINT64_MAX)
		return hwh_refuse(reader, "an address from BASEVALUE on in HIGHVALUE", high);
	segment->size = last - segment->base + 1;
	return 0;
}

static int read_map(struct reader *reader, const struct fcl_design_cell *cell,
		    const xmlNode *module)
{
	const xmlNode *node = fcl_xml_child(fcl_xml_child(module, "MEMORYMAP"), "MEMRANGE");
	int error = 0;

	for (; node && !error; node = fcl_xml_next(node)) {
		reader->node = node;
		error = hwh_read_range(reader, cell);
	}
	return error;
}

static int read_module(struct reader *reader, const xmlNode *module)
{
	struct fcl_design_cell *cell;
	const char *path, *instance;
	int error;

	reader->node = module;
	path = hwh_attr(reader, "FULLNAME");
	instance = hwh_attr(reader, "INSTANCE");
	path = *path == '/' ? path + 1 : *path ? path : instance;
	if (!*path)
		return hwh_refuse(reader, "a module with a FULLNAME or an INSTANCE", "");
	cell = fcl_design_add_cell(reader->design, path, reader->err);
	if (!cell)
		return reader->err->code;
	cell->instance = instance;
	cell->vlnv = hwh_attr(reader, "VLNV");
	cell->line = fcl_design_xml_line(module);
	error = reader->good ? hwh_read_parameters(reader, cell, module) : -ENOMEM;
	if (!error)
		error = hwh_read_ports(reader, cell, module);
	if (!error)
		error = hwh_read_registers(reader, cell, module);
	hwh_find_streams(cell, module);
	return error ? error : read_map(reader, cell, module);
}

/* Slaves are referred to by instance; from here on, by path. */
static void resolve_slaves(struct fcl_design *design)
{
	for (struct fcl_design_segment *at = design->segments; at; at = at->next)
		for (const struct fcl_design_cell *cell = design->cells; cell; cell = cell->next)
			if (!strcmp(cell->instance, at->slave)) {
				at->slave = cell->name;
				break;
			}
}

static int read_system(struct reader *reader, const xmlNode *root)
{
	const xmlNode *info = fcl_xml_child(root, "SYSTEMINFO"), *module;
	const char *device, *package;
	int error = 0;

	reader->node = info ? info : root;
	if (strcmp((const char *)root->name, "EDKSYSTEM") != 0 || !info)
		return hwh_refuse(reader, "a hardware handoff: <EDKSYSTEM> with <SYSTEMINFO>",
				  (const char *)root->name);
	reader->design->name = hwh_attr(reader, "NAME");
	device = hwh_attr(reader, "DEVICE");
	package = hwh_attr(reader, "PACKAGE");
	if (*device)
		reader->design->part = fcl_design_text(reader->design, reader->err, "xc%s%s%s",
						       device, package,
						       hwh_attr(reader, "SPEEDGRADE"));
	if (!reader->design->part || !reader->good)
		return -ENOMEM;
	module = fcl_xml_child(fcl_xml_child(root, "MODULES"), "MODULE");
	for (; module && !error; module = fcl_xml_next(module))
		error = read_module(reader, module);
	return error;
}

int fcl_design_hwh_read(struct fcl_design *design, const char *bytes, size_t size,
			struct fcl_err *err)
{
	struct reader reader = {.design = design, .err = err, .good = true};
	xmlDoc *doc = NULL;
	int error = fcl_design_xml_parse(design->file, bytes, size, &doc, err);

	if (error)
		return error;
	error = read_system(&reader, xmlDocGetRootElement(doc));
	if (error == -ENOMEM)
		fcl_err_set(err, error, "no memory for %s", design->file);
	if (!error)
		resolve_slaves(design);
	fcl_xml_free(doc);
	return error;
}
