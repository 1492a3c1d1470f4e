/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/backend.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "emulator/board.h"
#include "emulator/execution/access/guard.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/units/registers.h"
#include "emulator/execution/workers/submit.h"
#include "emulator/loader.h"
#include "emulator/memory/copy.h"
#include "emulator/memory/memory.h"
#include "emulator/memory/svm.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "emulator/state/fifo.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"
#include "hal/bank.h"

/*
 * The HAL's opaque types are the emulator's own types. Only pointers are converted, never pointers
 * to pointers: writing through a pointer of another type is undefined behaviour.
 */
static struct fcl_emu_board *backend_board_of(struct fcl_hal_device *device)
{
	return (struct fcl_emu_board *)device;
}

static struct fcl_emu_program *program_of(struct fcl_hal_program *program)
{
	return (struct fcl_emu_program *)program;
}

static struct fcl_emu_buffer *backend_buffer_of(struct fcl_hal_buffer *buffer)
{
	return (struct fcl_emu_buffer *)buffer;
}

static struct fcl_emu_fifo *backend_fifo_of(struct fcl_hal_pipe *pipe)
{
	return (struct fcl_emu_fifo *)pipe;
}

static int list_boards(fcl_hal_found *found, void *user, struct fcl_err *err)
{
	(void)err;
	fcl_board_list(found, user);
	return 0;
}

static int backend_open_board(const char *name, unsigned instance,
			      struct fcl_hal_device **ret_device, struct fcl_err *err)
{
	struct fcl_emu_board *board = NULL;
	int error = fcl_emu_open(name, instance, &board, err);

	if (!error)
		*ret_device = (struct fcl_hal_device *)board;
	return error;
}

static void backend_close_board(struct fcl_hal_device *device)
{
	fcl_emu_close(backend_board_of(device));
}

static const struct fcl_hal_info *backend_get_info(struct fcl_hal_device *device)
{
	return &backend_board_of(device)->info;
}

static int backend_check_slot(const struct fcl_emu_board *board, uint32_t slot, struct fcl_err *err)
{
	if (slot < board->desc->slots)
		return 0;
	return fcl_err_set(err, -EINVAL, "slot %u was requested, but board %s has %u", slot,
			   board->desc->name, board->desc->slots);
}

static int backend_load_program(struct fcl_hal_device *device, uint32_t slot,
				struct fcl_image *image, struct fcl_hal_program **ret_program,
				struct fcl_err *err)
{
	struct fcl_emu_board *board = backend_board_of(device);
	struct fcl_emu_program *program;
	int error = backend_check_slot(board, slot, err);

	if (error)
		return error;
	program = board->slots[slot];
	fcl_emu_slot_set(board, slot, NULL);
	fcl_emu_unload(program);
	error = fcl_emu_memory_check_lost(board, err);
	if (error)
		return error;
	error = fcl_emu_memory_resize(board, image, err);
	if (!error)
		error = fcl_emu_load(board, slot, image, &program, err);
	if (error)
		return error;
	fcl_emu_slot_set(board, slot, program);
	*ret_program = (struct fcl_hal_program *)program;
	return 0;
}

static void backend_unload_program(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	struct fcl_emu_board *board = backend_board_of(device);

	if (!program)
		return;
	fcl_emu_slot_set(board, program_of(program)->slot, NULL);
	fcl_emu_unload(program_of(program));
}

static int backend_check_image(struct fcl_hal_device *device, const struct fcl_image *image,
			       struct fcl_err *err)
{
	/*
	 * The image may already be loaded, and the host may have installed signal handlers since.
	 */
	fcl_emu_guard_install();
	return fcl_emu_check_image(backend_board_of(device), image, err);
}

static int verify_slot(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		       struct fcl_err *err)
{
	struct fcl_emu_board *board = backend_board_of(device);
	int error = backend_check_slot(board, slot, err);

	if (error)
		return error;
	if (!board->slots[slot])
		return fcl_err_set(err, -ENOENT, "slot %u is empty", slot);
	memcpy(ret_uuid, board->slots[slot]->image->uuid, 16);
	return 0;
}

static int reset_board(struct fcl_hal_device *device, struct fcl_err *err)
{
	return fcl_emu_reset(backend_board_of(device), err);
}

