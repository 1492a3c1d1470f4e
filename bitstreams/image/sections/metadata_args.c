/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/sections/metadata_args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/xml.h"
#include "bitstreams/image/sections/metadata_names.h"

/* An argument without an id is not set by the host; only streams among them are relevant. */
#define NO_ID UINT64_MAX
#define MAX_ID 65535u
#define POINTER_SIZE 8u

struct raw_arg {
	struct fcl_image_arg arg;
	uint64_t id;
	uint32_t order; /* position in the document, which keeps parts of an argument in order */
	const xmlNode *node;
};

static const struct fcl_image_port *find_port(const struct fcl_image_kernel *kernel,
					      const char *name)
{
	for (uint32_t i = 0; i < kernel->nports; i++) {
		if (!strcasecmp(kernel->ports[i].name, name))
			return &kernel->ports[i];
	}
	return NULL;
}

static enum fcl_image_direction stream_direction(const struct fcl_image_port *port)
{
	if (port->mode == FCL_PORT_READ_ONLY)
		return FCL_DIR_IN;
	return port->mode == FCL_PORT_WRITE_ONLY ? FCL_DIR_OUT : FCL_DIR_UNKNOWN;
}

static int read_direction(struct fcl_image_reader *r, const xmlNode *node,
			  const struct fcl_image_port *port, struct fcl_image_arg *arg)
{
	static const char *const names[] = {"", "in", "out", "inout"};
	const char *text = fcl_xml_attr(node, FCL_IMAGE_XML_DIRECTION);

	if (text) {
		for (int i = FCL_DIR_IN; i <= FCL_DIR_INOUT; i++) {
			if (!strcmp(text, names[i])) {
				arg->direction = (enum fcl_image_direction)i;
				return 0;
			}
		}
		return fcl_image_xml_error(
			r, node, FCL_IMAGE_XML_DIRECTION " is \"%.64s\", expected in, out or inout",
			text);
	}
	if (arg->qualifier == FCL_ARG_SCALAR || arg->qualifier == FCL_ARG_CONSTANT)
		arg->direction = FCL_DIR_IN;
	else if (arg->qualifier == FCL_ARG_STREAM && port)
		arg->direction = stream_direction(port);
	return 0;
}

/* v++ gives a stream the size of a register; its packets are as wide as its port. */
static int read_packet_size(struct fcl_image_reader *r, const xmlNode *node,
			    const struct fcl_image_port *port, struct fcl_image_arg *arg)
{
	if (port && port->data_width >= 8)
		arg->size = port->data_width / 8;
	return fcl_image_xml_number(r, node, FCL_IMAGE_XML_PACKET_SIZE, false, UINT32_MAX,
				    &arg->size);
}

static int metadata_args_read_numbers(struct fcl_image_reader *r, const xmlNode *node,
				      struct raw_arg *raw)
{
	struct fcl_image_arg *arg = &raw->arg;
	uint64_t qualifier = 0, hidden = 0;
	int error = fcl_image_xml_number(r, node, "addressQualifier", true, FCL_ARG_STREAM,
					 &qualifier);

	arg->qualifier = (enum fcl_image_qualifier)qualifier;
	raw->id = NO_ID;
	if (!error)
		error = fcl_image_xml_number(r, node, "id", false, MAX_ID, &raw->id);
	if (!error)
		error = fcl_image_xml_number(r, node, "offset", r->strict, UINT32_MAX,
					     &arg->offset);
	if (!error)
		error = fcl_image_xml_number(r, node, "size", r->strict, UINT32_MAX, &arg->size);
	arg->host_size = arg->size;
	if (!error)
		error = fcl_image_xml_number(r, node, "hostSize", r->strict, UINT32_MAX,
					     &arg->host_size);
	if (!error)
		error = fcl_image_xml_number(r, node, FCL_IMAGE_XML_HIDDEN, false, 1, &hidden);
	arg->hidden = hidden;
	return error;
}

static int metadata_args_read_arg(struct fcl_image_reader *r, const xmlNode *node,
				  const struct fcl_image_kernel *kernel, struct raw_arg *raw)
{
	struct fcl_image_arg *arg = &raw->arg;
	const struct fcl_image_port *port;
	int error = fcl_image_xml_string(r, node, "name", NULL, &arg->name);

	if (!error)
		error = fcl_image_xml_string(r, node, "type", "", &arg->type_name);
	if (!error)
		error = fcl_image_xml_string(r, node, "port", "", &arg->port);
	if (!error)
		error = metadata_args_read_numbers(r, node, raw);
	if (error)
		return error;
	error = fcl_image_reader_compared(r, arg->port, kernel->nports);
	if (error)
		return error;
	port = find_port(kernel, arg->port);
	if (arg->qualifier == FCL_ARG_STREAM)
		error = read_packet_size(r, node, port, arg);
	return error ? error : read_direction(r, node, port, arg);
}

