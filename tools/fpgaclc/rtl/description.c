/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/description.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/xml.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/rtl/files.h"
#include "tools/fpgaclc/rtl/ports.h"

/*
 * Reads IP-XACT (IEEE 1685, in Vivado's form) and the kernel.xml of the RTL kernel flow (UG1393
 * "RTL Kernel XML File"). Elements are matched by local name.
 */

/* Registers below this offset belong to the control protocol. */
#define FCLC_FIRST_ARGUMENT 0x10u

/* The file being read. */
struct xml {
	struct fclc_program *program;
	struct fclc_rtl *rtl;
	const char *path;
	const char *shown; /* its name in messages */
	const char *root;  /* the directory that its files must be in; NULL: anywhere */
	struct fcl_err *err;
};

static int xml_error(const struct xml *xml, const xmlNode *node, const char *what, const char *name)
{
	return fclc_error(xml->err, (struct fclc_place){xml->shown, (unsigned)xmlGetLineNo(node)},
			  "%s '%s'", what, name);
}

/* `what` names the element in the message, for example "register". */
static int xml_expected(const struct xml *xml, const xmlNode *node, const char *what,
			const char *name, const char *expected, const char *found)
{
	return fclc_error(xml->err, (struct fclc_place){xml->shown, (unsigned)xmlGetLineNo(node)},
			  "%s '%s': expected %s, found '%s'", what, name, expected, found);
}

static const char *xml_keep(const struct xml *xml, xmlChar *text)
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

/* The text of a child element; "" if there is none. */
static const char *xml_text(const struct xml *xml, const xmlNode *node, const char *name)
{
	return xml_keep(xml, xmlNodeGetContent(fcl_xml_child(node, name)));
}

static const char *xml_attr(const struct xml *xml, xmlNode *node, const char *name)
{
	return xml_keep(xml, node ? xmlGetProp(node, (const xmlChar *)name) : NULL);
}

/*
 * Parses a decimal number, or a hexadecimal one as "0x10". False if it is invalid, or exceeds
 * `most`.
 */
static bool xml_number(const char *text, uint64_t most, uint32_t *ret_number)
{
	char *end;
	unsigned long long number = strtoull(text, &end, 0);

	if (end == text || *end || number > most)
		return false;
	*ret_number = (uint32_t)number;
	return true;
}

static void xml_add_bus(const struct xml *xml, const char *name, enum fclc_bus_kind kind)
{
	struct fclc_rtl *rtl = xml->rtl;

	rtl->buses = fclc_grow(xml->program->arena, rtl->buses, rtl->nbuses, &rtl->buses_capacity,
			       sizeof(*rtl->buses));
	rtl->buses[rtl->nbuses++] = (struct fclc_bus){.name = name, .kind = kind};
}

static struct fclc_rtl_arg *xml_add_arg(const struct xml *xml)
{
	struct fclc_rtl *rtl = xml->rtl;

	rtl->args = fclc_grow(xml->program->arena, rtl->args, rtl->nargs, &rtl->args_capacity,
			      sizeof(*rtl->args));
	return &rtl->args[rtl->nargs++];
}

static int xml_control(const struct xml *xml, const xmlNode *node, const char *protocol)
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
	return *protocol
		       ? xml_error(
				 xml, node,
				 "expected control protocol ap_ctrl_hs, ap_ctrl_chain, ap_ctrl_none or user_managed, found",
				 protocol)
		       : 0;
}

/* The number of bytes that the registers occupy. False if the text is no such number. */
static bool registers_range(struct fclc_rtl *rtl, const char *text)
{
	char *end;
	unsigned long long range = strtoull(text, &end, 0);

	if (!*text || *end || !range)
		return false;
	range = range < FCLC_MOST_OFFSET ? range : FCLC_MOST_OFFSET;
	if (rtl->registers_end < range)
		rtl->registers_end = (uint32_t)range;
	return true;
}

static bool has_register(const struct fclc_rtl_arg *arg)
{
	return arg->kind != FCLC_ARG_STREAM;
}

