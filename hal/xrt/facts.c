/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/facts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "hal/bank.h"
#include "hal/xrt/library/json.h"
#include "hal/xrt/xrt.h"

/* --- constant facts --------------------------------------------------------------------------- */

static bool ends_in(const char *path, const char *name)
{
	size_t length = strlen(path), tail = strlen(name);

	return length >= tail && !strcmp(path + length - tail, name);
}

static void platform_value(void *user, const char *path, const char *value)
{
	struct fcl_hal_device *device = user;

	if (ends_in(path, ".serial_number"))
		snprintf(device->serial, sizeof(device->serial), "%s", value);
	else if (ends_in(path, ".p2p_status"))
		device->p2p = !strcmp(value, "enabled");
}

static void host_value(void *user, const char *path, const char *value)
{
	struct fcl_hal_device *device = user;

	if (!strcmp(path, "version"))
		snprintf(device->version, sizeof(device->version), "XRT %s", value);
}

/* Items that XRT does not report are skipped. */
static void walk_report(struct fcl_hal_device *device, enum fcl_xrt_text what,
			fcl_xrt_json_value *value, void *user)
{
	char *text = NULL;

	if (!device->calls->device_text(device->xrt, what, &text, NULL))
		fcl_xrt_json_walk(text, value, user);
	free(text);
}

static uint32_t facts_clock_mhz(struct fcl_hal_device *device)
{
	uint64_t mhz = 0;

	if (device->calls->device_number(device->xrt, FCL_XRT_CLOCK_MHZ, &mhz, NULL) || !mhz ||
	    mhz > UINT32_MAX)
		return device->board->kernel_mhz;
	return (uint32_t)mhz;
}

static int make_banks(struct fcl_hal_device *device, struct fcl_err *err)
{
	const struct fcl_board *board = device->board;

	device->banks = calloc(board->nbanks, sizeof(*device->banks));
	device->used = calloc(board->nbanks, sizeof(*device->used));
	device->held = calloc(board->nbanks, sizeof(*device->held));
	if (!device->banks || !device->used || !device->held)
		return fcl_err_set(err, -ENOMEM, "no memory for the tables of board %s",
				   board->name);
	return 0;
}

/* "board.memory.memories[2].tag" gives the tag, and thus the bank, of the image's third memory. */
static void held_tag(void *user, const char *path, const char *value)
{
	struct fcl_hal_device *device = user;
	int bank = fcl_board_find_bank(device->board, value), end = 0;
	unsigned index;

	if (sscanf(path, "board.memory.memories[%u].tag%n", &index, &end) == 1 && end &&
	    !path[end] && bank >= 0)
		device->held[bank] = (int32_t)index;
}

static void held_enabled(void *user, const char *path, const char *value)
{
	struct fcl_hal_device *device = user;
	unsigned index;
	int end = 0;

	if (sscanf(path, "board.memory.memories[%u].enabled%n", &index, &end) != 1 || !end ||
	    path[end] || !strcmp(value, "true"))
		return;
	for (uint32_t i = 0; i < device->board->nbanks; i++)
		if (device->held[i] == (int32_t)index)
			device->held[i] = -1;
}

/* Finds the banks that the image on the board uses. */
static void facts_find_held(struct fcl_hal_device *device)
{
	for (uint32_t i = 0; i < device->board->nbanks; i++)
		device->held[i] = -1;
	if (device->noop)
		return;
	walk_report(device, FCL_XRT_MEMORY, held_tag, device);
	walk_report(device, FCL_XRT_MEMORY, held_enabled, device);
}

static uint32_t capabilities(const struct fcl_hal_device *device)
{
	uint32_t caps = FCL_HAL_CAP_COPY | FCL_HAL_CAP_FILL | FCL_HAL_CAP_PROGRESS;

	/*
	 * The noop device has one address for all buffers, and calls that need a board fail on it.
	 */
	if (device->noop)
		return caps;
	caps |= FCL_HAL_CAP_ADDRESS | FCL_HAL_CAP_SENSORS | FCL_HAL_CAP_REGISTERS |
		FCL_HAL_CAP_EXPORT;
	return device->m2m ? caps | FCL_HAL_CAP_PEER : caps;
}

int fcl_xrt_facts(struct fcl_hal_device *device, struct fcl_err *err)
{
	const struct fcl_board *board = device->board;
	struct fcl_xrt_error last = {0};
	uint64_t m2m = 0;
	int error = make_banks(device, err);

	if (error)
		return error;
	facts_find_held(device);
	walk_report(device, FCL_XRT_HOST, host_value, device);
	if (!device->noop) {
		walk_report(device, FCL_XRT_PLATFORM, platform_value, device);
		device->m2m = !device->calls->device_number(device->xrt, FCL_XRT_M2M, &m2m, NULL) &&
			      m2m;
		device->calls->device_error(device->xrt, &last, NULL);
		device->first_error = last.code ? last.time : 0;
	}
	fcl_hal_describe(board, device->banks, &device->info);
	/* Which banks survive programming depends on the shell, the driver and both images. */
	for (uint32_t i = 0; i < board->nbanks; i++)
		device->banks[i].kept = false;
	device->info.name = device->name;
	device->info.vbnv = device->noop ? board->vbnv : device->name;
	device->info.bdf = device->bdf;
	device->info.serial = device->serial;
	device->info.version = device->version;
	device->info.caps = capabilities(device);
	device->info.nslots = 1;
	device->info.clock_mhz = facts_clock_mhz(device);
	return 0;
}

/* --- health and sensors ----------------------------------------------------------------------- */

