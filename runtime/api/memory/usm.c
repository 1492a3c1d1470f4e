/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/usm.h"

#include "runtime/api/common/info.h"
#include "runtime/api/memory/svm.h"
#include "runtime/api/platform/capabilities.h"
#include "runtime/core/graph/finish.h"
#include "runtime/core/objects/status.h"
#include "runtime/core/objects/svm.h"

/*
 * cl_intel_unified_shared_memory. On boards with shared virtual memory, allocations of all three
 * types are such memory: nothing is moved, and the type only matters for queries.
 */

/* --- allocating ------------------------------------------------------------------------------- */

/* Flags select the initial placement. Memory never moves, so they have no effect. */
static cl_int check_flags(cl_mem_alloc_flags_intel flags, cl_uint type)
{
	const cl_mem_alloc_flags_intel places = CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL |
						CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

	if (flags & ~(places | CL_MEM_ALLOC_WRITE_COMBINED_INTEL))
		return CL_INVALID_PROPERTY;
	if (flags & places && type != CL_MEM_TYPE_SHARED_INTEL)
		return CL_INVALID_PROPERTY;
	return (flags & places) == places ? CL_INVALID_PROPERTY : CL_SUCCESS;
}

static cl_int usm_check_properties(const cl_mem_properties_intel *properties, cl_uint type)
{
	bool seen = false;

	for (; properties && *properties; properties += 2) {
		cl_int error = CL_INVALID_PROPERTY;

		if (*properties == CL_MEM_ALLOC_FLAGS_INTEL && !seen)
			error = check_flags(properties[1], type);
		if (error)
			return error;
		seen = true;
	}
	return CL_SUCCESS;
}

/* For memory that is for one device, checks that device; else all devices with such memory. */
static cl_int usm_check_size(const struct fcl_context *context, const struct fcl_part *part,
			     size_t size)
{
	for (uint32_t i = 0; i < context->ndevices; i++) {
		const struct fcl_device *device = context->devices[i];

		if ((!part || part->device == device) && fcl_api_has_svm(device) &&
		    size > fcl_api_max_alloc(device))
			return CL_INVALID_BUFFER_SIZE;
	}
	return size ? CL_SUCCESS : CL_INVALID_BUFFER_SIZE;
}

static void *usm_allocate(struct fcl_context *context, cl_uint type, struct fcl_part *part,
			  const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
			  cl_int *errcode_ret)
{
	cl_int error = usm_check_properties(properties, type);
	void *pointer = NULL;

	if (!error)
		error = usm_check_size(context, part, size);
	if (!error && !fcl_api_svm_alignment_valid(alignment))
		error = CL_INVALID_VALUE;
	if (!error)
		error = fcl_status_from_errno(fcl_svm_alloc_usm(
			context, type, part, fcl_api_svm_room(size, alignment), &pointer));
	if (errcode_ret)
		*errcode_ret = error;
	return error ? NULL : pointer;
}

CL_API_ENTRY void *CL_API_CALL clHostMemAllocINTEL(cl_context context,
						   const cl_mem_properties_intel *properties,
						   size_t size, cl_uint alignment,
						   cl_int *errcode_ret)
{
	struct fcl_context *the_context = fcl_api_context(context);

	if (!the_context)
		return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
	if (!the_context->svm_sides)
		return fcl_api_fail(errcode_ret, CL_INVALID_OPERATION);
	return usm_allocate(the_context, CL_MEM_TYPE_HOST_INTEL, NULL, properties, size, alignment,
			    errcode_ret);
}

static cl_int usm_check_device(const struct fcl_context *context, const struct fcl_part *part)
{
	if (!part || !fcl_context_has(context, part))
		return CL_INVALID_DEVICE;
	return fcl_api_has_svm(part->device) ? CL_SUCCESS : CL_INVALID_OPERATION;
}

CL_API_ENTRY void *CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
						     const cl_mem_properties_intel *properties,
						     size_t size, cl_uint alignment,
						     cl_int *errcode_ret)
{
	struct fcl_context *the_context = fcl_api_context(context);
	cl_int error = the_context ? usm_check_device(the_context, fcl_api_part(device))
				   : CL_INVALID_CONTEXT;

	if (error)
		return fcl_api_fail(errcode_ret, error);
	return usm_allocate(the_context, CL_MEM_TYPE_DEVICE_INTEL, fcl_api_part(device), properties,
			    size, alignment, errcode_ret);
}

/* Without a device, the memory is for all devices. */
CL_API_ENTRY void *CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
						     const cl_mem_properties_intel *properties,
						     size_t size, cl_uint alignment,
						     cl_int *errcode_ret)
{
	struct fcl_context *the_context = fcl_api_context(context);
	cl_int error = CL_SUCCESS;

	if (!the_context)
		error = CL_INVALID_CONTEXT;
	else if (device)
		error = usm_check_device(the_context, fcl_api_part(device));
	else if (!the_context->svm_sides)
		error = CL_INVALID_OPERATION;
	if (error)
		return fcl_api_fail(errcode_ret, error);
	return usm_allocate(the_context, CL_MEM_TYPE_SHARED_INTEL,
			    device ? fcl_api_part(device) : NULL, properties, size, alignment,
			    errcode_ret);
}

