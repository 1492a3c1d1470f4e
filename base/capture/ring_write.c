/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/ring_write.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/capture/hash.h"
#include "base/capture/ring_chunk.h"
#include "base/file.h"

/*
 * Writing a ring to a file: calls are numbered anew, and a chunk precedes the first record with it.
 * After a fatal signal any lock may be held, so that memory comes from mmap() only.
 */

enum { BUFFER = 1 << 20, OPEN = 256, SLACK = 4096 };

struct fcl_ring_writer {
	struct fcl_ring *ring;
	int fd, error;
	uint8_t *buffer; /* of BUFFER bytes */
	size_t used;
	uint64_t size;          /* of what was put */
	uint64_t time;          /* of the first call that is not forgotten */
	uint64_t calls, chunks; /* written */
	struct fcl_body body;   /* of the record that is being written; it has room for each */
	struct {
		uint64_t old, now;
	} open[OPEN]; /* forgotten calls that had not returned: their numbers */
	unsigned nopen;
};

static void writer_flush(struct fcl_ring_writer *writer)
{
	if (!writer->error && writer->used && !fcl_file_size_allowed(writer->size))
		writer->error = -EFBIG;
	if (!writer->error)
		writer->error = fcl_file_write_all(writer->fd, writer->buffer, writer->used);
	writer->used = 0;
}

static void writer_put(struct fcl_ring_writer *writer, const void *bytes, size_t size)
{
	const char *from = bytes;

	writer->size += size;
	while (size) {
		size_t some = BUFFER - writer->used;

		some = some < size ? some : size;
		memcpy(writer->buffer + writer->used, from, some);
		writer->used += some;
		from += some;
		size -= some;
		if (writer->used == BUFFER)
			writer_flush(writer);
	}
}

static void writer_record(struct fcl_ring_writer *writer, enum fcl_capture_kind kind, unsigned call,
			  uint32_t thread, struct fcl_body *body)
{
	static const uint8_t zeros[8];
	struct fcl_capture_record record = {
		.kind = (uint8_t)kind, .call = (uint16_t)call, .thread = thread};

	fcl_body_raw(body, zeros, -body->size % 8);
	record.size = (uint32_t)(sizeof(record) + body->size);
	record.check = fcl_capture_check(&record, body->bytes, body->size);
	writer_put(writer, &record, sizeof(record));
	writer_put(writer, body->bytes, body->size);
}

/* The chunk's number in this file, which gets its record if it has none. */
static uint64_t writer_chunk(struct fcl_ring_writer *writer, struct fcl_ring_chunk *chunk,
			     struct fcl_body *body)
{
	struct fcl_capture_chunk head = {
		{chunk->hash[0], chunk->hash[1]}, chunk->size, chunk->size};
	/* Behind what is being put together, in memory that has room for both. */
	struct fcl_body record = {.bytes = body->bytes + body->room / 2, .room = body->room / 2};

	if (chunk->file == writer->ring->files)
		return chunk->number;
	chunk->file = writer->ring->files;
	chunk->number = writer->chunks++;
	fcl_body_raw(&record, &head, sizeof(head));
	fcl_body_raw(&record, chunk->bytes, chunk->size);
	writer_record(writer, FCL_CAPTURE_CHUNK_OF, 0, 0, &record);
	return chunk->number;
}

static void writer_chunks(struct fcl_ring_writer *writer, const struct fcl_value *value)
{
	const uint8_t *item = value->bytes;
	uint64_t number;

	fcl_body_contents(&writer->body, value->index, FCL_VALUE_CHUNKS, value->number);
	while (fcl_value_leb(&item, value->bytes + value->size, &number))
		fcl_body_leb(&writer->body,
			     writer_chunk(writer, fcl_ring_chunk_of(number), &writer->body));
}

/* The values with the numbers of this file's chunks, and without what the body was filled up with. */
static void writer_values(struct fcl_ring_writer *writer, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *from = at;
	struct fcl_value value;
	bool bad = false;

	for (; fcl_value_next(&at, end, &value, &bad); from = at)
		if (value.type == FCL_VALUE_CHUNKS)
			writer_chunks(writer, &value);
		else
			fcl_body_raw(&writer->body, from, (size_t)(at - from));
}

/* The number that a call has in the file; false: it is not there. */
static bool writer_number(const struct fcl_ring_writer *writer, uint64_t old, uint64_t *ret_now)
{
	for (unsigned i = 0; i < writer->nopen; i++)
		if (writer->open[i].old == old) {
			*ret_now = writer->open[i].now;
			return true;
		}
	return false;
}

/* A record of a call; its `time` and `number` are those of the file. */
static void writer_call_record(struct fcl_ring_writer *writer, const fcl_ring_record *record,
			       uint64_t time, uint64_t number)
{
	const uint8_t *at = (const uint8_t *)(record + 1);
	const uint8_t *end = (const uint8_t *)record + record->size;
	struct fcl_value_head head;

	if (!fcl_value_head(record->kind, &at, end, &head))
		return;
	writer->body.size = 0;
	if (record->kind != FCL_CAPTURE_READBACK)
		fcl_body_raw(&writer->body, &time, sizeof(time));
	if (record->kind != FCL_CAPTURE_CALL)
		fcl_body_leb(&writer->body, number);
	if (record->kind == FCL_CAPTURE_RESULT)
		fcl_body_leb(&writer->body, head.status);
	writer_values(writer, at, end);
	writer_record(writer, record->kind, record->call, record->thread, &writer->body);
}

