/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/backend.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/engine.h"
#include "hal/bank.h"

/*
 * The HAL's opaque types are the engine's own. Pointers are converted, never pointers to pointers:
 * to write through one of another type is not defined.
 */
static struct fcl_emu_board *board_of(struct fcl_hal_device *device)
{
	return (struct fcl_emu_board *)device;
}

static struct fcl_emu_program *program_of(struct fcl_hal_program *program)
{
	return (struct fcl_emu_program *)program;
}

static struct fcl_emu_buffer *buffer_of(struct fcl_hal_buffer *buffer)
{
	return (struct fcl_emu_buffer *)buffer;
}

static struct fcl_emu_fifo *fifo_of(struct fcl_hal_pipe *pipe)
{
	return (struct fcl_emu_fifo *)pipe;
}

static int emu_list(fcl_hal_found *found, void *user, struct fcl_err *err)
{
	(void)err;
	fcl_board_list(found, user);
	return 0;
}

static int emu_open(const char *name, unsigned instance, struct fcl_hal_device **ret_device,
		    struct fcl_err *err)
{
	struct fcl_emu_board *board = NULL;
	int error = fcl_emu_open(name, instance, &board, err);

	if (!error)
		*ret_device = (struct fcl_hal_device *)board;
	return error;
}

static void emu_close(struct fcl_hal_device *device)
{
	fcl_emu_close(board_of(device));
}

static const struct fcl_hal_info *emu_info(struct fcl_hal_device *device)
{
	return &board_of(device)->info;
}

static int check_slot(const struct fcl_emu_board *board, uint32_t slot, struct fcl_err *err)
{
	if (slot < board->desc->slots)
		return 0;
	return fcl_err_set(err, -EINVAL, "slot %u asked for, board %s has %u", slot,
			   board->desc->name, board->desc->slots);
}

static int emu_program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		       struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	struct fcl_emu_board *board = board_of(device);
	struct fcl_emu_program *program;
	int error = check_slot(board, slot, err);

	if (error)
		return error;
	program = board->slots[slot];
	fcl_emu_slot_set(board, slot, NULL);
	fcl_emu_unload(program);
	error = fcl_emu_memory_check_lost(board, err);
	if (error)
		return error;
	error = fcl_emu_load(board, slot, image, &program, err);
	if (error)
		return error;
	fcl_emu_slot_set(board, slot, program);
	*ret_program = (struct fcl_hal_program *)program;
	return 0;
}

static void emu_unprogram(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	struct fcl_emu_board *board = board_of(device);

	if (!program)
		return;
	fcl_emu_slot_set(board, program_of(program)->slot, NULL);
	fcl_emu_unload(program_of(program));
}

static int emu_check(struct fcl_hal_device *device, const struct fcl_image *image,
		     struct fcl_err *err)
{
	/* It may be loaded already, and the host may have set handlers since. */
	fcl_emu_guard_install();
	return fcl_emu_check_image(board_of(device), image, err);
}

static int emu_verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		      struct fcl_err *err)
{
	struct fcl_emu_board *board = board_of(device);
	int error = check_slot(board, slot, err);

	if (error)
		return error;
	if (!board->slots[slot])
		return fcl_err_set(err, -ENOENT, "slot %u is empty", slot);
	memcpy(ret_uuid, board->slots[slot]->image->uuid, 16);
	return 0;
}

static int emu_reset(struct fcl_hal_device *device, struct fcl_err *err)
{
	return fcl_emu_reset(board_of(device), err);
}

static int emu_health(struct fcl_hal_device *device, struct fcl_err *err)
{
	(void)device;
	(void)err;
	return 0;
}

static int emu_sensor(struct fcl_hal_device *device, uint32_t index,
		      struct fcl_hal_sensor *ret_sensor)
{
	const struct fcl_board *desc = board_of(device)->desc;

	if (index >= desc->nsensors)
		return -ENOENT;
	memset(ret_sensor, 0, sizeof(*ret_sensor));
	strncpy(ret_sensor->name, desc->sensors[index].name, sizeof(ret_sensor->name) - 1);
	strncpy(ret_sensor->unit, desc->sensors[index].unit, sizeof(ret_sensor->unit) - 1);
	ret_sensor->value = desc->sensors[index].value;
	return 0;
}

static int emu_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			    uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			    struct fcl_err *err)
{
	const struct fcl_image *image = program ? program_of(program)->image : NULL;
	struct fcl_emu_buffer *buffer = NULL;
	int error = fcl_hal_bank_find(&board_of(device)->info, image, bank, &bank, err);

	if (!error)
		error = fcl_emu_buffer_alloc(board_of(device), bank, bytes, &buffer, err);
	if (!error)
		*ret_buffer = (struct fcl_hal_buffer *)buffer;
	return error;
}