/* Registers lie inside the range of their slave, and apart. */
static int check_registers(const struct xml *xml, const xmlNode *node)
{
	const struct fclc_rtl *rtl = xml->rtl;
	const char *found;

	for (uint32_t i = 0; i < rtl->nargs; i++) {
		const struct fclc_rtl_arg *arg = &rtl->args[i];

		if (!has_register(arg))
			continue;
		found = fclc_format(xml->program->arena, "0x%x and %u bytes", arg->offset,
				    arg->size);
		if (rtl->registers_end && (uint64_t)arg->offset + arg->size > rtl->registers_end)
			return xml_expected(
				xml, node, "argument", arg->name,
				fclc_format(xml->program->arena,
					    "a register below 0x%x, the range of its slave",
					    rtl->registers_end),
				found);
		for (uint32_t j = 0; j < i; j++)
			if (has_register(&rtl->args[j]) &&
			    arg->offset < rtl->args[j].offset + rtl->args[j].size &&
			    rtl->args[j].offset < arg->offset + arg->size)
				return xml_expected(
					xml, node, "argument", arg->name,
					fclc_format(xml->program->arena,
						    "a register apart from that of '%s'",
						    rtl->args[j].name),
					found);
	}
	return 0;
}

/* --- component.xml --- */

static const char *component_parameter(const struct xml *xml, const xmlNode *node, const char *name)
{
	xmlNode *parameter = fcl_xml_child(fcl_xml_child(node, "parameters"), "parameter");

	for (; parameter; parameter = fcl_xml_next(parameter))
		if (!strcmp(xml_text(xml, parameter, "name"), name))
			return xml_text(xml, parameter, "value");
	return "";
}

/* Ports need not have the names of the signals that the description maps to them. */
static void component_ports(const struct xml *xml, const xmlNode *bus, const char *name,
			    const char *type)
{
	xmlNode *map = fcl_xml_child(fcl_xml_child(bus, "portMaps"), "portMap");
	const char *polarity = component_parameter(xml, bus, "POLARITY");

	for (; map; map = fcl_xml_next(map)) {
		const char *signal = xml_text(xml, fcl_xml_child(map, "logicalPort"), "name");
		const char *port = xml_text(xml, fcl_xml_child(map, "physicalPort"), "name");

		if (!strcmp(type, "clock"))
			fclc_rtl_map_clock(xml->program, xml->rtl, port);
		else if (strcmp(type, "reset") != 0)
			fclc_rtl_map_signal(xml->program, xml->rtl, name, signal, port);
		else if (*polarity || !fclc_rtl_names_reset(port))
			fclc_rtl_map_reset(xml->program, xml->rtl, port,
					   strcasecmp(polarity, "ACTIVE_HIGH") != 0);
	}
}

static void component_bus(const struct xml *xml, xmlNode *bus)
{
	const char *type = xml_attr(xml, fcl_xml_child(bus, "busType"), "name");
	const char *name = xml_text(xml, bus, "name");
	bool master = fcl_xml_child(bus, "master") || fcl_xml_child(bus, "initiator");

	if (!strcmp(type, "aximm"))
		xml_add_bus(xml, name, master ? FCLC_BUS_MASTER : FCLC_BUS_SLAVE);
	else if (!strcmp(type, "axis"))
		xml_add_bus(xml, name, master ? FCLC_BUS_OUT : FCLC_BUS_IN);
	else if (strcmp(type, "clock") != 0 && strcmp(type, "reset") != 0)
		return;
	component_ports(xml, bus, name, type);
}

static int component_register(const struct xml *xml, const xmlNode *node)
{
	const char *name = xml_text(xml, node, "name");
	const char *bus = component_parameter(xml, node, "ASSOCIATED_BUSIF");
	struct fclc_rtl_arg *arg;
	uint32_t offset, bits = 32;

	if (!xml_number(xml_text(xml, node, "addressOffset"), FCLC_MOST_OFFSET, &offset))
		return xml_expected(xml, node, "register", name, "an addressOffset below 64 KiB",
				    xml_text(xml, node, "addressOffset"));
	if (!xml_number(xml_text(xml, node, "size"), 8 * FCLC_MOST_OFFSET, &bits) || !bits)
		return xml_expected(xml, node, "register", name, "a size in bits",
				    xml_text(xml, node, "size"));
	if (offset < FCLC_FIRST_ARGUMENT)
		return 0;
	arg = xml_add_arg(xml);
	*arg = (struct fclc_rtl_arg){.name = name,
				     .bus = bus,
				     .id = xml->rtl->nargs - 1,
				     .kind = *bus ? FCLC_ARG_POINTER : FCLC_ARG_VALUE,
				     .size = (bits + 7) / 8,
				     .offset = offset};
	return 0;
}