static int get_health(struct fcl_hal_device *device, struct fcl_err *err)
{
	(void)device;
	(void)err;
	return 0;
}

static int read_sensor(struct fcl_hal_device *device, uint32_t index,
		       struct fcl_hal_sensor *ret_sensor)
{
	const struct fcl_board *desc = backend_board_of(device)->desc;

	if (index >= desc->nsensors)
		return -ENOENT;
	memset(ret_sensor, 0, sizeof(*ret_sensor));
	strncpy(ret_sensor->name, desc->sensors[index].name, sizeof(ret_sensor->name) - 1);
	strncpy(ret_sensor->unit, desc->sensors[index].unit, sizeof(ret_sensor->unit) - 1);
	ret_sensor->reading =
		FCL_HAL_ABSENT; /* a card has such sensors, but nothing is measured here */
	return 0;
}

/*
 * Allocates in the default bank or, if that is full, in any other: the buffer needs no certain
 * bank.
 */
static int alloc_anywhere(struct fcl_emu_board *board, uint64_t bytes,
			  struct fcl_emu_buffer **ret_buffer, struct fcl_err *err)
{
	uint32_t first = board->info.default_bank;
	int error = fcl_emu_buffer_alloc(board, first, bytes, ret_buffer, err);

	for (uint32_t i = 0; error == -ENOMEM && i < board->info.nbanks; i++) {
		struct fcl_err full = {0};

		if (i != first && board->info.banks[i].type != MEM_HOST)
			error = fcl_emu_buffer_alloc(board, i, bytes, ret_buffer, &full);
	}
	return error;
}

static int backend_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
				uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
				struct fcl_err *err)
{
	const struct fcl_image *image = program ? program_of(program)->image : NULL;
	struct fcl_emu_buffer *buffer = NULL;
	bool anywhere = bank == FCL_HAL_BANK_DEFAULT;
	int error = fcl_hal_bank_find(&backend_board_of(device)->info, image, bank, &bank, err);

	if (!error)
		error = anywhere ? alloc_anywhere(backend_board_of(device), bytes, &buffer, err)
				 : fcl_emu_buffer_alloc(backend_board_of(device), bank, bytes,
							&buffer, err);
	if (!error)
		*ret_buffer = (struct fcl_hal_buffer *)buffer;
	return error;
}

static void backend_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	fcl_emu_buffer_free(backend_buffer_of(buffer));
}

static uint64_t backend_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return fcl_emu_buffer_address(backend_buffer_of(buffer));
}

static uint32_t backend_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return backend_buffer_of(buffer)->bank;
}

static int backend_buffer_export(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
				 int *ret_fd, struct fcl_err *err)
{
	(void)device;
	return fcl_emu_buffer_export(backend_buffer_of(buffer), ret_fd, err);
}

static int backend_import_size(struct fcl_hal_device *device, int fd, uint64_t *ret_bytes,
			       struct fcl_err *err)
{
	(void)device;
	return fcl_emu_import_size(fd, ret_bytes, err);
}

static int backend_buffer_import(struct fcl_hal_device *device, int fd, uint64_t bytes,
				 struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer = NULL;
	int error = fcl_emu_buffer_import(backend_board_of(device), fd, bytes, &buffer, err);

	if (!error)
		*ret_buffer = (struct fcl_hal_buffer *)buffer;
	return error;
}

static int backend_svm_alloc(struct fcl_hal_device *device, uint64_t bytes, void **ret_pointer,
			     struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer = NULL;
	int error = fcl_emu_svm_alloc(backend_board_of(device), bytes, &buffer, err);

	if (error)
		return error;
	*ret_pointer = buffer->svm;
	*ret_buffer = (struct fcl_hal_buffer *)buffer;
	return 0;
}

static int backend_svm_attach(struct fcl_hal_device *device, void *pointer, uint64_t bytes,
			      struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer = NULL;
	int error = fcl_emu_svm_attach(backend_board_of(device), pointer, bytes, &buffer, err);

	if (!error)
		*ret_buffer = (struct fcl_hal_buffer *)buffer;
	return error;
}

static int backend_host_alloc(struct fcl_hal_device *device, size_t bytes, void **ret_pointer,
			      struct fcl_err *err)
{
	size_t alignment = backend_board_of(device)->desc->host_alignment;
	void *pointer;