static void emu_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	fcl_emu_buffer_free(buffer_of(buffer));
}

static uint64_t emu_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return fcl_emu_buffer_address(buffer_of(buffer));
}

static uint32_t emu_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return buffer_of(buffer)->bank;
}

static int emu_buffer_export(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
			     int *ret_fd, struct fcl_err *err)
{
	(void)device;
	return fcl_emu_buffer_export(buffer_of(buffer), ret_fd, err);
}

static int emu_import_size(struct fcl_hal_device *device, int fd, uint64_t *ret_bytes,
			   struct fcl_err *err)
{
	(void)device;
	return fcl_emu_import_size(fd, ret_bytes, err);
}

static int emu_buffer_import(struct fcl_hal_device *device, int fd, uint64_t bytes,
			     struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer = NULL;
	int error = fcl_emu_buffer_import(board_of(device), fd, bytes, &buffer, err);

	if (!error)
		*ret_buffer = (struct fcl_hal_buffer *)buffer;
	return error;
}

static int emu_svm_alloc(struct fcl_hal_device *device, uint64_t bytes, void **ret_pointer,
			 struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer = NULL;
	int error = fcl_emu_svm_alloc(board_of(device), bytes, &buffer, err);

	if (error)
		return error;
	*ret_pointer = buffer->svm;
	*ret_buffer = (struct fcl_hal_buffer *)buffer;
	return 0;
}

static int emu_svm_attach(struct fcl_hal_device *device, void *pointer, uint64_t bytes,
			  struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer = NULL;
	int error = fcl_emu_svm_attach(board_of(device), pointer, bytes, &buffer, err);

	if (!error)
		*ret_buffer = (struct fcl_hal_buffer *)buffer;
	return error;
}

static int emu_host_alloc(struct fcl_hal_device *device, size_t bytes, void **ret_pointer,
			  struct fcl_err *err)
{
	size_t alignment = board_of(device)->desc->host_alignment;
	void *pointer;

	if (!bytes ||
	    posix_memalign(&pointer, alignment < sizeof(void *) ? sizeof(void *) : alignment,
			   bytes))
		return fcl_err_set(err, bytes ? -ENOMEM : -EINVAL, "no host memory of %zu bytes",
				   bytes);
	*ret_pointer = pointer;
	return 0;
}

static void emu_host_free(struct fcl_hal_device *device, void *pointer, size_t bytes)
{
	(void)device;
	(void)bytes;
	free(pointer);
}

/* The engine's DMA reaches all of the process's memory: there is nothing to pin. */
static int emu_host_register(struct fcl_hal_device *device, void *pointer, size_t bytes,
			     struct fcl_err *err)
{
	uint32_t alignment = board_of(device)->desc->host_alignment;

	if (!pointer || !bytes || (alignment && (uintptr_t)pointer % alignment))
		return fcl_err_set(err, -EINVAL,
				   "host memory at %p (%zu bytes) is not aligned to %u bytes",
				   pointer, bytes, alignment);
	return 0;
}

static void emu_host_unregister(struct fcl_hal_device *device, void *pointer, size_t bytes)
{
	(void)device;
	(void)pointer;
	(void)bytes;
}

static int emu_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
		      uint32_t count)
{
	return fcl_emu_submit(board_of(device), requests, count);
}

static void emu_kick(struct fcl_hal_device *device)
{
	fcl_emu_kick(board_of(device));
}

static int emu_progress(struct fcl_hal_device *device, const void *tag)
{
	return fcl_emu_progress(board_of(device), tag);
}

static int find_cu(struct fcl_emu_program *program, uint32_t index, struct fcl_emu_cu **ret_cu,
		   struct fcl_err *err)
{
	if (index >= program->ncus)
		return fcl_err_set(err, -EINVAL, "compute unit %u asked for, the image has %u",
				   index, program->ncus);
	*ret_cu = &program->cus[index];
	return 0;
}

static int emu_reg_read(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
			uint32_t offset, uint32_t *ret_value, struct fcl_err *err)
{
	struct fcl_emu_cu *unit = NULL;
	int error = find_cu(program_of(program), cu, &unit, err);

	(void)device;
	return error ? error : fcl_emu_reg_read(unit, offset, ret_value, err);
}