static int component_registers(const struct xml *xml, const xmlNode *component)
{
	xmlNode *map = fcl_xml_child(fcl_xml_child(component, "memoryMaps"), "memoryMap");
	xmlNode *block, *node;
	int error = 0;

	for (; map; map = fcl_xml_next(map))
		for (block = fcl_xml_child(map, "addressBlock"); block && !error;
		     block = fcl_xml_next(block)) {
			/* The range may be an expression, which does not matter here. */
			registers_range(xml->rtl, xml_text(xml, block, "range"));
			for (node = fcl_xml_child(block, "register"); node && !error;
			     node = fcl_xml_next(node))
				error = component_register(xml, node);
		}
	return error ? error : check_registers(xml, component);
}

/* AXI4-Stream interfaces become arguments, after those with registers. */
static void add_streams(const struct xml *xml)
{
	struct fclc_rtl *rtl = xml->rtl;

	for (uint32_t i = 0; i < rtl->nbuses; i++)
		if (rtl->buses[i].kind == FCLC_BUS_IN || rtl->buses[i].kind == FCLC_BUS_OUT) {
			const struct fclc_rtl_arg arg = {.name = rtl->buses[i].name,
							 .bus = rtl->buses[i].name,
							 .id = rtl->nargs,
							 .kind = FCLC_ARG_STREAM};

			*xml_add_arg(xml) = arg;
		}
}

/* Whether a path that starts with `root` stays inside it, in spite of any "..". */
static bool is_inside(const char *path, const char *root)
{
	int depth = 0;

	for (path += strlen(root); *path && depth >= 0; path += strcspn(path, "/")) {
		path += strspn(path, "/");
		if (!strncmp(path, "..", 2) && (!path[2] || path[2] == '/'))
			depth--;
		else if (*path && (*path != '.' || (path[1] && path[1] != '/')))
			depth++;
	}
	return depth >= 0;
}

static int component_file(const struct xml *xml, xmlNode *file)
{
	const char *name = xml_text(xml, file, "name"), *slash = strrchr(xml->path, '/');
	const char *path = *name == '/' ? name
					: fclc_format(xml->program->arena, "%.*s%s",
						      slash ? (int)(slash - xml->path) + 1 : 0,
						      xml->path, name);

	if (!fclc_rtl_is_hdl(name) && !fclc_rtl_is_data(name))
		return 0;
	if (xml->root && (*name == '/' || !is_inside(path, xml->root)))
		return xml_error(xml, file, "expected a file of the archive, found", name);
	return fclc_rtl_add_file(xml->program, xml->rtl, path, name, false, xml->err);
}

/*
 * Whether a file set belongs to the kernel. Vivado also packages the test bench; Vitis HLS packages
 * the kernel twice, in Verilog and in VHDL.
 */
static bool is_of_kernel(const struct xml *xml, const xmlNode *set, bool has_verilog)
{
	const char *name = xml_text(xml, set, "name");

	return !strstr(name, "testbench") && !(has_verilog && strstr(name, "_vhdl"));
}

static int component_files(const struct xml *xml, const xmlNode *component)
{
	xmlNode *first = fcl_xml_child(fcl_xml_child(component, "fileSets"), "fileSet"), *set,
		*file;
	bool has_verilog = false;
	int error = 0;

	for (set = first; set; set = fcl_xml_next(set))
		/* Other names that contain "_verilogsynthesis" are those of cores inside the IP. */
		has_verilog |= !strcmp(xml_text(xml, set, "name"),
				       "xilinx_verilogsynthesis_view_fileset");
	for (set = first; set; set = fcl_xml_next(set))
		for (file = is_of_kernel(xml, set, has_verilog) ? fcl_xml_child(set, "file") : NULL;
		     file && !error; file = fcl_xml_next(file))
			error = component_file(xml, file);
	return error;
}

static int read_component(const struct xml *xml, const xmlNode *component)
{
	xmlNode *bus = fcl_xml_child(fcl_xml_child(component, "busInterfaces"), "busInterface");
	const xmlNode *view = fcl_xml_child(component, "model");
	int error;

	for (; bus; bus = fcl_xml_next(bus))
		component_bus(xml, bus);
	error = component_registers(xml, component);
	if (error)
		return error;
	add_streams(xml);
	view = fcl_xml_child(fcl_xml_child(view, "views"), "view");
	xml->rtl->top = xml_text(xml, view, "modelName");
	if (!*xml->rtl->top)
		xml->rtl->top = xml_text(xml, component, "name");
	error = xml_control(xml, component, xml_text(xml, component, "ctrlProtocol"));
	return error ? error : component_files(xml, component);
}

