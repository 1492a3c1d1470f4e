/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/images/swap.h"

#include "base/clock.h"
#include "base/config.h"
#include "base/trace/trace.h"
#include "runtime/core/graph/command.h"
#include "runtime/core/graph/complete.h"
#include "runtime/core/graph/ready.h"
#include "runtime/core/images/gate.h"
#include "runtime/core/images/load.h"

#define MS UINT64_C(1000000)

enum {
	AGE_SWAPS = 8,         /* an image stays for this many times the cost of a swap */
	LINGER_SHARE = 8,      /* the linger time is 1/8 of the cost of a swap, */
	LINGER_LEAST = 100000, /* but at least this many ns, */
	LINGER_MOST = 2000000, /* and at most this many ns */
};

/* --- times ------------------------------------------------------------------------------------ */

static uint64_t at_least(uint64_t value, uint64_t least)
{
	return value < least ? least : value;
}

static uint64_t age_limit(const struct fcl_device *device)
{
	uint64_t fixed = fcl_config_number(FCL_CONFIG_SWAP_AGE_MS);

	return fixed ? fixed * MS : at_least(AGE_SWAPS * device->swap_ns, 20 * MS);
}

static uint64_t linger(const struct fcl_device *device)
{
	uint64_t time = at_least(device->swap_ns / LINGER_SHARE, LINGER_LEAST);

	return time < LINGER_MOST ? time : LINGER_MOST;
}

/* --- parked launches; the device's lock is held ----------------------------------------------- */

static void swap_take_out(struct fcl_device *device, struct fcl_event **link)
{
	struct fcl_event *event = *link;

	*link = event->next_parked;
	event->next_parked = NULL;
	if (!*link)
		device->parked_last = link;
}

/* Removes the parked launches of one image from the list, and returns them in order. */
static struct fcl_event *take_parked(struct fcl_device *device, const struct fcl_image *image)
{
	struct fcl_event *taken = NULL, **last = &taken, **link = &device->parked;

	while (*link) {
		struct fcl_event *event = *link;

		if (fcl_event_image(event) != image) {
			link = &event->next_parked;
			continue;
		}
		swap_take_out(device, link);
		*last = event;
		last = &event->next_parked;
	}
	return taken;
}

/* Removes the parked launches of a slot's image from the list, and admits them. */
static struct fcl_event *swap_admit(struct fcl_device *device, uint32_t slot)
{
	struct fcl_event *taken = take_parked(device, device->slots[slot].loaded);

	for (struct fcl_event *event = taken; event; event = event->next_parked)
		fcl_gate_admit(device, slot, event);
	return taken;
}

/* --- issuing and ending launches -------------------------------------------------------------- */

static void swap_trace_wait(const struct fcl_event *event)
{
	const char *name = fcl_event_is_host_pipe(event) ? "a host pipe"
							 : fcl_event_kernel_name(event);
	const struct fcl_trace_arg args[] = {{"device", event->queue->device->info->name, 0},
					     {"slot", NULL, event->slot},
					     {"why", "its image was not on the board", 0}};

	fcl_trace_wait("wait", name, event->parked_ns, fcl_now_ns(), args, 3);
}

/* Issues launches that were admitted. No lock is held. */
static void issue_all(struct fcl_event *event)
{
	while (event) {
		struct fcl_event *next = event->next_parked;

		event->next_parked = NULL;
		if (fcl_trace_on())
			swap_trace_wait(event);
		fcl_ready_now(event);
		event = next;
	}
}

static void end_all(struct fcl_event *event, int error, const char *why)
{
	while (event) {
		struct fcl_event *next = event->next_parked;

		fcl_complete_error(event, error, why);
		event = next;
	}
}

/* --- choosing a slot; the device's lock is held ---------------------------------------------- */

static uint32_t outstanding(struct fcl_device *device, const struct fcl_slot *slot)
{
	const struct fcl_held *held = device->held;

	while (held && held->image != slot->loaded)
		held = held->next;
	return held ? atomic_load(&held->outstanding) : 0;
}

/* The contents of a slot that may be programmed, in increasing order of the cost of losing them. */
enum content {
	CONTENT_NONE,
	CONTENT_UNHELD,  /* an image that no program holds */
	CONTENT_UNUSED,  /* an image without launches */
	CONTENT_WANTED,  /* an image with pending launches */
	CONTENT_RUNNING, /* an image with launches inside */
};