	if (!bytes ||
	    posix_memalign(&pointer, alignment < sizeof(void *) ? sizeof(void *) : alignment,
			   bytes))
		return fcl_err_set(err, bytes ? -ENOMEM : -EINVAL,
				   "cannot allocate host memory of %zu bytes", bytes);
	*ret_pointer = pointer;
	return 0;
}

static void backend_host_free(struct fcl_hal_device *device, void *pointer, size_t bytes)
{
	(void)device;
	(void)bytes;
	free(pointer);
}

/* Nothing to pin: copies can access all memory of the process. */
static int backend_host_register(struct fcl_hal_device *device, void *pointer, size_t bytes,
				 struct fcl_err *err)
{
	uint32_t alignment = backend_board_of(device)->desc->host_alignment;

	if (!pointer || !bytes || (alignment && (uintptr_t)pointer % alignment))
		return fcl_err_set(err, -EINVAL,
				   "host memory at %p (%zu bytes) is not aligned to %u bytes",
				   pointer, bytes, alignment);
	return 0;
}

static void backend_host_unregister(struct fcl_hal_device *device, void *pointer, size_t bytes)
{
	(void)device;
	(void)pointer;
	(void)bytes;
}

static int backend_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
			  uint32_t count)
{
	return fcl_emu_submit(backend_board_of(device), requests, count);
}

static void backend_kick(struct fcl_hal_device *device)
{
	fcl_emu_kick(backend_board_of(device));
}

static int backend_progress(struct fcl_hal_device *device, const void *tag)
{
	return fcl_emu_progress(backend_board_of(device), tag);
}

static int backend_help(struct fcl_hal_device *device, const void *tag)
{
	return fcl_emu_help(backend_board_of(device), tag);
}

static int backend_find_cu(struct fcl_emu_program *program, uint32_t index,
			   struct fcl_emu_cu **ret_cu, struct fcl_err *err)
{
	if (index >= program->ncus)
		return fcl_err_set(err, -EINVAL,
				   "compute unit %u was requested, but the image has %u", index,
				   program->ncus);
	*ret_cu = &program->cus[index];
	return 0;
}

static int backend_reg_read(struct fcl_hal_device *device, struct fcl_hal_program *program,
			    uint32_t cu, uint32_t offset, uint32_t *ret_value, struct fcl_err *err)
{
	struct fcl_emu_cu *unit = NULL;
	int error = backend_find_cu(program_of(program), cu, &unit, err);

	(void)device;
	return error ? error : fcl_emu_reg_read(unit, offset, ret_value, err);
}

static int backend_reg_write(struct fcl_hal_device *device, struct fcl_hal_program *program,
			     uint32_t cu, uint32_t offset, uint32_t value, struct fcl_err *err)
{
	struct fcl_emu_cu *unit = NULL;
	int error = backend_find_cu(program_of(program), cu, &unit, err);

	(void)device;
	return error ? error : fcl_emu_reg_write(unit, offset, value, err);
}

static int backend_stream_info(struct fcl_hal_device *device, struct fcl_hal_program *program,
			       uint32_t index, struct fcl_hal_stream_info *ret_info)
{
	const struct fcl_image *image = program_of(program)->image;
	const struct fcl_image_stream *stream;

	(void)device;
	if (index >= image->nstreams)
		return -ENOENT;
	stream = &image->streams[index];
	*ret_info = (struct fcl_hal_stream_info){.name = stream->name,
						 .src_cu = stream->src_cu,
						 .src_arg = stream->src_arg,
						 .dst_cu = stream->dst_cu,
						 .dst_arg = stream->dst_arg,
						 .packet_size = stream->packet_size,
						 .depth = stream->depth};
	return 0;
}

static int backend_stream_open(struct fcl_hal_device *device, struct fcl_hal_program *program,
			       uint32_t index, struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	struct fcl_emu_program *loaded = program_of(program);

	(void)device;
	if (index >= loaded->nfifos)
		return fcl_err_set(err, -ENOENT, "FIFO %u was requested, but the image has %u",
				   index, loaded->nfifos);
	*ret_pipe = (struct fcl_hal_pipe *)fcl_emu_fifo_ref(loaded->fifos[index]);
	return 0;
}

