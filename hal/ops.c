/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/ops.h"

#include <errno.h>
#include <string.h>

/*
 * Stubs for ops that a backend does not implement. They return -EOPNOTSUPP, or do nothing if the op
 * is void, so that callers never test an op for NULL.
 */

static int unsupported(struct fcl_err *err, const char *op)
{
	return fcl_err_set(err, -EOPNOTSUPP, "this board's backend has no %s", op);
}

static int stub_reset(struct fcl_hal_device *device, struct fcl_err *err)
{
	(void)device;
	return unsupported(err, "reset");
}

static int stub_sensor(struct fcl_hal_device *device, uint32_t index,
		       struct fcl_hal_sensor *ret_sensor)
{
	(void)device, (void)index, (void)ret_sensor;
	return -EOPNOTSUPP;
}

static uint64_t stub_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device, (void)buffer;
	return FCL_HAL_NO_ADDRESS;
}

static int stub_buffer_export(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
			      int *ret_fd, struct fcl_err *err)
{
	(void)device, (void)buffer, (void)ret_fd;
	return unsupported(err, "buffer export");
}

static int stub_buffer_import(struct fcl_hal_device *device, int fd, uint64_t bytes,
			      struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	(void)device, (void)fd, (void)bytes, (void)ret_buffer;
	return unsupported(err, "buffer import");
}

static int stub_import_size(struct fcl_hal_device *device, int fd, uint64_t *ret_bytes,
			    struct fcl_err *err)
{
	(void)device, (void)fd, (void)ret_bytes;
	return unsupported(err, "buffer import");
}

static int stub_host_alloc(struct fcl_hal_device *device, size_t bytes, void **ret_pointer,
			   struct fcl_err *err)
{
	(void)device, (void)bytes, (void)ret_pointer;
	return unsupported(err, "allocation of host memory");
}

static int stub_host_register(struct fcl_hal_device *device, void *pointer, size_t bytes,
			      struct fcl_err *err)
{
	(void)device, (void)pointer, (void)bytes;
	return unsupported(err, "registration of host memory");
}

/* host_free and host_unregister */
static void stub_host_release(struct fcl_hal_device *device, void *pointer, size_t bytes)
{
	(void)device, (void)pointer, (void)bytes;
}

static int stub_progress(struct fcl_hal_device *device, const void *tag)
{
	(void)device, (void)tag;
	return -EOPNOTSUPP;
}

static int stub_reg_read(struct fcl_hal_device *device, struct fcl_hal_program *program,
			 uint32_t cu, uint32_t offset, uint32_t *ret_value, struct fcl_err *err)
{
	(void)device, (void)program, (void)cu, (void)offset, (void)ret_value;
	return unsupported(err, "register access");
}

static int stub_reg_write(struct fcl_hal_device *device, struct fcl_hal_program *program,
			  uint32_t cu, uint32_t offset, uint32_t value, struct fcl_err *err)
{
	(void)device, (void)program, (void)cu, (void)offset, (void)value;
	return unsupported(err, "register access");
}

static int stub_stream_info(struct fcl_hal_device *device, struct fcl_hal_program *program,
			    uint32_t index, struct fcl_hal_stream_info *ret_info)
{
	(void)device, (void)program, (void)index, (void)ret_info;
	return -EOPNOTSUPP;
}

static int stub_stream_open(struct fcl_hal_device *device, struct fcl_hal_program *program,
			    uint32_t index, struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	(void)device, (void)program, (void)index, (void)ret_pipe;
	return unsupported(err, "access to an image's streams");
}

static int stub_pipe_create(struct fcl_hal_device *device, uint32_t packet_size, uint32_t depth,
			    struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	(void)device, (void)packet_size, (void)depth, (void)ret_pipe;
	return unsupported(err, "pipes");
}

static void stub_pipe_close(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe)
{
	(void)device, (void)pipe;
}

static int stub_pipe_level(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
			   uint32_t *ret_packets)
{
	(void)device, (void)pipe, (void)ret_packets;
	return -EOPNOTSUPP;
}

/* pipe_drain and pipe_pop */
static int stub_pipe_take(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
			  uint32_t packets, uint32_t *ret_packets)
{
	(void)device, (void)pipe, (void)data, (void)packets, (void)ret_packets;
	return -EOPNOTSUPP;
}

static int stub_pipe_push(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
			  const void *data, uint32_t packets, uint32_t *ret_packets)
{
	(void)device, (void)pipe, (void)data, (void)packets, (void)ret_packets;
	return -EOPNOTSUPP;
}

static int stub_svm_alloc(struct fcl_hal_device *device, uint64_t bytes, void **ret_pointer,
			  struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	(void)device, (void)bytes, (void)ret_pointer, (void)ret_buffer;
	return unsupported(err, "shared virtual memory");
}

static int stub_svm_attach(struct fcl_hal_device *device, void *pointer, uint64_t bytes,
			   struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	(void)device, (void)pointer, (void)bytes, (void)ret_buffer;
	return unsupported(err, "shared virtual memory");
}