int fcl_xrt_health(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_xrt_error last = {0};
	uint64_t offline = 0;

	if (device->noop)
		return 0;
	if (!device->calls->device_number(device->xrt, FCL_XRT_OFFLINE, &offline, NULL) && offline)
		return fcl_err_set(err, -ENODEV, "board %s is offline", device->bdf);
	/* Errors persist until a reset: ignore those from before this process opened the board. */
	if (device->calls->device_error(device->xrt, &last, NULL) || !last.code ||
	    last.time <= device->first_error)
		return 0;
	return fcl_err_set(
		err, -EIO,
		"board %s has a fault until it is reset with `xbutil reset --device %s`: %s",
		device->bdf, device->bdf, last.text);
}

int fcl_xrt_reset(struct fcl_hal_device *device, struct fcl_err *err)
{
	if (device->noop)
		return fcl_err_set(err, -EOPNOTSUPP, "XRT's noop device has nothing to reset");
	return fcl_err_set(
		err, -EOPNOTSUPP,
		"XRT does not let a program reset a board: run `xbutil reset --device %s`, which kills every process that has the board open",
		device->bdf);
}

/*
 * Collects readings from one report, in which each is an object with a name, a value and
 * "is_present".
 */
struct readings {
	struct fcl_hal_sensor *ret_sensor;
	uint32_t wanted, seen; /* index of the sensor to find; sensors so far */
	bool found;
	const char *name_key, *value_key, *present_key, *unit, *suffix;
	char name[32];
	char object[160]; /* path of the object being read */
	double value;
	bool present, valued;
};

static void one_seen(struct readings *readings)
{
	struct fcl_hal_sensor *sensor = readings->ret_sensor;

	if (readings->present && readings->valued && readings->name[0] && !readings->found &&
	    readings->seen++ == readings->wanted) {
		memset(sensor, 0, sizeof(*sensor));
		snprintf(sensor->name, sizeof(sensor->name), "%.*s%s",
			 (int)(sizeof(sensor->name) - 1 - strlen(readings->suffix)), readings->name,
			 readings->suffix);
		snprintf(sensor->unit, sizeof(sensor->unit), "%s", readings->unit);
		sensor->value = readings->value;
		readings->found = true;
	}
	readings->name[0] = '\0';
	readings->present = true;
	readings->valued = false;
}

static void reading(void *user, const char *path, const char *value)
{
	struct readings *readings = user;
	const char *key = strrchr(path, ']');
	char *rest;

	/* In "thermals[0].temp_C", the part up to the last "]" names the object. */
	if (!key || key[1] != '.' || (size_t)(key - path) >= sizeof(readings->object))
		return;
	if (strncmp(readings->object, path, (size_t)(key - path)) != 0 ||
	    readings->object[key - path]) {
		one_seen(readings);
		memcpy(readings->object, path, (size_t)(key - path));
		readings->object[key - path] = '\0';
	}
	key += 2;
	if (!strcmp(key, readings->name_key))
		snprintf(readings->name, sizeof(readings->name), "%s", value);
	else if (!strcmp(key, readings->present_key))
		readings->present = !strcmp(value, "true");
	else if (!strcmp(key, readings->value_key)) {
		readings->value = fcl_strtod(value, &rest);
		readings->valued = rest != value;
	}
}

/* The power of the whole board, which the report does not list among the rails. */
static void power(void *user, const char *path, const char *value)
{
	struct readings *readings = user;
	char *rest;
	double watts;

	if (strcmp(path, "power_consumption_watts") != 0)
		return;
	watts = fcl_strtod(value, &rest);
	if (rest == value)
		return;
	snprintf(readings->name, sizeof(readings->name), "power");
	readings->value = watts;
	readings->valued = readings->present = true;
	one_seen(readings);
}

int fcl_xrt_sensor(struct fcl_hal_device *device, uint32_t index, struct fcl_hal_sensor *ret_sensor)
{
	static const struct {
		enum fcl_xrt_text report;
		fcl_xrt_json_value *value;
		const char *name, *key, *present, *unit, *suffix;
	} kinds[] = {
		{FCL_XRT_THERMAL, reading, "location_id", "temp_C", "is_present", "C", ""},
		{FCL_XRT_ELECTRICAL, power, "", "", "", "W", ""},
		{FCL_XRT_ELECTRICAL, reading, "id", "voltage.volts", "voltage.is_present", "V", ""},
		{FCL_XRT_ELECTRICAL, reading, "id", "current.amps", "current.is_present", "A", ""},
		{FCL_XRT_MECHANICAL, reading, "location_id", "speed_rpm", "is_present", "rpm", ""},
		{FCL_XRT_PLATFORM, reading, "id", "freq_mhz", "", "MHz", ""},
		{FCL_XRT_MEMORY, reading, "tag", "extended_info.ecc.error.correctable.count", "",
		 "errors", " ECC corrected"},
		{FCL_XRT_MEMORY, reading, "tag", "extended_info.ecc.error.uncorrectable.count", "",
		 "errors", " ECC lost"},
	};
	struct readings readings = {.ret_sensor = ret_sensor, .wanted = index};

	if (device->noop)
		return -EOPNOTSUPP;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && !readings.found; i++) {
		readings.name_key = kinds[i].name;
		readings.value_key = kinds[i].key;
		readings.present_key = kinds[i].present;
		readings.unit = kinds[i].unit;
		readings.suffix = kinds[i].suffix;
		walk_report(device, kinds[i].report, kinds[i].value, &readings);
		one_seen(&readings);
		readings.object[0] = '\0';
	}
	return readings.found ? 0 : -ENOENT;
}
