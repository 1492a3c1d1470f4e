/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "tools/fpgaclc/common/clang.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/compile/objects.h"
#include "tools/fpgaclc/link/banks.h"

/*
 * A constant timestamp, so that the same input gives the same bytes: 1980-01-01, as in archives
 * without timestamps.
 */
#define FCLC_TIMESTAMP 315532800u

static void out_arg(struct fcl_image *image, const struct fclc_kernel *kernel, uint32_t id,
		    struct fcl_image_arg *out)
{
	static const enum fcl_image_qualifier qualifiers[] = {
		[FCLC_ARG_VALUE] = FCL_ARG_SCALAR,
		[FCLC_ARG_POINTER] = FCL_ARG_GLOBAL,
		[FCLC_ARG_STREAM] = FCL_ARG_STREAM,
	};
	const struct fclc_arg *arg = &kernel->args[id];

	out->name = fcl_image_string(image, "%s", arg->name);
	out->type_name = fcl_image_string(image, "%s", arg->type_name ? arg->type_name : "");
	out->port = fcl_image_string(
		image, "%s", arg->port < kernel->nports ? kernel->ports[arg->port].name : "");
	out->id = id;
	out->hidden = arg->global;
	out->qualifier = arg->space ? arg->space : qualifiers[arg->kind];
	out->direction = arg->direction;
	out->offset = arg->offset;
	out->size = arg->size;
	out->host_size = arg->size;
}

static void out_port(struct fcl_image *image, const struct fclc_kernel *kernel,
		     const struct fclc_port *port, struct fcl_image_port *out)
{
	out->name = fcl_image_string(image, "%s", port->name);
	out->mode = port->mode;
	out->data_width = port->data_width;
	out->type = port->stream ? "stream" : "addressable";
	if (port->mode == FCL_PORT_SLAVE)
		out->range = kernel->regs_size > 0x1000 ? 0x10000 : 0x1000;
	else if (!port->stream)
		out->range = UINT64_MAX;
}

static int out_kernel(struct fcl_image *image, const struct fclc_kernel *kernel,
		      struct fcl_image_kernel *out)
{
	out->name = fcl_image_string(image, "%s", kernel->name);
	out->language = kernel->language->image_name;
	for (int i = 0; i < 3; i++)
		out->reqd_work_group[i] = kernel->work_group[i];
	out->local_mem_size = (uint32_t)kernel->local_size;
	out->non_uniform = kernel->non_uniform;
	out->work_dims = kernel->work_dims;
	out->inner_dim = kernel->inner;
	out->tiled = kernel->tiled;
	out->attributes = "";
	out->args = fcl_image_alloc(image, kernel->nargs, sizeof(*out->args));
	out->ports = fcl_image_alloc(image, kernel->nports, sizeof(*out->ports));
	if ((kernel->nargs && !out->args) || (kernel->nports && !out->ports))
		return -ENOMEM;
	out->nargs = kernel->nargs;
	out->nports = kernel->nports;
	for (uint32_t i = 0; i < kernel->nargs; i++)
		out_arg(image, kernel, i, &out->args[i]);
	for (uint32_t i = 0; i < kernel->nports; i++)
		out_port(image, kernel, &kernel->ports[i], &out->ports[i]);
	return 0;
}

static int out_kernels(const struct fclc_program *program, struct fcl_image *image)
{
	image->kernels = fcl_image_alloc(image, program->nkernels, sizeof(*image->kernels));
	image->cus = fcl_image_alloc(image, program->ncus, sizeof(*image->cus));
	if (!image->kernels || !image->cus)
		return -ENOMEM;
	image->nkernels = program->nkernels;
	image->ncus = program->ncus;
	for (uint32_t i = 0; i < program->nkernels; i++)
		if (out_kernel(image, &program->kernels[i], &image->kernels[i]))
			return -ENOMEM;
	for (uint32_t i = 0; i < program->ncus; i++) {
		const struct fclc_cu *cu = &program->cus[i];

		image->cus[i] =
			(struct fcl_image_cu){.name = fcl_image_string(image, "%s", cu->name),
					      .kernel = (uint32_t)(cu->kernel - program->kernels),
					      .base = cu->base,
					      .control = cu->kernel->control,
					      .ip = i};
	}
	return 0;
}

/* The requested frequency, for the two clocks that can be requested by number. */
static uint32_t out_mhz(const struct fclc_program *program, const struct fcl_board_clock *clock)
{
	uint32_t asked = clock->type == CT_DATA     ? program->options.mhz[0]
			 : clock->type == CT_KERNEL ? program->options.mhz[1]
						    : 0;

	return asked ? asked : clock->mhz;
}

static int out_topology(const struct fclc_program *program, struct fcl_image *image)
{
	const struct fcl_board *board = program->board;

	image->mems = fcl_image_alloc(image, board->nbanks, sizeof(*image->mems));
	image->connections = fcl_image_alloc(image, program->nconnections + 1,
					     sizeof(*image->connections));
	image->clocks = fcl_image_alloc(image, board->nclocks + 1, sizeof(*image->clocks));
	if (!image->mems || !image->connections || !image->clocks)
		return -ENOMEM;
	image->nmems = board->nbanks;
	for (uint32_t i = 0; i < board->nbanks; i++)
		image->mems[i] = (struct fcl_image_mem){
			.tag = fcl_image_string(image, "%s", board->banks[i].tag),
			.type = board->banks[i].type,
			.base = board->banks[i].base,
			.size = fclc_bank_size(program, i)};
	image->nconnections = program->nconnections;
	for (uint32_t i = 0; i < program->nconnections; i++) {
		const struct fclc_connection *connection = &program->connections[i];

		image->mems[connection->bank].used = true;
		image->connections[i] = (struct fcl_image_connection){
			.cu = connection->cu, .arg = connection->arg, .mem = connection->bank};
	}
	image->nclocks = board->nclocks;
	for (uint32_t i = 0; i < board->nclocks; i++)
		image->clocks[i] = (struct fcl_image_clock){
			.name = fcl_image_string(image, "%s", board->clocks[i].name),
			.type = board->clocks[i].type,
			.frequency_mhz = out_mhz(program, &board->clocks[i])};
	return 0;
}

