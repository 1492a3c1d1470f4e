/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/info/component.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml.h"

/* The same limits as in fpgaclc: tools/fpgaclc/rtl/description.c. */
enum { FIRST_ARGUMENT = 0x10, MOST_OFFSET = 0xffff };

struct component {
	struct fcl_image *image;
	struct fcl_image_kernel *kernel;
	const char *slave; /* the port that these registers belong to; "" if none */
	struct fcl_err *err;
};

/*
 * The text of a child element, trimmed and owned by the image; "" if there is none. NULL: out of
 * memory.
 */
static const char *component_text(const struct component *c, const xmlNode *node, const char *name)
{
	size_t length;
	const char *from = fcl_xml_text(fcl_xml_child(node, name), &length);

	return fcl_image_string(c->image, "%.*s", (int)(length < 4096 ? length : 4096), from);
}

static int component_no_memory(const struct component *c)
{
	return fcl_err_set(c->err, -ENOMEM, "no memory for the contents of component.xml");
}

static int component_add_bus(struct component *c, const xmlNode *bus)
{
	const xmlNode *kind = fcl_xml_child(bus, "busType");
	const char *type = kind ? fcl_xml_attr(kind, "name") : NULL;
	bool master = fcl_xml_child(bus, "master") || fcl_xml_child(bus, "initiator");
	bool stream = type && !strcmp(type, "axis");
	struct fcl_image_port *port = &c->kernel->ports[c->kernel->nports];

	if (!type || (!stream && strcmp(type, "aximm") != 0))
		return 0;
	port->name = component_text(c, bus, "name");
	if (!port->name)
		return component_no_memory(c);
	port->type = stream ? "stream" : "addressable";
	if (stream)
		port->mode = master ? FCL_PORT_WRITE_ONLY : FCL_PORT_READ_ONLY;
	else
		port->mode = master ? FCL_PORT_MASTER : FCL_PORT_SLAVE;
	if (port->mode == FCL_PORT_SLAVE)
		c->slave = port->name;
	c->kernel->nports++;
	return 0;
}

static bool component_number(const char *from, unsigned long long most, unsigned long long *ret)
{
	char *end;

	*ret = strtoull(from, &end, 0);
	return end != from && !*end && *ret <= most;
}

static int component_add_arg(struct component *c, const char *name, const char *port,
			     enum fcl_image_qualifier qualifier, uint64_t offset, uint64_t size)
{
	struct fcl_image_arg *arg = &c->kernel->args[c->kernel->nargs];

	*arg = (struct fcl_image_arg){.name = name,
				      .type_name = "",
				      .port = port,
				      .id = c->kernel->nargs,
				      .qualifier = qualifier,
				      .offset = offset,
				      .size = size,
				      .host_size = size};
	c->kernel->nargs++;
	return 0;
}

/* A register associated with a memory port contains an address in that memory. */
static int component_add_register(struct component *c, const xmlNode *node)
{
	const char *name = component_text(c, node, "name"),
		   *offset = component_text(c, node, "addressOffset");
	const char *size = component_text(c, node, "size"), *bus = "";
	const xmlNode *parameter = fcl_xml_child(fcl_xml_child(node, "parameters"), "parameter");
	unsigned long long at, bits;

	for (; parameter && bus; parameter = fcl_xml_next(parameter)) {
		const char *key = component_text(c, parameter, "name");

		if (!key)
			return component_no_memory(c);
		if (!strcmp(key, "ASSOCIATED_BUSIF"))
			bus = component_text(c, parameter, "value");
	}
	if (!name || !offset || !size || !bus)
		return component_no_memory(c);
	if (!component_number(offset, MOST_OFFSET, &at))
		return fcl_err_set(
			c->err, -EINVAL,
			"component.xml line %d: register \"%s\": expected an addressOffset below 64 KiB, found \"%s\"",
			(int)xmlGetLineNo(node), name, offset);
	if (at < FIRST_ARGUMENT)
		return 0;
	if (!component_number(size, 8ULL * MOST_OFFSET, &bits) || !bits)
		return fcl_err_set(
			c->err, -EINVAL,
			"component.xml line %d: register \"%s\": expected a size in bits, found \"%s\"",
			(int)xmlGetLineNo(node), name, size);
	return component_add_arg(c, name, *bus ? bus : c->slave,
				 *bus ? FCL_ARG_GLOBAL : FCL_ARG_SCALAR, at, (bits + 7) / 8);
}

