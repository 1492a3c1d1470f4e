/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/images/load.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/trace/trace.h"
#include "runtime/core/graph/command.h"
#include "runtime/core/images/fifo.h"
#include "runtime/core/objects/pipe.h"

/* An image's name in messages: the first half of its uuid, and its first kernel. */
struct image_name {
	char text[80];
};

static struct image_name load_name_of(const struct fcl_image *image)
{
	struct image_name name = {"nothing"};
	int at = 0;

	if (!image)
		return name;
	for (int i = 0; i < 8; i++)
		at += sprintf(name.text + at, "%s%02x", i == 4 || i == 6 ? "-" : "",
			      image->uuid[i]);
	if (image->nkernels)
		snprintf(name.text + at, sizeof(name.text) - (size_t)at, " (%.40s%s)",
			 image->kernels[0].name, image->nkernels > 1 ? ", ..." : "");
	return name;
}

static void uuid_text(const uint8_t uuid[16], char text[37])
{
	int at = 0;

	for (int i = 0; i < 16; i++)
		at += sprintf(text + at, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			      uuid[i]);
}

/* Compares the uuid with the one that the board itself reports. */
static int load_verify(struct fcl_load *load)
{
	struct fcl_device *device = load->device;
	char expected[37], found[37];
	uint8_t uuid[16];
	int error = device->hal->verify(device->board, load->slot, uuid, &load->err);

	if (error || !memcmp(uuid, load->image->uuid, sizeof(uuid)))
		return error;
	uuid_text(uuid, found);
	uuid_text(load->image->uuid, expected);
	return fcl_err_set(&load->err, -EIO, "the board reports image %s, but %s was loaded", found,
			   expected);
}

/* Advice if a program can reset the board; otherwise the backend's own text gives it. */
static const char *advice(const struct fcl_device *device)
{
	return device->info->caps & FCL_HAL_CAP_RESET ? " (fpgacl reset)" : "";
}

/* The board had a fault before programming began, so the old image stays. */
static void explain_health(struct fcl_load *load)
{
	struct fcl_err why = load->err;

	fcl_err_set(&load->err, why.code, "the board needs a reset%s: %s", advice(load->device),
		    *why.text ? why.text : "it has a fault");
}

/* After a failure: appends the state of the board to the text. */
static void load_explain(struct fcl_load *load)
{
	struct fcl_device *device = load->device;
	struct fcl_err health = {0}, why = load->err;

	if (device->hal->health(device->board, &health))
		fcl_err_set(&load->err, why.code, "%s; the board needs a reset%s: %s", why.text,
			    advice(device), *health.text ? health.text : "it has a fault");
	else
		fcl_err_set(&load->err, why.code,
			    "%s; slot %u has no image in use and can be programmed again", why.text,
			    load->slot);
}

/* Replaces the slot's image; on an error the slot is empty. */
static int images_load_program(struct fcl_load *load, struct fcl_hal_program **ret_program)
{
	struct fcl_device *device = load->device;
	struct fcl_hal_program *fresh = NULL;
	int error;

	atomic_store(&device->slots[load->slot].active, NULL);
	device->hal->unprogram(device->board, device->slots[load->slot].program);
	error = device->hal->program(device->board, load->slot, load->image, &fresh, &load->err);
	if (!error) {
		error = load_verify(load);
		if (!error)
			error = fcl_fifos_restore(device, load->image, fresh, &load->err);
		if (error)
			device->hal->unprogram(device->board, fresh);
	}
	if (error)
		load_explain(load);
	else
		*ret_program = fresh;
	return error;
}

static void set_loaded(struct fcl_load *load, struct fcl_image *image,
		       struct fcl_hal_program *fresh)
{
	struct fcl_device *device = load->device;
	struct fcl_slot *slot = &device->slots[load->slot];
	struct fcl_image *old = slot->loaded;

	pthread_mutex_lock(&device->lock);
	slot->program = fresh;
	slot->loaded = image ? fcl_image_ref(image) : NULL;
	slot->loaded_ns = fcl_now_ns();
	slot->closed_ns = 0;
	slot->loading = false;
	device->recent = load->slot;
	atomic_store(&slot->closing, 0);
	atomic_store(&slot->active, image);
	if (old)
		fcl_pipes_forget(device, old);
	pthread_mutex_unlock(&device->lock);
	fcl_image_unref(old);
}