static int metadata_args_compare(const void *left, const void *right)
{
	const struct raw_arg *a = left, *b = right;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

/*
 * Files may split an argument into several elements with the same id (a long vector, the halves of
 * a wide scalar). As in XRT, their sizes add up, and the register starts at the lowest offset.
 */
static void metadata_args_merge(struct fcl_image_arg *arg, const struct fcl_image_arg *part)
{
	arg->size += part->size;
	arg->host_size += part->host_size;
	if (part->offset < arg->offset)
		arg->offset = part->offset;
}

/*
 * Converts the sorted elements to the kernel's arguments: ids 0 … n-1, then streams without an id.
 */
static int metadata_args_number(struct fcl_image_reader *r, const struct raw_arg *raws,
				uint32_t count, struct fcl_image_kernel *kernel)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct raw_arg *raw = &raws[i];
		struct fcl_image_arg *next = &kernel->args[kernel->nargs];

		if (raw->id == NO_ID && raw->arg.qualifier != FCL_ARG_STREAM)
			continue;
		if (raw->id != NO_ID && kernel->nargs && raw->id == kernel->nargs - 1) {
			if (r->strict)
				return fcl_image_xml_error(r, raw->node, "the id %u appears twice",
							   kernel->nargs - 1);
			metadata_args_merge(next - 1, &raw->arg);
			continue;
		}
		if (raw->id != NO_ID && raw->id != kernel->nargs)
			return fcl_image_xml_error(
				r, raw->node,
				"the id is %llu, expected %u: argument ids of kernel \"%.64s\" have a gap",
				(unsigned long long)raw->id, kernel->nargs, kernel->name);
		*next = raw->arg;
		next->id = kernel->nargs++;
	}
	return 0;
}

/* The emulated board relies on this: a register must be within the slave port's range. */
static int metadata_args_check_registers(struct fcl_image_reader *r, const xmlNode *node,
					 const struct fcl_image_kernel *kernel)
{
	const struct fcl_image_port *slave = NULL;

	for (uint32_t i = 0; i < kernel->nports && !slave; i++) {
		if (kernel->ports[i].mode == FCL_PORT_SLAVE)
			slave = &kernel->ports[i];
	}
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &kernel->args[i];
		bool pointer = arg->qualifier == FCL_ARG_GLOBAL ||
			       arg->qualifier == FCL_ARG_CONSTANT;
		uint64_t end = arg->offset + arg->size; /* both are 32-bit values */

		if (!arg->size || (pointer && arg->size != POINTER_SIZE))
			return fcl_image_xml_error(r, node,
						   "argument \"%.64s\" has %llu bytes, expected %s",
						   arg->name, (unsigned long long)arg->size,
						   pointer ? "8" : "at least 1");
		if (!slave || arg->qualifier == FCL_ARG_STREAM || end <= slave->range)
			continue;
		return fcl_image_xml_error(
			r, node,
			"argument \"%.64s\" takes bytes 0x%llx to 0x%llx, but port \"%.64s\" has a range of 0x%llx",
			arg->name, (unsigned long long)arg->offset, (unsigned long long)end,
			slave->name, (unsigned long long)slave->range);
	}
	return 0;
}

int fcl_image_metadata_args_read(struct fcl_image_reader *r, const xmlNode *node,
				 struct fcl_image_kernel *kernel)
{
	uint32_t count = fcl_xml_count(node, "arg"), i = 0;
	struct raw_arg *raws = fcl_image_reader_alloc(r, count, sizeof(*raws));
	int error = 0;

	kernel->args = fcl_image_reader_alloc(r, count, sizeof(*kernel->args));
	if (!raws || !kernel->args)
		return -ENOMEM;
	for (const xmlNode *arg = fcl_xml_child(node, "arg"); arg && !error;
	     arg = fcl_xml_next(arg)) {
		raws[i].order = i;
		raws[i].node = arg;
		error = metadata_args_read_arg(r, arg, kernel, &raws[i]);
		i++;
	}
	if (error)
		return error;
	if (count)
		qsort(raws, count, sizeof(*raws), metadata_args_compare);
	error = metadata_args_number(r, raws, count, kernel);
	kernel->nhost_args = kernel->nargs;
	while (kernel->nhost_args && kernel->args[kernel->nhost_args - 1].hidden)
		kernel->nhost_args--;
	if (!error && r->strict)
		error = metadata_args_check_registers(r, node, kernel);
	return error;
}
