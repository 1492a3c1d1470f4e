/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/reconfigure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "hal/pcie/engine.h"
#include "hal/pcie/memory/buffer.h"
#include "hal/pcie/memory/move.h"
#include "hal/pcie/suspend.h"
#include "hal/pcie/transport/function.h"
#include "hal/pcie/transport/relay.h"

enum { OPEN_TRIES = 50, OPEN_PAUSE_US = 100000 }; /* until udev has given the group to its user */

/* --- a card of the kernel's ------------------------------------------------------------------- */

struct fcl_pcie_loadable *fcl_pcie_loadable_find(const struct fcl_pcie_reload_places *places,
						 const struct fcl_board *board, const char *address,
						 uint32_t patience_ms)
{
	struct fcl_pcie_loadable *loadable;
	struct fcl_pcie_loader *loader;
	struct fcl_err err = {0};
	int error = fcl_pcie_loader_find(places->allowed, places->owner, address, &loader, &err);

	if (error && error != -ENOENT)
		fcl_log(FCL_LOG_WARN, "pcie", "%s is not loaded: %s", address, err.text);
	if (error)
		return NULL;
	loadable = calloc(1, sizeof(*loadable));
	if (!loadable) {
		fcl_pcie_loader_free(loader);
		return NULL;
	}
	loadable->loader = loader;
	loadable->vendor = board->card.vendor_id;
	loadable->device = board->card.device_id;
	loadable->patience_ms = patience_ms;
	snprintf(loadable->address, sizeof(loadable->address), "%.15s", address);
	return loadable;
}

void fcl_pcie_loadable_free(struct fcl_pcie_loadable *loadable)
{
	if (!loadable)
		return;
	fcl_pcie_loader_free(loadable->loader);
	free(loadable);
}

int fcl_pcie_load_card(void *user, const void *bytes, size_t size,
		       struct fcl_pcie_transport **ret_transport, struct fcl_err *err)
{
	struct fcl_pcie_loadable *loadable = user;
	char address[FCL_PCIE_ADDRESS];
	int error = fcl_pcie_reload(&fcl_pcie_reload_places, loadable->loader, loadable->address,
				    loadable->vendor, loadable->device, bytes, size, address, err);

	if (error)
		return error;
	memcpy(loadable->address, address, sizeof(address));
	for (unsigned i = 0; i < OPEN_TRIES; i++) {
		error = fcl_pcie_function_open(address, loadable->patience_ms, ret_transport, err);
		if (error != -ENOENT && error != -EPERM)
			return error;
		fcl_pause_us(OPEN_PAUSE_US);
	}
	return error;
}

/* --- loading ---------------------------------------------------------------------------------- */

static int reconfigure_load(struct fcl_hal_device *device, const struct fcl_image *image,
			    struct fcl_err *err)
{
	struct fcl_pcie_transport *inner;
	int error;

	fcl_pcie_disconnect(device);
	fcl_pcie_relay_drop(device->transport);
	error = device->load(device->load_user, image->payload, image->payload_size, &inner, err);
	if (!error)
		error = fcl_pcie_relay_connect(device->transport, inner, err);
	if (!error)
		error = fcl_pcie_reconnect(device, err);
	if (error)
		fcl_pcie_relay_drop(device->transport);
	else
		fcl_pcie_suspend_forget(device);
	return error;
}

int fcl_pcie_reconfigure(struct fcl_hal_device *device, const struct fcl_image *image,
			 struct fcl_err *err)
{
	int error;

	fcl_pcie_movers_pause(device);
	device->knows_design = false;
	error = reconfigure_load(device, image, err);
	fcl_pcie_banks_forget(device);
	fcl_pcie_movers_release(device);
	if (error)
		return fcl_err_prefix(err, "the card's design could not be loaded");
	device->knows_design = true;
	memcpy(device->design, image->uuid, sizeof(device->design));
	return 0;
}
