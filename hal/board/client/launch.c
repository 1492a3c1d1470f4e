/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/launch.h"

#include <string.h>

/* Packets of another size than the kernel's port would overrun the kernel's variable. */
static bool launch_arg_ok(const struct fcl_hal_arg *arg, const struct fcl_image_kernel *kernel)
{
	if (arg->index >= kernel->nargs)
		return false;
	switch (arg->kind) {
	case FCL_HAL_ARG_BUFFER:
		return !arg->u.buffer || arg->offset <= arg->u.buffer->bytes;
	case FCL_HAL_ARG_BYTES:
		return arg->u.bytes && arg->size;
	case FCL_HAL_ARG_PIPE:
		return arg->u.pipe && kernel->args[arg->index].size == arg->u.pipe->packet_size;
	case FCL_HAL_ARG_LOCAL:
		return true;
	}
	return false;
}

static uint32_t cus_of(const struct fcl_hal_request *request)
{
	uint32_t count = request->u.launch.ncus;

	return count < FCL_BD_LAUNCH_CUS ? count : FCL_BD_LAUNCH_CUS;
}

static uint64_t align(uint64_t at)
{
	return (at + 15) / 16 * 16;
}

/* The limit for one argument; sums of such sizes do not overflow. */
#define MAX_BYTES (UINT64_C(1) << 32)

uint64_t fcl_bd_launch_room(const struct fcl_hal_request *request)
{
	uint64_t room = FCL_BD_BODY + align((uint64_t)cus_of(request) * sizeof(uint32_t));

	for (uint32_t i = 0; i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];

		room += sizeof(struct fcl_bd_arg);
		if (arg->kind == FCL_HAL_ARG_BYTES)
			room += arg->size < MAX_BYTES ? align(arg->size) : MAX_BYTES;
	}
	return room + 64;
}

bool fcl_bd_launch_ok(const struct fcl_hal_device *device, const struct fcl_hal_request *request)
{
	const struct fcl_hal_program *program = request->u.launch.program;
	uint32_t kernel = request->u.launch.kernel;
	const struct fcl_image *image;

	if (!program || program->device != device || kernel >= program->image->nkernels ||
	    !request->u.launch.ncus || request->u.launch.range.work_dim - 1 >= 3)
		return false;
	image = program->image;
	for (uint32_t i = 0; i < request->u.launch.ncus; i++) {
		uint32_t cu = request->u.launch.cus[i];

		if (cu >= image->ncus || image->cus[cu].kernel != kernel)
			return false;
	}
	if (request->u.launch.nargs > image->kernels[kernel].nargs)
		return false;
	for (uint32_t i = 0; i < request->u.launch.nargs; i++)
		if (!launch_arg_ok(&request->u.launch.args[i], &image->kernels[kernel]))
			return false;
	return true;
}

static void launch_write_arg(const struct fcl_hal_arg *arg, struct fcl_bd_arg *to,
			     unsigned char *block, uint32_t *at)
{
	*to = (struct fcl_bd_arg){
		.index = arg->index, .kind = arg->kind, .size = arg->size, .offset = arg->offset};
	if (arg->kind == FCL_HAL_ARG_BUFFER && arg->u.buffer)
		to->handle = arg->u.buffer->number;
	if (arg->kind == FCL_HAL_ARG_PIPE)
		to->handle = arg->u.pipe->number;
	if (arg->kind != FCL_HAL_ARG_BYTES)
		return;
	to->at = *at;
	memcpy(block + *at, arg->u.bytes, arg->size);
	*at = (uint32_t)align(*at + arg->size);
}

void fcl_bd_launch_write(const struct fcl_hal_request *request, const void *user,
			 struct fcl_bd_block *block)
{
	unsigned char *bytes = (unsigned char *)block;
	uint32_t cus_at = FCL_BD_BODY, nargs = request->u.launch.nargs;
	uint32_t args_at = (uint32_t)align(cus_at + cus_of(request) * sizeof(uint32_t));
	uint32_t at = (uint32_t)align(args_at + nargs * sizeof(struct fcl_bd_arg));
	const struct fcl_hal_range *range = &request->u.launch.range;

	(void)user;
	block->work = FCL_BD_WORK_LAUNCH;
	block->timed = request->flags & FCL_HAL_TIMED;
	block->u.launch.kernel = request->u.launch.kernel;
	block->u.launch.ncus = cus_of(request);
	block->u.launch.nargs = nargs;
	block->u.launch.cus_at = cus_at;
	block->u.launch.args_at = args_at;
	block->u.launch.work_dim = range->work_dim;
	/*
	 * Kernels can access all shared virtual memory, so one buffer is enough to tell that there
	 * is any.
	 */
	block->u.launch.svm = request->u.launch.nsvm ? request->u.launch.svm[0]->number : 0;
	memcpy(block->u.launch.global_offset, range->global_offset, sizeof(range->global_offset));
	memcpy(block->u.launch.global_size, range->global_size, sizeof(range->global_size));
	memcpy(block->u.launch.local_size, range->local_size, sizeof(range->local_size));
	memcpy(bytes + cus_at, request->u.launch.cus, cus_of(request) * sizeof(uint32_t));
	for (uint32_t i = 0; i < nargs; i++)
		launch_write_arg(&request->u.launch.args[i],
				 &((struct fcl_bd_arg *)(void *)(bytes + args_at))[i], bytes, &at);
	block->used = at;
}
