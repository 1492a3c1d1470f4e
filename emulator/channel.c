/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "emulator/engine.h"

struct fcl_emu_fifo *fcl_emu_fifo_create(const char *name, uint32_t packet_size, uint32_t depth)
{
	struct fcl_emu_fifo *fifo = aligned_alloc(64, sizeof(*fifo));

	if (!fifo)
		return NULL;
	memset(fifo, 0, sizeof(*fifo));
	fifo->name = strdup(name);
	fifo->ring = calloc(depth, packet_size);
	fifo->packet_size = packet_size;
	fifo->depth = depth;
	atomic_init(&fifo->refs, 1);
	pthread_mutex_init(&fifo->lock[FCL_EMU_READER], NULL);
	pthread_mutex_init(&fifo->lock[FCL_EMU_WRITER], NULL);
	if (fifo->name && fifo->ring)
		return fifo;
	fcl_emu_fifo_unref(fifo);
	return NULL;
}

struct fcl_emu_fifo *fcl_emu_fifo_ref(struct fcl_emu_fifo *fifo)
{
	atomic_fetch_add(&fifo->refs, 1);
	return fifo;
}

void fcl_emu_fifo_unref(struct fcl_emu_fifo *fifo)
{
	if (!fifo || atomic_fetch_sub(&fifo->refs, 1) != 1)
		return;
	pthread_mutex_destroy(&fifo->lock[FCL_EMU_READER]);
	pthread_mutex_destroy(&fifo->lock[FCL_EMU_WRITER]);
	free(fifo->ring);
	free(fifo->name);
	free(fifo);
}

/* The side has moved: whoever waits on the other one can go on. */
static void wake(struct fcl_emu_fifo *fifo, int side)
{
	struct fcl_emu_cu *cu;

	if (!atomic_load(&fifo->waiter[side]))
		return;
	cu = atomic_exchange(&fifo->waiter[side], NULL);
	if (cu)
		fcl_emu_cu_wake(cu);
}

static bool push(struct fcl_emu_fifo *fifo, const void *packet)
{
	uint64_t tail = atomic_load_explicit(&fifo->tail, memory_order_relaxed);

	if (tail - atomic_load(&fifo->head) >= fifo->depth)
		return false;
	memcpy(fifo->ring + tail % fifo->depth * fifo->packet_size, packet, fifo->packet_size);
	atomic_store(&fifo->tail, tail + 1);
	return true;
}

static bool pop(struct fcl_emu_fifo *fifo, void *packet)
{
	uint64_t head = atomic_load_explicit(&fifo->head, memory_order_relaxed);

	if (atomic_load(&fifo->tail) == head)
		return false;
	memcpy(packet, fifo->ring + head % fifo->depth * fifo->packet_size, fifo->packet_size);
	atomic_store(&fifo->head, head + 1);
	return true;
}

static void lock_side(struct fcl_emu_fifo *fifo, int side)
{
	if (fifo->shared)
		pthread_mutex_lock(&fifo->lock[side]);
}

static void unlock_side(struct fcl_emu_fifo *fifo, int side)
{
	if (fifo->shared)
		pthread_mutex_unlock(&fifo->lock[side]);
}

bool fcl_emu_fifo_push(struct fcl_emu_fifo *fifo, const void *packet)
{
	bool moved;

	lock_side(fifo, FCL_EMU_WRITER);
	moved = push(fifo, packet);
	unlock_side(fifo, FCL_EMU_WRITER);
	if (moved)
		wake(fifo, FCL_EMU_READER);
	return moved;
}

bool fcl_emu_fifo_pop(struct fcl_emu_fifo *fifo, void *packet)
{
	bool moved;

	lock_side(fifo, FCL_EMU_READER);
	moved = pop(fifo, packet);
	unlock_side(fifo, FCL_EMU_READER);
	if (moved)
		wake(fifo, FCL_EMU_WRITER);
	return moved;
}

uint32_t fcl_emu_fifo_level(struct fcl_emu_fifo *fifo)
{
	uint64_t head = atomic_load(&fifo->head);

	return (uint32_t)(atomic_load(&fifo->tail) - head);
}

bool fcl_emu_fifo_moves(struct fcl_emu_fifo *fifo, int side)
{
	uint32_t level = fcl_emu_fifo_level(fifo);

	return side == FCL_EMU_READER ? level > 0 : level < fifo->depth;
}
