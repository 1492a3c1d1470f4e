/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/record.h"

#include <string.h>

#include "base/trace/file.h"
#include "base/trace/writer.h"

/*
 * Returns contiguous room for a record of the largest size, which starts at *ret_head. If the ring
 * is full, the thread drains all rings itself: it then runs at the writer's speed, but no event is
 * lost.
 */
static unsigned char *record_reserve(struct fcl_trace_ring *ring, uint64_t *ret_head)
{
	uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
	uint64_t used = head - atomic_load_explicit(&ring->tail, memory_order_acquire);
	uint32_t at = head % FCL_TRACE_RING, left = FCL_TRACE_RING - at;
	uint32_t pad = left < FCL_TRACE_RECORD ? left : 0;
	struct fcl_trace_record *filler = (struct fcl_trace_record *)(ring->bytes + at);

	if (!head)
		fcl_trace_writer_start();
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
	struct fcl_trace_ring *ring = fcl_trace_ring_own();
	struct fcl_trace_record *record;
	unsigned char *at, *end;
	uint64_t head;

	if (!ring) {
		atomic_fetch_add(&fcl_trace_lost, 1);
		return false;
	}
	at = record_reserve(ring, &head);
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
