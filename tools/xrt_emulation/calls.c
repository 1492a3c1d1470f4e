/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/xrt_emulation/calls.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "rpc.pb-c.h"
#include "tools/xrt_emulation/announcement.h"
#include "tools/xrt_emulation/host_memory.h"
#include "tools/xrt_emulation/image.h"
#include "tools/xrt_emulation/memory.h"
#include "tools/xrt_emulation/unit.h"

/* XRT's call numbers. */
enum {
	CALL_CLOSE = 1,
	CALL_LOAD = 3,
	CALL_ALLOC = 4,
	CALL_FREE = 5,
	CALL_WRITE = 6,
	CALL_READ = 7,
	CALL_MEMORY_WRITE = 8,
	CALL_CONTROL_WRITE = 9,
	CALL_MEMORY_READ = 10,
	CALL_CONTROL_READ = 11,
	CALL_TIMESTAMP = 17,
	CALL_BUS_STATUS = 18,
	CALL_MESSAGES = 19,
	CALL_SET_ENVIRONMENT = 20,
	CALL_COPY = 22,
	CALL_IMPORT = 27,
	CALL_SETUP_INSTANCE = 28,
	CALL_COPY_FROM_FILE = 50,
	CALL_REGISTER_WRITE = 51,
	CALL_REGISTER_READ = 52,
	CALL_DRIVER_VERSION = 53
};

struct serving {
	struct fcl_xemu_board *board;
	struct fcl_xemu_wire *wire;
	struct fcl_err *err;
};

static void *calls_unpack(const struct serving *s, const ProtobufCMessageDescriptor *kind)
{
	void *call = protobuf_c_message_unpack(kind, NULL, s->wire->size, s->wire->bytes);

	if (!call)
		fcl_err_set(s->err, -EPROTO, "call %u of %zu bytes is not a message that XRT sends",
			    s->wire->api, s->wire->size);
	return call;
}

static void calls_drop(void *call)
{
	protobuf_c_message_free_unpacked(call, NULL);
}

/* Reports a failure that can be answered: the host's call fails, and stderr has the reason. */
static int calls_answer(const struct serving *s, int error, const char *file)
{
	Xrt__Ack reply = XRT__ACK__INIT;

	if (error)
		fprintf(stderr, "genericpciemodel: %s\n", s->err->text);
	reply.ack = !error;
	reply.file = (char *)(uintptr_t)file; /* not modified */
	return fcl_xemu_reply(s->wire, &reply.base, s->err);
}

static int answer_registers(const struct serving *s, void *bytes, size_t size)
{
	Xrt__Registers reply = XRT__REGISTERS__INIT;

	reply.valid = 1;
	reply.has_data = bytes != NULL;
	reply.data.data = bytes;
	reply.data.len = size;
	return fcl_xemu_reply(s->wire, &reply.base, s->err);
}

static int calls_close_board(const struct serving *s)
{
	Xrt__CloseReply reply = XRT__CLOSE_REPLY__INIT;
	Xrt__CloseCall *call = calls_unpack(s, &xrt__close_call__descriptor);
	bool all;
	int error;

	if (!call)
		return -EPROTO;
	/* hw_emu starts another process for another image. */
	all = (call->has_all && call->all) || s->board->launched;
	calls_drop(call);
	if (all)
		fcl_xemu_host_memory_close(s->board);
	/* The process ends after the last close, and with it everything that is still running. */
	error = all ? 0 : fcl_xemu_image_unload(s->board, s->err);
	reply.valid = 1;
	if (!error)
		error = fcl_xemu_reply(s->wire, &reply.base, s->err);
	s->board->closed = all;
	return error;
}

/* "device0_1_1234": the number of XRT's device. */
unsigned fcl_xemu_device_number(void)
{
	const char *id = getenv("EMULATION_SOCKETID");

	return id && !strncmp(id, "device", 6) ? (unsigned)strtoul(id + 6, NULL, 10) : 0;
}

static char *calls_text_of(const ProtobufCBinaryData *data)
{
	return strndup((const char *)data->data, data->len);
}