/* Calls `add` for each register in the blocks of the memory maps. */
static int each_register(struct component *c, const xmlNode *root,
			 int (*add)(struct component *c, const xmlNode *node))
{
	const xmlNode *map = fcl_xml_child(fcl_xml_child(root, "memoryMaps"), "memoryMap");
	int error = 0;

	for (; map; map = fcl_xml_next(map))
		for (const xmlNode *block = fcl_xml_child(map, "addressBlock"); block;
		     block = fcl_xml_next(block))
			for (const xmlNode *node = fcl_xml_child(block, "register"); node && !error;
			     node = fcl_xml_next(node))
				error = add(c, node);
	return error;
}

static int count_register(struct component *c, const xmlNode *node)
{
	(void)node;
	c->kernel->nargs++;
	return 0;
}

static int component_fill(struct component *c, const xmlNode *root)
{
	const xmlNode *buses = fcl_xml_child(root, "busInterfaces");
	uint32_t nbuses = fcl_xml_count(buses, "busInterface");
	struct fcl_image_kernel *kernel = fcl_image_alloc(c->image, 1, sizeof(*kernel));
	int error = 0;

	if (!kernel)
		return component_no_memory(c);
	c->kernel = c->image->kernels = kernel;
	c->image->nkernels = 1;
	kernel->language = "ip_c";
	kernel->attributes = "";
	kernel->name = component_text(c, root, "name");
	kernel->ports = fcl_image_alloc(c->image, nbuses + 1, sizeof(*kernel->ports));
	each_register(c, root, count_register);
	kernel->args = fcl_image_alloc(c->image, kernel->nargs + nbuses + 1, sizeof(*kernel->args));
	kernel->nargs = 0;
	if (!kernel->name || !kernel->ports || !kernel->args)
		return component_no_memory(c);
	for (const xmlNode *bus = fcl_xml_child(buses, "busInterface"); bus && !error;
	     bus = fcl_xml_next(bus))
		error = component_add_bus(c, bus);
	if (!error)
		error = each_register(c, root, component_add_register);
	/* Streams become arguments, after those with registers. */
	for (uint32_t i = 0; i < kernel->nports && !error; i++)
		if (kernel->ports[i].mode >= FCL_PORT_READ_ONLY)
			error = component_add_arg(c, kernel->ports[i].name, kernel->ports[i].name,
						  FCL_ARG_STREAM, 0, 0);
	if (!error && !kernel->nports && !kernel->nargs)
		return fcl_err_set(
			c->err, -EINVAL,
			"expected bus interfaces or registers in component.xml, found neither");
	kernel->nhost_args = kernel->nargs;
	return error;
}

int fcl_tool_component_read(const char *xml, size_t size, struct fcl_image **ret_image,
			    struct fcl_err *err)
{
	struct component c = {.slave = "", .err = err};
	struct fcl_xml_refusal refusal = {0};
	const xmlNode *root;
	xmlDoc *doc = NULL;
	int error = fcl_xml_parse(xml, size, &doc, &refusal);

	if (error == -EINVAL)
		return fcl_err_set(err, error, "component.xml line %d: %s", refusal.line,
				   refusal.has_doctype ? "it has a DOCTYPE" : refusal.text);
	if (error)
		return fcl_err_set(err, error, "no memory for component.xml");
	root = xmlDocGetRootElement(doc);
	error = fcl_image_new(&c.image, err);
	if (!error && strcmp((const char *)root->name, "component") != 0)
		error = fcl_err_set(
			err, -EINVAL,
			"component.xml: expected an IP-XACT component, found root element \"%.64s\"",
			(const char *)root->name);
	if (!error)
		error = component_fill(&c, root);
	fcl_xml_free(doc);
	if (error && c.image)
		fcl_image_unref(c.image);
	else
		*ret_image = c.image;
	return error;
}