static int emu_reg_write(struct fcl_hal_device *device, struct fcl_hal_program *program,
			 uint32_t cu, uint32_t offset, uint32_t value, struct fcl_err *err)
{
	struct fcl_emu_cu *unit = NULL;
	int error = find_cu(program_of(program), cu, &unit, err);

	(void)device;
	return error ? error : fcl_emu_reg_write(unit, offset, value, err);
}

static int emu_stream_info(struct fcl_hal_device *device, struct fcl_hal_program *program,
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

static int emu_stream_open(struct fcl_hal_device *device, struct fcl_hal_program *program,
			   uint32_t index, struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	struct fcl_emu_program *loaded = program_of(program);

	(void)device;
	if (index >= loaded->nfifos)
		return fcl_err_set(err, -ENOENT, "FIFO %u asked for, the image has %u", index,
				   loaded->nfifos);
	*ret_pipe = (struct fcl_hal_pipe *)fcl_emu_fifo_ref(loaded->fifos[index]);
	return 0;
}

static int emu_pipe_create(struct fcl_hal_device *device, uint32_t packet_size, uint32_t depth,
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
	/* Any number of CUs, and the host, may be at either end. */
	fifo->shared = true;
	*ret_pipe = (struct fcl_hal_pipe *)fifo;
	return 0;
}

static void emu_pipe_close(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe)
{
	(void)device;
	fcl_emu_fifo_unref(fifo_of(pipe));
}

static int emu_pipe_level(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
			  uint32_t *ret_packets)
{
	(void)device;
	*ret_packets = fcl_emu_fifo_level(fifo_of(pipe));
	return 0;
}

static int emu_pipe_pop(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
			uint32_t packets, uint32_t *ret_packets)
{
	struct fcl_emu_fifo *fifo = fifo_of(pipe);
	char *to = data, *skipped = data ? NULL : malloc(fifo->pub.packet_size);
	uint32_t count = 0;

	if (!data && !skipped)
		return -ENOMEM;
	while (count < packets && fcl_emu_fifo_pop(fifo, data ? to : skipped)) {
		count++;
		to += data ? fifo->pub.packet_size : 0;
	}
	free(skipped);
	fcl_emu_host_moved(board_of(device), fifo);
	*ret_packets = count;
	return 0;
}

static int emu_pipe_push(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, const void *data,
			 uint32_t packets, uint32_t *ret_packets)
{
	struct fcl_emu_fifo *fifo = fifo_of(pipe);
	const char *from = data;
	uint32_t count = 0;

	while (count < packets && fcl_emu_fifo_push(fifo, from)) {
		count++;
		from += fifo->pub.packet_size;
	}
	fcl_emu_host_moved(board_of(device), fifo);
	*ret_packets = count;
	return 0;
}

static int emu_peer(struct fcl_hal_device *device, struct fcl_hal_device *other)
{
	return fcl_emu_peers(board_of(device), board_of(other)) ? 0 : -EOPNOTSUPP;
}

const struct fcl_hal_ops fcl_emu_backend = {
	.size = sizeof(struct fcl_hal_ops),
	.version = FCL_HAL_VERSION,
	.name = "emu",
	.list = emu_list,
	.open = emu_open,
	.close = emu_close,
	.info = emu_info,
	.program = emu_program,
	.unprogram = emu_unprogram,
	.check = emu_check,
	.verify = emu_verify,
	.reset = emu_reset,
	.health = emu_health,
	.sensor = emu_sensor,
	.buffer_alloc = emu_buffer_alloc,
	.buffer_free = emu_buffer_free,
	.buffer_address = emu_buffer_address,
	.buffer_bank = emu_buffer_bank,
	.buffer_export = emu_buffer_export,
	.buffer_import = emu_buffer_import,
	.import_size = emu_import_size,
	.host_alloc = emu_host_alloc,
	.host_free = emu_host_free,
	.host_register = emu_host_register,
	.host_unregister = emu_host_unregister,
	.submit = emu_submit,
	.kick = emu_kick,
	.progress = emu_progress,
	.reg_read = emu_reg_read,
	.reg_write = emu_reg_write,
	.stream_info = emu_stream_info,
	.stream_open = emu_stream_open,
	.pipe_create = emu_pipe_create,
	.pipe_close = emu_pipe_close,
	.pipe_level = emu_pipe_level,
	.pipe_drain = emu_pipe_pop,
	.pipe_push = emu_pipe_push,
	.pipe_pop = emu_pipe_pop,
	.svm_alloc = emu_svm_alloc,
	.svm_attach = emu_svm_attach,
	.peer = emu_peer,
};