static int xrt_emulation_calls_load(const struct serving *s)
{
	Xrt__LoadBitstreamCall *call = calls_unpack(s, &xrt__load_bitstream_call__descriptor);
	char *payload, *platform;
	int error;

	if (!call)
		return -EPROTO;
	payload = calls_text_of(&call->payload_file);
	platform = calls_text_of(&call->device_name);
	calls_drop(call);
	error = payload && platform
			? fcl_xemu_board_open(s->board, platform, fcl_xemu_device_number(), s->err)
			: fcl_err_set(s->err, -ENOMEM, "out of memory");
	/*
	 * Without a file, XRT starts a board just to allocate buffers, before any image is loaded.
	 */
	if (!error && *payload)
		error = fcl_xemu_image_load(s->board, payload, s->err);
	free(payload);
	free(platform);
	return calls_answer(s, error, NULL);
}

static int calls_alloc_buffer(const struct serving *s)
{
	Xrt__AllocCall *call = calls_unpack(s, &xrt__alloc_call__descriptor);
	bool shared;
	char name[64] = "";
	int error;

	if (!call)
		return -EPROTO;
	shared = call->has_shared && call->shared;
	error = fcl_xemu_memory_add(s->board, call->address, call->size, shared, name, s->err);
	calls_drop(call);
	return calls_answer(s, error, shared && !error ? name : NULL);
}

static int free_buffer(const struct serving *s)
{
	Xrt__FreeCall *call = calls_unpack(s, &xrt__free_call__descriptor);
	int error;

	if (!call)
		return -EPROTO;
	error = fcl_xemu_host_memory_free(s->board, call->address)
			? 0
			: fcl_xemu_memory_remove(s->board, call->address, s->err);
	calls_drop(call);
	return calls_answer(s, error, NULL);
}

/* With sw_emu, a transfer's address includes its offset; with hw_emu it does not. */
static uint64_t calls_offset_of(const struct serving *s, uint64_t offset)
{
	return s->board->launched ? offset : 0;
}

static int write_bytes(const struct serving *s, uint64_t address, const void *bytes, size_t size)
{
	uint64_t span[2];

	if (!s->board->launched || address != FCL_XEMU_ANNOUNCEMENT || size != sizeof(span))
		return fcl_xemu_memory_write(s->board, address, bytes, size, s->err);
	memcpy(span, bytes, sizeof(span));
	return fcl_xemu_host_memory_announce(s->board, span[0], span[1], s->err);
}

static int write_buffer(const struct serving *s)
{
	Xrt__WriteReply reply = XRT__WRITE_REPLY__INIT;
	Xrt__WriteCall *call = calls_unpack(s, &xrt__write_call__descriptor);
	int error;

	if (!call)
		return -EPROTO;
	if (call->size != call->data.len)
		error = fcl_err_set(s->err, -EPROTO, "a write of %" PRIu64 " bytes comes with %zu",
				    call->size, call->data.len);
	else
		error = write_bytes(s, call->address + calls_offset_of(s, call->seek),
				    call->data.data, call->size);
	reply.size = call->size;
	calls_drop(call);
	return error ? error : fcl_xemu_reply(s->wire, &reply.base, s->err);
}

static int calls_read_buffer(const struct serving *s)
{
	Xrt__ReadReply reply = XRT__READ_REPLY__INIT;
	Xrt__ReadCall *call = calls_unpack(s, &xrt__read_call__descriptor);
	void *bytes;
	int error = 0;

	if (!call)
		return -EPROTO;
	reply.size = call->size;
	bytes = call->size <= FCL_XEMU_MESSAGE_MOST / 2 ? malloc(call->size + 1) : NULL;
	if (!bytes)
		error = fcl_err_set(s->err, -ENOMEM,
				    "a read of %" PRIu64 " bytes; expected at most %u", call->size,
				    FCL_XEMU_MESSAGE_MOST / 2);
	if (!error)
		error = fcl_xemu_memory_read(s->board,
					     call->address + calls_offset_of(s, call->skip), bytes,
					     call->size, s->err);
	calls_drop(call);
	reply.data.data = bytes;
	reply.data.len = reply.size;
	if (!error)
		error = fcl_xemu_reply(s->wire, &reply.base, s->err);
	free(bytes);
	return error;
}

/*
 * --- calls of hw_emu only -----------------------------------------------------------------------
 */

/* Answers that the call failed; stderr has the reason. */
static int answer_invalid(const struct serving *s)
{
	Xrt__Registers reply = XRT__REGISTERS__INIT;

	fprintf(stderr, "genericpciemodel: %s\n", s->err->text);
	return fcl_xemu_reply(s->wire, &reply.base, s->err);
}

