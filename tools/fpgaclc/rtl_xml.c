/* SPDX-License-Identifier: Apache-2.0 */
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/driver.h"
#include "tools/fpgaclc/rtl.h"

/*
 * IP-XACT (IEEE 1685, in the form Vivado writes) and the kernel.xml of the RTL kernel flow (UG1393
 * "RTL Kernel XML File"). Elements are looked up by their local names.
 */

/* Registers below belong to the control protocol. */
#define FCLC_FIRST_ARGUMENT 0x10u
#define FCLC_MOST_OFFSET 0x10000u

/* What is being read, for messages. */
struct fclc_xml {
	struct fclc_program *program;
	struct fclc_rtl *rtl;
	const char *path;
	struct fcl_err *err;
};

static int fclc_xml_error(const struct fclc_xml *xml, const xmlNode *node, const char *what,
			  const char *name)
{
	return fclc_error(xml->err, (struct fclc_place){xml->path, (unsigned)xmlGetLineNo(node)},
			  "%s '%s'", what, name);
}

static xmlNode *fclc_xml_child(const xmlNode *node, const char *name)
{
	xmlNode *child = node ? node->children : NULL;

	while (child && (child->type != XML_ELEMENT_NODE || strcmp((char *)child->name, name) != 0))
		child = child->next;
	return child;
}

static xmlNode *fclc_xml_next(xmlNode *node)
{
	xmlNode *next = node->next;

	while (next && (next->type != XML_ELEMENT_NODE ||
			strcmp((char *)next->name, (char *)node->name) != 0))
		next = next->next;
	return next;
}

static const char *fclc_xml_keep(const struct fclc_xml *xml, xmlChar *text)
{
	const char *from = text ? (char *)text : "", *kept;
	size_t length;

	from += strspn(from, " \t\r\n");
	length = strlen(from);
	while (length && strchr(" \t\r\n", from[length - 1]))
		length--;
	kept = fclc_copy(xml->program->arena, from, length);
	xmlFree(text);
	return kept;
}

/* The text of a child element, "" if there is none. */
static const char *fclc_xml_text(const struct fclc_xml *xml, const xmlNode *node, const char *name)
{
	return fclc_xml_keep(xml, xmlNodeGetContent(fclc_xml_child(node, name)));
}

static const char *fclc_xml_attr(const struct fclc_xml *xml, xmlNode *node, const char *name)
{
	return fclc_xml_keep(xml, node ? xmlGetProp(node, (const xmlChar *)name) : NULL);
}

/* Decimal, or hexadecimal as "0x10". False: no number, or beyond `most`. */
static bool fclc_xml_number(const char *text, uint64_t most, uint32_t *ret_number)
{
	char *end;
	unsigned long long number = strtoull(text, &end, 0);

	if (end == text || *end || number > most)
		return false;
	*ret_number = (uint32_t)number;
	return true;
}

static void fclc_xml_add_bus(const struct fclc_xml *xml, const char *name, enum fclc_bus_kind kind)
{
	struct fclc_rtl *rtl = xml->rtl;

	rtl->buses = fclc_grow(xml->program->arena, rtl->buses, rtl->nbuses, &rtl->buses_capacity,
			       sizeof(*rtl->buses));
	rtl->buses[rtl->nbuses++] = (struct fclc_bus){.name = name, .kind = kind};
}

static struct fclc_rtl_arg *fclc_xml_add_arg(const struct fclc_xml *xml)
{
	struct fclc_rtl *rtl = xml->rtl;

	rtl->args = fclc_grow(xml->program->arena, rtl->args, rtl->nargs, &rtl->args_capacity,
			      sizeof(*rtl->args));
	return &rtl->args[rtl->nargs++];
}

