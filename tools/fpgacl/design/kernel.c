/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/kernel.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/xml.h"
#include "tools/fpgacl/design/header.h"
#include "tools/fpgacl/design/xml.h"

struct reader {
	struct fcl_design *design;
	struct fcl_design_kernel *kernel;
	struct fcl_err *err;
	const char *interface; /* of the registers that are being read */
	bool good;             /* falls when memory runs out */
};

static const char *kernel_text(struct reader *reader, const xmlNode *node, const char *name)
{
	const char *found = fcl_design_xml_text(reader->design, node, name, reader->err);

	reader->good &= found != NULL;
	return found ? found : "";
}

static const char *kernel_attr(struct reader *reader, const xmlNode *node, const char *name)
{
	const char *found = fcl_design_xml_attr(reader->design, node, name, reader->err);

	reader->good &= found != NULL;
	return found ? found : "";
}

static int kernel_refuse(const struct reader *reader, const xmlNode *node, const char *name,
			 const char *expected, const char *found)
{
	return fcl_err_set(reader->err, -EINVAL, "%s:%u: %.100s: expected %s, found \"%.100s\"",
			   reader->kernel->file, fcl_design_xml_line(node), name, expected, found);
}

static int kernel_set_control(struct reader *reader, const xmlNode *node, const char *protocol)
{
	if (!*protocol)
		return 0;
	reader->kernel->stated = true;
	if (!strcmp(protocol, "ap_ctrl_chain"))
		reader->kernel->control = FCL_CONTROL_CHAIN;
	else if (strcmp(protocol, "ap_ctrl_hs") != 0)
		return kernel_refuse(reader, node, "the control protocol",
				     "ap_ctrl_hs or ap_ctrl_chain", protocol);
	return 0;
}

/* --- component.xml ---------------------------------------------------------------------------- */

static const char *parameter(struct reader *reader, const xmlNode *node, const char *name)
{
	const xmlNode *at = fcl_xml_child(fcl_xml_child(node, "parameters"), "parameter");

	for (; at; at = fcl_xml_next(at))
		if (!strcmp(kernel_text(reader, at, "name"), name))
			return kernel_text(reader, at, "value");
	return "";
}

/* The bits of its fields, which may be fewer than those of the register. */
static uint32_t field_bits(struct reader *reader, const xmlNode *node, uint64_t size)
{
	const xmlNode *field = fcl_xml_child(node, "field");
	uint64_t bits = 0, width;

	for (; field; field = fcl_xml_next(field))
		if (strcmp(kernel_text(reader, field, "name"), "RESERVED") != 0 &&
		    fcl_design_number(kernel_text(reader, field, "bitWidth"), &width) &&
		    width <= size)
			bits += width;
	return (uint32_t)(bits && bits < size ? bits : size);
}

/* HLS names the two registers of a 64-bit argument a_1 and a_2; their description names the argument. */
static const char *kernel_name_of(struct reader *reader, const xmlNode *node)
{
	static const char of[] = "Data signal of ";
	const char *about = kernel_text(reader, node, "description");

	return strncmp(about, of, strlen(of)) ? kernel_text(reader, node, "name")
					      : about + strlen(of);
}

/* Returns whether the register is the rest of the argument before. */
static bool continues(struct reader *reader, const char *name, uint64_t offset, uint64_t bits)
{
	struct fcl_design_kernel *kernel = reader->kernel;
	struct fcl_design_arg *last = kernel->nargs ? &kernel->args[kernel->nargs - 1] : NULL;

	if (!last || strcmp(last->name, name) != 0 || last->bits % 32 ||
	    last->offset + last->bits / 8 != offset)
		return false;
	last->bits += (uint32_t)bits;
	return true;
}

static int kernel_read_control(struct reader *reader, const xmlNode *node)
{
	const xmlNode *field = fcl_xml_child(node, "field");

	if (*reader->kernel->interface)
		return kernel_refuse(reader, node, "the registers", "one control register, at 0x0",
				     reader->interface);
	reader->kernel->interface = reader->interface;
	for (; field; field = fcl_xml_next(field)) {
		reader->kernel->stated = true;
		if (!strcmp(kernel_text(reader, field, "name"), "AP_CONTINUE"))
			reader->kernel->control = FCL_CONTROL_CHAIN;
	}
	return 0;
}

/* Returns whether the register is one of those. With an interface of 64 bits they are further apart. */
static bool is_for_interrupts(struct reader *reader, const char *name, uint64_t offset)
{
	static const char *const names[] = {"GIER", "IP_IER", "IP_ISR"};

	for (unsigned i = 0; i < 3; i++)
		if (!strcmp(name, names[i])) {
			reader->kernel->polled |= offset != 4 * (i + 1);
			return true;
		}
	return false;
}