static int write_memory(const struct serving *s)
{
	Xrt__MemoryWriteCall *call = calls_unpack(s, &xrt__memory_write_call__descriptor);
	int error;

	if (!call)
		return -EPROTO;
	if (call->size != call->data.len)
		error = fcl_err_set(s->err, -EPROTO, "a write of %u bytes to memory comes with %zu",
				    call->size, call->data.len);
	else
		error = fcl_xemu_memory_write(s->board, call->address, call->data.data, call->size,
					      s->err);
	calls_drop(call);
	return error ? answer_invalid(s) : answer_registers(s, NULL, 0);
}

static int calls_read_memory(const struct serving *s)
{
	Xrt__MemoryReadCall *call = calls_unpack(s, &xrt__memory_read_call__descriptor);
	void *bytes;
	uint32_t size;
	int error = 0;

	if (!call)
		return -EPROTO;
	size = call->size;
	bytes = size <= FCL_XEMU_MESSAGE_MOST / 2 ? malloc((size_t)size + 1) : NULL;
	if (!bytes)
		error = fcl_err_set(s->err, -ENOMEM,
				    "a read of %u bytes of memory; expected at most %u", size,
				    FCL_XEMU_MESSAGE_MOST / 2);
	if (!error)
		error = fcl_xemu_memory_read(s->board, call->address, bytes, size, s->err);
	calls_drop(call);
	error = error ? answer_invalid(s) : answer_registers(s, bytes, size);
	free(bytes);
	return error;
}

static int tell_time(const struct serving *s)
{
	Xrt__Timestamp reply = XRT__TIMESTAMP__INIT;

	reply.ns = fcl_now_ns();
	return fcl_xemu_reply(s->wire, &reply.base, s->err);
}

/* The image has no monitors, so the number of idle bus cycles is reported as 0. */
static int tell_bus_status(const struct serving *s)
{
	Xrt__BusStatus reply = XRT__BUS_STATUS__INIT;

	reply.has_idle_cycles = 1;
	return fcl_xemu_reply(s->wire, &reply.base, s->err);
}

/* Kernels' output has already gone to stderr. */
static int tell_messages(const struct serving *s)
{
	Xrt__Messages reply = XRT__MESSAGES__INIT;

	return fcl_xemu_reply(s->wire, &reply.base, s->err);
}

/* --- registers ------------------------------------------------------------------------------------ */

static int calls_write_control(const struct serving *s)
{
	Xrt__ControlWriteCall *call = calls_unpack(s, &xrt__control_write_call__descriptor);
	int error;

	if (!call)
		return -EPROTO;
	if (call->size != call->data.len)
		error = fcl_err_set(s->err, -EPROTO,
				    "a write of %u bytes to registers comes with %zu", call->size,
				    call->data.len);
	else
		error = fcl_xemu_unit_write(s->board, call->address, call->data.data, call->size,
					    s->err);
	calls_drop(call);
	return error ? error : answer_registers(s, NULL, 0);
}

static int calls_read_registers(const struct serving *s, uint64_t address, uint32_t size)
{
	uint8_t bytes[256];
	int error;

	if (size > sizeof(bytes))
		return fcl_err_set(s->err, -EPROTO,
				   "a read of %u bytes of registers; expected at most %zu", size,
				   sizeof(bytes));
	error = fcl_xemu_unit_read(s->board, address, bytes, size, s->err);
	return error ? error : answer_registers(s, bytes, size);
}

static int calls_read_control(const struct serving *s)
{
	Xrt__ControlReadCall *call = calls_unpack(s, &xrt__control_read_call__descriptor);
	uint64_t address;
	uint32_t size;

	if (!call)
		return -EPROTO;
	address = call->address;
	size = call->size;
	calls_drop(call);
	return calls_read_registers(s, address, size);
}

static int calls_write_register(const struct serving *s)
{
	Xrt__RegisterWriteCall *call = calls_unpack(s, &xrt__register_write_call__descriptor);
	int error;

	if (!call)
		return -EPROTO;
	error = fcl_xemu_unit_write(s->board, (uint64_t)call->cu_base + call->offset,
				    call->data.data, call->data.len < 4 ? 0 : 4, s->err);
	calls_drop(call);
	return error ? error : answer_registers(s, NULL, 0);
}

