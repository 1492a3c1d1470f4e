/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/layers/open.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal/layers/spec.h"

struct configuring {
	const struct fcl_layer_kind *kind;
	void *state;
};

static int open_configure(void *user, const char *key, const char *value, struct fcl_err *err)
{
	struct configuring *configuring = user;

	return configuring->kind->configure(configuring->state, key, value, err);
}

static int open_lower(struct fcl_hal_device *device,
		      const struct fcl_hal_ops *(*find)(const char *), const char *name,
		      unsigned instance, struct fcl_err *err)
{
	char backend[64];
	const char *board = fcl_layer_split(name, backend, sizeof(backend));
	int error;

	if (!board)
		return fcl_err_set(err, -EINVAL,
				   "expected backend:board (such as emu:u250) in parentheses, "
				   "found '%s'",
				   name);
	device->lower = find(backend);
	if (!device->lower)
		return fcl_err_set(err, -ENOENT, "there is no backend '%s'", backend);
	error = device->kind->before ? device->kind->before(device, FCL_LAYER_OPEN, err) : 0;
	return error ? error : device->lower->open(board, instance, &device->board, err);
}

static void open_drop(struct fcl_hal_device *device)
{
	fcl_layer_timer_stop(&device->timer);
	pthread_mutex_destroy(&device->lock);
	free(device->state);
	free(device);
}

int fcl_layer_open(const struct fcl_layer_kind *kind,
		   const struct fcl_hal_ops *(*find)(const char *), const char *text,
		   unsigned instance, struct fcl_hal_device **ret_device, struct fcl_err *err)
{
	struct fcl_hal_device *device = calloc(1, sizeof(*device));
	struct configuring configuring = {kind, calloc(1, kind->state_bytes)};
	struct fcl_layer_spec spec;
	int error;

	if (!device || !configuring.state) {
		free(device);
		free(configuring.state);
		return fcl_err_set(err, -ENOMEM, "no memory for a layer");
	}
	device->kind = kind;
	device->state = configuring.state;
	device->instance = instance;
	snprintf(device->text, sizeof(device->text), "%s", text);
	pthread_mutex_init(&device->lock, NULL);
	error = fcl_layer_spec_read(text, &spec, err);
	if (!error)
		error = fcl_layer_options(spec.options, open_configure, &configuring, err);
	if (!error && kind->timer)
		error = fcl_layer_timer_start(&device->timer, err);
	if (!error)
		error = open_lower(device, find, spec.lower, instance, err);
	if (error)
		open_drop(device);
	else
		*ret_device = device;
	return error;
}