/* That of a result says that it is there; that of an input would have to be set, too. */
static int kernel_check_control(struct reader *reader, const xmlNode *node, const char *name)
{
	const struct fcl_design_kernel *kernel = reader->kernel;

	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (!strcmp(kernel->args[i].name, name) && !kernel->args[i].result)
			return kernel_refuse(reader, node, "the interface",
					     "an argument without a handshake (ap_none)", name);
	return 0;
}

static int kernel_add_register(struct reader *reader, const xmlNode *node, uint64_t offset,
			       uint64_t bits)
{
	static const char of[] = "Control signal of ";
	const char *name = kernel_name_of(reader, node);
	const char *about = kernel_text(reader, node, "description");
	const char *bus = parameter(reader, node, "ASSOCIATED_BUSIF");
	struct fcl_design_arg *arg;

	if (!*name)
		return kernel_refuse(reader, node, "a register", "a name", name);
	if (!strncmp(about, of, strlen(of)))
		return kernel_check_control(reader, node, about + strlen(of));
	if (continues(reader, name, offset, bits))
		return reader->good ? 0 : -ENOMEM;
	arg = fcl_design_add_arg(reader->design, reader->kernel, reader->err);
	if (!arg)
		return reader->err->code;
	arg->name = name;
	arg->interface = reader->interface;
	arg->offset = offset;
	arg->bits = field_bits(reader, node, bits);
	arg->bus = bus;
	arg->buffer = arg->stated = *bus;
	arg->result = !strcmp(kernel_text(reader, node, "access"), "read-only");
	arg->line = fcl_design_xml_line(node);
	return reader->good ? 0 : -ENOMEM;
}

static int kernel_read_register(struct reader *reader, const xmlNode *node)
{
	const char *name = kernel_text(reader, node, "name");
	const char *offset = kernel_text(reader, node, "addressOffset"),
		   *size = kernel_text(reader, node, "size");
	uint64_t at, bits;

	if (!reader->good)
		return -ENOMEM;
	if (!fcl_design_number(offset, &at) || at > 0xfffff)
		return kernel_refuse(reader, node, name, "an addressOffset below 1 MiB", offset);
	if (!at)
		return kernel_read_control(reader, node);
	if (is_for_interrupts(reader, name, at) || at < FCL_DESIGN_FIRST_ARG)
		return 0;
	if (!fcl_design_number(size, &bits) || !bits || bits > 8 * 4096)
		return kernel_refuse(reader, node, name, "a size of 1 to 32768 bits", size);
	return kernel_add_register(reader, node, at, bits);
}

/* Each map is that of an AXI-Lite interface, and has that one's name. */
static int read_map(struct reader *reader, const xmlNode *map, unsigned *blocks)
{
	const xmlNode *block = fcl_xml_child(map, "addressBlock");
	bool some = false;
	int error = 0;

	reader->interface = kernel_text(reader, map, "name");
	for (; block && !error; block = fcl_xml_next(block)) {
		const xmlNode *node = fcl_xml_child(block, "register");

		if (node && some)
			return kernel_refuse(reader, block, "the registers",
					     "one block of them in an interface",
					     reader->interface);
		some |= node != NULL;
		for (; node && !error; node = fcl_xml_next(node))
			error = kernel_read_register(reader, node);
	}
	*blocks += some;
	return error;
}

static int read_maps(struct reader *reader, const xmlNode *root)
{
	const xmlNode *map = fcl_xml_child(fcl_xml_child(root, "memoryMaps"), "memoryMap");
	unsigned blocks = 0;
	int error = 0;

	for (; map && !error; map = fcl_xml_next(map))
		error = read_map(reader, map, &blocks);
	if (!error && !blocks)
		error = kernel_refuse(reader, root, "the component", "registers in a memory map",
				      reader->kernel->name);
	if (!error && blocks > 1 && !*reader->kernel->interface)
		error = kernel_refuse(reader, root, "the component",
				      "a control register, at 0x0 of an interface",
				      reader->kernel->name);
	return error;
}

static bool has_streams(const xmlNode *root)
{
	const xmlNode *bus = fcl_xml_child(fcl_xml_child(root, "busInterfaces"), "busInterface");

	for (; bus; bus = fcl_xml_next(bus)) {
		const xmlNode *type = fcl_xml_child(bus, "busType");
		const char *name = type ? fcl_xml_attr(type, "name") : NULL;

		if (name && !strcmp(name, "axis"))
			return true;
	}
	return false;
}