/* "cu.argument" of the stream's source. A host pipe has its declared name. */
static const char *stream_name(const struct fclc_program *program, const struct fclc_stream *stream,
			       struct fcl_image *image)
{
	bool from = stream->src_cu == FCL_IMAGE_HOST,
	     host = from || stream->dst_cu == FCL_IMAGE_HOST;
	const struct fclc_cu *cu = &program->cus[from ? stream->dst_cu : stream->src_cu];
	const char *arg = cu->kernel->args[from ? stream->dst_arg : stream->src_arg].name;

	return host ? fcl_image_string(image, "%s", arg)
		    : fcl_image_string(image, "%s.%s", cu->name, arg);
}

static int out_streams(const struct fclc_program *program, struct fcl_image *image)
{
	image->streams = fcl_image_alloc(image, program->nstreams + 1, sizeof(*image->streams));
	if (!image->streams)
		return -ENOMEM;
	image->nstreams = program->nstreams;
	for (uint32_t i = 0; i < program->nstreams; i++) {
		const struct fclc_stream *stream = &program->streams[i];

		image->streams[i] =
			(struct fcl_image_stream){.name = stream_name(program, stream, image),
						  .src_cu = stream->src_cu,
						  .src_arg = stream->src_arg,
						  .dst_cu = stream->dst_cu,
						  .dst_arg = stream->dst_arg,
						  .packet_size = stream->packet_size,
						  .depth = stream->depth};
	}
	return 0;
}

/*
 * Values in the container are limited to 255 bytes. Cuts longer ones at a UTF-8 character boundary.
 */
static const char *short_value(struct fcl_image *image, const char *text)
{
	size_t length = strnlen(text, 256);

	if (length > 255)
		do
			length--;
		while (length && (text[length] & 0xC0) == 0x80);
	return fcl_image_string(image, "%.*s", (int)length, text);
}

/* Records what built the image, but nothing that differs between machines. */
static int out_facts(struct fclc_program *program, struct fcl_image *image)
{
	struct fclc_text sources = {.arena = program->arena};

	for (uint32_t i = 0; i < program->nsources; i++)
		fclc_text_add(&sources, "%s%s", i ? " " : "",
			      fclc_base_name(program->sources[i].path));
	image->keyvalues = fcl_image_alloc(image, 3, sizeof(*image->keyvalues));
	if (!image->keyvalues)
		return -ENOMEM;
	image->keyvalues[0] = (struct fcl_image_keyvalue){"fpgaclc.version", FCLC_VERSION};
	image->keyvalues[1] = (struct fcl_image_keyvalue){
		"fpgaclc.compiler",
		short_value(image, fclc_clang_version(program, program->clang))};
	image->keyvalues[2] = (struct fcl_image_keyvalue){"fpgaclc.sources",
							  short_value(image, sources.text)};
	image->nkeyvalues = 3;
	return 0;
}

/* What the image's layer reports, as an error of the compiler's. */
static int prefixed(int error, struct fcl_err *err)
{
	return error ? fcl_err_prefix(err, "fpgaclc: error") : 0;
}

static int out_image(struct fclc_program *program, struct fcl_image *image, struct fcl_err *err)
{
	char *payload;
	size_t size;
	int error = fclc_read_file(program, program->payload, &payload, &size, err);

	if (error)
		return error;
	image->timestamp = FCLC_TIMESTAMP;
	image->target = program->options.target;
	image->vbnv = fcl_image_string(image, "%s", program->board->vbnv);
	image->isa = fcl_image_string(image, "%s", program->options.march);
	image->payload = payload;
	image->payload_size = size;
	if (out_kernels(program, image) || out_topology(program, image) ||
	    out_streams(program, image))
		return fcl_err_set(err, -ENOMEM, "fpgaclc: error: out of memory");
	error = fclc_objects_variables(program, &image->variables_size, err);
	return error ? error : out_facts(program, image);
}

static bool wants_elf(const char *output)
{
	return fclc_has_suffix(output, ".elf") || fclc_has_suffix(output, ".aocx");
}

int fclc_output_write(struct fclc_program *program, struct fcl_err *err)
{
	const char *output = program->options.output;
	enum fcl_image_container container = wants_elf(output) ? FCL_IMAGE_ELF : FCL_IMAGE_XCLBIN;
	struct fcl_image *image;
	void *bytes = NULL;
	size_t size;
	int error = fcl_image_new(&image, err);

	if (error)
		return prefixed(error, err);
	error = out_image(program, image, err);
	if (!error)
		error = prefixed(fcl_image_derive_uuid(image, container, err), err);
	if (!error)
		error = prefixed(fcl_image_write(image, container, &bytes, &size, err), err);
	if (!error)
		error = fclc_write_file(output, bytes, size, err);
	free(bytes);
	fcl_image_unref(image);
	return error;
}
