/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/info/image_info.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/file.h"
#include "tools/fpgacl/boards/devices.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/info/graph.h"
#include "tools/fpgacl/info/json.h"
#include "tools/fpgacl/info/names.h"
#include "tools/fpgacl/info/xo.h"

static struct fcl_image *image_info_read_file(const char *path, bool xo_too)
{
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};
	char *bytes = NULL;
	size_t size;

	if (fcl_file_read(path, SIZE_MAX, &bytes, &size, &err))
		fprintf(stderr, "fpgacl: %s\n", err.text);
	else if (xo_too && fcl_tool_is_xo(bytes, size) ? fcl_tool_xo_read(bytes, size, &image, &err)
						       : fcl_image_read(bytes, size, &image, &err))
		fprintf(stderr, "fpgacl: %s: %s\n", path, err.text);
	free(bytes);
	return image;
}

struct fcl_image *fcl_tool_read_image(const char *path)
{
	return image_info_read_file(path, false);
}

/* Prints a line and frees it. Names come from a file. */
static void image_info_print_text(struct fcl_text *text)
{
	if (!text->failed) {
		fcl_text_make_printable(text->bytes);
		puts(text->bytes);
	}
	fcl_text_free(text);
}

static void image_info_print_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void image_info_print_line(const char *format, ...)
{
	struct fcl_text text = {0};
	va_list args;

	va_start(args, format);
	fcl_text_vformat(&text, format, args);
	va_end(args);
	image_info_print_text(&text);
}

static void image_info_print_kernel(const struct fcl_image_kernel *kernel)
{
	image_info_print_line("kernel        %s", kernel->name);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &kernel->args[i];

		image_info_print_line("  %2u %-20s %-16s %-8s %-6s 0x%03" PRIx64 " %s", arg->id,
				      arg->name, arg->type_name,
				      fcl_tool_qualifier_name(arg->qualifier),
				      fcl_tool_direction_name(arg), arg->offset, arg->port);
	}
}

static void print_cu(const struct fcl_image *image, uint32_t index)
{
	const struct fcl_image_cu *cu = &image->cus[index];
	struct fcl_text text = {0};

	fcl_text_format(&text, "compute unit  %s:%s", image->kernels[cu->kernel].name, cu->name);
	if (cu->base != UINT64_MAX)
		fcl_text_format(&text, " at 0x%" PRIx64, cu->base);
	for (uint32_t i = 0; i < image->nconnections; i++)
		if (image->connections[i].cu == index)
			fcl_text_format(
				&text, " %s=%s",
				image->kernels[cu->kernel].args[image->connections[i].arg].name,
				image->mems[image->connections[i].mem].tag);
	image_info_print_text(&text);
}

static const char *image_info_end_name(const struct fcl_image *image, uint32_t cu)
{
	return cu == FCL_IMAGE_HOST ? "host" : image->cus[cu].name;
}

static void print_stream(const struct fcl_image *image, const struct fcl_image_stream *stream)
{
	bool host = stream->src_cu == FCL_IMAGE_HOST || stream->dst_cu == FCL_IMAGE_HOST;

	image_info_print_line("stream        %s -> %s, %u packets of %u bytes%s%s",
			      image_info_end_name(image, stream->src_cu),
			      image_info_end_name(image, stream->dst_cu), stream->depth,
			      stream->packet_size, host ? ", host pipe " : "",
			      host ? stream->name : "");
}

/* A .xo file has neither a UUID nor sections. */
static void print_head(const struct fcl_image *image)
{
	uint32_t digests = 0;
	char uuid[37];

	image_info_print_line("container     %s", fcl_tool_container_name(image));
	image_info_print_line("target        %s",
			      image->target ? fcl_image_target_name(image->target) : "any");
	image_info_print_line("platform      %s", image->vbnv);
	if (image->container) {
		uuid_unparse_lower(image->uuid, uuid);
		image_info_print_line("uuid          %s", uuid);
	}
	for (uint32_t i = 0; i < image->nsections; i++)
		digests += image->sections[i].has_digest;
	image_info_print_line("payload       %zu bytes%s%s", image->payload_size,
			      *image->isa ? " for " : "", image->isa);
	if (image->container)
		image_info_print_line("sections      %u, %u with a digest, all correct",
				      image->nsections, digests);
}

