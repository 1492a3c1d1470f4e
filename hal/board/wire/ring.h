/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_RING_H
#define FCL_BD_RING_H

#include <stdbool.h>

#include "hal/board/wire/shared.h"

/*
 * One side's end of a ring: the pusher's, whose position is the tail, or the popper's, whose position
 * is the head. It is in memory of that side, since a wild kernel may write over the shared one. Zeroed
 * with the ring.
 */
struct fcl_bd_end {
	struct fcl_bd_ring *ring;
	_Atomic uint32_t at; /* other threads of this side may ask whether the ring is empty */
};

static inline uint32_t fcl_bd_at(const struct fcl_bd_end *end)
{
	return atomic_load_explicit(&end->at, memory_order_relaxed);
}

static inline void fcl_bd_move_to(struct fcl_bd_end *end, uint32_t at)
{
	atomic_store_explicit(&end->at, at, memory_order_relaxed);
}

/* Returns false if the other side has let the ring overflow, or has written over the tail. */
static inline bool fcl_bd_push(struct fcl_bd_end *end, uint32_t block)
{
	struct fcl_bd_ring *ring = end->ring;
	uint32_t tail = fcl_bd_at(end);

	if (tail - atomic_load_explicit(&ring->head, memory_order_acquire) >= FCL_BD_BLOCKS ||
	    atomic_load_explicit(&ring->tail, memory_order_relaxed) != tail)
		return false;
	ring->blocks[tail % FCL_BD_BLOCKS] = block;
	fcl_bd_move_to(end, tail + 1);
	atomic_store(&ring->tail, tail + 1);
	return true;
}

/* For the popper. */
static inline bool fcl_bd_empty(const struct fcl_bd_end *end)
{
	return fcl_bd_at(end) == atomic_load(&end->ring->tail);
}

/* Whether the pusher's word still has the value that the pusher gave it. */
static inline bool fcl_bd_has_tail(const struct fcl_bd_end *end)
{
	return atomic_load(&end->ring->tail) == fcl_bd_at(end);
}

/* The same for the popper. */
static inline bool fcl_bd_has_head(const struct fcl_bd_end *end)
{
	return atomic_load(&end->ring->head) == fcl_bd_at(end);
}

/*
 * Returns false if the ring is empty. The number is not checked: a misbehaving peer may send
 * anything. A ring that claims more entries than it can hold yields one invalid number, and is
 * empty then.
 */
static inline bool fcl_bd_pop(struct fcl_bd_end *end, uint32_t *ret_block)
{
	struct fcl_bd_ring *ring = end->ring;
	uint32_t head = fcl_bd_at(end);
	uint32_t tail = atomic_load(&ring->tail);

	if (head == tail)
		return false;
	if (tail - head > FCL_BD_BLOCKS) {
		*ret_block = UINT32_MAX;
		fcl_bd_move_to(end, tail);
	} else {
		*ret_block = *(volatile uint32_t *)&ring->blocks[head % FCL_BD_BLOCKS];
		fcl_bd_move_to(end, head + 1);
	}
	atomic_store_explicit(&ring->head, fcl_bd_at(end), memory_order_release);
	return true;
}

/* Sleeps while *word is `expected`, for at most `ns`; the word may be shared between processes. */
void fcl_bd_sleep(_Atomic uint32_t *word, uint32_t expected, uint64_t ns);

/* Wakes the threads that sleep on the word. */
void fcl_bd_wake(_Atomic uint32_t *word);

/* For the popper: sleeps on `sleeps`, for at most `ns`, unless the ring has an entry. */
void fcl_bd_ring_wait(const struct fcl_bd_end *end, _Atomic uint32_t *sleeps, uint64_t ns);

/*
 * A record of whether spinning has paid off lately. Zeroed at first; used by one thread at a time.
 */
struct fcl_bd_spin_stats {
	unsigned credit, skipped;
};

/*
 * For the popper: spins for at most `ns` until the ring has an entry. If the other side rarely
 * answers within that time, because it is not scheduled, this does not spin at all: on an
 * overloaded machine, a sleeping thread is woken earlier than a thread that has used up its time
 * slice is rescheduled.
 */
bool fcl_bd_ring_watch(const struct fcl_bd_end *end, uint64_t ns,
		       struct fcl_bd_spin_stats *spin_stats);

/* For the pusher, after pushing. */
static inline void fcl_bd_ring_wake(_Atomic uint32_t *sleeps)
{
	if (atomic_load(sleeps) && atomic_exchange(sleeps, 0))
		fcl_bd_wake(sleeps);
}

#endif