static int fclc_xml_control(const struct fclc_xml *xml, const xmlNode *node, const char *protocol)
{
	static const struct {
		const char *name;
		enum fcl_image_control control;
	} known[] = {{"ap_ctrl_hs", FCL_CONTROL_HS},
		     {"ap_ctrl_chain", FCL_CONTROL_CHAIN},
		     {"ap_ctrl_none", FCL_CONTROL_NONE},
		     {"user_managed", FCL_CONTROL_NONE}};

	for (size_t i = 0; *protocol && i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i].name, protocol) != 0)
			continue;
		xml->rtl->control = known[i].control;
		xml->rtl->user_managed = !strcmp(protocol, "user_managed");
		xml->rtl->has_control = true;
		return 0;
	}
	return *protocol ? fclc_xml_error(xml, node, "unknown control protocol", protocol) : 0;
}

/* --- component.xml --- */

static void fclc_component_bus(const struct fclc_xml *xml, xmlNode *bus)
{
	const char *type = fclc_xml_attr(xml, fclc_xml_child(bus, "busType"), "name");
	bool master = fclc_xml_child(bus, "master") || fclc_xml_child(bus, "initiator");

	if (!strcmp(type, "aximm"))
		fclc_xml_add_bus(xml, fclc_xml_text(xml, bus, "name"),
				 master ? FCLC_BUS_MASTER : FCLC_BUS_SLAVE);
	else if (!strcmp(type, "axis"))
		fclc_xml_add_bus(xml, fclc_xml_text(xml, bus, "name"),
				 master ? FCLC_BUS_OUT : FCLC_BUS_IN);
}

static const char *fclc_component_parameter(const struct fclc_xml *xml, const xmlNode *node,
					    const char *name)
{
	xmlNode *parameter = fclc_xml_child(fclc_xml_child(node, "parameters"), "parameter");

	for (; parameter; parameter = fclc_xml_next(parameter))
		if (!strcmp(fclc_xml_text(xml, parameter, "name"), name))
			return fclc_xml_text(xml, parameter, "value");
	return "";
}

static int fclc_component_register(const struct fclc_xml *xml, const xmlNode *node)
{
	const char *name = fclc_xml_text(xml, node, "name");
	const char *bus = fclc_component_parameter(xml, node, "ASSOCIATED_BUSIF");
	struct fclc_rtl_arg *arg;
	uint32_t offset, bits = 32;

	if (!fclc_xml_number(fclc_xml_text(xml, node, "addressOffset"), FCLC_MOST_OFFSET, &offset))
		return fclc_xml_error(xml, node, "no offset below 64 KiB for register", name);
	if (!fclc_xml_number(fclc_xml_text(xml, node, "size"), 8 * FCLC_MOST_OFFSET, &bits) ||
	    !bits)
		return fclc_xml_error(xml, node, "no size in bits for register", name);
	if (offset < FCLC_FIRST_ARGUMENT)
		return 0;
	arg = fclc_xml_add_arg(xml);
	*arg = (struct fclc_rtl_arg){.name = name,
				     .bus = bus,
				     .kind = *bus ? FCLC_ARG_POINTER : FCLC_ARG_VALUE,
				     .size = (bits + 7) / 8,
				     .offset = offset};
	return 0;
}

static int fclc_component_registers(const struct fclc_xml *xml, const xmlNode *component)
{
	xmlNode *map = fclc_xml_child(fclc_xml_child(component, "memoryMaps"), "memoryMap");
	xmlNode *block, *node;
	int ret = 0;

	for (; map; map = fclc_xml_next(map))
		for (block = fclc_xml_child(map, "addressBlock"); block;
		     block = fclc_xml_next(block))
			for (node = fclc_xml_child(block, "register"); node && !ret;
			     node = fclc_xml_next(node))
				ret = fclc_component_register(xml, node);
	return ret;
}

