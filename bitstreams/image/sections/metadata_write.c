/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EMBEDDED_METADATA as XRT reads it: it requires kernel@name, port@mode, the slave's range, and
 * arg@name, addressQualifier, id, size, offset and hostSize.
 */
#include "bitstreams/image/sections/sections.h"

#include <stdio.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "bitstreams/image/sections/metadata_names.h"

/* v++ gives every CU 64 KiB of register space. */
#define CU_RANGE 0x10000u

static const char *metadata_write_text(const char *string)
{
	return string ? string : "";
}

/* Writes ` name="value"`, escaped for XML. */
static void attribute(struct fcl_text *xml, const char *name, const char *value)
{
	fcl_text_format(xml, " %s=\"", name);
	for (; *value; value++) {
		if (strchr("&<>\"", *value) || (unsigned char)*value < 0x20)
			fcl_text_format(xml, "&#%d;", *value);
		else
			fcl_text_append(xml, value, 1);
	}
	fcl_text_append(xml, "\"", 1);
}

static void metadata_write_number(struct fcl_text *xml, const char *name, uint64_t value)
{
	fcl_text_format(xml, " %s=\"0x%llX\"", name, (unsigned long long)value);
}

static void write_port(struct fcl_text *xml, const struct fcl_image_port *port)
{
	static const char *const modes[] = {"", "master", "slave", "read_only", "write_only"};
	bool stream = port->mode == FCL_PORT_READ_ONLY || port->mode == FCL_PORT_WRITE_ONLY;

	fcl_text_format(xml, "          <port");
	attribute(xml, "name", port->name);
	attribute(xml, "mode", modes[port->mode]);
	if (!stream)
		metadata_write_number(xml, "range", port->range);
	fcl_text_format(xml, " dataWidth=\"%u\"", port->data_width);
	attribute(xml, "portType",
		  port->type && port->type[0] ? port->type
		  : stream                    ? "stream"
					      : "addressable");
	fcl_text_format(xml, " base=\"0x0\"/>\n");
}

static void metadata_write_arg(struct fcl_text *xml, const struct fcl_image_arg *arg)
{
	static const char *const directions[] = {"", "in", "out", "inout"};

	fcl_text_format(xml, "          <arg");
	attribute(xml, "name", arg->name);
	fcl_text_format(xml, " addressQualifier=\"%u\" id=\"%u\"", arg->qualifier, arg->id);
	if (arg->port && arg->port[0])
		attribute(xml, "port", arg->port);
	metadata_write_number(xml, "size", arg->size);
	metadata_write_number(xml, "offset", arg->offset);
	fcl_text_format(xml, " hostOffset=\"0x0\"");
	metadata_write_number(xml, "hostSize", arg->host_size);
	attribute(xml, "type", metadata_write_text(arg->type_name));
	if (arg->direction != FCL_DIR_UNKNOWN)
		attribute(xml, FCL_IMAGE_XML_DIRECTION, directions[arg->direction]);
	if (arg->qualifier == FCL_ARG_STREAM)
		metadata_write_number(xml, FCL_IMAGE_XML_PACKET_SIZE, arg->size);
	if (arg->hidden)
		metadata_write_number(xml, FCL_IMAGE_XML_HIDDEN, 1);
	fcl_text_format(xml, "/>\n");
}

/*
 * The first free registers after the arguments of a kernel that is launched with ranges; 0: none.
 */
static uint32_t range_at(const struct fcl_image_kernel *kernel)
{
	const struct fcl_image_port *slave = NULL;
	uint64_t at = 0x10; /* control and interrupt registers are below */

	if (strcmp(metadata_write_text(kernel->language), "clc") != 0)
		return 0;
	for (uint32_t i = 0; i < kernel->nports && !slave; i++)
		if (kernel->ports[i].mode == FCL_PORT_SLAVE)
			slave = &kernel->ports[i];
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (at < kernel->args[i].offset + kernel->args[i].size)
			at = kernel->args[i].offset + kernel->args[i].size;
	at = (at + 7) / 8 * 8;
	return slave && at + sizeof(struct fcl_image_range) <= slave->range &&
			       at + sizeof(struct fcl_image_range) <= CU_RANGE
		       ? (uint32_t)at
		       : 0;
}