/* --- kernel.xml --- */

/* An attribute of a port that has a number, or is not there. */
static int port_number(const struct xml *xml, xmlNode *port, const char *attribute, uint64_t most,
		       uint32_t *ret_number)
{
	const char *text = xml_attr(xml, port, attribute);

	*ret_number = 0;
	if (!*text || xml_number(text, most, ret_number))
		return 0;
	return xml_expected(xml, port, "port", xml_attr(xml, port, "name"),
			    fclc_format(xml->program->arena, "a number as its %s", attribute),
			    text);
}

static bool has_bus(const struct fclc_rtl *rtl, const char *name)
{
	for (uint32_t i = 0; i < rtl->nbuses; i++)
		if (!strcasecmp(rtl->buses[i].name, name))
			return true;
	return false;
}

static bool is_mode(const char *mode)
{
	return !strcmp(mode, "master") || !strcmp(mode, "slave") || !strcmp(mode, "read_only") ||
	       !strcmp(mode, "write_only");
}

static int kernel_port(const struct xml *xml, xmlNode *port)
{
	const char *name = xml_attr(xml, port, "name");
	const char *mode = xml_attr(xml, port, "mode");
	bool stream = !strcmp(xml_attr(xml, port, "portType"), "stream");
	const char *range;
	uint32_t bits;
	int error;

	if (!*name)
		return xml_error(xml, port, "expected a port with a name, found one without, mode",
				 mode);
	if (!is_mode(mode))
		return xml_expected(xml, port, "port", name,
				    "mode master, slave, read_only or write_only", mode);
	if (has_bus(xml->rtl, name))
		return xml_error(xml, port, "expected one port of each name, found two with", name);
	error = port_number(xml, port, "dataWidth", UINT32_MAX, &bits);
	if (error)
		return error;
	if (!strcmp(mode, "slave"))
		xml_add_bus(xml, name, FCLC_BUS_SLAVE);
	else if (!strcmp(mode, "read_only") || (stream && strcmp(mode, "write_only") != 0))
		xml_add_bus(xml, name, FCLC_BUS_IN);
	else
		xml_add_bus(xml, name,
			    !strcmp(mode, "write_only") ? FCLC_BUS_OUT : FCLC_BUS_MASTER);
	xml->rtl->buses[xml->rtl->nbuses - 1].stated_width = bits;
	range = xml_attr(xml, port, "range");
	if (!strcmp(mode, "slave") && *range && !registers_range(xml->rtl, range))
		return xml_expected(xml, port, "port", name, "a number of bytes as its range",
				    range);
	return 0;
}

static int kernel_arg(const struct xml *xml, xmlNode *node)
{
	static const enum fclc_arg_kind kinds[] = {FCLC_ARG_VALUE, FCLC_ARG_POINTER,
						   FCLC_ARG_POINTER, FCLC_ARG_BAD, FCLC_ARG_STREAM};
	const char *name = xml_attr(xml, node, "name"), *id = xml_attr(xml, node, "id");
	struct fclc_rtl_arg *arg;
	uint32_t qualifier, size = 0, offset = 0, number = xml->rtl->nargs;

	if (!xml_number(xml_attr(xml, node, "addressQualifier"), 4, &qualifier) ||
	    kinds[qualifier] == FCLC_ARG_BAD)
		return xml_expected(xml, node, "argument", name, "addressQualifier 0, 1, 2 or 4",
				    xml_attr(xml, node, "addressQualifier"));
	if (qualifier != 4 &&
	    (!xml_number(xml_attr(xml, node, "size"), FCLC_MOST_OFFSET, &size) || !size))
		return xml_expected(xml, node, "argument", name, "a size in bytes",
				    xml_attr(xml, node, "size"));
	if (qualifier != 4 && !xml_number(xml_attr(xml, node, "offset"), FCLC_MOST_OFFSET, &offset))
		return xml_expected(xml, node, "argument", name, "an offset below 64 KiB",
				    xml_attr(xml, node, "offset"));
	if (*id && !xml_number(id, FCLC_MOST_OFFSET, &number))
		return xml_expected(xml, node, "argument", name, "a number as its id", id);
	arg = xml_add_arg(xml);
	*arg = (struct fclc_rtl_arg){.name = name,
				     .bus = xml_attr(xml, node, "port"),
				     .id = number,
				     .kind = kinds[qualifier],
				     .size = size,
				     .offset = offset};
	return 0;
}

