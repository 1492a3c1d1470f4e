/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/holdings.h"

#include "base/clock.h"

enum { POLL_US = 50 };

/*
 * Increments `allocating` before it checks `closed`; fcl_holdings_close() does these in the
 * opposite order, so at least one of the two sees the other's store.
 */
bool fcl_holdings_enter(struct fcl_device *device)
{
	struct fcl_holdings *holdings = &device->holdings;

	if (!holdings->matter)
		return true;
	atomic_fetch_add(&holdings->allocating, 1);
	if (!atomic_load(&holdings->closed))
		return true;
	atomic_fetch_sub(&holdings->allocating, 1);
	return false;
}

void fcl_holdings_leave(struct fcl_device *device)
{
	if (device->holdings.matter)
		atomic_fetch_sub(&device->holdings.allocating, 1);
}

void fcl_holdings_enter_waiting(struct fcl_device *device)
{
	while (!fcl_holdings_enter(device))
		fcl_pause_us(POLL_US);
}

void fcl_holdings_add(struct fcl_device *device, struct fcl_device_side *side,
		      struct fcl_hal_buffer *buffer)
{
	struct fcl_holdings *holdings = &device->holdings;

	side->buffer = buffer;
	atomic_store_explicit(&side->bank, device->hal->buffer_bank(device->board, buffer),
			      memory_order_relaxed);
	if (!holdings->matter)
		return;
	pthread_mutex_lock(&holdings->lock);
	side->next = holdings->sides;
	side->link = &holdings->sides;
	if (side->next)
		side->next->link = &side->next;
	holdings->sides = side;
	pthread_mutex_unlock(&holdings->lock);
}

void fcl_holdings_drop(struct fcl_device *device, struct fcl_device_side *side)
{
	struct fcl_holdings *holdings = &device->holdings;

	device->hal->buffer_free(device->board, side->buffer);
	side->buffer = NULL;
	side->pinned = false;
	atomic_store_explicit(&side->bank, FCL_HAL_BANK_DEFAULT, memory_order_relaxed);
	if (!holdings->matter)
		return;
	pthread_mutex_lock(&holdings->lock);
	if (side->link) {
		*side->link = side->next;
		if (side->next)
			side->next->link = side->link;
		side->link = NULL;
	}
	pthread_mutex_unlock(&holdings->lock);
}

bool fcl_holdings_book(struct fcl_device *device, uint32_t bank, struct fcl_mem *root)
{
	uint64_t size = device->info->banks[bank].size, booked;

	booked = atomic_load(&device->booked[bank]);
	do
		if (root->size > size || booked > size - root->size)
			return false;
	while (!atomic_compare_exchange_weak(&device->booked[bank], &booked, booked + root->size));
	root->booked = device;
	root->booked_bank = bank;
	return true;
}

void fcl_holdings_unbook(struct fcl_mem *root)
{
	if (root->booked)
		atomic_fetch_sub(&root->booked->booked[root->booked_bank], root->size);
}

void fcl_holdings_close(struct fcl_device *device)
{
	atomic_store(&device->holdings.closed, 1);
	while (atomic_load(&device->holdings.allocating))
		fcl_pause_us(POLL_US);
}

struct fcl_event *fcl_holdings_open(struct fcl_device *device)
{
	struct fcl_holdings *holdings = &device->holdings;
	struct fcl_event *parked;

	pthread_mutex_lock(&holdings->lock);
	atomic_store(&holdings->closed, 0);
	parked = holdings->parked;
	holdings->parked = NULL;
	pthread_mutex_unlock(&holdings->lock);
	return parked;
}
