/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/devices.h"

#include <CL/cl_ext.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tools/replay/calls.h"

enum { PLATFORMS = 64, DEVICES = 256, NAME = 512 };

struct candidate {
	cl_device_id device;
	unsigned number; /* in its platform, + 1 */
	char platform[NAME], name[NAME];
	bool taken, ours; /* chosen already; of the driver that FPGACL_DEVICES is for */
};

struct candidates {
	struct candidate *list;
	unsigned count;
};

static void add_platform(struct candidates *candidates, cl_platform_id platform)
{
	cl_device_id devices[DEVICES];
	char suffix[64] = "";
	cl_uint count = 0;

	clGetPlatformInfo(platform, CL_PLATFORM_ICD_SUFFIX_KHR, sizeof(suffix), suffix, NULL);
	if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, DEVICES, devices, &count))
		return;
	for (cl_uint i = 0; i < count && i < DEVICES && candidates->count < DEVICES; i++) {
		struct candidate *candidate = &candidates->list[candidates->count++];

		candidate->device = devices[i];
		candidate->number = i + 1;
		candidate->ours = !strcmp(suffix, "FPGACL");
		clGetPlatformInfo(platform, CL_PLATFORM_NAME, NAME, candidate->platform, NULL);
		clGetDeviceInfo(devices[i], CL_DEVICE_NAME, NAME, candidate->name, NULL);
	}
}

static int devices_find_all(struct candidates *candidates, struct fcl_err *err)
{
	cl_platform_id platforms[PLATFORMS];
	cl_uint count = 0;

	candidates->list = calloc(DEVICES, sizeof(*candidates->list));
	if (!candidates->list)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	if (!clGetPlatformIDs(PLATFORMS, platforms, &count))
		for (cl_uint i = 0; i < count && i < PLATFORMS; i++)
			add_platform(candidates, platforms[i]);
	if (!candidates->count)
		return fcl_err_set(err, -ENODEV, "OpenCL has no devices here");
	return 0;
}

/* A number, or a part of the platform's or the device's name. */
static struct candidate *devices_find_named(const struct candidates *candidates, const char *name)
{
	char *end;
	unsigned long number = strtoul(name, &end, 10);

	if (*name && !*end)
		return number < candidates->count ? &candidates->list[number] : NULL;
	for (unsigned i = 0; i < candidates->count; i++)
		if (strcasestr(candidates->list[i].name, name) ||
		    strcasestr(candidates->list[i].platform, name))
			return &candidates->list[i];
	return NULL;
}

/* The board of that number in FPGACL_DEVICES. */
static struct candidate *devices_find_board(const struct candidates *candidates, uint64_t number)
{
	for (unsigned i = 0; i < candidates->count; i++)
		if (candidates->list[i].ours && !number--)
			return &candidates->list[i];
	return NULL;
}

/* The same device, or the one that is most like it. */
static struct candidate *find_like(const struct candidates *candidates, const char *platform,
				   const char *name, uint64_t number)
{
	struct candidate *best = NULL;
	int best_points = -1;

	for (unsigned i = 0; i < candidates->count; i++) {
		struct candidate *candidate = &candidates->list[i];
		int points = 2 * !strcmp(candidate->platform, platform) +
			     (candidate->number == number);

		if (candidate->taken || strcmp(candidate->name, name) != 0 || points <= best_points)
			continue;
		best = candidate;
		best_points = points;
	}
	return best;
}

static int devices_complain(const struct candidates *candidates, const char *what, const char *name,
			    struct fcl_err *err)
{
	struct fcl_text text = {0};

	for (unsigned i = 0; i < candidates->count; i++)
		fcl_text_format(&text, "%s%u: %s (%s)", i ? ", " : "", i, candidates->list[i].name,
				candidates->list[i].platform);
	fcl_err_set(err, -ENODEV, "%s \"%s\" is not here; -d chooses one of %s", what, name,
		    text.bytes ? text.bytes : "");
	fcl_text_free(&text);
	return err->code;
}

static void devices_take_text(const struct fcl_capture *capture, uint64_t record, unsigned index,
			      char text[NAME])
{
	struct fcl_value value;

	text[0] = '\0';
	if (!fcl_values_find(fcl_capture_values(capture, record), index, &value) ||
	    value.type != FCL_VALUE_TEXT)
		return;
	snprintf(text, NAME, "%.*s", (int)(value.size < NAME ? value.size : NAME - 1),
		 (const char *)value.bytes);
	fcl_text_make_printable(text);
}

/* `record` is of the program's device of that number. */
static int choose_one(struct fcl_replay *replay, const struct candidates *candidates,
		      uint64_t record, uint64_t number, struct fcl_err *err)
{
	uint64_t last = replay->ndevice_names ? replay->ndevice_names - 1 : 0;
	const char *wanted = NULL;
	char platform[NAME], name[NAME];
	struct candidate *candidate;
	struct fcl_value handle, value;
	uint64_t there = 0;

	fcl_values_find(fcl_capture_values(replay->capture, record), FCL_DEVICE_HANDLE, &handle);
	if (fcl_values_find(fcl_capture_values(replay->capture, record), FCL_DEVICE_NUMBER, &value))
		there = value.number;
	devices_take_text(replay->capture, record, FCL_DEVICE_PLATFORM, platform);
	devices_take_text(replay->capture, record, FCL_DEVICE_NAME, name);
	last = number < last ? number : last;
	if (replay->ndevice_names)
		wanted = replay->device_names[last];
	candidate = !wanted          ? find_like(candidates, platform, name, there)
		    : replay->boards ? devices_find_board(candidates, last)
				     : devices_find_named(candidates, wanted);
	if (!candidate)
		return devices_complain(candidates, wanted ? "device" : "the captured device",
					wanted ? wanted : name, err);
	candidate->taken = true;
	if (!fcl_objects_add(&replay->objects, FCL_OBJECT_DEVICE, handle.number, candidate->device))
		return fcl_err_set(err, -ENOMEM, "out of memory");
	return 0;
}

/* Programs also pass handles that are no devices, and those have no names; some devices have "". */
static bool is_device(const struct fcl_capture *capture, uint64_t record)
{
	struct fcl_values values = fcl_capture_values(capture, record);
	struct fcl_value name, handle;

	return fcl_values_find(values, FCL_DEVICE_NAME, &name) && name.type == FCL_VALUE_TEXT &&
	       fcl_values_find(values, FCL_DEVICE_HANDLE, &handle);
}

static void find_extensions(const struct fcl_replay *replay)
{
	const struct fcl_object *object = replay->objects.all;
	cl_platform_id platform;

	while (object && object->type != FCL_OBJECT_DEVICE)
		object = object->made_before;
	if (object && !clGetDeviceInfo(object->handle, CL_DEVICE_PLATFORM, sizeof(cl_platform_id),
				       &platform, NULL))
		fcl_calls_find_extensions(platform);
}

int fcl_replay_choose(struct fcl_replay *replay, struct fcl_err *err)
{
	struct candidates candidates = {0};
	int error = devices_find_all(&candidates, err);
	uint64_t number = 0;

	for (uint64_t i = 0; i < replay->capture->ndevices && !error; i++)
		if (is_device(replay->capture, replay->capture->devices[i]))
			error = choose_one(replay, &candidates, replay->capture->devices[i],
					   number++, err);
	free(candidates.list);
	if (!error)
		find_extensions(replay);
	return error;
}
