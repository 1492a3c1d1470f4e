/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/claim.h"

#include <errno.h>

#include "base/clock.h"
#include "hal/bank.h"
#include "runtime/core/objects/holdings.h"
#include "runtime/core/objects/host_side.h"
#include "runtime/core/objects/span.h"
#include "runtime/core/residency/park.h"
#include "runtime/core/residency/standing.h"

enum { POLL_US = 50 };

static enum fcl_side_memory there_or_failed(int result, int *error)
{
	if (!result)
		return FCL_MEMORY_THERE;
	*error = result;
	return FCL_MEMORY_FAILED;
}

enum fcl_side_memory fcl_residency_make_side(struct fcl_mem *root, const struct fcl_use *use,
					     int *error, struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_device *device;
	int result;

	if (use->side == FCL_SIDE_HOST)
		return there_or_failed(fcl_mem_make_host(root) ? 0 : -ENOMEM, error);
	if (fcl_device_side(root, use->side)->buffer)
		return FCL_MEMORY_THERE;
	device = fcl_side_device(root, use->side);
	if (!fcl_holdings_enter(device))
		return FCL_MEMORY_CLOSED;
	root->busy = true;
	fcl_span_publish(root);
	pthread_mutex_unlock(&root->lock);
	result = device->hal->buffer_alloc(device->board, use->program, use->bank, root->size,
					   &buffer, err);
	pthread_mutex_lock(&root->lock);
	root->busy = false;
	if (buffer)
		fcl_holdings_add(device, fcl_device_side(root, use->side), buffer);
	fcl_holdings_leave(device);
	fcl_span_publish(root);
	fcl_park_unlock(root);
	pthread_mutex_lock(&root->lock);
	return there_or_failed(result == -ENOMEM ? -ENOSPC : result, error);
}

void fcl_residency_wait(struct fcl_mem *root)
{
	while (root->busy) {
		pthread_mutex_unlock(&root->lock);
		fcl_pause_us(POLL_US);
		pthread_mutex_lock(&root->lock);
	}
}

/*
 * Clears `settled` before it reads `users`; fcl_residency_claim_settled() does these in the
 * opposite order, so at least one of the two sees the other's store.
 */
bool fcl_residency_in_use(struct fcl_mem *root, const struct fcl_device_side *side)
{
	atomic_store(&root->settled, 0);
	fcl_standing_revoke(root);
	return atomic_load(&side->users);
}

bool fcl_residency_claim_settled(struct fcl_mem *mem, uint32_t side, enum fcl_access access)
{
	struct fcl_settled need = fcl_residency_settled(mem, side, access);

	atomic_fetch_add(&fcl_device_side(mem->root, side)->users, 1);
	if (fcl_residency_is_settled(&need))
		return true;
	fcl_residency_release(mem, side);
	return false;
}

/*
 * A parked command may be waiting for the last user, and the remaining users may all be standing
 * claims.
 */
void fcl_residency_release(struct fcl_mem *mem, uint32_t side)
{
	struct fcl_mem *root = mem->root;

	atomic_fetch_sub(&fcl_device_side(root, side)->users, 1);
	if (!atomic_load(&root->parked))
		return;
	pthread_mutex_lock(&root->lock);
	fcl_standing_revoke(root);
	if (atomic_load(&fcl_device_side(root, side)->users))
		pthread_mutex_unlock(&root->lock);
	else
		fcl_park_unlock(root);
}

/*
 * Where a buffer gets its memory if its first command is no launch, for which plan.c chooses: in the
 * bank that the host requested, by an index into the topology of the loaded image; else in that of
 * the first argument that the buffer was set on; else in the board's default bank.
 */
uint32_t fcl_residency_first_bank(struct fcl_device *device, struct fcl_mem *root)
{
	uint32_t wanted = root->wanted_bank;
	const struct fcl_image *image;

	if (wanted == FCL_HAL_BANK_DEFAULT) {
		wanted = atomic_load_explicit(&root->hinted_bank, memory_order_relaxed);
		return wanted < device->info->nbanks ? wanted : FCL_HAL_BANK_DEFAULT;
	}
	pthread_mutex_lock(&device->lock);
	image = fcl_device_image(device);
	if (image && wanted < image->nmems)
		wanted = fcl_hal_bank_of_mem(device->info, &image->mems[wanted]);
	pthread_mutex_unlock(&device->lock);
	return wanted;
}
