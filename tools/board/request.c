/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/request.h"

#include <stdlib.h>
#include <string.h>

#include "tools/board/objects.h"

static bool request_is_inside(const struct fcl_bd_block *block, uint64_t at, uint64_t bytes,
			      unsigned alignment)
{
	return !(at % alignment) && at <= block->used && bytes <= block->used - at;
}

/* table_lock must be held. */
static struct fcl_bd_object *buffer_at(const struct fcl_bd_executor *executor, uint32_t number)
{
	return fcl_bd_table_at(&executor->buffers, number);
}

static bool make_transfer(struct fcl_bd_executor *executor, const struct fcl_bd_block *block,
			  struct fcl_hal_request *request)
{
	struct fcl_bd_object *buffer = buffer_at(executor, block->u.transfer.buffer);
	uint64_t offset = block->u.transfer.offset, bytes = block->u.transfer.bytes;

	if (!buffer || block->u.transfer.stage >= FCL_BD_MOVERS || !bytes || bytes > FCL_BD_STAGE ||
	    offset > buffer->bytes || bytes > buffer->bytes - offset)
		return false;
	request->op = block->work == FCL_BD_WORK_WRITE ? FCL_HAL_WRITE : FCL_HAL_READ;
	request->u.transfer.buffer = buffer->pointer;
	request->u.transfer.offset = offset;
	request->u.transfer.host = executor->shared->stage[block->u.transfer.stage];
	request->u.transfer.box = fcl_hal_linear_box(bytes);
	return true;
}

static bool make_copy(struct fcl_bd_executor *executor, const struct fcl_bd_block *block,
		      struct fcl_hal_request *request)
{
	struct fcl_bd_object *source = buffer_at(executor, block->u.copy.source);
	struct fcl_bd_object *target = buffer_at(executor, block->u.copy.target);
	struct fcl_hal_box *box = &request->u.copy.box;

	if (!source || !target)
		return false;
	request->op = FCL_HAL_COPY;
	request->u.copy.source = source->pointer;
	request->u.copy.target = target->pointer;
	request->u.copy.source_offset = block->u.copy.source_offset;
	request->u.copy.target_offset = block->u.copy.target_offset;
	for (int i = 0; i < 3; i++)
		box->region[i] = block->u.copy.region[i];
	box->row_pitch = block->u.copy.pitch[0];
	box->slice_pitch = block->u.copy.pitch[1];
	box->other_row_pitch = block->u.copy.pitch[2];
	box->other_slice_pitch = block->u.copy.pitch[3];
	return true; /* the board's submit() checks the bounds */
}

static bool make_fill(struct fcl_bd_executor *executor, const struct fcl_bd_block *block,
		      struct fcl_hal_request *request)
{
	struct fcl_bd_object *buffer = buffer_at(executor, block->u.fill.buffer);

	if (!buffer)
		return false;
	request->op = FCL_HAL_FILL;
	request->u.fill.buffer = buffer->pointer;
	request->u.fill.offset = block->u.fill.offset;
	request->u.fill.bytes = block->u.fill.bytes;
	request->u.fill.pattern_size = block->u.fill.pattern_size;
	memcpy(request->u.fill.pattern, block->u.fill.pattern, sizeof(block->u.fill.pattern));
	return true;
}

static bool make_arg(struct fcl_bd_executor *executor, const struct fcl_bd_block *block,
		     const struct fcl_image_kernel *kernel, const struct fcl_bd_arg *from,
		     struct fcl_hal_arg *to)
{
	struct fcl_bd_object *object;

	if (from->index >= kernel->nargs)
		return false;
	*to = (struct fcl_hal_arg){.index = from->index,
				   .kind = from->kind,
				   .size = from->size,
				   .offset = from->offset};
	switch (from->kind) {
	case FCL_HAL_ARG_BYTES:
		to->u.bytes = (const unsigned char *)block + from->at;
		return from->size && request_is_inside(block, from->at, from->size, 1);
	case FCL_HAL_ARG_BUFFER:
		object = buffer_at(executor, from->handle);
		to->u.buffer = object ? object->pointer : NULL;
		return !from->handle || (object && from->offset <= object->bytes);
	case FCL_HAL_ARG_PIPE:
		object = fcl_bd_table_at(&executor->pipes, from->handle);
		to->u.pipe = object ? object->pointer : NULL;
		return object && object->packet_size == kernel->args[from->index].size;
	case FCL_HAL_ARG_LOCAL:
		return true;
	}
	return false;
}

static bool make_args(struct fcl_bd_job *job, const struct fcl_bd_block *block,
		      const struct fcl_image_kernel *kernel)
{
	uint32_t count = block->u.launch.nargs;
	const struct fcl_bd_arg *from =
		(const struct fcl_bd_arg *)(const void *)((const unsigned char *)block +
							  block->u.launch.args_at);

	if (count > kernel->nargs)
		return false;
	if (count > job->room) {
		free(job->args);
		job->args = calloc(count, sizeof(*job->args));
		job->room = job->args ? count : 0;
		if (!job->args)
			return false;
	}
	for (uint32_t i = 0; i < count; i++)
		if (!make_arg(job->executor, block, kernel, &from[i], &job->args[i]))
			return false;
	job->request.u.launch.args = job->args;
	job->request.u.launch.nargs = count;
	job->request.u.launch.values = 0;
	return true;
}