static int kernel_read_component(struct reader *reader, const xmlNode *root)
{
	int error;

	reader->kernel->name = kernel_text(reader, root, "name");
	if (!*reader->kernel->name)
		return kernel_refuse(reader, root, "the component", "a name", "");
	reader->kernel->hides_streams = has_streams(root);
	error = kernel_set_control(reader, root, kernel_text(reader, root, "ctrlProtocol"));
	return error ? error : read_maps(reader, root);
}

/* --- kernel.xml ------------------------------------------------------------------------------- */

static int kernel_add_arg(struct reader *reader, const struct fcl_image_arg *facts)
{
	struct fcl_design_arg *arg;

	arg = fcl_design_add_arg(reader->design, reader->kernel, reader->err);
	if (!arg)
		return reader->err->code;
	arg->name = fcl_design_copy(reader->design, facts->name, strlen(facts->name), reader->err);
	arg->bus = fcl_design_copy(reader->design, facts->port, strlen(facts->port), reader->err);
	arg->type = fcl_design_copy(reader->design, facts->type_name, strlen(facts->type_name),
				    reader->err);
	arg->offset = facts->offset;
	arg->bits = facts->size > 4096 ? 0 : (uint32_t)facts->size * 8;
	if (facts->qualifier == FCL_ARG_STREAM || facts->qualifier == FCL_ARG_LOCAL)
		arg->kind = facts->qualifier;
	arg->direction = facts->direction;
	arg->buffer = !arg->kind && facts->qualifier != FCL_ARG_SCALAR;
	arg->stated = true;
	arg->id = facts->id;
	return arg->name && arg->bus && arg->type ? 0 : -ENOMEM;
}

static int design_read_kernel(struct reader *reader, const xmlNode *node, const char *bytes,
			      size_t size)
{
	struct fcl_image *image = NULL;
	int error = kernel_set_control(reader, node,
				       kernel_attr(reader, node, "hwControlProtocol"));

	if (!error)
		error = fcl_image_read_kernel_xml(bytes, size, &image, reader->err);
	if (error)
		return error;
	if (image->nkernels != 1)
		error = kernel_refuse(reader, node, "the file", "one kernel", "several");
	if (!error) {
		const struct fcl_image_kernel *kernel = &image->kernels[0];

		reader->kernel->name = fcl_design_copy(reader->design, kernel->name,
						       strlen(kernel->name), reader->err);
		reader->good &= reader->kernel->name != NULL;
		reader->kernel->has_ids = true;
		for (uint32_t i = 0; i < kernel->nargs && !error; i++)
			error = kernel_add_arg(reader, &kernel->args[i]);
	}
	fcl_image_unref(image);
	return error;
}

static int read_xml(struct reader *reader, const char *bytes, size_t size)
{
	const xmlNode *root, *kernel;
	xmlDoc *doc = NULL;
	int error = fcl_design_xml_parse(reader->kernel->file, bytes, size, &doc, reader->err);

	if (error)
		return error;
	root = xmlDocGetRootElement(doc);
	kernel = !strcmp((const char *)root->name, "kernel") ? root : fcl_xml_child(root, "kernel");
	if (kernel)
		error = design_read_kernel(reader, kernel, bytes, size);
	else if (!strcmp((const char *)root->name, "component"))
		error = kernel_read_component(reader, root);
	else
		error = kernel_refuse(reader, root, "the file", "a component.xml or a kernel.xml",
				      (const char *)root->name);
	if (!error && !reader->good)
		error = fcl_err_set(reader->err, -ENOMEM, "no memory for %s", reader->kernel->file);
	fcl_xml_free(doc);
	return error;
}

/* --- all -------------------------------------------------------------------------------------- */

static int by_offset(const void *a, const void *b)
{
	const struct fcl_design_arg *one = a, *other = b;
	int order = strcasecmp(one->interface, other->interface);

	if (order)
		return order;
	return (one->offset > other->offset) - (one->offset < other->offset);
}

static uint64_t kernel_end_of(const struct fcl_design_arg *arg)
{
	return arg->offset + (arg->bits + 31) / 32 * 4;
}

static int kernel_by_id(const void *a, const void *b)
{
	const struct fcl_design_arg *one = a, *other = b;

	return (one->id > other->id) - (one->id < other->id);
}

static bool stays(const struct fcl_design_arg *arg)
{
	return !arg->result;
}

static bool has_register(const struct fcl_design_arg *arg)
{
	return !arg->kind;
}

