/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/layers/forward.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "hal/layers/request.h"

/* One call of an op that a kind of layer may intercept. */
struct call {
	struct fcl_hal_device *device;
	enum fcl_layer_op op;
	uint64_t start_ns;
	struct fcl_err *err, own; /* the caller's sink, or `own` if that is NULL */
};

/* Calls the kind's hook; if it returns an error, so does the op. */
static int forward_begin(struct call *call, struct fcl_hal_device *device, enum fcl_layer_op op,
			 struct fcl_err *err)
{
	call->device = device;
	call->op = op;
	call->start_ns = fcl_now_ns();
	call->own.text[0] = '\0';
	call->err = err ? err : &call->own;
	return device->kind->before ? device->kind->before(device, op, call->err) : 0;
}

static int forward_end(struct call *call, int error)
{
	if (call->device->kind->after)
		call->device->kind->after(call->device, call->op, call->start_ns, error, call->err);
	return error;
}

/* Ops without `err`, most of which cannot fail, are forwarded unchanged. */
#define FORWARD(op, ...) device->lower->op(device->board, ##__VA_ARGS__)

static int forward_list(fcl_hal_found *found, void *user, struct fcl_err *err)
{
	(void)found, (void)user, (void)err;
	return 0; /* a layer has no boards of its own */
}

static void forward_close_board(struct fcl_hal_device *device)
{
	if (!device)
		return;
	FORWARD(close);
	fcl_layer_timer_stop(&device->timer);
	fcl_layer_requests_free(device);
	pthread_mutex_destroy(&device->lock);
	free(device->state);
	free(device);
}

static const struct fcl_hal_info *forward_info(struct fcl_hal_device *device)
{
	return FORWARD(info);
}

/* An injected failure still has to remove the slot's old image, as forward_program() does on an error. */
static int forward_program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
			   struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	struct fcl_hal_program *loaded;
	struct call call;
	int refused = forward_begin(&call, device, FCL_LAYER_PROGRAM, err), error;

	error = FORWARD(program, slot, image, &loaded, refused ? NULL : call.err);
	if (!error && refused)
		FORWARD(unprogram, loaded);
	else if (!error)
		*ret_program = loaded;
	return forward_end(&call, refused ? refused : error);
}

static void unprogram(struct fcl_hal_device *device, struct fcl_hal_program *loaded)
{
	FORWARD(unprogram, loaded);
}

static int forward_check(struct fcl_hal_device *device, const struct fcl_image *image,
			 struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_CHECK, err);

	return error ? error : forward_end(&call, FORWARD(check, image, call.err));
}

/* The kind returns -EILSEQ to have the board report a different image. */
static int forward_verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
			  struct fcl_err *err)
{
	struct call call;
	int refused = forward_begin(&call, device, FCL_LAYER_VERIFY, err), error;

	if (refused && refused != -EILSEQ)
		return refused;
	error = forward_end(&call, FORWARD(verify, slot, ret_uuid, call.err));
	if (!error && refused)
		ret_uuid[0] ^= 1;
	return error;
}

/* A reset also ends the requests that hang. */
static int forward_reset(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_RESET, err);

	if (error)
		return error;
	error = forward_end(&call, FORWARD(reset, call.err));
	if (!error)
		fcl_layer_timer_flush(&device->timer);
	return error;
}

static int forward_health(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_HEALTH, err);

	return error ? error : forward_end(&call, FORWARD(health, call.err));
}

static int forward_sensor(struct fcl_hal_device *device, uint32_t index,
			  struct fcl_hal_sensor *ret_sensor)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_SENSOR, NULL);

	if (error)
		return error;
	error = forward_end(&call, FORWARD(sensor, index, ret_sensor));
	if (!error && device->kind->sensed)
		device->kind->sensed(device, ret_sensor);
	return error;
}

static int forward_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *in,
				uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
				struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_ALLOC, err);

	return error ? error
		     : forward_end(&call,
				   FORWARD(buffer_alloc, in, bank, bytes, ret_buffer, call.err));
}

static void forward_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	FORWARD(buffer_free, buffer);
}

static uint64_t forward_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	return FORWARD(buffer_address, buffer);
}

static uint32_t forward_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	return FORWARD(buffer_bank, buffer);
}

static int forward_buffer_export(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
				 int *ret_fd, struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_EXPORT, err);

	return error ? error : forward_end(&call, FORWARD(buffer_export, buffer, ret_fd, call.err));
}

static int forward_buffer_import(struct fcl_hal_device *device, int fd, uint64_t bytes,
				 struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_IMPORT, err);

	return error ? error
		     : forward_end(&call, FORWARD(buffer_import, fd, bytes, ret_buffer, call.err));
}

static int forward_import_size(struct fcl_hal_device *device, int fd, uint64_t *ret_bytes,
			       struct fcl_err *err)
{
	return FORWARD(import_size, fd, ret_bytes, err);
}

static int forward_host_alloc(struct fcl_hal_device *device, size_t bytes, void **ret_pointer,
			      struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_HOST_ALLOC, err);

	return error ? error
		     : forward_end(&call, FORWARD(host_alloc, bytes, ret_pointer, call.err));
}

static void forward_host_free(struct fcl_hal_device *device, void *pointer, size_t bytes)
{
	FORWARD(host_free, pointer, bytes);
}