static int stub_peer(struct fcl_hal_device *device, struct fcl_hal_device *other)
{
	(void)device, (void)other;
	return -EOPNOTSUPP;
}

static const struct fcl_hal_ops stubs = {
	.reset = stub_reset,
	.sensor = stub_sensor,
	.buffer_address = stub_buffer_address,
	.buffer_export = stub_buffer_export,
	.buffer_import = stub_buffer_import,
	.import_size = stub_import_size,
	.host_alloc = stub_host_alloc,
	.host_free = stub_host_release,
	.host_register = stub_host_register,
	.host_unregister = stub_host_release,
	.progress = stub_progress,
	.help = stub_progress,
	.reg_read = stub_reg_read,
	.reg_write = stub_reg_write,
	.stream_info = stub_stream_info,
	.stream_open = stub_stream_open,
	.pipe_create = stub_pipe_create,
	.pipe_close = stub_pipe_close,
	.pipe_level = stub_pipe_level,
	.pipe_drain = stub_pipe_take,
	.pipe_push = stub_pipe_push,
	.pipe_pop = stub_pipe_take,
	.svm_alloc = stub_svm_alloc,
	.svm_attach = stub_svm_attach,
	.peer = stub_peer,
};

/* The offset of every op in the table. An op without a stub is REQUIRED. */
#define OP(member)                                                                                 \
	{                                                                                          \
#member, offsetof(struct fcl_hal_ops, member)                                      \
	}
static const struct op {
	const char *name;
	size_t offset;
} op_table[] = {
	OP(list),          OP(open),
	OP(close),         OP(info),
	OP(program),       OP(unprogram),
	OP(check),         OP(verify),
	OP(reset),         OP(health),
	OP(sensor),        OP(buffer_alloc),
	OP(buffer_free),   OP(buffer_address),
	OP(buffer_bank),   OP(buffer_export),
	OP(buffer_import), OP(import_size),
	OP(host_alloc),    OP(host_free),
	OP(host_register), OP(host_unregister),
	OP(submit),        OP(kick),
	OP(progress),      OP(help),
	OP(reg_read),      OP(reg_write),
	OP(stream_info),   OP(stream_open),
	OP(pipe_create),   OP(pipe_close),
	OP(pipe_level),    OP(pipe_drain),
	OP(pipe_push),     OP(pipe_pop),
	OP(svm_alloc),     OP(svm_attach),
	OP(peer),
};
#undef OP

typedef void any_op(void);

_Static_assert(sizeof(struct fcl_hal_ops) ==
		       offsetof(struct fcl_hal_ops, list) +
			       sizeof(op_table) / sizeof(*op_table) * sizeof(any_op *),
	       "op_table names every op");

/* memcpy(), as the members are function pointers of different types. */
static any_op *read_op(const struct fcl_hal_ops *ops, size_t offset)
{
	any_op *op;

	memcpy(&op, (const char *)ops + offset, sizeof(op));
	return op;
}

static void write_op(struct fcl_hal_ops *ops, size_t offset, any_op *op)
{
	memcpy((char *)ops + offset, &op, sizeof(op));
}

static int check_head(const struct fcl_hal_ops *backend, struct fcl_err *err)
{
	if (backend->size < offsetof(struct fcl_hal_ops, list))
		return fcl_err_set(
			err, -EINVAL,
			"expected an ops table of at least %zu bytes, the backend's has %zu",
			offsetof(struct fcl_hal_ops, list), backend->size);
	if (backend->version != FCL_HAL_VERSION)
		return fcl_err_set(err, -EINVAL,
				   "the backend was written for HAL version %u, this is version %u",
				   backend->version, FCL_HAL_VERSION);
	if (!backend->name || !*backend->name)
		return fcl_err_set(err, -EINVAL, "the backend has no name");
	return 0;
}

int fcl_hal_complete(const struct fcl_hal_ops *backend, struct fcl_hal_ops *ret_ops,
		     struct fcl_err *err)
{
	struct fcl_hal_ops ops;
	int error = check_head(backend, err);

	if (error)
		return error;
	memcpy(&ops, backend, offsetof(struct fcl_hal_ops, list)); /* the head: version, name, … */
	ops.size = sizeof(ops);
	for (size_t i = 0; i < sizeof(op_table) / sizeof(*op_table); i++) {
		size_t offset = op_table[i].offset;
		any_op *op = NULL;

		/* A table that was compiled against an older header is shorter. */
		if (offset + sizeof(op) <= backend->size)
			op = read_op(backend, offset);
		if (!op)
			op = read_op(&stubs, offset);
		if (!op)
			return fcl_err_set(err, -EINVAL, "backend %s lacks the required op %s",
					   backend->name, op_table[i].name);
		write_op(&ops, offset, op);
	}
	*ret_ops = ops;
	return 0;
}
