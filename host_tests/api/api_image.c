/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "bitstreams/image/fcl_image.h"
#include "host_tests/read_file.h"

enum { NMEMS = 4, MAX_ARGS = 4 };

struct description {
	const char *name, *language, *attributes;
	uint64_t reqd[3], max_work_group;
	uint32_t local_mem_size, nargs;
	struct fcl_image_arg args[MAX_ARGS];
};

#define POINTER(name, id, direction, offset)                                                       \
	{                                                                                          \
		name, "int*", "M_AXI_GMEM", id, FCL_ARG_GLOBAL, direction, offset, 8, 8            \
	}
#define SCALAR(name, id, offset)                                                                   \
	{                                                                                          \
		name, "int", "S_AXI_CONTROL", id, FCL_ARG_SCALAR, FCL_DIR_IN, offset, 4, 4         \
	}
#define STREAM(name, id, direction)                                                                \
	{                                                                                          \
		name, "stream<int>&", name, id, FCL_ARG_STREAM, direction, 0, 4, 8                 \
	}

static const struct description kernels[API_IMAGE_NKERNELS] = {
	{.name = "vadd",
	 .language = "c",
	 .nargs = 4,
	 .args = {POINTER("a", 0, FCL_DIR_IN, 0x10), POINTER("b", 1, FCL_DIR_IN, 0x1c),
		  POINTER("c", 2, FCL_DIR_OUT, 0x28), SCALAR("n", 3, 0x34)}},
	{.name = "ranged",
	 .language = "clc",
	 .max_work_group = 64,
	 .nargs = 1,
	 .args = {POINTER("out", 0, FCL_DIR_INOUT, 0x10)}},
	{.name = "tiled",
	 .language = "clc",
	 .attributes = "reqd_work_group_size(4,2,1)",
	 .reqd = {4, 2, 1},
	 .max_work_group = 8,
	 .nargs = 1,
	 .args = {POINTER("out", 0, FCL_DIR_INOUT, 0x10)}},
	{.name = "fail", .language = "c", .nargs = 1, .args = {SCALAR("code", 0, 0x10)}},
	{.name = "poke",
	 .language = "c",
	 .nargs = 2,
	 .args = {POINTER("out", 0, FCL_DIR_OUT, 0x10), SCALAR("value", 1, 0x1c)}},
	{.name = "producer",
	 .language = "c",
	 .nargs = 2,
	 .args = {SCALAR("n", 0, 0x10), STREAM("out", 1, FCL_DIR_OUT)}},
	{.name = "consumer",
	 .language = "c",
	 .nargs = 3,
	 .args = {STREAM("in", 0, FCL_DIR_IN), POINTER("out", 1, FCL_DIR_OUT, 0x1c),
		  SCALAR("n", 2, 0x28)}},
	{.name = "mixed",
	 .language = "clc",
	 .local_mem_size = 256,
	 .nargs = 3,
	 .args = {{"table", "int const *", "M_AXI_GMEM", 0, FCL_ARG_CONSTANT, FCL_DIR_IN, 0x10, 8,
		   8},
		  {"scratch", "volatile unsigned int * restrict", "", 1, FCL_ARG_LOCAL,
		   FCL_DIR_UNKNOWN, 0, 8, 8},
		  {"wide", "triple", "S_AXI_CONTROL", 2, FCL_ARG_SCALAR, FCL_DIR_IN, 0x20, 24,
		   24}}},
	{.name = "where",
	 .language = "c",
	 .nargs = 1,
	 .args = {{"out", "", "M_AXI_GMEM", 0, FCL_ARG_GLOBAL, FCL_DIR_OUT, 0x10, 8, 8}}},
};

static bool has_stream(const struct description *kernel)
{
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].qualifier == FCL_ARG_STREAM)
			return true;
	return false;
}

static bool fill_ports(struct fcl_image *image, struct fcl_image_kernel *to,
		       const struct description *from)
{
	to->nports = has_stream(from) ? 3 : 2;
	to->ports = fcl_image_alloc(image, to->nports, sizeof(*to->ports));
	if (!to->ports)
		return false;
	to->ports[0] = (struct fcl_image_port){"M_AXI_GMEM", FCL_PORT_MASTER, UINT64_MAX, 32,
					       "addressable"};
	to->ports[1] = (struct fcl_image_port){"S_AXI_CONTROL", FCL_PORT_SLAVE, 0x1000, 32,
					       "addressable"};
	for (uint32_t i = 0; i < from->nargs; i++)
		if (from->args[i].qualifier == FCL_ARG_STREAM)
			to->ports[2] = (struct fcl_image_port){from->args[i].name,
							       from->args[i].direction == FCL_DIR_IN
								       ? FCL_PORT_READ_ONLY
								       : FCL_PORT_WRITE_ONLY,
							       0, 32, "stream"};
	return true;
}

static bool fill_kernel(struct fcl_image *image, struct fcl_image_kernel *to,
			const struct description *from)
{
	to->name = from->name;
	to->language = from->language;
	to->attributes = from->attributes ? from->attributes : "";
	memcpy(to->reqd_work_group, from->reqd, sizeof(from->reqd));
	to->max_work_group = from->max_work_group;
	to->local_mem_size = from->local_mem_size;
	to->nargs = from->nargs;
	to->args = fcl_image_alloc(image, from->nargs, sizeof(*to->args));
	if (!to->args)
		return false;
	memcpy(to->args, from->args, from->nargs * sizeof(*to->args));
	return fill_ports(image, to, from);
}

