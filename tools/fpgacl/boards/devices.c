/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/boards/devices.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal/board/client/backend.h"
#include "runtime/devices/identity.h"
#include "runtime/devices/offer.h"
#include "runtime/devices/registry.h"
#include "tools/fpgacl/boards/board.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"

static void devices_print_problem(int error, bool named, const char *text)
{
	(void)named;
	if (error != -EPERM)
		fprintf(stderr, "fpgacl: %s\n", text);
}

static int devices_open_named(const char *name, struct fcl_tool_device *ret_device,
			      struct fcl_err *err)
{
	const char *board;
	int error = -EINVAL;

	ret_device->hal = fcl_backend_of(name, &board, err);
	if (ret_device->hal)
		error = ret_device->hal->open(board, 0, &ret_device->board, err);
	if (!error)
		snprintf(ret_device->name, sizeof(ret_device->name), "%s", name);
	return error;
}

/* Picks the first offered device with this name or number. */
static bool open_offered(const char *name, struct fcl_tool_device *ret_device, uint32_t *ret_count)
{
	struct fcl_offer offer;
	uint32_t wanted = 0;
	bool found;

	fcl_offer_open(&offer, devices_print_problem);
	while (wanted < offer.count && !fcl_offered_is(&offer.devices[wanted], wanted, name))
		wanted++;
	found = wanted < offer.count;
	if (found) {
		ret_device->hal = offer.devices[wanted].hal;
		ret_device->board = offer.devices[wanted].board;
		snprintf(ret_device->name, sizeof(ret_device->name), "%s",
			 offer.devices[wanted].name);
		offer.devices[wanted].board = NULL;
	}
	*ret_count = offer.count;
	fcl_offer_close(&offer);
	return found;
}

/* Opens the board process of this name, or else an emulated board. Numbers are never names. */
static bool devices_open_board(const char *name, struct fcl_tool_device *ret_device)
{
	static const char *const backends[] = {"board", "emu"};
	struct fcl_err err = {0};
	char full[sizeof(ret_device->name)];

	if (name[strspn(name, "0123456789")] == '\0')
		return false;
	for (size_t i = 0; i < sizeof(backends) / sizeof(backends[0]); i++)
		if ((size_t)snprintf(full, sizeof(full), "%s:%s", backends[i], name) <
			    sizeof(full) &&
		    !devices_open_named(full, ret_device, &err))
			return true;
	return false;
}

static bool devices_find(const char *name, struct fcl_tool_device *ret_device)
{
	uint32_t count;

	if (open_offered(name, ret_device, &count) || devices_open_board(name, ret_device))
		return true;
	fprintf(stderr,
		"fpgacl: there is no device '%s': expected a board of `fpgacl boards`, a board process, "
		"<backend>:<board> such as emu:u250, or one of the %u that `fpgacl list --json` shows, by number, address, serial number, "
		"uuid or name\n",
		name, count);
	return false;
}

static bool devices_is_bdf(const char *name)
{
	unsigned domain, bus, device, function;

	return sscanf(name, "%x:%x:%x.%x", &domain, &bus, &device, &function) == 4;
}

bool fcl_tool_open(const char *name, struct fcl_tool_device *ret_device)
{
	struct fcl_err err = {0};
	bool named = strchr(name, ':') && !devices_is_bdf(name);
	bool opened = named ? !devices_open_named(name, ret_device, &err)
			    : devices_find(name, ret_device);

	if (named && !opened)
		fprintf(stderr, "fpgacl: %s: %s\n", name, err.text);
	if (opened)
		ret_device->info = ret_device->hal->info(ret_device->board);
	return opened;
}

void fcl_tool_close(struct fcl_tool_device *device)
{
	device->hal->close(device->board);
}

int fcl_tool_list(void)
{
	struct fcl_offer offer;
	bool good;

	fcl_offer_open(&offer, devices_print_problem);
	good = !offer.failed;
	for (uint32_t i = 0; i < offer.count; i++) {
		const struct fcl_offered *device = &offer.devices[i];
		const struct fcl_hal_info *info = device->hal->info(device->board);

		printf("%u  %-4s %-8s %-44s %s\n", i, device->hal->name, info->board, info->name,
		       info->bdf);
	}
	fcl_offer_close(&offer);
	return good ? TOOL_OK : TOOL_FAILED;
}

const char *fcl_tool_capability(unsigned bit)
{
	static const char *const names[] = {
		"emulated", "keeps-memory", "address",     "copy",        "fill",       "registers",
		"streams",  "pipes",        "host-stream", "host-memory", "export",     "reset",
		"sensors",  "progress",     "svm",         "peer",        "non-uniform"};

	return bit < sizeof(names) / sizeof(names[0]) ? names[bit] : NULL;
}

static void print_capabilities(uint32_t caps)
{
	printf("capabilities ");
	for (unsigned i = 0; fcl_tool_capability(i); i++)
		if (caps >> i & 1)
			printf(" %s", fcl_tool_capability(i));
	printf("\n");
}

