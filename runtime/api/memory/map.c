/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/map.h"

#include <inttypes.h>
#include <stdatomic.h>

#include "base/log.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/objects/map.h"
#include "runtime/core/objects/status.h"
#include "runtime/core/residency/window.h"

static const cl_map_flags write_flags = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

bool fcl_api_map_flags_valid(cl_map_flags flags)
{
	if (flags & ~(CL_MAP_READ | write_flags))
		return false;
	return !(flags & CL_MAP_WRITE_INVALIDATE_REGION) || flags == CL_MAP_WRITE_INVALIDATE_REGION;
}

static bool may_host(cl_mem_flags access, cl_map_flags flags)
{
	if (access & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS) && flags & CL_MAP_READ)
		return false;
	return !(access & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) ||
	       !(flags & write_flags);
}

/* "CL_INVALID_OPERATION if mapping would lead to overlapping regions being mapped for writing." */
static bool overlaps_written(struct fcl_mem *mem, uint64_t offset, uint64_t size,
			     cl_map_flags flags)
{
	bool overlaps = false;

	/* XRT does not check this, and hosts for it map buffers again without unmapping them. */
	if (!(flags & write_flags) || mem->context->mixes)
		return false;
	pthread_mutex_lock(&mem->lock);
	for (const struct fcl_map *map = mem->maps; map && !overlaps; map = map->next)
		overlaps = !map->leaving && map->flags & write_flags &&
			   offset < map->offset + map->size && map->offset < offset + size;
	pthread_mutex_unlock(&mem->lock);
	return overlaps;
}

static cl_int check_map(struct fcl_mem *mem, cl_map_flags flags, size_t offset, size_t size)
{
	if (!size || !fcl_api_in_bounds(offset, size, mem->size))
		return fcl_api_out_of_bounds(mem, offset, size);
	if (!fcl_api_map_flags_valid(flags))
		return fcl_api_explain(mem->context, CL_INVALID_VALUE,
				       "map flags %#" PRIx64 " are unknown or mutually exclusive",
				       (uint64_t)flags);
	if (!may_host(mem->flags, flags))
		return fcl_api_explain(
			mem->context, CL_INVALID_OPERATION,
			"the buffer's flags do not allow the host this kind of mapping");
	if (overlaps_written(mem, offset, size, flags))
		return fcl_api_explain(mem->context, CL_INVALID_OPERATION,
				       "the region overlaps one that is mapped for writing");
	return CL_SUCCESS;
}

/* Creates the command; `leaving` is the record of the mapping that it ends, or NULL. */
static struct fcl_event *create_command(struct fcl_queue *queue, cl_command_type type,
					struct fcl_mem *mem, const struct fcl_map *map,
					struct fcl_map *leaving)
{
	struct fcl_event *event = fcl_event_create(queue, type);

	if (!event)
		return NULL;
	event->as = leaving ? CL_COMMAND_UNMAP_MEM_OBJECT : CL_COMMAND_MAP_BUFFER;
	event->work.map.mem = fcl_object_ref(mem);
	event->work.map.offset = map->offset;
	event->work.map.size = map->size;
	event->work.map.flags = map->flags;
	event->work.map.pointer = map->pointer;
	event->work.map.leaving = leaving;
	return event;
}

/* The pointer is valid at once; the data is there when the command has ended. */
cl_int fcl_api_map_enqueue(struct fcl_queue *queue, cl_command_type type, struct fcl_mem *mem,
			   struct fcl_map *map, const struct fcl_api_tail *tail)
{
	cl_int error;

	fcl_window_open(mem->root, queue->device);
	error = fcl_status_from_errno(
		fcl_mem_map(mem, map->offset, map->size, map->flags, &map->pointer));

	if (error)
		return error;
	error = fcl_api_enqueue(create_command(queue, type, mem, map, NULL), tail);
	if (error)
		fcl_mem_end_unmap(mem, fcl_mem_begin_unmap(mem, map->pointer));
	return error;
}

cl_int fcl_api_map_enqueue_unmap(struct fcl_queue *queue, cl_command_type type, struct fcl_mem *mem,
				 const void *pointer, const struct fcl_api_tail *tail)
{
	struct fcl_map *map = fcl_mem_begin_unmap(mem, pointer);
	struct fcl_event *command;

	if (!map)
		return fcl_api_explain(
			queue->context, CL_INVALID_VALUE,
			"nothing is mapped at %p: no mapping of this object returned that pointer, or it has been unmapped already",
			pointer);
	command = create_command(queue, type, mem, map, map);
	if (!command)
		fcl_mem_cancel_unmap(mem, map);
	return fcl_api_enqueue(command, tail);
}

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
				     cl_bool blocking_map, cl_map_flags map_flags, size_t offset,
				     size_t size, cl_uint num_events_in_wait_list,
				     const cl_event *event_wait_list, cl_event *event,
				     cl_int *errcode_ret)
{
	struct fcl_api_tail tail = {blocking_map, num_events_in_wait_list, event_wait_list, event};
	struct fcl_map map = {.offset = offset, .size = size, .flags = map_flags};
	struct fcl_mem *mem = fcl_api_mem(buffer);
	cl_int error = fcl_api_check_command(command_queue, buffer, num_events_in_wait_list,
					     event_wait_list);

	if (!error)
		error = check_map(mem, map_flags, offset, size);
	if (!error)
		error = fcl_api_map_enqueue(fcl_api_queue(command_queue), CL_COMMAND_MAP_BUFFER,
					    mem, &map, &tail);
	if (error)
		return fcl_api_fail(errcode_ret, error);
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return map.pointer;
}

/* The object that the host names or, in contexts that mix, the one that is mapped there; with a reference. */
static struct fcl_mem *find_mapped(struct fcl_mem *mem, const void *pointer)
{
	static atomic_flag logged = ATOMIC_FLAG_INIT;
	struct fcl_mem *other = fcl_mem_mapped_at(mem->context, pointer);

	if (!other || other == mem) {
		fcl_object_unref(other);
		return fcl_object_ref(mem);
	}
	if (!atomic_flag_test_and_set(&logged))
		fcl_log(FCL_LOG_WARN, "api",
			"a pointer is unmapped from another buffer than it was mapped from, which OpenCL does not allow: it works under XCL_EMULATION_MODE and with XRT");
	return other;
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj,
					   void *mapped_ptr, cl_uint num_events_in_wait_list,
					   const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	cl_int error = fcl_api_check_command(command_queue, memobj, num_events_in_wait_list,
					     event_wait_list);
	struct fcl_mem *mem;

	if (error)
		return error;
	mem = find_mapped(fcl_api_mem(memobj), mapped_ptr);
	error = fcl_api_map_enqueue_unmap(fcl_api_queue(command_queue), CL_COMMAND_UNMAP_MEM_OBJECT,
					  mem, mapped_ptr, &tail);
	fcl_object_unref(mem);
	return error;
}