static int backend_pipe_create(struct fcl_hal_device *device, uint32_t packet_size, uint32_t depth,
			       struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	struct fcl_emu_fifo *fifo;

	(void)device;
	if (!packet_size || !depth)
		return fcl_err_set(err, -EINVAL, "a pipe needs a packet size and a depth above 0");
	fifo = fcl_emu_fifo_create("pipe", packet_size, depth);
	if (!fifo)
		return fcl_err_set(err, -ENOMEM, "no memory for a pipe of %u packets of %u bytes",
				   depth, packet_size);
	/* Any number of CUs, and the host, may use either end. */
	fifo->shared = true;
	*ret_pipe = (struct fcl_hal_pipe *)fifo;
	return 0;
}

static void backend_pipe_close(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe)
{
	(void)device;
	fcl_emu_fifo_unref(backend_fifo_of(pipe));
}

static int backend_pipe_level(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
			      uint32_t *ret_packets)
{
	(void)device;
	*ret_packets = fcl_emu_fifo_level(backend_fifo_of(pipe));
	return 0;
}

static int backend_pipe_pop(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
			    uint32_t packets, uint32_t *ret_packets)
{
	struct fcl_emu_fifo *fifo = backend_fifo_of(pipe);
	char *to = data, *skipped = data ? NULL : malloc(fifo->pub.packet_size);
	uint32_t count = 0;

	if (!data && !skipped)
		return -ENOMEM;
	while (count < packets && fcl_emu_fifo_pop(fifo, data ? to : skipped)) {
		count++;
		to += data ? fifo->pub.packet_size : 0;
	}
	free(skipped);
	fcl_emu_host_moved(backend_board_of(device), fifo);
	*ret_packets = count;
	return 0;
}

static int backend_pipe_push(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
			     const void *data, uint32_t packets, uint32_t *ret_packets)
{
	struct fcl_emu_fifo *fifo = backend_fifo_of(pipe);
	const char *from = data;
	uint32_t count = 0;

	while (count < packets && fcl_emu_fifo_push(fifo, from)) {
		count++;
		from += fifo->pub.packet_size;
	}
	fcl_emu_host_moved(backend_board_of(device), fifo);
	*ret_packets = count;
	return 0;
}

static int is_peer(struct fcl_hal_device *device, struct fcl_hal_device *other)
{
	return fcl_emu_peers(backend_board_of(device), backend_board_of(other)) ? 0 : -EOPNOTSUPP;
}

const struct fcl_hal_ops fcl_emu_backend = {
	.size = sizeof(struct fcl_hal_ops),
	.version = FCL_HAL_VERSION,
	.name = "emu",
	.list = list_boards,
	.open = backend_open_board,
	.close = backend_close_board,
	.info = backend_get_info,
	.program = backend_load_program,
	.unprogram = backend_unload_program,
	.check = backend_check_image,
	.verify = verify_slot,
	.reset = reset_board,
	.health = get_health,
	.sensor = read_sensor,
	.buffer_alloc = backend_buffer_alloc,
	.buffer_free = backend_buffer_free,
	.buffer_address = backend_buffer_address,
	.buffer_bank = backend_buffer_bank,
	.buffer_export = backend_buffer_export,
	.buffer_import = backend_buffer_import,
	.import_size = backend_import_size,
	.host_alloc = backend_host_alloc,
	.host_free = backend_host_free,
	.host_register = backend_host_register,
	.host_unregister = backend_host_unregister,
	.submit = backend_submit,
	.kick = backend_kick,
	.progress = backend_progress,
	.help = backend_help,
	.reg_read = backend_reg_read,
	.reg_write = backend_reg_write,
	.stream_info = backend_stream_info,
	.stream_open = backend_stream_open,
	.pipe_create = backend_pipe_create,
	.pipe_close = backend_pipe_close,
	.pipe_level = backend_pipe_level,
	.pipe_drain = backend_pipe_pop,
	.pipe_push = backend_pipe_push,
	.pipe_pop = backend_pipe_pop,
	.svm_alloc = backend_svm_alloc,
	.svm_attach = backend_svm_attach,
	.peer = is_peer,
};
