/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/config.h"
#include "runtime/base/log.h"
#include "runtime/core/callback.h"
#include "runtime/core/device.h"
#include "runtime/core/emconfig.h"
#include "runtime/core/register.h"

enum { SPEC_MAX = 256 };

#define DEFAULT_BOARD "u250"

static pthread_mutex_t platform_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the_platform */
static struct fcl_platform *the_platform;

static int add_device(struct fcl_platform *platform, const struct fcl_hal_ops *hal,
		      struct fcl_hal_device *board)
{
	struct fcl_device **devices =
		realloc(platform->devices, (platform->ndevices + 1) * sizeof(struct fcl_device *));
	struct fcl_device *device = NULL;

	if (devices) {
		platform->devices = devices;
		device = fcl_device_create(platform, hal, board);
	}
	if (!device) {
		hal->close(board);
		return -ENOMEM;
	}
	platform->devices[platform->ndevices++] = device;
	return 0;
}

/* How many devices of this backend and board are open already. */
static unsigned count_instances(const struct fcl_platform *platform, const struct fcl_hal_ops *hal,
				const char *board)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < platform->ndevices; i++)
		if (platform->devices[i]->hal == hal &&
		    !strcmp(platform->devices[i]->info->board, board))
			count++;
	return count;
}

static void open_board(struct fcl_platform *platform, const struct fcl_hal_ops *hal,
		       const char *board, unsigned instance)
{
	struct fcl_hal_device *device;
	struct fcl_err err = {0};
	int error = hal->open(board, instance, &device, &err);

	if (!error)
		error = add_device(platform, hal, device);
	if (error)
		fcl_log(error == -EPERM ? FCL_LOG_DEBUG : FCL_LOG_ERROR, "platform",
			"%s:%s is not offered: %s", hal->name, board,
			err.text[0] ? err.text : strerror(-error));
}

/* One element of FPGACL_DEVICES: backend:board. */
static void open_spec(struct fcl_platform *platform, char *spec)
{
	char *board = strchr(spec, ':');
	const struct fcl_hal_ops *hal;

	if (!board) {
		fcl_log(FCL_LOG_ERROR, "platform",
			"FPGACL_DEVICES: expected backend:board (such as emu:u250), found '%s'",
			spec);
		return;
	}
	*board++ = '\0';
	hal = fcl_hal_find(spec);
	if (hal)
		open_board(platform, hal, board, count_instances(platform, hal, board));
	else
		fcl_log(FCL_LOG_ERROR, "platform", "FPGACL_DEVICES: there is no backend '%s'",
			spec);
}

/* Calls `each` for every element of a list separated by commas; blanks around elements do not
 * count. */
static void for_each_element(const char *list, void (*each)(struct fcl_platform *, char *),
			     struct fcl_platform *platform)
{
	while (*list) {
		size_t length = strcspn(list, ",");
		char element[SPEC_MAX];
		const char *start = list, *end = list + length;

		while (start < end && isspace((unsigned char)*start))
			start++;
		while (end > start && isspace((unsigned char)end[-1]))
			end--;
		snprintf(element, sizeof(element), "%.*s", (int)(end - start), start);
		if (*element)
			each(platform, element);
		list += length + (list[length] == ',');
	}
}

static void found_board(void *user, const char *board)
{
	void **pair = user;

	open_board(pair[0], pair[1], board, count_instances(pair[0], pair[1], board));
}

/* Boards of one sort may be named by different shells, so all of them are counted. */
static void open_emulated(void *user, const char *shell)
{
	struct fcl_platform *platform = user;

	open_board(platform, fcl_hal_find("emu"), shell, platform->ndevices);
}

/* Whether the vendor's tools ask for emulation; then no real board is touched. */
static bool is_emulation(void)
{
	const char *mode = fcl_config_string(FCL_CONFIG_XCL_EMULATION_MODE);

	return !strcmp(mode, "sw_emu") || !strcmp(mode, "hw_emu");
}

/* The boards that emconfig.json names. A file that cannot be read offers none: a board that nobody
 * asked for would hide the mistake. */
static void open_emulation(struct fcl_platform *platform)
{
	struct fcl_err err = {0};
	int error = fcl_emconfig_read(open_emulated, platform, &err);

	if (error == -ENOENT)
		open_emulated(platform, DEFAULT_BOARD);
	else if (error)
		fcl_log(FCL_LOG_ERROR, "platform", "%s", err.text);
}

/* Every real board; where there is none, one emulated board. */
static void open_default(struct fcl_platform *platform)
{
	const struct fcl_hal_ops *hal;

	if (is_emulation()) {
		open_emulation(platform);
		return;
	}
	for (unsigned i = 0; (hal = fcl_hal_backend(i)) != NULL; i++)
		if (hal->real)
			hal->list(found_board, (void *[]){platform, (void *)hal}, NULL);
	if (!platform->ndevices)
		open_emulated(platform, DEFAULT_BOARD);
}

static bool names_device(const char *element, const struct fcl_hal_info *info, uint32_t index)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", index);
	return !strcmp(element, number) || !strcmp(element, info->board) ||
	       !strcmp(element, info->name) || (*info->bdf && !strcmp(element, info->bdf));
}

static void mark_visible(struct fcl_platform *platform, char *element)
{
	for (uint32_t i = 0; i < platform->ndevices; i++)
		if (names_device(element, platform->devices[i]->info, i))
			platform->devices[i]->visible = true;
}

static void filter_devices(struct fcl_platform *platform)
{
	const char *list = fcl_config_string(FCL_CONFIG_VISIBLE_DEVICES);
	uint32_t kept = 0;

	if (!*list)
		return;
	for_each_element(list, mark_visible, platform);
	for (uint32_t i = 0; i < platform->ndevices; i++) {
		struct fcl_device *device = platform->devices[i];

		if (device->visible)
			platform->devices[kept++] = device;
		else
			device->hal->close(device->board);
	}
	platform->ndevices = kept;
}

static void open_devices(struct fcl_platform *platform)
{
	const char *list = fcl_config_string(FCL_CONFIG_DEVICES);

	if (*list)
		for_each_element(list, open_spec, platform);
	else
		open_default(platform);
	filter_devices(platform);
	platform->open = true;
}

/*
 * In a forked child the parent's threads are gone and its locks may be held: nothing inherited is
 * used again. Only the platform's handle stays good, since a loader asks for it once; its devices
 * are opened anew by whoever asks next.
 */
static void forget_in_child(void)
{
	pthread_mutex_init(&platform_lock, NULL);
	fcl_object_forget_all();
	fcl_callback_forget();
	if (!the_platform)
		return;
	the_platform->devices = NULL;
	the_platform->ndevices = 0;
	the_platform->open = false;
	fcl_object_publish(the_platform);
}

static void register_once(void)
{
	fcl_core_register();
	pthread_atfork(NULL, NULL, forget_in_child);
}

struct fcl_platform *fcl_platform_get(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct fcl_platform *platform;

	pthread_once(&once, register_once);
	pthread_mutex_lock(&platform_lock);
	if (!the_platform) {
		the_platform = fcl_object_create(FCL_TYPE_PLATFORM);
		if (the_platform)
			fcl_object_publish(the_platform);
	}
	if (the_platform && !the_platform->open)
		open_devices(the_platform);
	platform = the_platform;
	pthread_mutex_unlock(&platform_lock);
	return platform;
}
