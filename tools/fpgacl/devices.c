/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/config.h"
#include "tools/fpgacl/tool.h"

static bool open_instance(const char *name, unsigned instance, struct tool_device *ret_device)
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
	if (ret_device->hal->open(colon + 1, instance, &ret_device->board, &err)) {
		fprintf(stderr, "fpgacl: %s: %s\n", name, err.text);
		return false;
	}
	ret_device->info = ret_device->hal->info(ret_device->board);
	return true;
}

bool tool_open(const char *name, struct tool_device *ret_device)
{
	return open_instance(name, 0, ret_device);
}

void tool_close(struct tool_device *device)
{
	device->hal->close(device->board);
}

/* The devices of a platform, all open at once: two of one name are two boards. */
struct device_list {
	struct tool_device *devices;
	unsigned count;
};

/* How many devices of this backend and board are in the list already. */
static unsigned count_instances(const struct device_list *list, const char *name)
{
	const char *board = strchr(name, ':');
	unsigned count = 0;

	for (unsigned i = 0; board && i < list->count; i++)
		if (!strncmp(list->devices[i].hal->name, name, (size_t)(board - name)) &&
		    !strcmp(list->devices[i].info->board, board + 1))
			count++;
	return count;
}

static bool list_add(struct device_list *list, const char *name)
{
	struct tool_device *devices = realloc(list->devices,
					      (list->count + 1) * sizeof(*list->devices));

	if (!devices) {
		fprintf(stderr, "fpgacl: no memory for a list of devices\n");
		return false;
	}
	list->devices = devices;
	if (!open_instance(name, count_instances(list, name), &devices[list->count]))
		return false;
	list->count++;
	return true;
}

/* The next element of a list separated by commas, without the blanks around it; NULL at its end. */
static char *next_element(char **rest)
{
	char *element = strsep(rest, ",");
	size_t length;

	if (!element)
		return NULL;
	element += strspn(element, " \t");
	length = strlen(element);
	while (length && strchr(" \t", element[length - 1]))
		element[--length] = '\0';
	return element;
}

/* What the runtime opens: FPGACL_DEVICES, else an emulated board. False if one was not to be had.
 */
static bool open_list(struct device_list *list)
{
	const char *names = fcl_config_string(FCL_CONFIG_DEVICES);
	char *copy = strdup(*names ? names : "emu:u250"), *rest = copy, *name;
	bool good = copy != NULL;

	while (rest && (name = next_element(&rest)))
		if (*name)
			good &= list_add(list, name);
	free(copy);
	return good;
}

/* Whether FPGACL_VISIBLE_DEVICES keeps the device of that index. */
static bool is_visible(const struct fcl_hal_info *info, unsigned index)
{
	const char *filter = fcl_config_string(FCL_CONFIG_VISIBLE_DEVICES);
	char *copy = strdup(filter), *rest = copy, *element, number[16];
	bool visible = !*filter;

	snprintf(number, sizeof(number), "%u", index);
	while (rest && (element = next_element(&rest)))
		if (*element && (!strcmp(element, number) || !strcmp(element, info->board) ||
				 !strcmp(element, info->name) || !strcmp(element, info->bdf)))
			visible = true;
	free(copy);
	return visible;
}

int tool_list(void)
{
	struct device_list list = {0};
	bool good = open_list(&list);
	unsigned shown = 0;

	for (unsigned i = 0; i < list.count; i++) {
		const struct tool_device *device = &list.devices[i];

		/* Numbered as OpenCL hosts see them. */
		if (is_visible(device->info, i))
			printf("%u  %-4s %-8s %-44s %s\n", shown++, device->hal->name,
			       device->info->board, device->info->name, device->info->bdf);
	}
	for (unsigned i = 0; i < list.count; i++)
		tool_close(&list.devices[i]);
	free(list.devices);
	return good ? TOOL_OK : TOOL_FAILED;
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
