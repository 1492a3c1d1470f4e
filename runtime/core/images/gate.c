/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/images/gate.h"

#include "base/clock.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/graph/worker.h"

/* The counter of launches inside a slot that the event's queue uses. */
static _Atomic uint32_t *gate_count_of(struct fcl_slot *slot, const struct fcl_event *event)
{
	return &slot->counts[event->queue->number % FCL_SLOT_COUNTS].inflight;
}

/* The entry of the event's image among the held ones. */
static const struct fcl_held *held_of(const struct fcl_event *event)
{
	return fcl_event_is_host_pipe(event) ? event->work.host_pipe.held
					     : event->work.launch.instance->held;
}

/*
 * Increments `inflight` before it checks `active` and `closing`; close_slot() (swap.c) sets
 * `closing` before it reads `inflight`. All accesses are seq_cst, so either the launch sees the
 * closed gate, or the swap sees the launch inside.
 */
static bool enter_slot(struct fcl_device *device, uint32_t index, const struct fcl_image *image,
		       struct fcl_event *event)
{
	struct fcl_slot *slot = &device->slots[index];

	if (atomic_load_explicit(&slot->active, memory_order_relaxed) != image)
		return false;
	atomic_fetch_add(gate_count_of(slot, event), 1);
	event->slot = index;
	if (atomic_load(&slot->active) == image && !atomic_load(&slot->closing))
		return true;
	fcl_gate_leave(device, event);
	return false;
}

static bool try_enter(struct fcl_device *device, const struct fcl_image *image,
		      struct fcl_event *event)
{
	for (uint32_t i = 0; i < device->info->nslots; i++)
		if (enter_slot(device, i, image, event))
			return true;
	return false;
}

void fcl_gate_admit(struct fcl_device *device, uint32_t slot, struct fcl_event *event)
{
	atomic_fetch_add(gate_count_of(&device->slots[slot], event), 1);
	event->slot = slot;
	event->inside = true;
}

/*
 * The last launch to leave wakes a swap that waits for this. If more launches of the image are
 * outstanding, it only records the time: the worker will check again anyway, and a swap now would
 * be premature.
 */
void fcl_gate_leave(struct fcl_device *device, struct fcl_event *event)
{
	struct fcl_slot *slot = &device->slots[event->slot];
	const struct fcl_held *held = held_of(event);
	bool more = held && atomic_load_explicit(&held->outstanding, memory_order_relaxed);

	/* Of two that leave concurrently, the one that decrements last finds all counters at 0. */
	if (atomic_fetch_sub(gate_count_of(slot, event), 1) != 1 || !atomic_load(&device->wanted) ||
	    !fcl_slot_is_empty(slot))
		return;
	atomic_store_explicit(&slot->left_ns, fcl_now_ns(), memory_order_relaxed);
	if (!more || atomic_load(&slot->closing))
		fcl_worker_swap(device);
}

static void gate_park(struct fcl_device *device, struct fcl_event *event)
{
	event->next_parked = NULL;
	event->parked_ns = fcl_now_ns();
	*device->parked_last = event;
	device->parked_last = &event->next_parked;
	atomic_store(&device->wanted, 1);
}

bool fcl_gate_enter(struct fcl_device *device, struct fcl_image *image, struct fcl_event *event)
{
	bool inside;

	if (try_enter(device, image, event))
		return true;
	fcl_event_reach(event, CL_SUBMITTED);
	pthread_mutex_lock(&device->lock);
	inside = try_enter(device, image, event);
	if (!inside)
		gate_park(device, event);
	pthread_mutex_unlock(&device->lock);
	if (!inside)
		fcl_worker_swap(device);
	return inside;
}

bool fcl_gate_join(struct fcl_device *device, const struct fcl_image *image,
		   struct fcl_event *event)
{
	bool inside = try_enter(device, image, event);

	if (inside)
		return true;
	pthread_mutex_lock(&device->lock);
	for (uint32_t i = 0; i < device->info->nslots && !inside; i++) {
		const struct fcl_slot *slot = &device->slots[i];

		inside = slot->loaded == image && !slot->loading;
		if (inside)
			fcl_gate_admit(device, i, event);
	}
	pthread_mutex_unlock(&device->lock);
	return inside;
}

void fcl_gate_count(struct fcl_event *event)
{
	const struct fcl_device *device = event->queue->device;
	struct fcl_held *held = event->work.launch.instance->held;

	if (atomic_load_explicit(&device->nheld, memory_order_relaxed) < 2 || !held ||
	    event->queue->recorder_of)
		return;
	event->counted = true;
	atomic_fetch_add_explicit(&held->outstanding, 1, memory_order_relaxed);
}

void fcl_gate_uncount(struct fcl_event *event)
{
	if (!event->counted)
		return;
	event->counted = false;
	atomic_fetch_sub(&event->work.launch.instance->held->outstanding, 1);
}
