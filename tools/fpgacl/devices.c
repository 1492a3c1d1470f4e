/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/config.h"
#include "tools/fpgacl/tool.h"

bool tool_open(const char *name, struct tool_device *ret_device)
{
	const char *colon = strchr(name, ':');
	struct fcl_err err = {0};
	char backend[32];

	snprintf(backend, sizeof(backend), "%.*s", colon ? (int)(colon - name) : 0, name);
	ret_device->hal = colon ? fcl_hal_find(backend) : NULL;
	if (!ret_device->hal) {
		fprintf(stderr, "fpgacl: '%s': expected <backend>:<board>, such as emu:u250\n",
			name);
		return false;
	}
	if (ret_device->hal->open(colon + 1, 0, &ret_device->board, &err)) {
		fprintf(stderr, "fpgacl: %s: %s\n", name, err.text);
		return false;
	}
	ret_device->info = ret_device->hal->info(ret_device->board);
	return true;
}

void tool_close(struct tool_device *device)
{
	device->hal->close(device->board);
}

static void print_device(unsigned index, const struct tool_device *device)
{
	printf("%u  %-4s %-8s %-44s %s\n", index, device->hal->name, device->info->board,
	       device->info->name, device->info->bdf);
}

int tool_list(void)
{
	const char *list = fcl_config_string(FCL_CONFIG_DEVICES);
	char *copy = strdup(*list ? list : "emu:u250"), *rest = copy, *name;
	int status = TOOL_OK;
	unsigned index = 0;

	while (copy && (name = strsep(&rest, ", "))) {
		struct tool_device device;

		if (!*name)
			continue;
		if (!tool_open(name, &device)) {
			status = TOOL_FAILED;
			continue;
		}
		print_device(index++, &device);
		tool_close(&device);
	}
	free(copy);
	return status;
}

static void print_capabilities(uint32_t caps)
{
	static const char *const names[] = {"emulated",    "keeps-memory", "address", "copy",
					    "fill",        "registers",    "streams", "pipes",
					    "host-stream", "host-memory",  "export",  "reset",
					    "sensors",     "progress"};

	printf("capabilities ");
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (caps >> i & 1)
			printf(" %s", names[i]);
	printf("\n");
}

static void print_sensors(const struct tool_device *device)
{
	struct fcl_hal_sensor sensor;

	for (uint32_t i = 0; !device->hal->sensor(device->board, i, &sensor); i++)
		printf("sensor        %-16s %g %s\n", sensor.name, sensor.value, sensor.unit);
}

int tool_info_device(const char *name)
{
	struct fcl_err err = {0};
	struct tool_device device;
	uint8_t uuid[16];

	if (!tool_open(name, &device))
		return TOOL_FAILED;
	printf("name          %s\nplatform      %s\nboard         %s\nbus address   %s\nserial     "
	       "   %s\n"
	       "shell         %s\nslots         %u\nkernel clock  %u MHz\n",
	       device.info->name, device.info->vbnv, device.info->board, device.info->bdf,
	       device.info->serial, device.info->version, device.info->nslots,
	       device.info->clock_mhz);
	print_capabilities(device.info->caps);
	for (uint32_t i = 0; i < device.info->nbanks; i++)
		printf("bank %-3u      %-10s 0x%012" PRIx64 "  %10.1f MiB%s\n", i,
		       device.info->banks[i].tag, device.info->banks[i].base,
		       (double)device.info->banks[i].size / (1 << 20),
		       i == device.info->default_bank ? "  default" : "");
	print_sensors(&device);
	printf("image         %s\n",
	       device.hal->verify(device.board, 0, uuid, &err) ? "none" : "loaded");
	printf("health        %s\n", device.hal->health(device.board, &err) ? err.text : "good");
	tool_close(&device);
	return TOOL_OK;
}

int tool_reset(const char *name)
{
	struct fcl_err err = {0};
	struct tool_device device;
	int error;

	if (!tool_open(name, &device))
		return TOOL_FAILED;
	error = device.hal->reset(device.board, &err);
	if (error)
		fprintf(stderr, "fpgacl: %s: reset failed: %s\n", name,
			*err.text ? err.text : strerror(-error));
	else
		printf("%s was reset\n", name);
	tool_close(&device);
	return error ? TOOL_FAILED : TOOL_OK;
}