/* XRT identifies the values by these names; arguments without an id are not set by hosts. */
static void write_range(struct fcl_text *xml, const char *port, uint32_t at)
{
	static const struct {
		const char *name;
		unsigned count;
	} parts[] = {{"work_dim", 1},
		     {"global_offset", 3},
		     {"global_size", 3},
		     {"local_size", 3},
		     {"group_id", 3}};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (unsigned k = 0; k < parts[i].count; k++, at += 8) {
			fcl_text_format(xml,
					"          <arg name=\"%s\" addressQualifier=\"0\" id=\"\"",
					parts[i].name);
			attribute(xml, "port", port);
			metadata_write_number(xml, "size", 8);
			metadata_write_number(xml, "offset", at);
			fcl_text_format(xml, " hostOffset=\"0x0\" hostSize=\"0x8\" "
					     "type=\"size_t\"/>\n");
		}
}

static const char *slave_port(const struct fcl_image_kernel *kernel)
{
	for (uint32_t i = 0; i < kernel->nports; i++) {
		if (kernel->ports[i].mode == FCL_PORT_SLAVE)
			return kernel->ports[i].name;
	}
	return NULL;
}

static void write_instance(struct fcl_text *xml, const struct fcl_image_kernel *kernel,
			   const struct fcl_image_cu *cu)
{
	const char *port = slave_port(kernel);

	fcl_text_format(xml, "          <instance");
	attribute(xml, "name", cu->name);
	if (!port || cu->base == UINT64_MAX) {
		fcl_text_format(xml, "/>\n");
		return;
	}
	fcl_text_format(xml, ">\n            <addrRemap");
	metadata_write_number(xml, "base", cu->base);
	metadata_write_number(xml, "range", CU_RANGE);
	attribute(xml, "port", port);
	fcl_text_format(xml, "/>\n          </instance>\n");
}

static void write_xyz(struct fcl_text *xml, const char *name, const uint64_t xyz[3])
{
	if (!xyz[0] && !xyz[1] && !xyz[2])
		return;
	fcl_text_format(xml, "          <%s x=\"%llu\" y=\"%llu\" z=\"%llu\"/>\n", name,
			(unsigned long long)xyz[0], (unsigned long long)xyz[1],
			(unsigned long long)xyz[2]);
}

/* The protocol of the kernel's first CU: v++ writes it once for all of them. */
static const char *protocol(const struct fcl_image *image, uint32_t kernel)
{
	for (uint32_t i = 0; i < image->ncus; i++) {
		if (image->cus[i].kernel != kernel)
			continue;
		if (image->cus[i].control == FCL_CONTROL_NONE)
			return "ap_ctrl_none";
		return image->cus[i].control == FCL_CONTROL_CHAIN ? "ap_ctrl_chain" : "ap_ctrl_hs";
	}
	return "ap_ctrl_hs";
}

static void metadata_write_kernel(struct fcl_text *xml, const struct fcl_image *image,
				  uint32_t index)
{
	const struct fcl_image_kernel *kernel = &image->kernels[index];
	uint32_t range = range_at(kernel);

	fcl_text_format(xml, "        <kernel");
	attribute(xml, "name", kernel->name);
	attribute(xml, "language", metadata_write_text(kernel->language));
	attribute(xml, "attributes", metadata_write_text(kernel->attributes));
	attribute(xml, "hwControlProtocol", protocol(image, index));
	if (kernel->max_work_group)
		fcl_text_format(xml, " workGroupSize=\"%llu\"",
				(unsigned long long)kernel->max_work_group);
	if (kernel->local_mem_size)
		metadata_write_number(xml, FCL_IMAGE_XML_LOCAL_MEM, kernel->local_mem_size);
	if (kernel->non_uniform)
		metadata_write_number(xml, FCL_IMAGE_XML_NON_UNIFORM, 1);
	if (kernel->work_dims)
		metadata_write_number(xml, FCL_IMAGE_XML_WORK_DIMS, kernel->work_dims);
	if (kernel->inner_dim)
		metadata_write_number(xml, FCL_IMAGE_XML_INNER_DIM, kernel->inner_dim);
	if (kernel->tiled)
		metadata_write_number(xml, FCL_IMAGE_XML_TILED, 1);
	if (range)
		metadata_write_number(xml, FCL_IMAGE_XML_RANGE, range);
	fcl_text_format(xml, " debug=\"false\" interrupt=\"true\">\n");
	for (uint32_t i = 0; i < kernel->nports; i++)
		write_port(xml, &kernel->ports[i]);
	for (uint32_t i = 0; i < kernel->nargs; i++)
		metadata_write_arg(xml, &kernel->args[i]);
	if (range)
		write_range(xml, slave_port(kernel), range);
	write_xyz(xml, "compileWorkGroupSize", kernel->reqd_work_group);
	for (uint32_t i = 0; i < image->ncus; i++) {
		if (image->cus[i].kernel == index)
			write_instance(xml, kernel, &image->cus[i]);
	}
	fcl_text_format(xml, "        </kernel>\n");
}

