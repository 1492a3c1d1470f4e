/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/image_info.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "tools/fpgacl/devices.h"
#include "tools/fpgacl/status.h"

struct fcl_image *fcl_tool_read_image(const char *path)
{
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};
	char *bytes = NULL;
	size_t size;

	if (fcl_file_read(path, SIZE_MAX, &bytes, &size, &err))
		fprintf(stderr, "fpgacl: %s\n", err.text);
	else if (fcl_image_read(bytes, size, &image, &err))
		fprintf(stderr, "fpgacl: %s: %s\n", path, err.text);
	free(bytes);
	return image;
}

static void print_uuid(const uint8_t uuid[16])
{
	for (int i = 0; i < 16; i++)
		printf("%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[i]);
	printf("\n");
}

static const char *qualifier_name(enum fcl_image_qualifier qualifier)
{
	static const char *const names[] = {"scalar", "global", "constant", "local", "stream"};

	return names[qualifier];
}

static void print_kernel(const struct fcl_image_kernel *kernel)
{
	static const char *const directions[] = {"", "in", "out", "in/out"};

	printf("kernel        %s\n", kernel->name);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &kernel->args[i];

		printf("  %2u %-20s %-16s %-8s %-6s 0x%03" PRIx64 " %s\n", arg->id, arg->name,
		       arg->type_name, qualifier_name(arg->qualifier), directions[arg->direction],
		       arg->offset, arg->port);
	}
}

static void print_cu(const struct fcl_image *image, uint32_t index)
{
	const struct fcl_image_cu *cu = &image->cus[index];

	printf("compute unit  %s:%s", image->kernels[cu->kernel].name, cu->name);
	if (cu->base != UINT64_MAX)
		printf(" at 0x%" PRIx64, cu->base);
	for (uint32_t i = 0; i < image->nconnections; i++)
		if (image->connections[i].cu == index)
			printf(" %s=%s",
			       image->kernels[cu->kernel].args[image->connections[i].arg].name,
			       image->mems[image->connections[i].mem].tag);
	printf("\n");
}

static void print_stream(const struct fcl_image *image, const struct fcl_image_stream *stream)
{
	printf("stream        %s -> %s, %u packets of %u bytes\n", image->cus[stream->src_cu].name,
	       image->cus[stream->dst_cu].name, stream->depth, stream->packet_size);
}

int fcl_tool_info_image(const char *path)
{
	struct fcl_image *image = fcl_tool_read_image(path);
	uint32_t digests = 0;

	if (!image)
		return TOOL_FAILED;
	printf("container     %s\ntarget        %s\nplatform      %s\nuuid          ",
	       image->container == FCL_IMAGE_ELF ? "ELF" : "xclbin",
	       fcl_image_target_name(image->target), image->vbnv);
	print_uuid(image->uuid);
	for (uint32_t i = 0; i < image->nsections; i++)
		digests += image->sections[i].has_digest;
	printf("payload       %zu bytes%s%s\nsections      %u, %u with a digest, all correct\n",
	       image->payload_size, *image->isa ? " for " : "", image->isa, image->nsections,
	       digests);
	for (uint32_t i = 0; i < image->nkernels; i++)
		print_kernel(&image->kernels[i]);
	for (uint32_t i = 0; i < image->ncus; i++)
		print_cu(image, i);
	for (uint32_t i = 0; i < image->nstreams; i++)
		print_stream(image, &image->streams[i]);
	for (uint32_t i = 0; i < image->nkeyvalues; i++)
		printf("key           %s=%s\n", image->keyvalues[i].key, image->keyvalues[i].value);
	fcl_image_unref(image);
	return TOOL_OK;
}

static int program(const struct fcl_tool_device *device, struct fcl_image *image,
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
	/* A device must have no programs when it is closed; a real board keeps the image. */
	device->hal->unprogram(device->board, loaded);
	return error;
}

int fcl_tool_program(const char *name, const char *path)
{
	struct fcl_image *image = fcl_tool_read_image(path);
	struct fcl_err err = {0};
	struct fcl_tool_device device;
	int error;

	if (!image || !fcl_tool_open(name, &device)) {
		fcl_image_unref(image);
		return TOOL_FAILED;
	}
	error = program(&device, image, &err);
	if (error)
		fprintf(stderr, "fpgacl: %s: %s\n", device.name, err.text);
	else
		printf("%s: loaded and verified %s\n", device.name, path);
	fcl_image_unref(image);
	fcl_tool_close(&device);
	return error ? TOOL_FAILED : TOOL_OK;
}