static bool fill_kernels(struct fcl_image *image, uint8_t variant)
{
	image->nkernels = API_IMAGE_NKERNELS;
	image->kernels = fcl_image_alloc(image, API_IMAGE_NKERNELS, sizeof(*image->kernels));
	for (uint32_t i = 0; image->kernels && i < API_IMAGE_NKERNELS; i++)
		if (!fill_kernel(image, &image->kernels[i], &kernels[i]))
			return false;
	if (image->kernels && variant >= API_IMAGE_OTHER_POKE)
		image->kernels[4].nargs = 1;
	if (image->kernels && variant == API_IMAGE_NON_UNIFORM)
		image->kernels[7].non_uniform = true;
	return image->kernels;
}

/* One CU for each kernel, then the second CU of vadd and three more of `where`. */
static uint32_t kernel_of(uint32_t cu)
{
	static const uint32_t more[API_IMAGE_NCUS - API_IMAGE_NKERNELS] = {0, 8, 8, 8};

	return cu < API_IMAGE_NKERNELS ? cu : more[cu - API_IMAGE_NKERNELS];
}

static uint32_t number_of(uint32_t cu)
{
	uint32_t number = 1;

	for (uint32_t i = 0; i < cu; i++)
		number += kernel_of(i) == kernel_of(cu);
	return number;
}

static bool fill_cus(struct fcl_image *image)
{
	image->ncus = API_IMAGE_NCUS;
	image->cus = fcl_image_alloc(image, API_IMAGE_NCUS, sizeof(*image->cus));
	for (uint32_t i = 0; image->cus && i < API_IMAGE_NCUS; i++) {
		uint32_t kernel = kernel_of(i);

		image->cus[i] = (struct fcl_image_cu){.name = fcl_image_string(image, "%s_%u",
									       kernels[kernel].name,
									       number_of(i)),
						      .kernel = kernel,
						      .base = 0x1800000 + 0x10000ull * i,
						      .control = FCL_CONTROL_HS,
						      .ip = i};
	}
	return image->cus;
}

static bool fill_connections(struct fcl_image *image)
{
	image->connections = fcl_image_alloc(image, (size_t)API_IMAGE_NCUS * MAX_ARGS,
					     sizeof(*image->connections));
	for (uint32_t i = 0; image->connections && i < API_IMAGE_NCUS; i++) {
		const struct description *kernel = &kernels[kernel_of(i)];

		for (uint32_t j = 0; j < kernel->nargs; j++)
			if (kernel->args[j].qualifier == FCL_ARG_GLOBAL ||
			    kernel->args[j].qualifier == FCL_ARG_CONSTANT)
				image->connections[image->nconnections++] =
					(struct fcl_image_connection){
						i, j, !strcmp(kernel->args[j].name, "c")};
	}
	image->nstreams = 1;
	image->streams = fcl_image_alloc(image, 1, sizeof(*image->streams));
	if (image->streams)
		image->streams[0] =
			(struct fcl_image_stream){"producer_1.out:consumer_1.in", 5, 1, 6, 0, 4, 4};
	return image->connections && image->streams;
}

static bool fill_mems(struct fcl_image *image, bool hbm)
{
	image->nmems = NMEMS;
	image->mems = fcl_image_alloc(image, NMEMS, sizeof(*image->mems));
	for (uint32_t i = 0; image->mems && i < NMEMS; i++)
		image->mems[i] = (struct fcl_image_mem){
			.tag = fcl_image_string(image, hbm ? "HBM[%u]" : "DDR[%u]", i),
			.type = hbm ? MEM_HBM : MEM_DDR4,
			.used = true,
			.base = hbm ? 0x10000000ull * i : 0x4000000000 + 0x1000000000ull * i,
			.size = hbm ? 0x10000000 : 0x400000000};
	return image->mems;
}

static bool fill_payload(struct fcl_image *image)
{
	size_t size = 0;
	void *file = read_file(FCL_API_PAYLOAD, &size);
	void *bytes = file ? fcl_image_alloc(image, size, 1) : NULL;

	if (bytes)
		memcpy(bytes, file, size);
	free(file);
	image->payload = bytes;
	image->payload_size = size;
	return bytes;
}

/* API_TARGET=hw: for boards that accept no emulation images. */
static bool is_hardware(void)
{
	const char *target = getenv("API_TARGET");

	return target && !strcmp(target, "hw");
}

static bool fill(struct fcl_image *image, const char *board, uint8_t variant)
{
	bool u50 = !strcmp(board, "u50");

	image->target = is_hardware() ? FCL_TARGET_HW : FCL_TARGET_SW_EMU;
	image->vbnv = u50 ? "xilinx_u50_gen3x16_xdma_5_202210_1"
			  : "xilinx_u250_gen3x16_xdma_4_1_202210_1";
	image->isa = is_hardware() ? "" : FCL_IMAGE_BASIC_ISA;
	memset(image->uuid, 0x5a, sizeof(image->uuid));
	image->uuid[15] = variant;
	return fill_kernels(image, variant) && fill_cus(image) && fill_mems(image, u50) &&
	       fill_connections(image) && fill_payload(image);
}

unsigned char *api_image(const char *board, uint8_t variant, size_t *ret_size)
{
	struct fcl_image *image;
	struct fcl_err err = {0};
	void *bytes = NULL;

	if (fcl_image_new(&image, NULL))
		return NULL;
	if (fill(image, board, variant) &&
	    fcl_image_write(image, FCL_IMAGE_XCLBIN, &bytes, ret_size, &err)) {
		fprintf(stderr, "api_image: %s\n", err.text);
		bytes = NULL;
	}
	fcl_image_unref(image);
	return bytes;
}
