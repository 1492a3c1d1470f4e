/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/migrate.h"

#include <inttypes.h>
#include <stdlib.h>

#include "runtime/api/common/enqueue.h"
#include "runtime/api/memory/bank.h"
#include "runtime/core/graph/event.h"

static cl_int migrate_check_objects(const struct fcl_context *context, cl_uint count,
				    const cl_mem *objects)
{
	if (!count || !objects)
		return fcl_api_explain(context, CL_INVALID_VALUE,
				       "the list of buffers to migrate is empty");
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_api_mem(objects[i]))
			return fcl_api_explain(
				context, CL_INVALID_MEM_OBJECT,
				"element %u of the list to migrate is not a buffer, or the buffer was released",
				i);
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_context_accepts(fcl_api_mem(objects[i])->context, context))
			return fcl_api_explain(
				context, CL_INVALID_CONTEXT,
				"element %u of the list to migrate belongs to another context than the queue",
				i);
	return CL_SUCCESS;
}

struct fcl_event *fcl_api_migrate_create(struct fcl_queue *queue, cl_command_type type,
					 cl_uint count, const cl_mem *objects,
					 cl_mem_migration_flags flags)
{
	struct fcl_mem **mems = calloc(count + (size_t)1, sizeof(struct fcl_mem *));
	struct fcl_event *event = mems ? fcl_event_create(queue, type) : NULL;

	if (!event) {
		free(mems);
		return NULL;
	}
	for (cl_uint i = 0; i < count; i++)
		mems[i] = fcl_object_ref(fcl_api_mem(objects[i]));
	event->work.migrate.mems = mems;
	event->work.migrate.nmems = count;
	event->work.migrate.flags = flags;
	return event;
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue,
					      cl_uint num_mem_objects, const cl_mem *mem_objects,
					      cl_mem_migration_flags flags,
					      cl_uint num_events_in_wait_list,
					      const cl_event *event_wait_list, cl_event *event)
{
	const cl_mem_migration_flags known = CL_MIGRATE_MEM_OBJECT_HOST |
					     CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	struct fcl_queue *queue = fcl_api_queue(command_queue);
	cl_int error;

	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	error = migrate_check_objects(queue->context, num_mem_objects, mem_objects);
	if (error)
		return error;
	/* XRT ignores other flags beside one that it knows. */
	if (queue->context->mixes && flags & known)
		flags &= known;
	if (flags & ~known)
		return fcl_api_explain(queue->context, CL_INVALID_VALUE,
				       "migration flags %#" PRIx64 " are unknown", (uint64_t)flags);
	for (cl_uint i = 0; !(flags & CL_MIGRATE_MEM_OBJECT_HOST) && i < num_mem_objects; i++) {
		error = fcl_api_check_room(queue, fcl_api_mem(mem_objects[i]));
		if (error)
			return error;
	}
	error = fcl_api_check_waits(queue->context, num_events_in_wait_list, event_wait_list);
	if (error)
		return error;
	return fcl_api_enqueue(fcl_api_migrate_create(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS,
						      num_mem_objects, mem_objects, flags),
			       &tail);
}
