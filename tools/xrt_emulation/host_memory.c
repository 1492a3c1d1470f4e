/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/xrt_emulation/host_memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rpc.pb-c.h"
#include "tools/xrt_emulation/wire.h"

/* XRT's call numbers on the second socket. */
enum { CALL_CLOSE = 1, CALL_READ = 34, CALL_WRITE = 35 };

enum {
	PIECE = 1 << 20, /* bytes transferred by one call */
	MOST = 1 << 30,  /* size limit of a buffer */
};

/* --- calls ------------------------------------------------------------------------------------ */

static int host_memory_call(struct fcl_xemu_board *board, uint32_t api,
			    const ProtobufCMessage *message, const ProtobufCMessageDescriptor *kind,
			    void **ret_reply, struct fcl_err *err)
{
	int error = fcl_xemu_call(board->host, api, message, err);

	if (error)
		return error == -ESHUTDOWN
			       ? fcl_err_set(err, -EPIPE,
					     "the host has closed the connection for its memory")
			       : error;
	*ret_reply = protobuf_c_message_unpack(kind, NULL, board->host->size, board->host->bytes);
	return *ret_reply ? 0
			  : fcl_err_set(
				    err, -EPROTO,
				    "the host's answer about its memory is not a message of XRT's");
}

/* Returns -ERANGE if the span ends beyond the host's buffer that contains its first byte. */
static int read_span(struct fcl_xemu_board *board, uint64_t address, void *bytes, uint32_t size,
		     struct fcl_err *err)
{
	Xrt__HostReadCall message = XRT__HOST_READ_CALL__INIT;
	Xrt__HostReadReply *reply;
	void *answer = NULL;
	int error;

	message.address = address;
	message.size = size;
	error = host_memory_call(board, CALL_READ, &message.base, &xrt__host_read_reply__descriptor,
				 &answer, err);
	if (error)
		return error;
	reply = answer;
	if (!reply->valid)
		error = fcl_err_set(err, -ERANGE,
				    "the host refuses %u bytes at 0x%" PRIx64 " of its memory",
				    size, address);
	if (!error && reply->data.len != size)
		error = fcl_err_set(err, -EPROTO,
				    "the host sends %zu bytes of its memory, expected %u",
				    reply->data.len, size);
	if (!error)
		memcpy(bytes, reply->data.data, size);
	protobuf_c_message_free_unpacked(&reply->base, NULL);
	return error;
}

static int write_span(struct fcl_xemu_board *board, uint64_t address, char *bytes, uint32_t size,
		      struct fcl_err *err)
{
	Xrt__HostWriteCall message = XRT__HOST_WRITE_CALL__INIT;
	Xrt__HostWriteReply *reply;
	void *answer = NULL;
	int error;

	message.address = address;
	message.size = size;
	message.data = (ProtobufCBinaryData){size, (uint8_t *)bytes};
	error = host_memory_call(board, CALL_WRITE, &message.base,
				 &xrt__host_write_reply__descriptor, &answer, err);
	if (error)
		return error;
	reply = answer;
	if (!reply->valid)
		error = fcl_err_set(err, -EFAULT,
				    "the host refuses %u bytes at 0x%" PRIx64
				    " of its memory: its buffer was freed during a launch",
				    size, address);
	protobuf_c_message_free_unpacked(&reply->base, NULL);
	return error;
}

/* --- a part of the host's memory ---------------------------------------------------------------- */

/*
 * The number of bytes from the address to the end of the image's HOST memory that contains it; 0:
 * none does.
 */
static uint64_t room_at(const struct fcl_xemu_board *board, uint64_t address)
{
	for (uint32_t i = 0; i < board->image->nmems; i++) {
		const struct fcl_image_mem *mem = &board->image->mems[i];

		if (strstr(mem->tag, "HOST") && address >= mem->base &&
		    address - mem->base < mem->size)
			return mem->size - (address - mem->base);
	}
	return 0;
}

/* A buffer in the host's memory, as announced. */
struct fcl_xemu_span {
	uint64_t address, size;
};

static struct fcl_xemu_span *span_at(struct fcl_xemu_board *board, uint64_t address)
{
	for (size_t i = 0; i < board->nspans; i++)
		if (address - board->spans[i].address < board->spans[i].size)
			return &board->spans[i];
	return NULL;
}

int fcl_xemu_host_memory_announce(struct fcl_xemu_board *board, uint64_t address, uint64_t size,
				  struct fcl_err *err)
{
	struct fcl_xemu_span *spans;

	if (!room_at(board, address) || size > room_at(board, address) || size > MOST ||
	    span_at(board, address))
		return fcl_err_set(err, -EINVAL,
				   "the host announces a buffer of %" PRIu64 " bytes at 0x%" PRIx64
				   ", which overlaps another or is not in its memory",
				   size, address);
	spans = reallocarray(board->spans, board->nspans + 1, sizeof(*spans));
	if (!spans)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	spans[board->nspans++] = (struct fcl_xemu_span){address, size};
	board->spans = spans;
	return 0;
}

bool fcl_xemu_host_memory_free(struct fcl_xemu_board *board, uint64_t address)
{
	struct fcl_xemu_span *span = span_at(board, address);

	if (!board->launched || !room_at(board, address))
		return false;
	if (span)
		*span = board->spans[--board->nspans];
	return true;
}

struct copy {
	char *bytes;
	size_t size, room;
};