/* The name by which the reader finds the argument. */
static const char *metadata_write_stream_port(const struct fcl_image *image, uint32_t cu,
					      uint32_t arg)
{
	const struct fcl_image_arg *a = &image->kernels[image->cus[cu].kernel].args[arg];

	return a->port && a->port[0] ? a->port : a->name;
}

/* Writes an end's CU and port, as attributes of those names. */
static void write_end(struct fcl_text *xml, const struct fcl_image *image,
		      const char *const names[3], uint32_t cu, uint32_t arg)
{
	attribute(xml, names[0], cu == FCL_IMAGE_HOST ? "host" : "kernel");
	if (cu == FCL_IMAGE_HOST)
		return;
	attribute(xml, names[1], image->cus[cu].name);
	attribute(xml, names[2], metadata_write_stream_port(image, cu, arg));
}

static void write_stream(struct fcl_text *xml, const struct fcl_image *image,
			 const struct fcl_image_stream *s)
{
	static const char *const src[] = {"srcType", "srcInst", "srcPort"};
	static const char *const dst[] = {"dstType", "dstInst", "dstPort"};

	fcl_text_format(xml, "        <connection");
	write_end(xml, image, src, s->src_cu, s->src_arg);
	write_end(xml, image, dst, s->dst_cu, s->dst_arg);
	attribute(xml, FCL_IMAGE_XML_NAME, metadata_write_text(s->name));
	fcl_text_format(xml,
			" " FCL_IMAGE_XML_DEPTH "=\"%u\" " FCL_IMAGE_XML_PACKET_SIZE "=\"%u\"/>\n",
			s->depth, s->packet_size);
}

/*
 * Vendor, board and name of "xilinx_u250_gen3x16_xdma_4_1_202210_1" (older files use colons). The
 * runtime takes the platform from the header, so an odd VBNV only causes an odd element here.
 */
static void write_platform(struct fcl_text *xml, const char *vbnv)
{
	static const char *const names[] = {"vendor", "boardid", "name"};
	char part[sizeof(((struct axlf_header *)NULL)->m_platformVBNV)];

	fcl_text_format(xml, "  <platform");
	for (int i = 0; i < 3; i++) {
		size_t length = i == 2 ? strlen(vbnv) : strcspn(vbnv, "_:");

		snprintf(part, sizeof(part), "%.*s", (int)length, vbnv);
		attribute(xml, names[i], part);
		vbnv += length;
		vbnv += *vbnv != '\0';
	}
	fcl_text_format(xml, ">\n    <device name=\"fpga0\" fpgaDevice=\"\">\n");
}

static void write_core(struct fcl_text *xml, const struct fcl_image *image)
{
	static const char *const targets[] = {
		[FCL_TARGET_HW] = "bitstream",
		[FCL_TARGET_HW_EMU] = "hw_em",
		[FCL_TARGET_SW_EMU] = "csim",
	};

	fcl_text_format(
		xml,
		"      <core name=\"OCL_REGION_0\" target=\"%s\" type=\"clc_region\" numComputeUnits=\"%u\"",
		targets[image->target], image->ncus);
	if (image->variables_size)
		metadata_write_number(xml, FCL_IMAGE_XML_VARIABLES, image->variables_size);
	fcl_text_format(xml, ">\n");
	fcl_text_format(xml, "        <kernelClocks>\n");
	for (uint32_t i = 0; i < image->nclocks; i++) {
		fcl_text_format(xml, "          <clock");
		attribute(xml, "port",
			  image->clocks[i].type == CT_KERNEL ? "KERNEL_CLK"
			  : image->clocks[i].type == CT_DATA ? "DATA_CLK"
							     : image->clocks[i].name);
		fcl_text_format(xml, " frequency=\"%u.000000MHz\"/>\n",
				image->clocks[i].frequency_mhz);
	}
	fcl_text_format(xml, "        </kernelClocks>\n");
	for (uint32_t i = 0; i < image->nkernels; i++)
		metadata_write_kernel(xml, image, i);
	for (uint32_t i = 0; i < image->nstreams; i++)
		write_stream(xml, image, &image->streams[i]);
	fcl_text_format(xml, "      </core>\n");
}

int fcl_image_metadata_write(struct fcl_image_writer *w, uint32_t kind)
{
	struct fcl_text xml = {0};

	fcl_text_format(&xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project name=\"%s\">\n",
			"fpgacl");
	write_platform(&xml, metadata_write_text(w->image->vbnv));
	write_core(&xml, w->image);
	fcl_text_format(&xml, "    </device>\n  </platform>\n</project>\n");
	return fcl_image_writer_add(w, kind, &xml);
}
