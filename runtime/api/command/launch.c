/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "runtime/api/common/enqueue.h"
#include "runtime/api/common/limits.h"
#include "runtime/api/platform/capabilities.h"
#include "runtime/api/program/work_group.h"
#include "runtime/core/kernels/kernel_create.h"
#include "runtime/core/launches/launch.h"
#include "runtime/core/objects/status.h"

/* Work-items in a group if the host does not specify the size. */
enum { GROUP_SMALL = 16, GROUP_SUITS = 256, GROUP_LARGE = 1024 };

/* An NDRange as passed by the host; NULL sizes are allowed where OpenCL 3.0 allows them. */
struct ndrange {
	cl_uint work_dim;
	const size_t *offset, *global, *local;
};

static bool has_required(const struct fcl_image_kernel *facts)
{
	return facts->reqd_work_group[0] != 0;
}

/* 1 for dimensions that the kernel's attribute or the range omits. */
static uint64_t required_size(const struct fcl_image_kernel *facts, uint32_t dimension)
{
	return facts->reqd_work_group[dimension] ? facts->reqd_work_group[dimension] : 1;
}

static bool launch_is_empty(const struct fcl_hal_range *range)
{
	return !range->global_size[0] || !range->global_size[1] || !range->global_size[2];
}

/* Whether the groups of this dimension have the same size, or may differ. */
static bool launch_fits(const struct fcl_image_kernel *facts, const struct fcl_hal_range *range,
			uint32_t dimension)
{
	return facts->non_uniform ||
	       range->global_size[dimension] % range->local_size[dimension] == 0;
}

/*
 * A kernel that runs once for each work-group does not care how large that is; nor does XRT check
 * it (`mixes`).
 */
