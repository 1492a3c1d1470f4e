/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/fifos/fifo.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/state/fifo.h"
#include "emulator/state/unit.h"

/*
 * The smallest power of two that is at least `depth`, so that slots are found without a division.
 */
static uint64_t places_for(uint64_t depth)
{
	uint64_t places = 1;

	while (places < depth)
		places *= 2;
	return places;
}

/*
 * Aligned to a cache line, so that a packet of 64 bytes is in a single one. Not zeroed: slots are
 * written before they are read.
 */
static unsigned char *create_ring(uint64_t places, uint32_t packet_size)
{
	size_t bytes;

	if (__builtin_mul_overflow(places, packet_size, &bytes) || bytes > SIZE_MAX - 64)
		return NULL;
	return aligned_alloc(64, bytes / 64 * 64 + 64);
}

struct fcl_emu_fifo *fcl_emu_fifo_create(const char *name, uint32_t packet_size, uint32_t depth)
{
	struct fcl_emu_fifo *fifo = aligned_alloc(64, (sizeof(*fifo) + 63) / 64 * 64);

	if (!fifo)
		return NULL;
	memset(fifo, 0, sizeof(*fifo));
	fifo->name = strdup(name);
	fifo->depth = depth;
	fifo->pub.size = sizeof(fifo->pub);
	fifo->pub.packet_size = packet_size;
	fifo->pub.mask = places_for(depth) - 1;
	fifo->pub.depth = depth;
	fifo->pub.ring = create_ring(fifo->pub.mask + 1, packet_size);
	fifo->pub.write_limit = depth;
	atomic_init(&fifo->refs, 1);
	pthread_mutex_init(&fifo->lock[FCL_EMU_READER], NULL);
	pthread_mutex_init(&fifo->lock[FCL_EMU_WRITER], NULL);
	if (fifo->name && fifo->pub.ring)
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
	free(fifo->pub.ring);
	free(fifo->name);
	free(fifo);
}

static unsigned char *fifo_place(const struct fcl_emu_fifo *fifo, uint64_t index)
{
	return fifo->pub.ring + (index & fifo->pub.mask) * fifo->pub.packet_size;
}

/* Most packets are one word, which is copied without a call. */
static void copy_packet(void *to, const void *from, uint32_t bytes)
{
	if (bytes == 4)
		memcpy(to, from, 4);
	else if (bytes == 8)
		memcpy(to, from, 8);
	else if (bytes == 64)
		memcpy(to, from, 64);
	else
		memcpy(to, from, bytes);
}

/* An end's own counter needs no ordering; the other end's is read only at the limit. */
static bool fifo_push(struct fcl_emu_fifo *fifo, const void *packet)
{
	uint64_t tail = __atomic_load_n(&fifo->pub.tail, __ATOMIC_RELAXED);

	if (tail == fifo->pub.write_limit)
		fifo->pub.write_limit = fcl_emu_fifo_head(fifo) + fifo->pub.depth;
	if (tail == fifo->pub.write_limit)
		return false;
	copy_packet(fifo_place(fifo, tail), packet, fifo->pub.packet_size);
	__atomic_store_n(&fifo->pub.tail, tail + 1, __ATOMIC_RELEASE);
	return true;
}

static bool fifo_pop(struct fcl_emu_fifo *fifo, void *packet)
{
	uint64_t head = __atomic_load_n(&fifo->pub.head, __ATOMIC_RELAXED);

	if (head == fifo->pub.read_limit)
		fifo->pub.read_limit = fcl_emu_fifo_tail(fifo);
	if (head == fifo->pub.read_limit)
		return false;
	copy_packet(packet, fifo_place(fifo, head), fifo->pub.packet_size);
	__atomic_store_n(&fifo->pub.head, head + 1, __ATOMIC_RELEASE);
	return true;
}

/*
 * If the kernel's pointer to the packet is bad, the fault ends its execution, so it must come before
 * the lock is taken.
 */
static void fifo_touch(const void *packet, uint32_t bytes)
{
	const volatile unsigned char *at = packet;

	(void)at[0];
	(void)at[bytes - 1];
}