void fcl_ring_write_call(struct fcl_ring_writer *writer, const fcl_ring_record *call,
			 uint64_t number, const fcl_ring_record *result)
{
	uint64_t now = writer->calls++;

	writer_call_record(writer, call, writer->time, now);
	if (result)
		writer_call_record(writer, result, writer->time, now);
	else if (writer->nopen < OPEN) {
		writer->open[writer->nopen].old = number;
		writer->open[writer->nopen++].now = now;
	}
}

void fcl_ring_write_made(struct fcl_ring_writer *writer, unsigned call,
			 const struct fcl_body *values, const struct fcl_body *results)
{
	uint64_t now = writer->calls++;

	writer->body.size = 0;
	fcl_body_raw(&writer->body, &writer->time, sizeof(writer->time));
	fcl_body_raw(&writer->body, values->bytes, values->size);
	writer_record(writer, FCL_CAPTURE_CALL, call, 0, &writer->body);
	writer->body.size = 0;
	fcl_body_raw(&writer->body, &writer->time, sizeof(writer->time));
	fcl_body_leb(&writer->body, now);
	fcl_body_leb(&writer->body, 0);
	fcl_body_raw(&writer->body, results->bytes, results->size);
	writer_record(writer, FCL_CAPTURE_RESULT, call, 0, &writer->body);
}

void fcl_ring_write_note(struct fcl_ring_writer *writer, const struct fcl_body *values)
{
	writer->body.size = 0;
	fcl_body_raw(&writer->body, values->bytes, values->size);
	writer_record(writer, FCL_CAPTURE_NOTE, 0, 0, &writer->body);
}

/* --- the file --------------------------------------------------------------------------------- */

/* From the earliest on; there are few blocks. */
static void writer_always(struct fcl_ring_writer *writer, const struct fcl_ring_block *block)
{
	const fcl_ring_record *record;

	if (!block)
		return;
	writer_always(writer, block->next);
	for (size_t at = 0; at < block->used; at += record->size) {
		record = (const void *)(block->bytes + at);
		writer->body.size = 0;
		fcl_body_raw(&writer->body, record + 1, record->size - sizeof(*record));
		writer_record(writer, record->kind, record->call, record->thread, &writer->body);
	}
}

static uint64_t time_of(const fcl_ring_record *record)
{
	const uint8_t *at = (const uint8_t *)(record + 1);
	struct fcl_value_head head;

	fcl_value_head(record->kind, &at, (const uint8_t *)record + record->size, &head);
	return head.time;
}

static void writer_find_time(struct fcl_ring_writer *writer)
{
	const struct fcl_ring_block *block = writer->ring->first;

	for (; block && !writer->time; block = block->next)
		for (size_t at = block->begin; at < block->used && !writer->time;
		     at += ((const fcl_ring_record *)(const void *)(block->bytes + at))->size)
			writer->time = time_of((const void *)(block->bytes + at));
}

static void writer_block(struct fcl_ring_writer *writer, const struct fcl_ring_block *block,
			 uint64_t *number, uint64_t first_now)
{
	for (size_t at = block->begin; at < block->used && !writer->error;) {
		const fcl_ring_record *record = (const void *)(block->bytes + at);
		const uint8_t *body = (const uint8_t *)(record + 1);
		struct fcl_value_head head;
		uint64_t now;

		at += record->size;
		fcl_value_head(record->kind, &body, (const uint8_t *)record + record->size, &head);
		if (record->kind == FCL_CAPTURE_CALL) {
			now = writer->calls++;
			++*number;
		} else if (head.call >= writer->ring->first_call) {
			now = head.call - writer->ring->first_call + first_now;
		} else if (!writer_number(writer, head.call, &now)) {
			continue;
		}
		writer_call_record(writer, record, head.time, now);
	}
}

static int writer_begin(struct fcl_ring_writer *writer)
{
	/* A record grows by its number at most; a chunk's needs the other half. */
	size_t half = writer->ring->largest + FCL_CAPTURE_CHUNK + SLACK;

	writer->body.room = 2 * half;
	writer->buffer = mmap(NULL, BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			      0);
	writer->body.bytes = mmap(NULL, 2 * half, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (writer->buffer == MAP_FAILED || (void *)writer->body.bytes == MAP_FAILED)
		return -ENOMEM;
	return 0;
}

static void writer_end(struct fcl_ring_writer *writer)
{
	if (writer->buffer != MAP_FAILED)
		munmap(writer->buffer, BUFFER);
	if ((void *)writer->body.bytes != MAP_FAILED)
		munmap(writer->body.bytes, writer->body.room);
}

int fcl_ring_write(struct fcl_ring *ring, int fd, const struct fcl_capture_header *header)
{
	struct fcl_ring_writer writer = {.ring = ring, .fd = fd};
	uint64_t number = ring->first_call, first_now;

	ring->files++;
	writer.error = writer_begin(&writer);
	if (!writer.error) {
		writer_find_time(&writer);
		writer_put(&writer, header, sizeof(*header));
		writer_always(&writer, ring->always);
		ring->past->write(&writer);
		first_now = writer.calls;
		for (struct fcl_ring_block *block = ring->first; block; block = block->next)
			writer_block(&writer, block, &number, first_now);
		writer_flush(&writer);
	}
	writer_end(&writer);
	return writer.error;
}