/* Moves those arguments to the front, and returns how many they are. */
static uint32_t kernel_part(struct fcl_design_kernel *kernel,
			    bool (*wanted)(const struct fcl_design_arg *arg))
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < kernel->nargs; i++) {
		struct fcl_design_arg arg = kernel->args[i];

		if (!wanted(&arg))
			continue;
		kernel->args[i] = kernel->args[count];
		kernel->args[count++] = arg;
	}
	return count;
}

/* The arguments are in the order of their registers. */
static int check_registers(const struct fcl_design_kernel *kernel, uint32_t count,
			   struct fcl_err *err)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct fcl_design_arg *arg = &kernel->args[i];

		if (arg->offset < FCL_DESIGN_FIRST_ARG || arg->offset % 4 || !arg->bits)
			return fcl_err_set(
				err, -EINVAL,
				"%s:%u: expected the register of %.100s at a multiple of 4 from 0x10 on, found %u bits at 0x%" PRIx64,
				kernel->file, arg->line, arg->name, arg->bits, arg->offset);
		if (i && !strcasecmp(arg->interface, kernel->args[i - 1].interface) &&
		    kernel_end_of(&kernel->args[i - 1]) > arg->offset)
			return fcl_err_set(
				err, -EINVAL,
				"%s:%u: expected the registers of %.100s and %.100s apart, found both at 0x%" PRIx64,
				kernel->file, arg->line, kernel->args[i - 1].name, arg->name,
				arg->offset);
	}
	return 0;
}

static bool in_several(const struct fcl_design_kernel *kernel)
{
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (!kernel->args[i].kind && *kernel->interface &&
		    strcasecmp(kernel->args[i].interface, kernel->interface) != 0)
			return true;
	return false;
}

/* Results go; registers must not overlap. */
static int kernel_order_args(struct fcl_design_kernel *kernel, struct fcl_err *err)
{
	uint32_t registers;
	int error;

	kernel->nargs = kernel_part(kernel, stays);
	if (!kernel->nargs)
		return 0;
	registers = kernel_part(kernel, has_register);
	qsort(kernel->args, registers, sizeof(*kernel->args), by_offset);
	error = check_registers(kernel, registers, err);
	kernel->several = in_several(kernel);
	if (!error && kernel->has_ids)
		qsort(kernel->args, kernel->nargs, sizeof(*kernel->args), kernel_by_id);
	return error;
}

static struct fcl_design_kernel *new_kernel(struct fcl_design *design, const char *file,
					    struct fcl_err *err)
{
	struct fcl_design_kernel *kernel = fcl_arena_alloc(&design->arena, 1, sizeof(*kernel));

	if (!kernel) {
		fcl_err_set(err, -ENOMEM, "no memory for %s", file);
		return NULL;
	}
	kernel->file = file;
	kernel->name = kernel->interface = "";
	kernel->control = FCL_CONTROL_HS;
	return kernel;
}

int fcl_design_offer_read(struct fcl_design *design, const char *file, const char *bytes,
			  size_t size, struct fcl_design_kernel **ret_kernel, struct fcl_err *err)
{
	struct fcl_design_kernel *kernel = new_kernel(design, file, err);
	int error;

	if (!kernel)
		return -ENOMEM;
	kernel->offered = true;
	error = fcl_design_header_read(design, file, bytes, size, kernel, err);
	if (!error)
		error = kernel_order_args(kernel, err);
	if (error == -ENOMEM)
		return fcl_err_set(err, error, "no memory for %s", file);
	if (error)
		kernel->refusal = fcl_design_text(design, err, "%s", err->text);
	if (error && !kernel->refusal)
		return -ENOMEM;
	fcl_err_clear(err);
	*ret_kernel = kernel;
	return 0;
}

int fcl_design_kernel_read(struct fcl_design *design, const char *file, const char *bytes,
			   size_t size, struct fcl_design_kernel **ret_kernel, struct fcl_err *err)
{
	struct fcl_design_kernel *kernel = new_kernel(design, file, err);
	struct reader reader = {
		.design = design, .kernel = kernel, .err = err, .interface = "", .good = true};
	int error;

	if (!kernel)
		return -ENOMEM;
	if (fcl_design_is_header(file))
		error = fcl_design_header_read(design, file, bytes, size, kernel, err);
	else
		error = read_xml(&reader, bytes, size);
	if (error == -ENOMEM)
		fcl_err_set(err, error, "no memory for %s", file);
	if (!error)
		error = kernel_order_args(kernel, err);
	if (!error)
		*ret_kernel = kernel;
	return error;
}