static cl_int launch_check_local(const struct fcl_image_kernel *facts,
				 const struct fcl_hal_range *range, bool mixes)
{
	bool large = mixes && !fcl_api_is_opencl_c(facts);
	uint64_t items = 1;

	for (uint32_t i = 0; i < 3; i++) {
		if (range->local_size[i] > FCL_API_WORK_GROUP_SIZE && !large &&
		    range->local_size[i] != required_size(facts, i))
			return CL_INVALID_WORK_ITEM_SIZE;
		if (has_required(facts) && range->local_size[i] != required_size(facts, i))
			return CL_INVALID_WORK_GROUP_SIZE;
		if (!range->local_size[i] || !launch_fits(facts, range, i))
			return CL_INVALID_WORK_GROUP_SIZE;
		if (__builtin_mul_overflow(items, range->local_size[i], &items))
			return CL_INVALID_WORK_GROUP_SIZE;
	}
	if (items == 1 || large)
		return CL_SUCCESS;
	return items > fcl_api_group_limit(facts) ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

/* The greatest divisor of `size` that is at most `limit`; both are at least 1. */
static uint64_t launch_greatest_divisor(uint64_t size, uint64_t limit)
{
	uint64_t divisor = size < limit ? size : limit;

	while (size % divisor)
		divisor--;
	return divisor;
}

/*
 * A group's size in the dimension in which an OpenCL C kernel runs work-items consecutively: a
 * divisor of the range's size, up to GROUP_SUITS. If that divisor is too small, as for a prime
 * number, the last group may be smaller if the kernel allows it; otherwise the groups are larger.
 */
static uint64_t choose_row(const struct fcl_image_kernel *facts, uint64_t size, uint64_t limit)
{
	uint64_t suits = limit < GROUP_SUITS ? limit : GROUP_SUITS;
	uint64_t divisor = launch_greatest_divisor(size, suits);

	if (divisor >= GROUP_SMALL || divisor == size)
		return divisor;
	if (facts->non_uniform)
		return suits;
	for (uint64_t larger = suits + 1; larger <= limit && larger <= GROUP_LARGE; larger++)
		if (size % larger == 0)
			return larger;
	return size <= limit ? size : divisor;
}

/* The maximum length of a group in the dimension in which work-items run consecutively. */
static uint64_t limit_row(const struct fcl_image_kernel *facts, const struct fcl_hal_range *range,
			  uint64_t limit)
{
	bool is_wide = false;

	for (uint32_t i = 0; i < 3; i++)
		is_wide |= i != facts->inner_dim && range->global_size[i] >= GROUP_SMALL;
	return facts->tiled && is_wide && limit > GROUP_SMALL ? GROUP_SMALL : limit;
}

/*
 * The work-group size if the host does not specify it. It is the one that the kernel's attribute
 * requires. For other OpenCL C kernels it is a few hundred work-items, as many as possible in the
 * dimension in which they run consecutively, in a size that divides the range. For all other
 * kernels it is the whole range, because an HLS kernel runs once per work-group, and one enqueue
 * means one run.
 */
static cl_int choose_local(const struct fcl_image_kernel *facts, struct fcl_hal_range *range)
{
	bool one_group = !fcl_api_is_opencl_c(facts);
	uint64_t room = GROUP_SUITS, limit = fcl_api_group_limit(facts);
	uint32_t inner = facts->inner_dim;

	if (room > limit)
		room = limit;
	for (uint32_t k = 0; k < 3; k++) {
		uint32_t i = !k ? inner : k == inner ? 0 : k;
		uint64_t global = range->global_size[i] ? range->global_size[i] : 1;

		if (has_required(facts)) {
			range->local_size[i] = required_size(facts, i);
			if (!launch_fits(facts, range, i))
				return CL_INVALID_WORK_GROUP_SIZE;
			continue;
		}
		range->local_size[i] = one_group ? global
				       : k       ? launch_greatest_divisor(global, room)
						 : choose_row(facts, global,
							      limit_row(facts, range, limit));
		room = room / range->local_size[i] ? room / range->local_size[i] : 1;
	}
	return CL_SUCCESS;
}

/*
 * XRT compares work-group sizes in the dimensions of the range only, and a group of the kernel has
 * all its work-items anyway. So one group is what the host gets in the other dimensions.
 */
static void complete_range(const struct fcl_image_kernel *facts, const struct ndrange *given,
			   struct fcl_hal_range *range)
{
	for (uint32_t i = given->work_dim; i < 3; i++)
		range->global_size[i] = range->local_size[i] = required_size(facts, i);
}

static cl_int resolve_range(const struct fcl_kernel *kernel, const struct fcl_image_kernel *facts,
			    const struct ndrange *given, struct fcl_hal_range *ret_range)
{
	struct fcl_hal_range range = {.work_dim = given->work_dim};

	if (!given->work_dim || given->work_dim > FCL_API_WORK_DIMENSIONS)
		return CL_INVALID_WORK_DIMENSION;
	for (uint32_t i = 0; i < 3; i++) {
		bool used = i < given->work_dim;

		range.global_offset[i] = used && given->offset ? given->offset[i] : 0;
		range.global_size[i] = !used ? 1 : given->global ? given->global[i] : 0;
		range.local_size[i] = used && given->local ? given->local[i] : 1;
		if (facts->work_dims && i + 1 >= facts->work_dims && range.global_size[i] > 1)
			return CL_INVALID_GLOBAL_WORK_SIZE;
		if (range.global_offset[i] > SIZE_MAX - range.global_size[i])
			return CL_INVALID_GLOBAL_OFFSET;
	}
	if (has_required(facts) && kernel->program->context->mixes && !launch_is_empty(&range))
		complete_range(facts, given, &range);
	*ret_range = range;
	if (given->local)
		return launch_check_local(facts, ret_range, kernel->program->context->mixes);
	/* An empty range runs nothing, so any size is fine. */
	return launch_is_empty(ret_range) ? CL_SUCCESS : choose_local(facts, ret_range);
}

static cl_int refuse_unset(const struct fcl_kernel *kernel)
{
	const struct fcl_image_arg *args = kernel->facts->args;
	uint32_t i = 0;

	while (i + 1 < kernel->facts->nargs &&
	       (kernel->settings[i].value.set || args[i].qualifier == FCL_ARG_STREAM))
		i++;
	return fcl_api_explain(kernel->program->context, CL_INVALID_KERNEL_ARGS,
			       "kernel %s: argument %u '%s' has not been set", kernel->name, i,
			       args[i].name);
}

/* A size in three dimensions, as text. */
struct size_text {
	char text[72];
};

static struct size_text size_text(const uint64_t *size)
{
	struct size_text result;

	snprintf(result.text, sizeof(result.text), "%" PRIu64 " × %" PRIu64 " × %" PRIu64, size[0],
		 size[1], size[2]);
	return result;
}

static bool has_size(const struct fcl_image_kernel *facts, const uint64_t *local)
{
	return local[0] == required_size(facts, 0) && local[1] == required_size(facts, 1) &&
	       local[2] == required_size(facts, 2);
}

/* Which of the sizes is wrong: that of a work-group, or that of the range. */
static cl_int refuse_size(const struct fcl_kernel *kernel, const struct fcl_image_kernel *facts,
			  const struct ndrange *given, const struct fcl_hal_range *range,
			  cl_int error)
{
	const struct fcl_context *context = kernel->program->context;
	const uint64_t required[3] = {required_size(facts, 0), required_size(facts, 1),
				      required_size(facts, 2)};

	if (has_required(facts) && given->local && !has_size(facts, range->local_size))
		return fcl_api_explain(
			context, error,
			"kernel %s: its work-groups have %s work-items; found a local size of %s",
			kernel->name, size_text(required).text, size_text(range->local_size).text);
	if (has_required(facts))
		return fcl_api_explain(
			context, error,
			"kernel %s: its work-groups have %s work-items, and the range must be a multiple of that in each dimension; found %s",
			kernel->name, size_text(required).text, size_text(range->global_size).text);
	return fcl_api_explain(
		context, error,
		"kernel %s: a work-group has at most %zu work-items, and its size must divide the range in each dimension; found a local size of %s for a range of %s",
		kernel->name, fcl_api_group_limit(facts), size_text(range->local_size).text,
		size_text(range->global_size).text);
}

static cl_int refuse_range(const struct fcl_kernel *kernel, const struct fcl_image_kernel *facts,
			   const struct ndrange *given, const struct fcl_hal_range *range,
			   cl_int error)
{
	const struct fcl_context *context = kernel->program->context;

	if (error == CL_INVALID_WORK_DIMENSION)
		return fcl_api_explain(context, error, "kernel %s: %u dimensions, expected 1 to %u",
				       kernel->name, given->work_dim, FCL_API_WORK_DIMENSIONS);
	if (error == CL_INVALID_GLOBAL_OFFSET)
		return fcl_api_explain(context, error, "kernel %s: global offset and size overflow",
				       kernel->name);
	if (error == CL_INVALID_GLOBAL_WORK_SIZE)
		return fcl_api_explain(
			context, error,
			"kernel %s: max_global_work_dim(%u) in its source allows more than one work-item in %u dimensions only",
			kernel->name, facts->work_dims - 1, facts->work_dims - 1);
	return refuse_size(kernel, facts, given, range, error);
}

static cl_int launch_check_kernel(const struct fcl_queue *queue, struct fcl_kernel *kernel,
				  const struct fcl_api_tail *tail,
				  const struct fcl_kernel_instance **ret_instance)
{
	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	if (!kernel)
		return CL_INVALID_KERNEL;
	if (!fcl_api_queue_accepts(queue, kernel->program->context))
		return fcl_api_explain(queue->context, CL_INVALID_CONTEXT,
				       "kernel %s belongs to another context than the queue",
				       kernel->name);
	*ret_instance = fcl_kernel_instance_or_guest(kernel, queue->part);
	if (!*ret_instance)
		return fcl_api_explain(queue->context, CL_INVALID_PROGRAM_EXECUTABLE,
				       "kernel %s is not on the queue's device", kernel->name);
	if (kernel->unset)
		return refuse_unset(kernel);
	if (kernel->nsvm && !fcl_api_has_svm(queue->device))
		return fcl_api_explain(
			queue->context, CL_INVALID_OPERATION,
			"kernel %s has pointers to shared virtual memory, which the queue's device does not have",
			kernel->name);
	return fcl_api_check_waits(queue->context, tail->nwaits, tail->waits);
}

/*
 * All CUs of a kernel have the same protocol; without one, they run from the time they are loaded.
 */
static bool runs_freely(const struct fcl_kernel_instance *instance)
{
	return instance->image->cus[instance->cus[0]].control == FCL_CONTROL_NONE;
}

static cl_int refuse_free(const struct fcl_kernel *kernel)
{
	return fcl_api_explain(
		kernel->program->context, CL_INVALID_OPERATION,
		"kernel %s cannot be launched: it has no start signal (ap_ctrl_none or user_managed) and runs as long as its image is on the board",
		kernel->name);
}

/* The board's errors with values that no launch can have are the host's. */
static cl_int refuse_values(const struct fcl_kernel *kernel, int error, const struct fcl_err *err)
{
	cl_int status = CL_INVALID_KERNEL_ARGS;

	if (error == -ENOSPC)
		status = CL_MEM_OBJECT_ALLOCATION_FAILURE;
	else if (error != -ESTALE && error != -EXDEV)
		return fcl_status_from_errno(error);
	return fcl_api_explain(kernel->program->context, status, "%s", err->text);
}

static cl_int launch_enqueue(struct fcl_queue *queue, struct fcl_kernel *kernel,
			     cl_command_type type, const struct ndrange *given,
			     const struct fcl_api_tail *tail)
{
	const struct fcl_kernel_instance *instance;
	cl_int error = launch_check_kernel(queue, kernel, tail, &instance);
	const struct fcl_image_kernel *facts;
	struct fcl_hal_range range;
	struct fcl_event *event;
	struct fcl_err err; /* written on errors only: clearing it is measurable */
	int failure;

	if (error)
		return error;
	facts = &instance->image->kernels[instance->index];
	if (runs_freely(instance))
		return refuse_free(kernel);
	error = resolve_range(kernel, facts, given, &range);
	if (error)
		return refuse_range(kernel, facts, given, &range, error);
	/* A kernel's own local arrays are part of its image (fpgaclc warns about large ones). */
	if (kernel->local_bytes && fcl_api_local_memory(facts, kernel) > FCL_API_LOCAL_MEM_SIZE)
		return fcl_api_explain(queue->context, CL_OUT_OF_RESOURCES,
				       "kernel %s needs %" PRIu64
				       " bytes of local memory, but a work-group has %u",
				       kernel->name, fcl_api_local_memory(facts, kernel),
				       FCL_API_LOCAL_MEM_SIZE);
	failure = fcl_launch_create(queue, kernel, instance, type, &range, &event, &err);
	return failure ? refuse_values(kernel, failure, &err) : fcl_api_enqueue(event, tail);
}

/* cl_khr_suggested_local_work_size: what an enqueue without a local size would use. */
CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(
	cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
	const size_t *global_work_offset, const size_t *global_work_size,
	size_t *suggested_local_work_size)
{
	struct ndrange given = {work_dim, global_work_offset, global_work_size, NULL};
	const struct fcl_queue *queue = fcl_api_queue(command_queue);
	const struct fcl_kernel_instance *instance;
	struct fcl_api_tail tail = {0};
	struct fcl_hal_range range;
	cl_int error = launch_check_kernel(queue, fcl_api_kernel(kernel), &tail, &instance);

	if (error)
		return error;
	error = resolve_range(fcl_api_kernel(kernel), &instance->image->kernels[instance->index],
			      &given, &range);
	if (error)
		return error;
	if (launch_is_empty(&range))
		return CL_INVALID_GLOBAL_WORK_SIZE;
	if (!suggested_local_work_size)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < work_dim; i++)
		suggested_local_work_size[i] = range.local_size[i];
	return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel,
					  cl_uint work_dim, const size_t *global_work_offset,
					  const size_t *global_work_size,
					  const size_t *local_work_size,
					  cl_uint num_events_in_wait_list,
					  const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	struct ndrange given = {work_dim, global_work_offset, global_work_size, local_work_size};

	return launch_enqueue(fcl_api_queue(command_queue), fcl_api_kernel(kernel),
			      CL_COMMAND_NDRANGE_KERNEL, &given, &tail);
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
				 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
				 cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	const size_t one = 1;
	struct ndrange given = {1, NULL, &one, &one};

	return launch_enqueue(fcl_api_queue(command_queue), fcl_api_kernel(kernel), CL_COMMAND_TASK,
			      &given, &tail);
}

/* No device has CL_EXEC_NATIVE_KERNEL. */
cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue,
					 void(CL_CALLBACK *user_func)(void *), void *args,
					 size_t cb_args, cl_uint num_mem_objects,
					 const cl_mem *mem_list, const void **args_mem_loc,
					 cl_uint num_events_in_wait_list,
					 const cl_event *event_wait_list, cl_event *event)
{
	const struct fcl_queue *queue = fcl_api_queue(command_queue);
	cl_int error;

	(void)event;
	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	if (!user_func || (!args && (cb_args || num_mem_objects)) || (args && !cb_args))
		return CL_INVALID_VALUE;
	if (!num_mem_objects != !mem_list || !num_mem_objects != !args_mem_loc)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < num_mem_objects; i++)
		if (mem_list[i] && !fcl_api_mem(mem_list[i]))
			return CL_INVALID_MEM_OBJECT;
	error = fcl_api_check_waits(queue->context, num_events_in_wait_list, event_wait_list);
	return error ? error : CL_INVALID_OPERATION;
}
