/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/ring.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/trace/writer.h"

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

static struct fcl_trace_ring *create(void)
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
	fcl_trace_writer_start();
	return ring;
}

static void destroy(struct fcl_trace_ring *ring)
{
	munmap(ring->bytes, FCL_TRACE_RING);
	free(ring);
}

/*
 * Returns contiguous room for a record of the largest size, which starts at *ret_head. If the ring
 * is full, the thread drains all rings itself: it then runs at the writer's speed, but no event is
 * lost.
 */
static unsigned char *reserve(struct fcl_trace_ring *ring, uint64_t *ret_head)
{
	uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
	uint64_t used = head - atomic_load_explicit(&ring->tail, memory_order_acquire);
	uint32_t at = head % FCL_TRACE_RING, left = FCL_TRACE_RING - at;
	uint32_t pad = left < FCL_TRACE_RECORD ? left : 0;
	struct fcl_trace_record *filler = (struct fcl_trace_record *)(ring->bytes + at);

	if (used + pad + FCL_TRACE_RECORD > FCL_TRACE_RING) {
		fcl_trace_flush_rings();
	} else if (used > FCL_TRACE_RING / 2 && !ring->woken) {
		ring->woken = true;
		fcl_trace_writer_wake();
	} else if (used <= FCL_TRACE_RING / 2) {
		ring->woken = false;
	}
	if (pad) {
		/*
		 * Only the first 8 bytes of the filler are written, which fit: sizes are multiples
		 * of 8.
		 */
		filler->size = pad;
		filler->kind = FCL_TRACE_PAD;
		at = 0;
	}
	*ret_head = head + pad;
	return ring->bytes + at;
}

/*
 * Copies the text with its terminating zero, truncated to `room` bytes; returns the end of the
 * copy.
 */
static unsigned char *put_text(unsigned char *at, const char *text, size_t room)
{
	unsigned char *end = memccpy(at, text, '\0', room);

	if (end)
		return end;
	at[room - 1] = '\0';
	return at + room;
}

bool fcl_trace_record(enum fcl_trace_kind kind, uint64_t start_ns, uint64_t end_ns,
		      const uint64_t *numbers, uint32_t nnumbers, const char *const *texts,
		      uint32_t ntexts)
{
	struct fcl_trace_ring *ring = own ? own : (own = create());
	struct fcl_trace_record *record;
	unsigned char *at, *end;
	uint64_t head;

	if (!ring) {
		atomic_fetch_add(&fcl_trace_lost, 1);
		return false;
	}
	at = reserve(ring, &head);
	record = (struct fcl_trace_record *)at;
	end = at + FCL_TRACE_RECORD;
	record->kind = (uint8_t)kind;
	record->nnumbers = (uint8_t)nnumbers;
	record->ntexts = (uint8_t)ntexts;
	record->start_ns = start_ns;
	record->end_ns = end_ns;
	for (uint32_t i = 0; i < nnumbers; i++)
		record->numbers[i] = numbers[i];
	at = (unsigned char *)&record->numbers[nnumbers];
	/* After a text that fills the record, there is still room for the zeros of the others. */
	for (uint32_t i = 0; i < ntexts; i++)
		at = put_text(at, texts[i], (size_t)(end - at) - (ntexts - 1 - i));
	record->size = (uint32_t)((at - (unsigned char *)record + 7) & ~7);
	atomic_store_explicit(&ring->head, head + record->size, memory_order_release);
	return true;
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
			destroy(ring);
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

		destroy(ring);
		ring = next;
	}
}
