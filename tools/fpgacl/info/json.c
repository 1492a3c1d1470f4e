/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/info/json.h"

#include "tools/fpgacl/boards/devices.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/info/names.h"

static void json_put_argument(struct fcl_text *out, const struct fcl_image_arg *arg)
{
	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_number(out, "id", arg->id);
	fcl_tool_put_text(out, "name", arg->name);
	fcl_tool_put_text(out, "type", arg->type_name);
	fcl_tool_put_text(out, "qualifier", fcl_tool_qualifier_name(arg->qualifier));
	fcl_tool_put_text(out, "direction", fcl_tool_direction_name(arg));
	fcl_tool_put_number(out, "offset", arg->offset);
	fcl_tool_put_number(out, "size", arg->host_size);
	fcl_tool_put_text(out, "port", arg->port);
	fcl_tool_put_close(out, '{');
}

static void put_kernel(struct fcl_text *out, const struct fcl_image_kernel *kernel)
{
	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_text(out, "name", kernel->name);
	fcl_tool_put_text(out, "language", kernel->language);
	fcl_tool_put_open(out, "arguments", '[');
	for (uint32_t i = 0; i < kernel->nargs; i++)
		json_put_argument(out, &kernel->args[i]);
	fcl_tool_put_close(out, '[');
	fcl_tool_put_close(out, '{');
}

/* An argument that reaches several banks has several connections. */
static void put_connections(struct fcl_text *out, const struct fcl_image *image, uint32_t cu)
{
	const struct fcl_image_kernel *kernel = &image->kernels[image->cus[cu].kernel];

	fcl_tool_put_open(out, "connections", '[');
	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *connection = &image->connections[i];

		if (connection->cu != cu)
			continue;
		fcl_tool_put_open(out, NULL, '{');
		fcl_tool_put_text(out, "argument", kernel->args[connection->arg].name);
		fcl_tool_put_text(out, "memory", image->mems[connection->mem].tag);
		fcl_tool_put_close(out, '{');
	}
	fcl_tool_put_close(out, '[');
}

static void json_put_units(struct fcl_text *out, const struct fcl_image *image)
{
	fcl_tool_put_open(out, "compute_units", '[');
	for (uint32_t i = 0; i < image->ncus; i++) {
		const struct fcl_image_cu *cu = &image->cus[i];

		fcl_tool_put_open(out, NULL, '{');
		fcl_tool_put_text(out, "kernel", image->kernels[cu->kernel].name);
		fcl_tool_put_text(out, "name", cu->name);
		if (cu->base != UINT64_MAX)
			fcl_tool_put_number(out, "address", cu->base);
		put_connections(out, image, i);
		fcl_tool_put_close(out, '{');
	}
	fcl_tool_put_close(out, '[');
}

static const char *json_end_name(const struct fcl_image *image, uint32_t cu)
{
	return cu == FCL_IMAGE_HOST ? "host" : image->cus[cu].name;
}

static void put_streams(struct fcl_text *out, const struct fcl_image *image)
{
	fcl_tool_put_open(out, "streams", '[');
	for (uint32_t i = 0; i < image->nstreams; i++) {
		const struct fcl_image_stream *stream = &image->streams[i];

		fcl_tool_put_open(out, NULL, '{');
		fcl_tool_put_text(out, "from", json_end_name(image, stream->src_cu));
		fcl_tool_put_text(out, "to", json_end_name(image, stream->dst_cu));
		if (stream->src_cu == FCL_IMAGE_HOST || stream->dst_cu == FCL_IMAGE_HOST)
			fcl_tool_put_text(out, "host_pipe", stream->name);
		fcl_tool_put_number(out, "depth", stream->depth);
		fcl_tool_put_number(out, "packet_size", stream->packet_size);
		fcl_tool_put_close(out, '{');
	}
	fcl_tool_put_close(out, '[');
}