static int host_memory_make_room(struct copy *copy, size_t more, struct fcl_err *err)
{
	size_t room = copy->size + more;
	char *bytes;

	if (room <= copy->room)
		return 0;
	room = room < 2 * copy->room ? 2 * copy->room : room;
	bytes = realloc(copy->bytes, room);
	if (!bytes)
		return fcl_err_set(err, -ENOMEM, "no memory for %zu bytes of the host's", room);
	copy->bytes = bytes;
	copy->room = room;
	return 0;
}

/*
 * The host does not tell the size of its buffer, but refuses to read beyond its end. At an address
 * without a buffer it refuses nothing, so each span except the first starts with a byte known to be
 * in the buffer.
 */
static int host_memory_fetch(struct fcl_xemu_board *board, uint64_t address, uint64_t room,
			     struct copy *copy, struct fcl_err *err)
{
	uint32_t step = 4096;
	bool shrinks = false;
	int error = 0;

	while (step && copy->size < room) {
		size_t overlap = copy->size ? 1 : 0;

		step = step < room - copy->size ? step : (uint32_t)(room - copy->size);
		error = host_memory_make_room(copy, step, err);
		if (!error)
			error = read_span(board, address + copy->size - overlap,
					  copy->bytes + copy->size - overlap,
					  step + (uint32_t)overlap, err);
		if (error && error != -ERANGE)
			return error;
		if (!error)
			copy->size += step;
		shrinks |= error == -ERANGE;
		step = shrinks ? step / 2 : step < PIECE ? step * 2 : step;
	}
	return copy->size && copy->size < room
		       ? 0
		       : fcl_err_set(err, -EFAULT,
				     "the host has no mapped buffer of less than %" PRIu64
				     " bytes at 0x%" PRIx64 " of its memory",
				     room, address);
}

/* Fetches all of a buffer whose size is known. */
static int fetch_span(struct fcl_xemu_board *board, const struct fcl_xemu_span *span,
		      struct copy *copy, struct fcl_err *err)
{
	int error = host_memory_make_room(copy, span->size, err);

	while (!error && copy->size < span->size) {
		uint64_t left = span->size - copy->size;
		uint32_t size = left < PIECE ? (uint32_t)left : PIECE;

		error = read_span(board, span->address + copy->size, copy->bytes + copy->size, size,
				  err);
		copy->size += size;
	}
	return error == -ERANGE ? fcl_err_set(err, -EFAULT,
					      "the host refuses its memory at 0x%" PRIx64
					      ", where it has announced %" PRIu64 " bytes",
					      span->address, span->size)
				: error;
}

static int host_memory_add(struct fcl_xemu_board *board, uint64_t address, const struct copy *copy,
			   struct fcl_xemu_buffer **ret_buffer, struct fcl_err *err)
{
	int error = fcl_xemu_memory_add(board, address, copy->size, false, NULL, err);

	if (error)
		return fcl_err_prefix(err, "a kernel that is running has a later part of the "
					   "same buffer in the host's memory");
	*ret_buffer = fcl_xemu_memory_at(board, address);
	memcpy((*ret_buffer)->bytes, copy->bytes, copy->size);
	(*ret_buffer)->written = true;
	return 0;
}

int fcl_xemu_host_memory_use(struct fcl_xemu_board *board, uint64_t address,
			     struct fcl_xemu_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_xemu_buffer *buffer = fcl_xemu_memory_at(board, address);
	uint64_t room = room_at(board, address);
	struct copy copy = {0};
	int error = 0;

	if (!buffer && (!board->host || !room))
		return fcl_err_set(err, -EFAULT, "there is no buffer at device address 0x%" PRIx64,
				   address);
	if (!buffer) {
		const struct fcl_xemu_span *span = span_at(board, address);

		error = span ? fetch_span(board, span, &copy, err)
			     : host_memory_fetch(board, address, room < MOST ? room : MOST, &copy,
						 err);
		address = span ? span->address : address;
		if (!error)
			error = host_memory_add(board, address, &copy, &buffer, err);
		free(copy.bytes);
	}
	if (error)
		return error;
	buffer->uses++;
	*ret_buffer = buffer;
	return 0;
}

static int host_memory_give_back(struct fcl_xemu_board *board, const struct fcl_xemu_buffer *buffer,
				 struct fcl_err *err)
{
	char *bytes = malloc(PIECE);
	int error = bytes ? 0 : fcl_err_set(err, -ENOMEM, "no memory for the host's bytes");

	for (uint64_t at = 0; at < buffer->size && !error; at += PIECE) {
		uint64_t left = buffer->size - at;
		uint32_t size = left < PIECE ? (uint32_t)left : PIECE;

		error = fcl_xemu_memory_read(board, buffer->address + at, bytes, size, err);
		if (!error)
			error = write_span(board, buffer->address + at, bytes, size, err);
	}
	free(bytes);
	return error;
}

int fcl_xemu_host_memory_end(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer,
			     struct fcl_err *err)
{
	int error;

	if (--buffer->uses)
		return 0;
	error = buffer->result ? host_memory_give_back(board, buffer, err) : 0;
	return error ? error : fcl_xemu_memory_remove(board, buffer->address, err);
}

void fcl_xemu_host_memory_close(struct fcl_xemu_board *board)
{
	struct fcl_err err = {0};

	if (!board->host)
		return;
	fcl_xemu_call(board->host, CALL_CLOSE, NULL, &err);
	fcl_xemu_disconnect(board->host);
	board->host = NULL;
}
