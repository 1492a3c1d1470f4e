/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/platform/platform.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_check.h"
#include "base/log.h"
#include "base/trace/trace.h"
#include "runtime/core/objects/callback.h"
#include "runtime/core/platform/register.h"
#include "runtime/devices/offer.h"

static pthread_mutex_t platform_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the_platform */
static struct fcl_platform *the_platform;

static void log_problem(int error, bool named, const char *text)
{
	enum fcl_log_level level = error == -EPERM ? FCL_LOG_DEBUG : FCL_LOG_ERROR;

	fcl_log(level, "platform", "%s", text);
	/*
	 * A missing device that the user named is reported on standard error, unless the log goes
	 * there.
	 */
	if (named && !(fcl_log_enabled(level) && fcl_log_is_stderr()))
		fcl_config_complain("%s", text);
}

/*
 * Bandwidth of the board's host link, in bytes per second and direction, from the platform's name:
 * "gen3x16" is PCIe of that generation and width, with 128b/130b encoding. 0: not in the name.
 */
static double link_of(const struct fcl_hal_info *info)
{
	const char *at = strstr(info->name, "gen");
	unsigned generation, lanes;

	if (!at || sscanf(at, "gen%1ux%2u", &generation, &lanes) != 2 || generation < 3 ||
	    generation > 5)
		return 0;
	return (double)(8ull << (generation - 3)) * 1e9 * lanes * 128 / 130 / 8;
}

/* Creates a device, which takes over the board. False: out of memory. */
static bool platform_add_device(struct fcl_platform *platform, struct fcl_offered *offered)
{
	struct fcl_device *device = fcl_device_create(platform, offered->hal, offered->board);

	if (!device) {
		log_problem(-ENOMEM, false, "a device is not offered: out of memory");
		return false;
	}
	offered->board = NULL;
	memcpy(device->uuid, offered->uuid, sizeof(device->uuid));
	device->name = strdup(offered->name);
	device->instance = offered->instance;
	platform->devices[platform->ndevices++] = device;
	if (fcl_trace_on())
		fcl_trace_device(device->trace_name, device->info->name, device->info->clock_mhz,
				 link_of(device->info));
	return true;
}

/* If no device could be created for lack of memory or threads, the next call tries again. */
static void open_devices(struct fcl_platform *platform)
{
	struct fcl_offer offer;
	bool starved;

	fcl_config_check();
	fcl_trace_start();
	fcl_offer_open(&offer, log_problem);
	starved = offer.starved;
	platform->devices = calloc(offer.count + 1, sizeof(struct fcl_device *));
	if (!platform->devices)
		starved = true;
	for (uint32_t i = 0; platform->devices && i < offer.count; i++)
		starved |= !platform_add_device(platform, &offer.devices[i]);
	fcl_offer_close(&offer);
	platform->open = platform->ndevices || !starved;
	if (!platform->open) {
		free(platform->devices);
		platform->devices = NULL;
	}
}

/*
 * A forked child does not have the parent's threads, and the parent's locks may be held, so nothing
 * that it inherits is used again. Only the platform's handle stays valid, as a loader queries it
 * only once; the next fcl_platform_get() reopens the devices.
 */
static void platform_forget_in_child(void)
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

static void platform_register_once(void)
{
	fcl_core_register();
	pthread_atfork(NULL, NULL, platform_forget_in_child);
}

struct fcl_platform *fcl_platform_get(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct fcl_platform *platform;

	pthread_once(&once, platform_register_once);
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
