/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/gate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "runtime/base/log.h"
#include "runtime/core/complete.h"
#include "runtime/core/event.h"
#include "runtime/core/ready.h"
#include "runtime/core/worker.h"

/*
 * Entering adds itself first and looks second; closing is announced first and `inflight` read
 * second. Both are seq_cst, so that either the launch sees the gate closed or the swap sees the
 * launch inside.
 */
static bool try_enter(struct fcl_device *device, struct fcl_image *image)
{
	atomic_fetch_add(&device->inflight, 1);
	return atomic_load(&device->active) == image && !atomic_load(&device->closing);
}

void fcl_gate_leave(struct fcl_device *device)
{
	if (atomic_fetch_sub(&device->inflight, 1) == 1 && atomic_load(&device->closing))
		fcl_worker_swap(device);
}

bool fcl_gate_enter(struct fcl_device *device, struct fcl_image *image, struct fcl_event *event)
{
	bool inside;

	if (try_enter(device, image))
		return true;
	fcl_gate_leave(device);
	fcl_event_reach(event, CL_SUBMITTED);
	pthread_mutex_lock(&device->lock);
	inside = try_enter(device, image);
	if (!inside) {
		event->next_parked = NULL;
		*device->parked_last = event;
		device->parked_last = &event->next_parked;
		atomic_store(&device->closing, 1);
	}
	pthread_mutex_unlock(&device->lock);
	if (!inside)
		fcl_gate_leave(device);
	return inside;
}

/* Takes the parked launches of one image out of the list; the device's lock is held. */
static struct fcl_event *take_parked(struct fcl_device *device, const struct fcl_image *image)
{
	struct fcl_event *taken = NULL, **last = &taken, **link = &device->parked;

	while (*link) {
		struct fcl_event *event = *link;

		if (fcl_event_image(event) != image) {
			link = &event->next_parked;
			continue;
		}
		*link = event->next_parked;
		event->next_parked = NULL;
		*last = event;
		last = &event->next_parked;
	}
	device->parked_last = link;
	return taken;
}

/* An image's uuid as text. */
static const char *uuid_text(const uint8_t uuid[16], char text[37])
{
	char *at = text;

	for (int i = 0; i < 16; i++)
		at += sprintf(at, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			      uuid[i]);
	return text;
}

/* Asks the board itself what it holds. */
static int verify(struct fcl_device *device, const struct fcl_image *image, struct fcl_err *err)
{
	char expected[37], found[37];
	uint8_t uuid[16];
	int error = device->hal->verify(device->board, 0, uuid, err);

	if (error || !memcmp(uuid, image->uuid, sizeof(uuid)))
		return error;
	return fcl_err_set(err, -EIO, "the board says that it holds image %s, %s was loaded",
			   uuid_text(uuid, found), uuid_text(image->uuid, expected));
}

/* After a failure: adds to its text what the board is good for now. */
static void explain(struct fcl_device *device, struct fcl_err *err)
{
	struct fcl_err health = {0}, why = *err;

	if (device->hal->health(device->board, &health))
		fcl_err_set(err, 0, "%s; the board needs a reset (fpgacl reset): %s", why.text,
			    *health.text ? health.text : "it is out of order");
	else
		fcl_err_set(err, 0, "%s; the board holds no image now and takes the next one",
			    why.text);
}

/* Exchanges what the board holds; on an error it holds nothing. */
static int load(struct fcl_device *device, struct fcl_image *image,
		struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	struct fcl_hal_program *program = NULL;
	int error;

	atomic_store(&device->active, NULL);
	device->hal->unprogram(device->board, device->program);
	error = device->hal->program(device->board, 0, image, &program, err);
	if (!error) {
		error = verify(device, image, err);
		if (error)
			device->hal->unprogram(device->board, program);
	}
	if (error)
		explain(device, err);
	else
		*ret_program = program;
	return error;
}

static void set_loaded(struct fcl_device *device, struct fcl_image *image,
		       struct fcl_hal_program *program)
{
	struct fcl_image *old = device->loaded;

	pthread_mutex_lock(&device->lock);
	device->program = program;
	device->loaded = image;
	atomic_store(&device->active, image);
	pthread_mutex_unlock(&device->lock);
	fcl_image_unref(old);
}

int fcl_gate_program(struct fcl_device *device, struct fcl_image *image, struct fcl_save *ret_save,
		     struct fcl_err *err)
{
	struct fcl_hal_program *program = NULL;
	int error = device->hal->health(device->board, err);

	*ret_save = (struct fcl_save){.device = device};
	if (!error)
		error = fcl_save_begin(device, ret_save, err);
	if (error) {
		fcl_image_unref(image);
	} else {
		error = load(device, image, &program, err);
		set_loaded(device, error ? NULL : image, program);
		fcl_image_unref(error ? image : NULL);
	}
	fcl_log(error ? FCL_LOG_ERROR : FCL_LOG_INFO, device->info->name, "%s%s",
		error ? "programming failed: " : "programmed", error ? err->text : "");
	return error;
}

/* Opens the gate unless somebody parked meanwhile; true if it is open. */
static bool reopen(struct fcl_device *device)
{
	bool open;

	pthread_mutex_lock(&device->lock);
	open = !device->parked;
	if (open)
		atomic_store(&device->closing, 0);
	pthread_mutex_unlock(&device->lock);
	return open;
}

/* Lets in, or ends with `error`, the launches that waited for this image. */
static void admit(struct fcl_device *device, const struct fcl_image *image, int error,
		  const char *why)
{
	struct fcl_event *event;

	pthread_mutex_lock(&device->lock);
	event = take_parked(device, image);
	if (!device->parked)
		atomic_store(&device->closing, 0);
	pthread_mutex_unlock(&device->lock);
	while (event) {
		struct fcl_event *next = event->next_parked;

		if (error) {
			fcl_complete_error(event, error, why);
		} else {
			/* Past the gate while it is closed to others: the batch that this swap was
			 * for. */
			atomic_fetch_add(&device->inflight, 1);
			event->inside = true;
			fcl_ready_now(event);
		}
		event = next;
	}
}

void fcl_gate_swap(struct fcl_device *device)
{
	struct fcl_image *image = NULL;
	struct fcl_save save = {.device = device};
	struct fcl_err err = {0};
	int error = 0;

	pthread_mutex_lock(&device->swap_lock);
	if (!reopen(device) && atomic_load(&device->inflight) == 0) {
		pthread_mutex_lock(&device->lock);
		image = fcl_image_ref(fcl_event_image(device->parked));
		pthread_mutex_unlock(&device->lock);
		if (image != device->loaded)
			error = fcl_gate_program(device, fcl_image_ref(image), &save, &err);
	}
	pthread_mutex_unlock(&device->swap_lock);
	fcl_save_end(&save);
	if (image)
		admit(device, image, error, err.text);
	fcl_image_unref(image);
}