static void print_image(const struct fcl_image *image)
{
	print_head(image);
	for (uint32_t i = 0; i < image->nkernels; i++)
		image_info_print_kernel(&image->kernels[i]);
	for (uint32_t i = 0; i < image->ncus; i++)
		print_cu(image, i);
	for (uint32_t i = 0; i < image->nstreams; i++)
		print_stream(image, &image->streams[i]);
	for (uint32_t i = 0; i < image->nkeyvalues; i++)
		image_info_print_line("key           %s=%s", image->keyvalues[i].key,
				      image->keyvalues[i].value);
}

int fcl_tool_info_image(const char *path, bool json)
{
	struct fcl_image *image = image_info_read_file(path, true);
	int status = TOOL_OK;

	if (!image)
		return TOOL_FAILED;
	if (json)
		status = fcl_tool_info_image_json(image);
	else
		print_image(image);
	fcl_image_unref(image);
	return status;
}

int fcl_tool_info_graph(const char *path)
{
	struct fcl_image *image = image_info_read_file(path, true);
	struct fcl_text out = {0};
	int status = TOOL_FAILED;

	if (!image)
		return status;
	if (!image->ncus) {
		fprintf(stderr,
			"fpgacl: %s has no compute units: expected an image, which fpgaclc -l makes of .xo files\n",
			path);
	} else if (!fcl_tool_graph_draw(&out, image)) {
		fputs("fpgacl: out of memory\n", stderr);
	} else {
		fwrite(out.bytes, 1, out.size, stdout);
		status = TOOL_OK;
	}
	fcl_text_free(&out);
	fcl_image_unref(image);
	return status;
}

static int image_info_program(const struct fcl_tool_device *device, struct fcl_image *image,
			      struct fcl_err *err)
{
	struct fcl_hal_program *loaded = NULL;
	uint8_t uuid[16] = {0};
	int error = device->hal->program(device->board, 0, image, &loaded, err);

	if (error)
		return error;
	error = device->hal->verify(device->board, 0, uuid, err);
	if (!error && memcmp(uuid, image->uuid, sizeof(uuid)) != 0)
		error = fcl_err_set(err, -EIO, "the board does not hold the image that was loaded");
	/* A device must have no programs when it is closed. A real board keeps its image. */
	device->hal->unprogram(device->board, loaded);
	return error;
}

static int print_loaded(const char *device, const char *path, const struct fcl_image *image,
			bool json)
{
	struct fcl_text out = {0};

	if (!json) {
		printf("%s: loaded and verified %s\n", device, path);
		return TOOL_OK;
	}
	fcl_tool_put_open(&out, NULL, '{');
	fcl_tool_put_text(&out, "device", device);
	fcl_tool_put_text(&out, "file", path);
	fcl_tool_put_uuid(&out, "uuid", image->uuid);
	fcl_tool_put_close(&out, '{');
	return fcl_tool_put_print(&out, TOOL_OK);
}

int fcl_tool_program(const char *name, const char *path, bool json)
{
	struct fcl_image *image = fcl_tool_read_image(path);
	struct fcl_err err = {0};
	struct fcl_tool_device device;
	int status = TOOL_FAILED;

	if (!image || !fcl_tool_open(name, &device)) {
		fcl_image_unref(image);
		return TOOL_FAILED;
	}
	if (image_info_program(&device, image, &err))
		fprintf(stderr, "fpgacl: %s: %s\n", device.name, err.text);
	else
		status = print_loaded(device.name, path, image, json);
	fcl_image_unref(image);
	fcl_tool_close(&device);
	return status;
}