/* Hosts set arguments by their ids, so these are 0, 1, 2 and so on, in any order. */
static int order_args(const struct xml *xml, const xmlNode *node)
{
	struct fclc_rtl *rtl = xml->rtl;

	for (uint32_t i = 1; i < rtl->nargs; i++)
		for (uint32_t j = i; j && rtl->args[j].id < rtl->args[j - 1].id; j--) {
			struct fclc_rtl_arg arg = rtl->args[j];

			rtl->args[j] = rtl->args[j - 1];
			rtl->args[j - 1] = arg;
		}
	for (uint32_t i = 0; i < rtl->nargs; i++)
		if (rtl->args[i].id != i)
			return xml_expected(
				xml, node, "argument", rtl->args[i].name,
				fclc_format(xml->program->arena,
					    "ids from 0 to %u, each of one argument",
					    rtl->nargs - 1),
				fclc_format(xml->program->arena, "%u", rtl->args[i].id));
	return 0;
}

static int check_names(const struct xml *xml, const xmlNode *node)
{
	const struct fclc_rtl *rtl = xml->rtl;

	for (uint32_t i = 0; i < rtl->nargs; i++)
		for (uint32_t j = 0; j < i; j++)
			if (!strcmp(rtl->args[i].name, rtl->args[j].name))
				return xml_error(
					xml, node,
					"expected one argument of each name, found two with",
					rtl->args[i].name);
	return 0;
}

static int read_kernel(const struct xml *xml, xmlNode *kernel)
{
	xmlNode *port = fcl_xml_child(fcl_xml_child(kernel, "ports"), "port");
	xmlNode *arg = fcl_xml_child(fcl_xml_child(kernel, "args"), "arg");
	const char *name = xml_attr(xml, kernel, "name");
	struct fclc_rtl *rtl = xml->rtl;
	int error = xml_control(xml, kernel, xml_attr(xml, kernel, "hwControlProtocol"));

	if (!*name)
		return xml_error(xml, kernel, "expected a kernel with an attribute", "name");
	if (!rtl->kernel)
		rtl->kernel = name;
	/* A kernel.xml describes the complete interface or nothing of it. */
	if (port || arg)
		rtl->nbuses = rtl->nargs = rtl->registers_end = 0;
	for (; port && !error; port = fcl_xml_next(port))
		error = kernel_port(xml, port);
	for (; arg && !error; arg = fcl_xml_next(arg))
		error = kernel_arg(xml, arg);
	if (!error)
		error = order_args(xml, kernel);
	if (!error)
		error = check_names(xml, kernel);
	return error ? error : check_registers(xml, kernel);
}

static int describe(const struct xml *xml)
{
	struct fcl_xml_refusal refusal;
	xmlNode *root, *kernel;
	xmlDoc *doc;
	char *bytes;
	size_t size;
	int error = fclc_read_file(xml->program, xml->path, &bytes, &size, xml->err);

	if (error)
		return error;
	error = fcl_xml_parse(bytes, size, &doc, &refusal);
	if (error == -ENOMEM)
		return fclc_error(xml->err, FCLC_NOWHERE, "out of memory");
	if (error)
		return fclc_error(xml->err, (struct fclc_place){xml->shown, (unsigned)refusal.line},
				  "expected well-formed XML%s: %s",
				  refusal.has_doctype ? " without a DOCTYPE" : "", refusal.text);
	root = xmlDocGetRootElement(doc);
	kernel = root && !strcmp((char *)root->name, "kernel") ? root
							       : fcl_xml_child(root, "kernel");
	if (kernel)
		error = read_kernel(xml, kernel);
	else if (root && !strcmp((char *)root->name, "component"))
		error = read_component(xml, root);
	else
		error = fclc_error(
			xml->err, (struct fclc_place){xml->shown, 1},
			"expected an IP-XACT component or a kernel.xml, found root element '%s'",
			root ? (const char *)root->name : "");
	fcl_xml_free(doc);
	return error;
}

int fclc_rtl_describe(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		      struct fcl_err *err)
{
	return describe(&(const struct xml){
		.program = program, .rtl = rtl, .path = path, .shown = path, .err = err});
}

int fclc_rtl_describe_packed(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
			     const char *folder, const char *shown, struct fcl_err *err)
{
	return describe(&(const struct xml){.program = program,
					    .rtl = rtl,
					    .path = path,
					    .shown = shown,
					    .root = folder,
					    .err = err});
}