/* --- freeing, and queries --------------------------------------------------------------------- */

/* The allocation that contains the address, with a reference, if it is unified shared memory. */
static struct fcl_mem *usm_find(struct fcl_context *context, const void *pointer,
				uint64_t *ret_offset)
{
	struct fcl_mem *mem = fcl_svm_find(context, pointer, ret_offset);

	if (!mem || mem->usm)
		return mem;
	fcl_object_unref(mem);
	return NULL;
}

static cl_int check_free(struct fcl_context *context, const void *pointer)
{
	uint64_t offset = 0;
	struct fcl_mem *mem;

	if (!context)
		return CL_INVALID_CONTEXT;
	if (!pointer)
		return CL_SUCCESS;
	mem = usm_find(context, pointer, &offset);
	fcl_object_unref(mem);
	return mem && !offset ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* The memory is freed once commands that use it have ended. */
CL_API_ENTRY cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void *ptr)
{
	struct fcl_context *the_context = fcl_api_context(context);
	cl_int error = check_free(the_context, ptr);

	if (!error && ptr)
		fcl_svm_free(the_context, ptr);
	return error;
}

/* Waits for all commands, as it is not known which ones follow pointers into the memory. */
CL_API_ENTRY cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void *ptr)
{
	struct fcl_context *the_context = fcl_api_context(context);
	cl_int error = check_free(the_context, ptr);

	if (error || !ptr)
		return error;
	error = fcl_status_from_errno(fcl_queue_finish_all(the_context));
	if (!error)
		fcl_svm_free(the_context, ptr);
	return error;
}

static cl_int usm_answer(const struct fcl_api_info *info, const struct fcl_mem *mem, cl_uint name)
{
	switch (name) {
	case CL_MEM_ALLOC_TYPE_INTEL:
		return fcl_api_info_uint(info, mem ? mem->usm : CL_MEM_TYPE_UNKNOWN_INTEL);
	case CL_MEM_ALLOC_BASE_PTR_INTEL:
		return fcl_api_info_handle(info, mem ? mem->host : NULL);
	case CL_MEM_ALLOC_SIZE_INTEL:
		return fcl_api_info_size(info, mem ? mem->size : 0);
	case CL_MEM_ALLOC_DEVICE_INTEL:
		return fcl_api_info_handle(info, mem ? mem->usm_part : NULL);
	default:
		return CL_INVALID_VALUE;
	}
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context context, const void *ptr,
						       cl_mem_info_intel param_name,
						       size_t param_value_size, void *param_value,
						       size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	struct fcl_context *the_context = fcl_api_context(context);
	struct fcl_mem *mem;
	uint64_t offset;
	cl_int error;

	if (!the_context)
		return CL_INVALID_CONTEXT;
	mem = usm_find(the_context, ptr, &offset);
	error = usm_answer(&info, mem, param_name);
	fcl_object_unref(mem);
	return error;
}

/* --- commands --------------------------------------------------------------------------------- */

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr,
						      const void *pattern, size_t pattern_size,
						      size_t size, cl_uint num_events_in_wait_list,
						      const cl_event *event_wait_list,
						      cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};

	return fcl_api_svm_fill(command_queue, CL_COMMAND_MEMFILL_INTEL, dst_ptr, pattern,
				pattern_size, size, &tail);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemsetINTEL(cl_command_queue command_queue, void *dst_ptr,
						     cl_int value, size_t size,
						     cl_uint num_events_in_wait_list,
						     const cl_event *event_wait_list,
						     cl_event *event)
{
	unsigned char byte = (unsigned char)value;

	return clEnqueueMemFillINTEL(command_queue, dst_ptr, &byte, 1, size,
				     num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue command_queue,
						     cl_bool blocking, void *dst_ptr,
						     const void *src_ptr, size_t size,
						     cl_uint num_events_in_wait_list,
						     const cl_event *event_wait_list,
						     cl_event *event)
{
	struct fcl_api_tail tail = {blocking, num_events_in_wait_list, event_wait_list, event};

	return fcl_api_svm_copy(command_queue, CL_COMMAND_MEMCPY_INTEL, dst_ptr, src_ptr, size,
				&tail);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemINTEL(
	cl_command_queue command_queue, const void *ptr, size_t size, cl_mem_migration_flags flags,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};

	return fcl_api_svm_migrate(command_queue, CL_COMMAND_MIGRATEMEM_INTEL, 1, &ptr, &size,
				   flags, &tail);
}

/* Only checks its arguments: no advice is defined, and memory that does not move needs none. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemAdviseINTEL(
	cl_command_queue command_queue, const void *ptr, size_t size, cl_mem_advice_intel advice,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};

	if (fcl_api_queue(command_queue) && advice)
		return CL_INVALID_VALUE;
	return fcl_api_svm_migrate(command_queue, CL_COMMAND_MEMADVISE_INTEL, 1, &ptr, &size, 0,
				   &tail);
}