void fcl_tool_sensor_text(const struct fcl_hal_sensor *sensor, char *ret_text, size_t size)
{
	if (sensor->reading == FCL_HAL_ABSENT)
		snprintf(ret_text, size, "not available");
	else
		snprintf(ret_text, size, "%g %s%s", sensor->value, sensor->unit,
			 sensor->reading == FCL_HAL_INJECTED ? " (injected)" : "");
}

void fcl_tool_put_sensors(struct fcl_text *out, const struct fcl_hal_ops *hal,
			  struct fcl_hal_device *board)
{
	struct fcl_hal_sensor sensor;

	fcl_tool_put_open(out, "sensors", '[');
	for (uint32_t i = 0; !hal->sensor(board, i, &sensor); i++) {
		fcl_tool_put_open(out, NULL, '{');
		fcl_tool_put_text(out, "name", sensor.name);
		fcl_tool_put_bool(out, "available", sensor.reading != FCL_HAL_ABSENT);
		if (sensor.reading != FCL_HAL_ABSENT)
			fcl_tool_put_real(out, "value", sensor.value);
		if (sensor.reading == FCL_HAL_INJECTED)
			fcl_tool_put_bool(out, "injected", true);
		fcl_tool_put_text(out, "unit", sensor.unit);
		fcl_tool_put_close(out, '{');
	}
	fcl_tool_put_close(out, '[');
}

static void print_sensors(const struct fcl_tool_device *device)
{
	struct fcl_hal_sensor sensor;
	char text[64];

	for (uint32_t i = 0; !device->hal->sensor(device->board, i, &sensor); i++) {
		fcl_tool_sensor_text(&sensor, text, sizeof(text));
		printf("sensor        %-16s %s\n", sensor.name, text);
	}
}

int fcl_tool_info_device(const char *name)
{
	struct fcl_err err = {0};
	struct fcl_tool_device device;
	uint8_t uuid[16];

	if (!fcl_tool_open(name, &device))
		return TOOL_FAILED;
	printf("device        %s\nname          %s\nplatform      %s\nboard         %s\nbus "
	       "address   %s\nserial     "
	       "   %s\n"
	       "shell         %s\nslots         %u\nkernel clock  %u MHz\n",
	       device.name, device.info->name, device.info->vbnv, device.info->board,
	       device.info->bdf, device.info->serial, device.info->version, device.info->nslots,
	       device.info->clock_mhz);
	print_capabilities(device.info->caps);
	for (uint32_t i = 0; i < device.info->nbanks; i++)
		printf("bank %-3u      %-10s 0x%012" PRIx64 "  %10.1f MiB%s\n", i,
		       device.info->banks[i].tag, device.info->banks[i].base,
		       (double)device.info->banks[i].size / (1 << 20),
		       i == device.info->default_bank ? "  default" : "");
	print_sensors(&device);
	if (!strncmp(device.name, "board:", 6))
		fcl_tool_board_state(device.name + 6);
	printf("image         %s\n",
	       device.hal->verify(device.board, 0, uuid, &err) ? "none" : "loaded");
	printf("health        %s\n", device.hal->health(device.board, &err) ? err.text : "good");
	fcl_tool_close(&device);
	return TOOL_OK;
}

static int print_reset(const char *prefix, const char *name, bool json)
{
	struct fcl_text out = {0};
	char device[300];

	snprintf(device, sizeof(device), "%s%s", prefix, name);
	if (!json) {
		printf("%s was reset\n", device);
		return TOOL_OK;
	}
	fcl_tool_put_open(&out, NULL, '{');
	fcl_tool_put_text(&out, "device", device);
	fcl_tool_put_bool(&out, "reset", true);
	fcl_tool_put_close(&out, '{');
	return fcl_tool_put_print(&out, TOOL_OK);
}

/* A client's reset only affects that client; the user means the board. */
static int reset_shared(const char *name, bool json)
{
	struct fcl_err err = {0};

	if (fcl_bd_reset_all(name, &err)) {
		fprintf(stderr, "fpgacl: board:%s: reset failed: %s\n", name, err.text);
		return TOOL_FAILED;
	}
	return print_reset("board:", name, json);
}

int fcl_tool_reset(const char *name, bool json)
{
	struct fcl_err err = {0};
	struct fcl_tool_device device;
	int error, status;

	if (!strncmp(name, "board:", 6))
		return reset_shared(name + 6, json);
	if (!fcl_tool_open(name, &device))
		return TOOL_FAILED;
	error = device.hal->reset(device.board, &err);
	if (error)
		fprintf(stderr, "fpgacl: %s: reset failed: %s\n", device.name,
			*err.text ? err.text : strerror(-error));
	status = error == -EOPNOTSUPP ? TOOL_UNSUPPORTED
		 : error              ? TOOL_FAILED
				      : print_reset("", device.name, json);
	fcl_tool_close(&device);
	return status;
}
