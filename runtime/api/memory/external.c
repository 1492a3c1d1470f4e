/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/external.h"

#include <errno.h>
#include <unistd.h>

#include "base/log.h"
#include "runtime/api/common/enqueue.h"
#include "runtime/api/memory/migrate.h"
#include "runtime/api/platform/external_types.h"
#include "runtime/core/objects/status.h"
#include "runtime/core/residency/share.h"

static const cl_mem_flags storage_bits = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR |
					 CL_MEM_COPY_HOST_PTR;

/* Adds the device's side. CL_INVALID_DEVICE: the device is not in the context, or cannot import. */
static cl_int external_add_device(const struct fcl_context *context, const struct fcl_part *part,
				  uint64_t *sides)
{
	if (!part || !fcl_context_has(context, part) || !fcl_api_external_has(part->device))
		return CL_INVALID_DEVICE;
	*sides |=
		UINT64_C(1) << FCL_SIDE_DEVICE((uint32_t)fcl_context_device(context, part->device));
	return CL_SUCCESS;
}

/* The list ends with CL_DEVICE_HANDLE_LIST_END_KHR; on return *at is after that. */
static cl_int read_devices(const struct fcl_context *context, const cl_mem_properties **at,
			   uint64_t *sides)
{
	cl_int error = CL_SUCCESS;

	if (*sides || !**at)
		return CL_INVALID_PROPERTY;
	for (; !error && **at != CL_DEVICE_HANDLE_LIST_END_KHR; (*at)++)
		error = external_add_device(context, fcl_api_part((cl_device_id)(uintptr_t) * *at),
					    sides);
	(*at)++;
	return error;
}

static cl_int add_all_devices(const struct fcl_context *context, uint64_t *sides)
{
	cl_int error = CL_SUCCESS;

	for (uint32_t i = 0; !error && i < context->nparts; i++)
		error = external_add_device(context, context->parts[i], sides);
	return error;
}

cl_int fcl_api_external_read(const struct fcl_context *context, const cl_mem_properties *properties,
			     cl_mem_flags flags, const void *host_ptr,
			     struct fcl_api_external *ret_external)
{
	struct fcl_api_external external = {0};
	const cl_mem_properties *at = properties;
	cl_int error = CL_SUCCESS;

	while (!error && at && *at) {
		if (*at == CL_DEVICE_HANDLE_LIST_KHR) {
			at++;
			error = read_devices(context, &at, &external.sides);
		} else if (*at == CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR && !external.given) {
			external.given = true;
			external.fd = (int)at[1];
			at += 2;
		} else {
			error = CL_INVALID_PROPERTY;
		}
	}
	if (!error && external.sides && !external.given)
		error = CL_INVALID_PROPERTY;
	if (!error && external.given && !external.sides)
		error = add_all_devices(context, &external.sides);
	if (!error && external.given && flags & storage_bits)
		error = CL_INVALID_VALUE;
	if (!error && external.given && host_ptr)
		error = CL_INVALID_HOST_PTR;
	if (!error)
		*ret_external = external;
	return error;
}

cl_int fcl_api_external_import(struct fcl_mem *mem, const struct fcl_api_external *external)
{
	struct fcl_err err = {0};
	int error;

	if (!external->given)
		return CL_SUCCESS;
	error = fcl_mem_import(mem, external->sides, external->fd, &err);
	if (error) {
		fcl_log(FCL_LOG_ERROR, "import", "%s", err.text);
		return error == -EINVAL ? CL_INVALID_PROPERTY : fcl_status_from_errno(error);
	}
	close(external->fd);
	return CL_SUCCESS;
}

static cl_int external_check_objects(const struct fcl_queue *queue, cl_uint count,
				     const cl_mem *objects)
{
	if (!count != !objects)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_api_mem(objects[i]) || !fcl_api_mem(objects[i])->root->imported)
			return CL_INVALID_MEM_OBJECT;
	for (cl_uint i = 0; i < count; i++) {
		const struct fcl_mem *mem = fcl_api_mem(objects[i]);
		int index = fcl_context_device(mem->context, queue->device);

		if (mem->context != queue->context || index < 0 ||
		    !(mem->root->imported >> FCL_SIDE_DEVICE((uint32_t)index) & 1))
			return CL_INVALID_COMMAND_QUEUE;
	}
	return CL_SUCCESS;
}

static cl_int external_enqueue(cl_command_queue command_queue, cl_command_type type, cl_uint count,
			       const cl_mem *objects, cl_mem_migration_flags flags,
			       const struct fcl_api_tail *tail)
{
	struct fcl_queue *queue = fcl_api_queue(command_queue);
	cl_int error = queue ? external_check_objects(queue, count, objects)
			     : CL_INVALID_COMMAND_QUEUE;

	if (!error)
		error = fcl_api_check_waits(queue->context, tail->nwaits, tail->waits);
	if (error)
		return error;
	return fcl_api_enqueue(fcl_api_migrate_create(queue, type, count, objects, flags), tail);
}

/* Makes the data on the board current, as others may have written there. */
cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(
	cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};

	return external_enqueue(command_queue, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR,
				num_mem_objects, mem_objects,
				CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, &tail);
}

/* Moves current data from elsewhere to the board, where others read it. */
cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(
	cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};

	return external_enqueue(command_queue, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR,
				num_mem_objects, mem_objects, 0, &tail);
}