static enum content content_of(struct fcl_device *device, const struct fcl_slot *slot)
{
	if (!slot->loaded)
		return CONTENT_NONE;
	if (!fcl_device_holds(device, slot->loaded))
		return CONTENT_UNHELD;
	if (!fcl_slot_is_empty(slot))
		return CONTENT_RUNNING;
	return outstanding(device, slot) ? CONTENT_WANTED : CONTENT_UNUSED;
}

/* Picks the cheapest slot; among equals, the one that was programmed longest ago. */
static uint32_t pick_slot(struct fcl_device *device)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < device->info->nslots; i++) {
		const struct fcl_slot *slot = &device->slots[i], *other = &device->slots[best];
		enum content a = content_of(device, slot), b = content_of(device, other);

		if (a < b || (a == b && slot->loaded_ns < other->loaded_ns))
			best = i;
	}
	return best;
}

/* --- deciding --------------------------------------------------------------------------------- */

/* What to do next. */
struct step {
	enum { STEP_SLEEP, STEP_ADMIT, STEP_LOAD } what;
	uint64_t until;           /* SLEEP: ns of CLOCK_MONOTONIC; 0: until something happens */
	struct fcl_event *events; /* ADMIT: the launches */
	struct fcl_load load;     /* LOAD */
};

static void sleep_until(struct step *step, uint64_t until)
{
	step->what = STEP_SLEEP;
	if (!step->until || until < step->until)
		step->until = until;
}

/* Admits parked launches of an image that an open slot holds. */
static bool step_admit(struct fcl_device *device, struct step *step)
{
	for (uint32_t i = 0; i < device->info->nslots; i++) {
		struct fcl_slot *slot = &device->slots[i];

		if (!slot->loaded || atomic_load(&slot->closing))
			continue;
		step->events = swap_admit(device, i);
		if (!step->events)
			continue;
		step->what = STEP_ADMIT;
		return true;
	}
	return false;
}

/*
 * Called when a swap has waited long for the launches inside a slot. These may be blocked on a FIFO
 * by a parked launch of the same image, so parked launches are admitted, at growing intervals.
 */
static bool step_help(struct fcl_device *device, uint32_t index, uint64_t now, struct step *step)
{
	struct fcl_slot *slot = &device->slots[index];

	if (now < slot->closed_ns + slot->patience_ns)
		return false;
	slot->patience_ns *= 2;
	step->events = swap_admit(device, index);
	step->what = STEP_ADMIT;
	return step->events;
}

/*
 * Closes the slot's gate; true: no launch is inside. Sets `closing` before it reads `inflight`;
 * enter_slot() (gate.c) does these in the opposite order.
 */
static bool close_slot(struct fcl_slot *slot, uint64_t now, uint64_t patience)
{
	if (!atomic_load(&slot->closing)) {
		slot->closed_ns = now;
		slot->patience_ns = patience;
		atomic_store(&slot->closing, 1);
	}
	return fcl_slot_is_empty(slot);
}

static void open_slot(struct fcl_slot *slot)
{
	slot->closed_ns = 0;
	atomic_store(&slot->closing, 0);
}

static void step_load(struct fcl_device *device, uint32_t slot, enum fcl_load_why why, uint64_t now,
		      struct step *step)
{
	const struct fcl_event *first = device->parked;

	device->slots[slot].loading = true;
	step->what = STEP_LOAD;
	step->load = (struct fcl_load){.device = device,
				       .slot = slot,
				       .image = fcl_image_ref(fcl_event_image(first)),
				       .why = why,
				       .waited_ns = now - first->parked_ns,
				       .outstanding = outstanding(device, &device->slots[slot])};
}

/*
 * Whether the slot can be programmed now, although the oldest parked launch has not reached the age
 * limit.
 */
static bool swap_is_free(struct fcl_device *device, uint32_t index, uint64_t now,
			 enum fcl_load_why *ret_why, struct step *step)
{
	struct fcl_slot *slot = &device->slots[index];
	uint64_t since = at_least(atomic_load(&slot->left_ns), slot->loaded_ns), until;
	enum content content = content_of(device, slot);

	if (content == CONTENT_RUNNING) {
		sleep_until(step, now + linger(device));
		return false;
	}
	until = at_least(since, device->parked->parked_ns) + linger(device);
	if (content == CONTENT_WANTED && now < until) {
		sleep_until(step, until);
		return false;
	}
	*ret_why = content <= CONTENT_UNHELD   ? FCL_LOAD_FIRST
		   : content == CONTENT_UNUSED ? FCL_LOAD_IDLE
					       : FCL_LOAD_ORDER;
	return true;
}

