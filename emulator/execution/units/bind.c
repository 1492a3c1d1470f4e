/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/bind.h"

#include <errno.h>
#include <string.h>

#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/units/args_cache.h"
#include "emulator/memory/memory.h"
#include "emulator/state/buffer.h"
#include "emulator/state/program.h"

/*
 * --- writing values to registers ---------------------------------------------------------------
 */

static void bind_put_value(struct fcl_emu_cu *cu, const struct fcl_image_arg *facts,
			   const void *value, uint64_t size)
{
	uint64_t room = facts->size ? facts->size : size;

	if (facts->offset >= cu->pub.regs_size)
		return;
	if (room > cu->pub.regs_size - facts->offset)
		room = cu->pub.regs_size - facts->offset;
	memset(cu->pub.regs + facts->offset, 0, room);
	memcpy(cu->pub.regs + facts->offset, value, size < room ? size : room);
}

/* Most arguments have one of these sizes, which are copied without a call. */
static bool put_quickly(struct fcl_emu_cu *cu, const struct fcl_image_arg *facts, const void *value,
			uint64_t size)
{
	uint64_t offset = facts->offset;

	if (size != facts->size || offset >= cu->pub.regs_size || size > cu->pub.regs_size - offset)
		return false;
	if (size == 8)
		memcpy(cu->pub.regs + offset, value, 8);
	else if (size == 4)
		memcpy(cu->pub.regs + offset, value, 4);
	else
		return false;
	return true;
}

static void bind_put(struct fcl_emu_cu *cu, const struct fcl_image_arg *facts, const void *value,
		     uint64_t size)
{
	if (!put_quickly(cu, facts, value, size))
		bind_put_value(cu, facts, value, size);
}

static int port_of_arg(const struct fcl_emu_cu *cu, uint32_t arg)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->model->ports[i].kind != FCL_MODEL_PORT_MEMORY &&
		    cu->model->ports[i].arg == arg)
			return (int)i;
	return -1;
}

static void bind_put_arg(struct fcl_emu_cu *cu, const struct fcl_hal_arg *arg)
{
	const struct fcl_image_arg *facts = &cu->kernel->facts->args[arg->index];
	uint64_t address = 0;
	int port;

	switch (arg->kind) {
	case FCL_HAL_ARG_BYTES:
		bind_put(cu, facts, arg->u.bytes, arg->size);
		break;
	case FCL_HAL_ARG_BUFFER:
		if (arg->u.buffer)
			address = fcl_emu_buffer_address((struct fcl_emu_buffer *)arg->u.buffer) +
				  arg->offset;
		bind_put(cu, facts, &address, sizeof(address));
		break;
	case FCL_HAL_ARG_PIPE:
		port = port_of_arg(cu, arg->index);
		if (port >= 0)
			fcl_emu_cu_connect(cu, (uint32_t)port, (struct fcl_emu_fifo *)arg->u.pipe);
		break;
	case FCL_HAL_ARG_LOCAL:
		bind_put_value(cu, facts, &arg->size, sizeof(arg->size));
		break;
	}
}

static void copy_range(struct fcl_model_range *to, const struct fcl_hal_range *from)
{
	to->work_dim = from->work_dim;
	for (int i = 0; i < 3; i++) {
		to->global_offset[i] = from->global_offset[i];
		to->global_size[i] = from->global_size[i];
		to->local_size[i] = from->local_size[i];
		to->group_id[i] = 0;
	}
}

void fcl_emu_cu_bind(struct fcl_emu_cu *cu, struct fcl_hal_request *request)
{
	uint64_t rest;

	cu->request = request;
	if (fcl_emu_args_cache_put(cu, request, &rest))
		for (; rest; rest &= rest - 1)
			bind_put_arg(cu, &request->u.launch.args[__builtin_ctzll(rest)]);
	else
		for (uint32_t i = 0; i < request->u.launch.nargs; i++)
			bind_put_arg(cu, &request->u.launch.args[i]);
	copy_range(&cu->range, &request->u.launch.range);
}

void fcl_emu_cu_unbind(struct fcl_emu_cu *cu)
{
	if (cu->kernel->streams)
		for (uint32_t i = 0; i < cu->model->nports; i++)
			fcl_emu_cu_connect(cu, i, cu->wired[i]);
}

/* --- checking --------------------------------------------------------------------------------- */

/* Whole packets are copied, so a larger packet would overflow the kernel's variable. */
static bool pipe_fits(const struct fcl_emu_program *program, const struct fcl_hal_request *request,
		      const struct fcl_hal_arg *arg)
{
	const struct fcl_emu_fifo *fifo = (const struct fcl_emu_fifo *)arg->u.pipe;

	for (uint32_t i = 0; fifo && i < request->u.launch.ncus; i++) {
		const struct fcl_emu_cu *cu = &program->cus[request->u.launch.cus[i]];
		int port = port_of_arg(cu, arg->index);

		if (port >= 0 && cu->model->ports[port].packet_size != fifo->pub.packet_size)
			return false;
	}
	return fifo;
}

static bool arg_fits(const struct fcl_emu_program *program, const struct fcl_hal_request *request,
		     const struct fcl_hal_arg *arg)
{
	const struct fcl_emu_buffer *buffer = fcl_emu_arg_buffer(arg);

	if (arg->index >= program->kernels[request->u.launch.kernel].facts->nargs)
		return false;
	if (buffer && arg->offset > buffer->size)
		return false;
	return arg->kind != FCL_HAL_ARG_PIPE || pipe_fits(program, request, arg);
}

int fcl_emu_launch_check(const struct fcl_hal_request *request, bool known)
{
	const struct fcl_emu_program *program =
		(const struct fcl_emu_program *)request->u.launch.program;
	uint32_t kernel = request->u.launch.kernel;

	if (!program || kernel >= program->image->nkernels || !request->u.launch.ncus ||
	    request->u.launch.range.work_dim < 1 || request->u.launch.range.work_dim > 3)
		return -EINVAL;
	for (uint32_t i = 0; i < request->u.launch.ncus; i++) {
		uint32_t cu = request->u.launch.cus[i];

		if (cu >= program->ncus || program->image->cus[cu].kernel != kernel)
			return -EINVAL;
	}
	for (uint64_t left = known ? request->u.launch.changed : 0; left; left &= left - 1)
		if (!arg_fits(program, request, &request->u.launch.args[__builtin_ctzll(left)]))
			return -EINVAL;
	for (uint32_t i = 0; i < request->u.launch.nargs && !known; i++)
		if (!arg_fits(program, request, &request->u.launch.args[i]))
			return -EINVAL;
	return 0;
}