/* AXI4-Stream interfaces are arguments, behind those that have registers. */
static void fclc_add_streams(const struct fclc_xml *xml)
{
	struct fclc_rtl *rtl = xml->rtl;

	for (uint32_t i = 0; i < rtl->nbuses; i++)
		if (rtl->buses[i].kind == FCLC_BUS_IN || rtl->buses[i].kind == FCLC_BUS_OUT)
			*fclc_xml_add_arg(xml) = (struct fclc_rtl_arg){.name = rtl->buses[i].name,
								       .bus = rtl->buses[i].name,
								       .kind = FCLC_ARG_STREAM};
}

static bool fclc_is_hdl(const char *name)
{
	static const char *const suffixes[] = {".v",   ".sv",  ".vh",   ".svh", ".mem",
					       ".hex", ".dat", ".init", ".txt"};
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (!strcmp(dot, suffixes[i]))
			return true;
	return false;
}

static int fclc_component_file(const struct fclc_xml *xml, xmlNode *file)
{
	const char *name = fclc_xml_text(xml, file, "name"), *slash = strrchr(xml->path, '/');
	const char *path = *name == '/' ? name
					: fclc_format(xml->program->arena, "%.*s%s",
						      slash ? (int)(slash - xml->path) + 1 : 0,
						      xml->path, name);

	if (!fclc_is_hdl(name)) {
		size_t length = strlen(name);

		if (length > 4 &&
		    (!strcmp(name + length - 4, ".vhd") || !strcmp(name + length - 5, ".vhdl")))
			return fclc_xml_error(xml, file, "there is no emulation of VHDL:", name);
		return 0;
	}
	return fclc_rtl_add_file(xml->program, xml->rtl, path, name, false, xml->err);
}

static int fclc_component_files(const struct fclc_xml *xml, const xmlNode *component)
{
	xmlNode *set = fclc_xml_child(fclc_xml_child(component, "fileSets"), "fileSet"), *file;
	int ret = 0;

	for (; set; set = fclc_xml_next(set))
		for (file = fclc_xml_child(set, "file"); file && !ret; file = fclc_xml_next(file))
			ret = fclc_component_file(xml, file);
	return ret;
}

static int fclc_read_component(const struct fclc_xml *xml, const xmlNode *component)
{
	xmlNode *bus = fclc_xml_child(fclc_xml_child(component, "busInterfaces"), "busInterface");
	const xmlNode *view = fclc_xml_child(component, "model");
	int ret;

	for (; bus; bus = fclc_xml_next(bus))
		fclc_component_bus(xml, bus);
	ret = fclc_component_registers(xml, component);
	if (ret)
		return ret;
	fclc_add_streams(xml);
	view = fclc_xml_child(fclc_xml_child(view, "views"), "view");
	xml->rtl->top = fclc_xml_text(xml, view, "modelName");
	if (!*xml->rtl->top)
		xml->rtl->top = fclc_xml_text(xml, component, "name");
	ret = fclc_xml_control(xml, component, fclc_xml_text(xml, component, "ctrlProtocol"));
	return ret ? ret : fclc_component_files(xml, component);
}

/* --- kernel.xml --- */

static int fclc_kernel_port(const struct fclc_xml *xml, xmlNode *port)
{
	const char *name = fclc_xml_attr(xml, port, "name");
	const char *mode = fclc_xml_attr(xml, port, "mode");
	bool stream = !strcmp(fclc_xml_attr(xml, port, "portType"), "stream");

	if (!*name)
		return fclc_xml_error(xml, port, "a port without name, mode", mode);
	if (!strcmp(mode, "slave"))
		fclc_xml_add_bus(xml, name, FCLC_BUS_SLAVE);
	else if (!strcmp(mode, "read_only") || (stream && strcmp(mode, "write_only") != 0))
		fclc_xml_add_bus(xml, name, FCLC_BUS_IN);
	else
		fclc_xml_add_bus(xml, name,
				 !strcmp(mode, "write_only") ? FCLC_BUS_OUT : FCLC_BUS_MASTER);
	return 0;
}