/*
 * Returns the slot whose gate is closed for programming, of which there is at most one;
 * info->nslots: none.
 */
static uint32_t closed_slot(const struct fcl_device *device)
{
	uint32_t i = 0;

	while (i < device->info->nslots && !device->slots[i].closed_ns)
		i++;
	return i;
}

/*
 * Finds a slot for the oldest parked launch: a free one or, once the launch has waited long enough,
 * one whose gate is closed until the launches inside have left.
 */
static void step_swap(struct fcl_device *device, uint64_t now, struct step *step)
{
	uint64_t limit = age_limit(device), due = device->parked->parked_ns + limit;
	uint32_t index = pick_slot(device), closed = closed_slot(device);
	enum fcl_load_why why = FCL_LOAD_AGE;
	struct fcl_slot *slot;
	bool free;

	free = index != closed && swap_is_free(device, index, now, &why, step);
	if (free && closed < device->info->nslots)
		open_slot(&device->slots[closed]);
	else if (!free && closed < device->info->nslots)
		index = closed;
	else if (!free && now < due) {
		sleep_until(step, due);
		return;
	}
	slot = &device->slots[index];
	if (close_slot(slot, now, limit)) {
		step_load(device, index, why, now, step);
		return;
	}
	if (free) { /* a launch has entered meanwhile */
		open_slot(slot);
		sleep_until(step, now + linger(device));
	} else if (!step_help(device, index, now, step)) {
		sleep_until(step, slot->closed_ns + slot->patience_ns);
	}
}

/*
 * Opens closed slots if no launch is parked, or if the oldest parked one is for the slot's own
 * image.
 */
static void open_slots(struct fcl_device *device)
{
	const struct fcl_event *first = device->parked;

	for (uint32_t i = 0; i < device->info->nslots; i++) {
		struct fcl_slot *slot = &device->slots[i];

		if (slot->closed_ns && (!first || slot->loaded == fcl_event_image(first)))
			open_slot(slot);
	}
}

static void decide(struct fcl_device *device, struct step *step)
{
	*step = (struct step){.what = STEP_SLEEP};
	pthread_mutex_lock(&device->lock);
	open_slots(device);
	if (!step_admit(device, step)) {
		if (device->parked)
			step_swap(device, fcl_now_ns(), step);
		else
			atomic_store(&device->wanted, 0);
	}
	pthread_mutex_unlock(&device->lock);
}

/* swap_lock is held on entry, and released. */
static void do_load(struct fcl_device *device, struct fcl_load *load)
{
	int error = fcl_load_run(load);
	struct fcl_event *waiting = NULL;

	pthread_mutex_lock(&device->lock);
	if (error)
		waiting = take_parked(device, load->image);
	pthread_mutex_unlock(&device->lock);
	pthread_mutex_unlock(&device->swap_lock);
	fcl_load_end(load);
	end_all(waiting, error, load->err.text);
}

uint64_t fcl_swap_serve(struct fcl_device *device)
{
	struct step step;

	do {
		pthread_mutex_lock(&device->swap_lock);
		decide(device, &step);
		if (step.what == STEP_LOAD)
			do_load(device, &step.load);
		else
			pthread_mutex_unlock(&device->swap_lock);
		if (step.what == STEP_ADMIT)
			issue_all(step.events);
	} while (step.what != STEP_SLEEP);
	return step.until;
}

int fcl_swap_preload(struct fcl_device *device, struct fcl_image *image, struct fcl_load *ret_load)
{
	uint32_t index;
	bool now;

	*ret_load = (struct fcl_load){.device = device, .save.device = device};
	pthread_mutex_lock(&device->lock);
	index = pick_slot(device);
	now = !device->parked && content_of(device, &device->slots[index]) <= CONTENT_UNHELD;
	for (uint32_t i = 0; i < device->info->nslots; i++)
		now &= device->slots[i].loaded != image;
	if (now && !close_slot(&device->slots[index], fcl_now_ns(), 0)) {
		open_slot(&device->slots[index]);
		now = false;
	}
	device->slots[index].loading = now;
	pthread_mutex_unlock(&device->lock);
	if (!now)
		return 0;
	ret_load->slot = index;
	ret_load->image = fcl_image_ref(image);
	return fcl_load_run(ret_load);
}