static int forward_host_register(struct fcl_hal_device *device, void *pointer, size_t bytes,
				 struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_HOST_ALLOC, err);

	return error ? error : forward_end(&call, FORWARD(host_register, pointer, bytes, call.err));
}

static void forward_host_unregister(struct fcl_hal_device *device, void *pointer, size_t bytes)
{
	FORWARD(host_unregister, pointer, bytes);
}

static void forward_kick(struct fcl_hal_device *device)
{
	FORWARD(kick);
}

static int forward_progress(struct fcl_hal_device *device, const void *tag)
{
	return FORWARD(progress, tag);
}

static int forward_help(struct fcl_hal_device *device, const void *tag)
{
	return FORWARD(help, tag);
}

static int forward_reg_read(struct fcl_hal_device *device, struct fcl_hal_program *in, uint32_t cu,
			    uint32_t offset, uint32_t *ret_value, struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_REGISTER, err);

	return error ? error
		     : forward_end(&call, FORWARD(reg_read, in, cu, offset, ret_value, call.err));
}

static int forward_reg_write(struct fcl_hal_device *device, struct fcl_hal_program *in, uint32_t cu,
			     uint32_t offset, uint32_t value, struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_REGISTER, err);

	return error ? error
		     : forward_end(&call, FORWARD(reg_write, in, cu, offset, value, call.err));
}

static int forward_stream_info(struct fcl_hal_device *device, struct fcl_hal_program *in,
			       uint32_t index, struct fcl_hal_stream_info *ret_info)
{
	return FORWARD(stream_info, in, index, ret_info);
}

static int forward_stream_open(struct fcl_hal_device *device, struct fcl_hal_program *in,
			       uint32_t index, struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_PIPE, err);

	return error ? error
		     : forward_end(&call, FORWARD(stream_open, in, index, ret_pipe, call.err));
}

static int forward_pipe_create(struct fcl_hal_device *device, uint32_t packet_size, uint32_t depth,
			       struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_PIPE, err);

	return error ? error
		     : forward_end(&call,
				   FORWARD(pipe_create, packet_size, depth, ret_pipe, call.err));
}

static void forward_pipe_close(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe)
{
	FORWARD(pipe_close, pipe);
}

static int forward_pipe_level(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
			      uint32_t *ret_packets)
{
	return FORWARD(pipe_level, pipe, ret_packets);
}

static int pipe_drain(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
		      uint32_t packets, uint32_t *ret_packets)
{
	return FORWARD(pipe_drain, pipe, data, packets, ret_packets);
}

static int forward_pipe_push(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
			     const void *data, uint32_t packets, uint32_t *ret_packets)
{
	return FORWARD(pipe_push, pipe, data, packets, ret_packets);
}

static int forward_pipe_pop(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
			    uint32_t packets, uint32_t *ret_packets)
{
	return FORWARD(pipe_pop, pipe, data, packets, ret_packets);
}

static int forward_svm_alloc(struct fcl_hal_device *device, uint64_t bytes, void **ret_pointer,
			     struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct call call;
	int error = forward_begin(&call, device, FCL_LAYER_SVM_ALLOC, err);

	return error ? error
		     : forward_end(&call,
				   FORWARD(svm_alloc, bytes, ret_pointer, ret_buffer, call.err));
}

static int forward_svm_attach(struct fcl_hal_device *device, void *pointer, uint64_t bytes,
			      struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	return FORWARD(svm_attach, pointer, bytes, ret_buffer, err);
}

/* Both devices are of the same layer, but the boards below may have different backends. */
static int forward_peer(struct fcl_hal_device *device, struct fcl_hal_device *other)
{
	return device->lower == other->lower ? FORWARD(peer, other->board) : -EOPNOTSUPP;
}

const struct fcl_hal_ops fcl_layer_forward = {
	.size = sizeof(struct fcl_hal_ops),
	.version = FCL_HAL_VERSION,
	.list = forward_list,
	.close = forward_close_board,
	.info = forward_info,
	.program = forward_program,
	.unprogram = unprogram,
	.check = forward_check,
	.verify = forward_verify,
	.reset = forward_reset,
	.health = forward_health,
	.sensor = forward_sensor,
	.buffer_alloc = forward_buffer_alloc,
	.buffer_free = forward_buffer_free,
	.buffer_address = forward_buffer_address,
	.buffer_bank = forward_buffer_bank,
	.buffer_export = forward_buffer_export,
	.buffer_import = forward_buffer_import,
	.import_size = forward_import_size,
	.host_alloc = forward_host_alloc,
	.host_free = forward_host_free,
	.host_register = forward_host_register,
	.host_unregister = forward_host_unregister,
	.submit = fcl_layer_submit,
	.kick = forward_kick,
	.progress = forward_progress,
	.help = forward_help,
	.reg_read = forward_reg_read,
	.reg_write = forward_reg_write,
	.stream_info = forward_stream_info,
	.stream_open = forward_stream_open,
	.pipe_create = forward_pipe_create,
	.pipe_close = forward_pipe_close,
	.pipe_level = forward_pipe_level,
	.pipe_drain = pipe_drain,
	.pipe_push = forward_pipe_push,
	.pipe_pop = forward_pipe_pop,
	.svm_alloc = forward_svm_alloc,
	.svm_attach = forward_svm_attach,
	.peer = forward_peer,
};