static int fclc_kernel_arg(const struct fclc_xml *xml, xmlNode *node)
{
	static const enum fclc_arg_kind kinds[] = {FCLC_ARG_VALUE, FCLC_ARG_POINTER,
						   FCLC_ARG_POINTER, FCLC_ARG_BAD, FCLC_ARG_STREAM};
	const char *name = fclc_xml_attr(xml, node, "name");
	struct fclc_rtl_arg *arg;
	uint32_t qualifier, size = 0, offset = 0;

	if (!fclc_xml_number(fclc_xml_attr(xml, node, "addressQualifier"), 4, &qualifier) ||
	    kinds[qualifier] == FCLC_ARG_BAD)
		return fclc_xml_error(xml, node, "no address qualifier 0, 1, 2 or 4 for argument",
				      name);
	if (qualifier != 4 &&
	    (!fclc_xml_number(fclc_xml_attr(xml, node, "size"), FCLC_MOST_OFFSET, &size) || !size ||
	     !fclc_xml_number(fclc_xml_attr(xml, node, "offset"), FCLC_MOST_OFFSET, &offset)))
		return fclc_xml_error(xml, node, "no size and offset for argument", name);
	arg = fclc_xml_add_arg(xml);
	*arg = (struct fclc_rtl_arg){.name = name,
				     .bus = fclc_xml_attr(xml, node, "port"),
				     .kind = kinds[qualifier],
				     .size = size,
				     .offset = offset};
	return 0;
}

static int fclc_read_kernel(const struct fclc_xml *xml, xmlNode *kernel)
{
	xmlNode *port = fclc_xml_child(fclc_xml_child(kernel, "ports"), "port");
	xmlNode *arg = fclc_xml_child(fclc_xml_child(kernel, "args"), "arg");
	const char *name = fclc_xml_attr(xml, kernel, "name");
	struct fclc_rtl *rtl = xml->rtl;
	int ret = fclc_xml_control(xml, kernel, fclc_xml_attr(xml, kernel, "hwControlProtocol"));

	if (!*name)
		return fclc_xml_error(xml, kernel, "the kernel has no", "name");
	if (!rtl->kernel)
		rtl->kernel = name;
	/* It says all of the interface, or nothing. */
	if (port || arg)
		rtl->nbuses = rtl->nargs = 0;
	for (; port && !ret; port = fclc_xml_next(port))
		ret = fclc_kernel_port(xml, port);
	for (; arg && !ret; arg = fclc_xml_next(arg))
		ret = fclc_kernel_arg(xml, arg);
	return ret;
}

int fclc_rtl_describe(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		      struct fcl_err *err)
{
	const struct fclc_xml xml = {.program = program, .rtl = rtl, .path = path, .err = err};
	xmlNode *root, *kernel;
	xmlDoc *doc;
	char *bytes;
	size_t size;
	int ret = fclc_read_file(program, path, &bytes, &size, err);

	if (ret)
		return ret;
	doc = xmlReadMemory(bytes, (int)size, NULL, NULL,
			    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	if (!doc) {
		const xmlError *error = xmlGetLastError();

		return fclc_error(err, (struct fclc_place){path, error ? (unsigned)error->line : 1},
				  "it is not well-formed XML: %.*s",
				  error ? (int)strcspn(error->message, "\n") : 0,
				  error ? error->message : "");
	}
	root = xmlDocGetRootElement(doc);
	kernel = root && !strcmp((char *)root->name, "kernel") ? root
							       : fclc_xml_child(root, "kernel");
	if (kernel)
		ret = fclc_read_kernel(&xml, kernel);
	else if (root && !strcmp((char *)root->name, "component"))
		ret = fclc_read_component(&xml, root);
	else
		ret = fclc_error(err, (struct fclc_place){path, 1},
				 "it is neither an IP-XACT component nor a kernel.xml");
	xmlFreeDoc(doc);
	return ret;
}