/* Keeps the old image, and lets its launches enter again. */
static void load_open_again(struct fcl_load *load)
{
	struct fcl_slot *slot = &load->device->slots[load->slot];

	pthread_mutex_lock(&load->device->lock);
	slot->closed_ns = 0;
	slot->loading = false;
	atomic_store(&slot->closing, 0);
	pthread_mutex_unlock(&load->device->lock);
}

/* --- reporting -------------------------------------------------------------------------------- */

static void why_text(const struct fcl_load *load, char *text, size_t size)
{
	double waited = (double)load->waited_ns / 1e6;

	switch (load->why) {
	case FCL_LOAD_FIRST:
		snprintf(text, size, "no program holds the image there");
		break;
	case FCL_LOAD_IDLE:
		snprintf(text, size, "the old image has no launches left");
		break;
	case FCL_LOAD_AGE:
		snprintf(text, size, "a launch has waited %.1f ms", waited);
		break;
	case FCL_LOAD_ORDER:
		snprintf(text, size, "%u launches of the old image wait for others",
			 load->outstanding);
		break;
	}
}

static void trace(const struct fcl_load *load, const char *from, const char *to, const char *why,
		  uint64_t start, uint64_t end, int error)
{
	double cost = load->why == FCL_LOAD_ORDER ? (double)(end - start) / 1e3 : 0;
	const struct fcl_trace_arg args[] = {
		{"device", load->device->info->name, 0},
		{"slot", NULL, load->slot},
		{"from", from, 0},
		{"to", to, 0},
		{"why", why, 0},
		{"waited_us", NULL, (double)load->waited_ns / 1e3},
		{"saved_bytes", NULL, (double)load->save.bytes},
		{"saved_us", NULL, (double)load->save.ns / 1e3},
		{"order_cost_us", NULL, cost},
		{"order_cost_so_far_us", NULL, (double)load->device->order_ns / 1e3},
		{"error", error ? load->err.text : "", 0},
	};

	fcl_trace_span("swap", error ? "programming failed" : "program", start, end, args,
		       sizeof(args) / sizeof(args[0]));
}

static void load_report(struct fcl_load *load, const struct image_name *from, uint64_t start,
			int error)
{
	struct fcl_device *device = load->device;
	struct image_name to = load_name_of(load->image);
	uint64_t end = fcl_now_ns();
	char why[100];

	if (!error)
		device->swap_ns = end - start;
	if (load->why == FCL_LOAD_ORDER)
		device->order_ns += end - start;
	why_text(load, why, sizeof(why));
	fcl_log(error ? FCL_LOG_ERROR : FCL_LOG_INFO, device->info->name,
		"%s: slot %u from %s to %s, because %s; %u buffers left the board, %" PRIu64
		" bytes saved in %.1f ms; %.1f ms in total%s%s",
		error ? "programming failed" : "programmed", load->slot, from->text, to.text, why,
		load->save.ndropped, load->save.bytes, (double)load->save.ns / 1e6,
		(double)(end - start) / 1e6, error ? ": " : "", error ? load->err.text : "");
	trace(load, from->text, to.text, why, start, end, error);
}

int fcl_load_run(struct fcl_load *load)
{
	struct fcl_device *device = load->device;
	struct image_name from = load_name_of(device->slots[load->slot].loaded);
	struct fcl_hal_program *fresh = NULL;
	uint64_t start = fcl_now_ns();
	int error = device->hal->health(device->board, &load->err);

	load->save = (struct fcl_save){.device = device};
	if (error) {
		explain_health(load);
		load_open_again(load);
	} else if ((error = fcl_save_begin(device, &load->save, &load->err)) ||
		   (error = fcl_fifos_save(device, load->slot, &load->err))) {
		load_open_again(load);
	} else {
		error = images_load_program(load, &fresh);
		set_loaded(load, error ? NULL : load->image, fresh);
	}
	load_report(load, &from, start, error);
	return error;
}

void fcl_load_end(struct fcl_load *load)
{
	fcl_save_end(&load->save);
	fcl_image_unref(load->image);
	load->image = NULL;
}
