/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/ring.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic(struct fcl_trace_ring *) rings; /* pushed by threads, unlinked by the writer */
static _Thread_local struct fcl_trace_ring *own;
static pthread_key_t at_thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void thread_ended(void *ring)
{
	own = NULL;
	atomic_store_explicit(&((struct fcl_trace_ring *)ring)->left, true, memory_order_release);
}

static void create_key(void)
{
	pthread_key_create(&at_thread_end, thread_ended);
}

static struct fcl_trace_ring *ring_create(void)
{
	struct fcl_trace_ring *ring = calloc(1, sizeof(*ring));
	void *bytes = mmap(NULL, FCL_TRACE_RING, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (!ring || bytes == MAP_FAILED) {
		free(ring);
		if (bytes != MAP_FAILED)
			munmap(bytes, FCL_TRACE_RING);
		return NULL;
	}
	ring->bytes = bytes;
	ring->thread = gettid();
	pthread_once(&once, create_key);
	pthread_setspecific(at_thread_end, ring);
	ring->next = atomic_load(&rings);
	while (!atomic_compare_exchange_weak(&rings, &ring->next, ring))
		;
	return ring;
}

static void ring_destroy(struct fcl_trace_ring *ring)
{
	munmap(ring->bytes, FCL_TRACE_RING);
	free(ring);
}

struct fcl_trace_ring *fcl_trace_ring_own(void)
{
	return own ? own : (own = ring_create());
}

void fcl_trace_ring_take(struct fcl_trace_ring *ring,
			 void (*take)(struct fcl_trace_ring *ring,
				      const struct fcl_trace_record *record))
{
	uint64_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
	uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);

	while (tail < head) {
		const struct fcl_trace_record *record =
			(const struct fcl_trace_record *)(ring->bytes + tail % FCL_TRACE_RING);

		if (record->kind != FCL_TRACE_PAD)
			take(ring, record);
		tail += record->size;
	}
	atomic_store_explicit(&ring->tail, tail, memory_order_release);
}

/* Threads push only at the head of the list, so the writer owns all links after the first. */
static void unlink_ring(struct fcl_trace_ring *ring)
{
	struct fcl_trace_ring *before = ring;

	if (atomic_compare_exchange_strong(&rings, &before, ring->next))
		return;
	for (before = atomic_load(&rings); before->next != ring; before = before->next)
		;
	before->next = ring->next;
}

void fcl_trace_rings_take(void (*take)(struct fcl_trace_ring *ring,
				       const struct fcl_trace_record *record))
{
	struct fcl_trace_ring *ring = atomic_load(&rings), *next;

	for (; ring; ring = next) {
		bool left = atomic_load_explicit(&ring->left, memory_order_acquire);

		next = ring->next;
		fcl_trace_ring_take(ring, take);
		if (left) {
			unlink_ring(ring);
			ring_destroy(ring);
		}
	}
}

void fcl_trace_rings_forget(void)
{
	struct fcl_trace_ring *ring = atomic_exchange(&rings, NULL);

	/* Otherwise the end of this thread would mark its ring, which is freed here. */
	if (own)
		pthread_setspecific(at_thread_end, NULL);
	own = NULL;
	while (ring) {
		struct fcl_trace_ring *next = ring->next;

		ring_destroy(ring);
		ring = next;
	}
}