static int calls_read_register(const struct serving *s)
{
	Xrt__RegisterReadCall *call = calls_unpack(s, &xrt__register_read_call__descriptor);
	uint64_t address;
	uint32_t size;

	if (!call)
		return -EPROTO;
	address = (uint64_t)call->cu_base + call->offset;
	size = call->size;
	calls_drop(call);
	return calls_read_registers(s, address, size);
}

static int calls_copy(const struct serving *s)
{
	Xrt__CopyCall *call = calls_unpack(s, &xrt__copy_call__descriptor);
	int error;

	if (!call)
		return -EPROTO;
	error = fcl_xemu_memory_copy_file(s->board, true, call->address + call->source_offset,
					  call->file ? call->file : "", call->target_offset,
					  call->size, s->err);
	calls_drop(call);
	return calls_answer(s, error, NULL);
}

static int copy_from_file(const struct serving *s)
{
	Xrt__CopyFromFileCall *call = calls_unpack(s, &xrt__copy_from_file_call__descriptor);
	int error;

	if (!call)
		return -EPROTO;
	error = fcl_xemu_memory_copy_file(s->board, false, call->address + call->target_offset,
					  call->file ? call->file : "", call->source_offset,
					  call->size, s->err);
	calls_drop(call);
	return calls_answer(s, error, NULL);
}

static int calls_import(const struct serving *s)
{
	Xrt__ImportCall *call = calls_unpack(s, &xrt__import_call__descriptor);
	int error;

	if (!call)
		return -EPROTO;
	error = fcl_xemu_memory_import(s->board, call->address, call->size,
				       call->file ? call->file : "", s->err);
	calls_drop(call);
	return calls_answer(s, error, NULL);
}

/*
 * Calls that are always accepted: the image wires the streams, and this protocol has only one
 * version.
 */
static int agree(const struct serving *s)
{
	return calls_answer(s, 0, NULL);
}

/*
 * XRT 2.14 and newer map each buffer from a file of the whole board, at the buffer's address, unless told
 * otherwise; here each has a file of its own. They would read and write beyond its end.
 */
static int calls_note_version(const struct serving *s)
{
	if (!s->board->launched && !getenv("VITIS_SW_EMU_DISABLE_SINGLE_MMAP"))
		return fcl_err_set(
			s->err, -EOPNOTSUPP,
			"this version of XRT needs VITIS_SW_EMU_DISABLE_SINGLE_MMAP=1 in the "
			"environment of the host; settings64.sh sets it");
	return agree(s);
}

static const struct {
	uint32_t api;
	int (*serve)(const struct serving *s);
} calls[] = {{CALL_CLOSE, calls_close_board},
	     {CALL_LOAD, xrt_emulation_calls_load},
	     {CALL_ALLOC, calls_alloc_buffer},
	     {CALL_FREE, free_buffer},
	     {CALL_WRITE, write_buffer},
	     {CALL_READ, calls_read_buffer},
	     {CALL_MEMORY_WRITE, write_memory},
	     {CALL_CONTROL_WRITE, calls_write_control},
	     {CALL_MEMORY_READ, calls_read_memory},
	     {CALL_CONTROL_READ, calls_read_control},
	     {CALL_TIMESTAMP, tell_time},
	     {CALL_BUS_STATUS, tell_bus_status},
	     {CALL_MESSAGES, tell_messages},
	     {CALL_SET_ENVIRONMENT, agree},
	     {CALL_COPY, calls_copy},
	     {CALL_IMPORT, calls_import},
	     {CALL_SETUP_INSTANCE, agree},
	     {CALL_COPY_FROM_FILE, copy_from_file},
	     {CALL_REGISTER_WRITE, calls_write_register},
	     {CALL_REGISTER_READ, calls_read_register},
	     {CALL_DRIVER_VERSION, calls_note_version}};

int fcl_xemu_serve(struct fcl_xemu_board *board, struct fcl_xemu_wire *wire, struct fcl_err *err)
{
	struct serving serving = {board, wire, err};

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (calls[i].api == wire->api)
			return calls[i].serve(&serving);
	return fcl_err_set(
		err, -EOPNOTSUPP,
		"XRT's call %u is not served: queues, graphs of AI engines and profiling are "
		"not emulated",
		wire->api);
}