static void touch_to_write(void *packet, uint32_t bytes)
{
	volatile unsigned char *at = packet;

	at[0] = at[0];
	at[bytes - 1] = at[bytes - 1];
}

/* If several threads use the end, its lock serializes them. */
bool fcl_emu_fifo_push(struct fcl_emu_fifo *fifo, const void *packet)
{
	bool moved;

	if (!fifo->shared)
		return fifo_push(fifo, packet);
	fifo_touch(packet, fifo->pub.packet_size);
	pthread_mutex_lock(&fifo->lock[FCL_EMU_WRITER]);
	moved = fifo_push(fifo, packet);
	pthread_mutex_unlock(&fifo->lock[FCL_EMU_WRITER]);
	return moved;
}

bool fcl_emu_fifo_pop(struct fcl_emu_fifo *fifo, void *packet)
{
	bool moved;

	if (!fifo->shared)
		return fifo_pop(fifo, packet);
	if (!fcl_emu_fifo_level(fifo)) /* then the caller's room need not be there */
		return false;
	touch_to_write(packet, fifo->pub.packet_size);
	pthread_mutex_lock(&fifo->lock[FCL_EMU_READER]);
	moved = fifo_pop(fifo, packet);
	pthread_mutex_unlock(&fifo->lock[FCL_EMU_READER]);
	return moved;
}

/* Packets move to the places in the new ring that their numbers say. */
static bool enlarge_ring(struct fcl_emu_fifo *fifo, uint64_t places, uint64_t *room)
{
	struct fcl_emu_fifo old = {.pub = fifo->pub};
	uint64_t bytes = (places - fifo->pub.mask - 1) * fifo->pub.packet_size;
	unsigned char *ring = bytes <= *room ? create_ring(places, fifo->pub.packet_size) : NULL;

	if (!ring)
		return false;
	*room -= bytes;
	fifo->pub.ring = ring;
	fifo->pub.mask = places - 1;
	for (uint64_t i = old.pub.head; i != old.pub.tail; i++)
		memcpy(fifo_place(fifo, i), fifo_place(&old, i), fifo->pub.packet_size);
	free(old.pub.ring);
	return true;
}

bool fcl_emu_fifo_grow(struct fcl_emu_fifo *fifo, uint64_t *room)
{
	uint64_t depth = fifo->pub.depth + fifo->pub.depth / 1024 + 1;
	uint64_t places = places_for(depth);

	if (depth > FCL_EMU_MOST_DEPTH)
		return false;
	if (places > fifo->pub.mask + 1 && !enlarge_ring(fifo, places, room))
		return false;
	fifo->pub.depth = depth;
	return true;
}

/* Both ends look again at what there is. */
static void fifo_shrink(struct fcl_model_fifo *pub, uint64_t depth, uint64_t kept)
{
	if (kept < pub->head)
		kept = pub->head;
	if (pub->tail > kept)
		__atomic_store_n(&pub->tail, kept, __ATOMIC_RELEASE);
	if (pub->depth != depth)
		pub->depth = depth;
	pub->read_limit = pub->head;
	pub->write_limit = pub->tail;
}

void fcl_emu_fifo_shrink(struct fcl_emu_fifo *fifo, uint64_t kept)
{
	pthread_mutex_lock(&fifo->lock[FCL_EMU_READER]);
	pthread_mutex_lock(&fifo->lock[FCL_EMU_WRITER]);
	fifo_shrink(&fifo->pub, fifo->depth, kept);
	pthread_mutex_unlock(&fifo->lock[FCL_EMU_WRITER]);
	pthread_mutex_unlock(&fifo->lock[FCL_EMU_READER]);
}

void fcl_emu_cu_connect(struct fcl_emu_cu *cu, uint32_t port, struct fcl_emu_fifo *fifo)
{
	bool own = fifo && !fifo->shared && cu->model->kind == FCL_MODEL_RUN;

	cu->ports[port] = fifo;
	cu->inlined[port] = own ? &fifo->pub : NULL;
}