static bool make_cus(const struct fcl_image *image, const struct fcl_bd_block *block,
		     struct fcl_hal_request *request)
{
	const uint32_t *cus = (const uint32_t *)(const void *)((const unsigned char *)block +
							       block->u.launch.cus_at);
	uint32_t count = block->u.launch.ncus;

	for (uint32_t i = 0; i < count; i++)
		if (cus[i] >= image->ncus || image->cus[cus[i]].kernel != block->u.launch.kernel)
			return false;
	request->u.launch.cus = cus;
	request->u.launch.ncus = count;
	return count;
}

static bool make_svm(struct fcl_bd_job *job, const struct fcl_bd_block *block)
{
	struct fcl_bd_object *object = buffer_at(job->executor, block->u.launch.svm);

	job->svm = object ? object->pointer : NULL;
	job->request.u.launch.svm = &job->svm;
	job->request.u.launch.nsvm = object != NULL;
	/* The objects listed must be shared virtual memory. */
	return !block->u.launch.svm || (object && object->bank == FCL_HAL_BANK_DEFAULT);
}

static bool make_launch(struct fcl_bd_job *job, const struct fcl_bd_block *block)
{
	struct fcl_bd_executor *executor = job->executor;
	const struct fcl_image *image = executor->image;
	struct fcl_hal_range *range = &job->request.u.launch.range;
	uint32_t kernel = block->u.launch.kernel, dims = block->u.launch.work_dim;

	if (!executor->program || kernel >= image->nkernels || dims < 1 || dims > 3 ||
	    block->u.launch.ncus > FCL_BD_LAUNCH_CUS ||
	    !request_is_inside(block, block->u.launch.cus_at,
			       block->u.launch.ncus * sizeof(uint32_t), 4) ||
	    !request_is_inside(block, block->u.launch.args_at,
			       (uint64_t)block->u.launch.nargs * sizeof(struct fcl_bd_arg), 8))
		return false;
	job->request.op = FCL_HAL_LAUNCH;
	job->request.u.launch.program = executor->program;
	job->request.u.launch.kernel = kernel;
	job->request.u.launch.ran_on = 0;
	range->work_dim = dims;
	memcpy(range->global_offset, block->u.launch.global_offset, sizeof(range->global_offset));
	memcpy(range->global_size, block->u.launch.global_size, sizeof(range->global_size));
	memcpy(range->local_size, block->u.launch.local_size, sizeof(range->local_size));
	return make_svm(job, block) && make_cus(image, block, &job->request) &&
	       make_args(job, block, &image->kernels[kernel]);
}

bool fcl_bd_request_make(struct fcl_bd_job *job, const struct fcl_bd_block *block)
{
	job->is_launch = block->work == FCL_BD_WORK_LAUNCH;
	switch (block->work) {
	case FCL_BD_WORK_WRITE:
	case FCL_BD_WORK_READ:
		return make_transfer(job->executor, block, &job->request);
	case FCL_BD_WORK_COPY:
		return make_copy(job->executor, block, &job->request);
	case FCL_BD_WORK_FILL:
		return make_fill(job->executor, block, &job->request);
	case FCL_BD_WORK_LAUNCH:
		return make_launch(job, block);
	}
	return false;
}

static bool launch_names(const struct fcl_hal_request *request, const void *object)
{
	for (uint32_t i = 0; i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];

		if ((arg->kind == FCL_HAL_ARG_BUFFER && arg->u.buffer == object) ||
		    (arg->kind == FCL_HAL_ARG_PIPE && arg->u.pipe == object))
			return true;
	}
	return request->u.launch.program == object ||
	       (request->u.launch.nsvm && request->u.launch.svm[0] == object);
}

static bool names(const struct fcl_hal_request *request, const void *object)
{
	switch (request->op) {
	case FCL_HAL_WRITE:
	case FCL_HAL_READ:
		return request->u.transfer.buffer == object;
	case FCL_HAL_COPY:
		return request->u.copy.source == object || request->u.copy.target == object;
	case FCL_HAL_FILL:
		return request->u.fill.buffer == object;
	case FCL_HAL_LAUNCH:
		return launch_names(request, object);
	}
	return false;
}

bool fcl_bd_is_used(struct fcl_bd_executor *executor, const void *object)
{
	bool used = false;

	/* Check every job: this acquires what the ended ones did before the caller proceeds. */
	for (uint32_t i = 0; i < FCL_BD_BLOCKS; i++) {
		const struct fcl_bd_job *job = &executor->jobs[i];

		if (atomic_load_explicit(&job->uses, memory_order_acquire))
			used |= names(&job->request, object);
	}
	return used;
}