int fcl_tool_info_image_json(const struct fcl_image *image)
{
	struct fcl_text out = {0};

	fcl_tool_put_open(&out, NULL, '{');
	fcl_tool_put_text(&out, "container", fcl_tool_container_name(image));
	fcl_tool_put_text(&out, "target",
			  image->target ? fcl_image_target_name(image->target) : "any");
	fcl_tool_put_text(&out, "platform", image->vbnv);
	fcl_tool_put_text(&out, "isa", image->isa);
	fcl_tool_put_number(&out, "payload", image->payload_size);
	if (image->container)
		fcl_tool_put_uuid(&out, "uuid", image->uuid);
	fcl_tool_put_open(&out, "kernels", '[');
	for (uint32_t i = 0; i < image->nkernels; i++)
		put_kernel(&out, &image->kernels[i]);
	fcl_tool_put_close(&out, '[');
	json_put_units(&out, image);
	put_streams(&out, image);
	fcl_tool_put_open(&out, "keys", '{');
	for (uint32_t i = 0; i < image->nkeyvalues; i++)
		fcl_tool_put_text(&out, image->keyvalues[i].key, image->keyvalues[i].value);
	fcl_tool_put_close(&out, '{');
	fcl_tool_put_close(&out, '{');
	return fcl_tool_put_print(&out, TOOL_OK);
}

static void put_banks(struct fcl_text *out, const struct fcl_hal_info *info)
{
	fcl_tool_put_open(out, "banks", '[');
	for (uint32_t i = 0; i < info->nbanks; i++) {
		fcl_tool_put_open(out, NULL, '{');
		fcl_tool_put_text(out, "name", info->banks[i].tag);
		fcl_tool_put_number(out, "address", info->banks[i].base);
		fcl_tool_put_number(out, "size", info->banks[i].size);
		fcl_tool_put_bool(out, "default", i == info->default_bank);
		fcl_tool_put_close(out, '{');
	}
	fcl_tool_put_close(out, '[');
}

/* Properties that may change while the board is open. */
static void put_state(struct fcl_text *out, const struct fcl_tool_device *device)
{
	struct fcl_err err = {0};
	uint8_t uuid[16];

	if (!device->hal->verify(device->board, 0, uuid, NULL))
		fcl_tool_put_uuid(out, "image", uuid);
	fcl_tool_put_text(out, "health",
			  device->hal->health(device->board, &err) ? err.text : "good");
}

int fcl_tool_info_device_json(const char *name)
{
	struct fcl_tool_device device;
	struct fcl_text out = {0};

	if (!fcl_tool_open(name, &device))
		return TOOL_FAILED;
	fcl_tool_put_open(&out, NULL, '{');
	fcl_tool_put_text(&out, "device", device.name);
	fcl_tool_put_text(&out, "name", device.info->name);
	fcl_tool_put_text(&out, "platform", device.info->vbnv);
	fcl_tool_put_text(&out, "board", device.info->board);
	fcl_tool_put_text(&out, "bus_address", device.info->bdf);
	fcl_tool_put_text(&out, "serial", device.info->serial);
	fcl_tool_put_text(&out, "shell", device.info->version);
	fcl_tool_put_number(&out, "slots", device.info->nslots);
	fcl_tool_put_number(&out, "kernel_mhz", device.info->clock_mhz);
	fcl_tool_put_open(&out, "capabilities", '[');
	for (unsigned i = 0; fcl_tool_capability(i); i++)
		if (device.info->caps >> i & 1)
			fcl_tool_put_text(&out, NULL, fcl_tool_capability(i));
	fcl_tool_put_close(&out, '[');
	put_banks(&out, device.info);
	fcl_tool_put_sensors(&out, device.hal, device.board);
	put_state(&out, &device);
	fcl_tool_put_close(&out, '{');
	fcl_tool_close(&device);
	return fcl_tool_put_print(&out, TOOL_OK);
}
