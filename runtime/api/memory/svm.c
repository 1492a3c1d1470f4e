/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/api/common/limits.h"
#include "runtime/api/common/validate.h"
#include "runtime/api/memory/map.h"
#include "runtime/api/memory/svm.h"
#include "runtime/api/platform/capabilities.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/objects/callback.h"
#include "runtime/core/objects/status.h"
#include "runtime/core/objects/svm.h"

/* --- allocating ------------------------------------------------------------------------------- */

static bool svm_are_flags_valid(cl_svm_mem_flags flags)
{
	/* No device supports CL_MEM_SVM_FINE_GRAIN_BUFFER and CL_MEM_SVM_ATOMICS. */
	return flags == 0 || flags == CL_MEM_READ_WRITE || flags == CL_MEM_WRITE_ONLY ||
	       flags == CL_MEM_READ_ONLY;
}

/*
 * 0 means the size of the largest data type, which is the least that boards give. Up to a page is
 * allowed, as XRT takes nothing else.
 */
bool fcl_api_svm_alignment_valid(cl_uint alignment)
{
	return !(alignment & (alignment - 1)) && alignment <= FCL_HAL_SVM_PAGE;
}

/* Boards align allocations of a page to a page. */
size_t fcl_api_svm_room(size_t size, cl_uint alignment)
{
	return alignment > FCL_HAL_SVM_ALIGN && size < FCL_HAL_SVM_PAGE ? FCL_HAL_SVM_PAGE : size;
}

static bool svm_is_size_valid(const struct fcl_context *context, size_t size)
{
	for (uint32_t i = 0; i < context->ndevices; i++)
		if (size > fcl_api_max_alloc(context->devices[i]))
			return false;
	return size;
}

void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
			     cl_uint alignment)
{
	struct fcl_context *the_context = fcl_api_context(context);
	void *pointer = NULL;
	int error;

	if (!the_context || !the_context->svm_sides || !svm_are_flags_valid(flags) ||
	    !svm_is_size_valid(the_context, size) || !fcl_api_svm_alignment_valid(alignment))
		return NULL;
	error = fcl_svm_alloc(the_context, flags, fcl_api_svm_room(size, alignment), &pointer);
	if (error == -EOPNOTSUPP)
		fcl_api_explain(
			the_context, CL_INVALID_OPERATION,
			"the devices of the context have no memory in common: each has shared virtual "
			"memory in a context of its own");
	return error ? NULL : pointer;
}

void CL_API_CALL clSVMFree(cl_context context, void *svm_pointer)
{
	struct fcl_context *the_context = fcl_api_context(context);

	if (the_context && the_context->svm_sides && svm_pointer)
		fcl_svm_free(the_context, svm_pointer);
}

/* --- commands --------------------------------------------------------------------------------- */

static cl_int check_queue(cl_command_queue handle)
{
	const struct fcl_queue *queue = fcl_api_queue(handle);

	if (!queue)
		return CL_INVALID_COMMAND_QUEUE;
	return fcl_api_has_svm(queue->device) ? CL_SUCCESS : CL_INVALID_OPERATION;
}

static cl_int svm_check_waits(cl_command_queue queue, const struct fcl_api_tail *tail)
{
	return fcl_api_check_waits(fcl_api_queue(queue)->context, tail->nwaits, tail->waits);
}

/* The memory that a pointer refers to. */
struct place {
	struct fcl_mem *mem; /* with a reference; NULL: the host's own memory */
	uint64_t offset;
};

/*
 * Finds the memory that a pointer refers to. CL_INVALID_VALUE: the range exceeds the allocation in
 * which it begins.
 */
static cl_int svm_find_place(const struct fcl_queue *queue, const void *pointer, size_t size,
			     struct place *ret_place)
{
	ret_place->mem = fcl_svm_find(queue->context, pointer, &ret_place->offset);
	if (!ret_place->mem || fcl_api_in_bounds(ret_place->offset, size, ret_place->mem->size))
		return CL_SUCCESS;
	fcl_object_unref(ret_place->mem);
	return CL_INVALID_VALUE;
}

/* The same for commands that accept only SVM: CL_INVALID_VALUE for other memory. */
static cl_int find_svm(const struct fcl_queue *queue, const void *pointer, size_t size,
		       struct place *ret_place)
{
	cl_int error = svm_find_place(queue, pointer, size, ret_place);

	return !error && !ret_place->mem ? CL_INVALID_VALUE : error;
}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers,
				    void *svm_pointers[],
				    void(CL_CALLBACK *pfn_free_func)(cl_command_queue, cl_uint,
								     void *[], void *),
				    void *user_data, cl_uint num_events_in_wait_list,
				    const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	cl_int error = check_queue(command_queue);
	struct fcl_event *command;
	void **pointers;

	if (error)
		return error;
	if (!num_svm_pointers != !svm_pointers)
		return CL_INVALID_VALUE;
	error = svm_check_waits(command_queue, &tail);
	if (error)
		return error;
	if (pfn_free_func && fcl_callback_start())
		return CL_OUT_OF_HOST_MEMORY;
	pointers = calloc(num_svm_pointers + (size_t)1, sizeof(void *));
	command = pointers ? fcl_event_create(fcl_api_queue(command_queue), CL_COMMAND_SVM_FREE)
			   : NULL;
	if (!command) {
		free(pointers);
		return CL_OUT_OF_HOST_MEMORY;
	}
	if (num_svm_pointers)
		memcpy(pointers, svm_pointers, num_svm_pointers * sizeof(void *));
	command->work.svm_free.pointers = pointers;
	command->work.svm_free.count = num_svm_pointers;
	command->work.svm_free.callback = pfn_free_func;
	command->work.svm_free.user_data = user_data;
	return fcl_api_enqueue(command, &tail);
}

/*
 * Fills in the command as its equivalent for buffers: a copy, a write, a read, or no operation for
 * the board.
 */
static void fill_memcpy(struct fcl_event *event, const struct place *to, void *target,
			const struct place *from, const void *source, size_t size)
{
	if (to->mem && from->mem) {
		event->as = CL_COMMAND_COPY_BUFFER;
		event->work.copy.source = fcl_object_ref(from->mem);
		event->work.copy.source_offset = from->offset;
		event->work.copy.target = fcl_object_ref(to->mem);
		event->work.copy.target_offset = to->offset;
		event->work.copy.box = fcl_hal_linear_box(size);
	} else if (to->mem || from->mem) {
		const struct place *svm = to->mem ? to : from;

		event->as = to->mem ? CL_COMMAND_WRITE_BUFFER : CL_COMMAND_READ_BUFFER;
		event->work.transfer.mem = fcl_object_ref(svm->mem);
		event->work.transfer.offset = svm->offset;
		event->work.transfer.host = to->mem ? (void *)source : target;
		event->work.transfer.box = fcl_hal_linear_box(size);
	} else {
		event->as = CL_COMMAND_SVM_MEMCPY;
		event->work.host_copy.target = target;
		event->work.host_copy.source = source;
		event->work.host_copy.size = size;
		event->work.host_copy.handed_on = false;
	}
}

static bool svm_overlap(const void *a, const void *b, size_t size)
{
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

	return x < y ? y - x < size : x - y < size;
}

static cl_int enqueue_memcpy(struct fcl_queue *queue, cl_command_type type, void *target,
			     const void *source, size_t size, const struct fcl_api_tail *tail)
{
	struct place to = {0}, from = {0};
	cl_int error = svm_find_place(queue, target, size, &to);
	struct fcl_event *event;

	if (error)
		return error;
	error = svm_find_place(queue, source, size, &from);
	if (error) {
		fcl_object_unref(to.mem);
		return error;
	}
	event = fcl_event_create(queue, type);
	if (event)
		fill_memcpy(event, &to, target, &from, source, size);
	fcl_object_unref(to.mem);
	fcl_object_unref(from.mem);
	return fcl_api_enqueue(event, tail);
}

cl_int fcl_api_svm_copy(cl_command_queue queue, cl_command_type type, void *target,
			const void *source, size_t size, const struct fcl_api_tail *tail)
{
	cl_int error = check_queue(queue);

	if (!error)
		error = svm_check_waits(queue, tail);
	if (error)
		return error;
	if (!target || !source)
		return CL_INVALID_VALUE;
	if (svm_overlap(target, source, size))
		return CL_MEM_COPY_OVERLAP;
	return enqueue_memcpy(fcl_api_queue(queue), type, target, source, size, tail);
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy,
				      void *dst_ptr, const void *src_ptr, size_t size,
				      cl_uint num_events_in_wait_list,
				      const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {blocking_copy, num_events_in_wait_list, event_wait_list, event};

	return fcl_api_svm_copy(command_queue, CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr, size,
				&tail);
}

static cl_int check_fill(const void *pointer, const void *pattern, size_t pattern_size, size_t size)
{
	if (!pointer || !pattern || !pattern_size || pattern_size > FCL_API_PATTERN_SIZE ||
	    pattern_size & (pattern_size - 1))
		return CL_INVALID_VALUE;
	return (uintptr_t)pointer % pattern_size || size % pattern_size ? CL_INVALID_VALUE
									: CL_SUCCESS;
}

cl_int fcl_api_svm_fill(cl_command_queue queue, cl_command_type type, void *pointer,
			const void *pattern, size_t pattern_size, size_t size,
			const struct fcl_api_tail *tail)
{
	cl_int error = check_queue(queue);
	struct fcl_event *fill;
	struct place place;

	if (!error)
		error = svm_check_waits(queue, tail);
	if (!error)
		error = check_fill(pointer, pattern, pattern_size, size);
	if (!error)
		error = find_svm(fcl_api_queue(queue), pointer, size, &place);
	if (error)
		return error;
	fill = fcl_event_create(fcl_api_queue(queue), type);
	if (!fill) {
		fcl_object_unref(place.mem);
		return CL_OUT_OF_HOST_MEMORY;
	}
	fill->as = CL_COMMAND_FILL_BUFFER;
	fill->work.fill.mem = place.mem;
	fill->work.fill.offset = place.offset;
	fill->work.fill.size = size;
	fill->work.fill.pattern_size = (uint32_t)pattern_size;
	memcpy(fill->work.fill.pattern, pattern, pattern_size);
	return fcl_api_enqueue(fill, tail);
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr,
				       const void *pattern, size_t pattern_size, size_t size,
				       cl_uint num_events_in_wait_list,
				       const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};

	return fcl_api_svm_fill(command_queue, CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern,
				pattern_size, size, &tail);
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map,
				   cl_map_flags flags, void *svm_ptr, size_t size,
				   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
				   cl_event *event)
{
	struct fcl_api_tail tail = {blocking_map, num_events_in_wait_list, event_wait_list, event};
	struct fcl_map map = {.size = size, .flags = flags};
	cl_int error = check_queue(command_queue);
	struct place place;

	if (!error)
		error = svm_check_waits(command_queue, &tail);
	if (error)
		return error;
	if (!svm_ptr || !size || !fcl_api_map_flags_valid(flags))
		return CL_INVALID_VALUE;
	error = find_svm(fcl_api_queue(command_queue), svm_ptr, size, &place);
	if (error)
		return error;
	map.offset = place.offset;
	error = fcl_api_map_enqueue(fcl_api_queue(command_queue), CL_COMMAND_SVM_MAP, place.mem,
				    &map, &tail);
	fcl_object_unref(place.mem);
	return error;
}

/* OpenCL has no error for a pointer that is not mapped, so the call does nothing. */
static cl_int enqueue_unmap(struct fcl_queue *queue, struct fcl_mem *mem, const void *pointer,
			    const struct fcl_api_tail *tail)
{
	cl_int error = fcl_api_map_enqueue_unmap(queue, CL_COMMAND_SVM_UNMAP, mem, pointer, tail);

	if (error != CL_INVALID_VALUE)
		return error;
	return fcl_api_enqueue(fcl_event_create(queue, CL_COMMAND_SVM_UNMAP), tail);
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
				     cl_uint num_events_in_wait_list,
				     const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	cl_int error = check_queue(command_queue);
	struct place place;

	if (!error)
		error = svm_check_waits(command_queue, &tail);
	if (!error && !svm_ptr)
		error = CL_INVALID_VALUE;
	if (!error)
		error = find_svm(fcl_api_queue(command_queue), svm_ptr, 0, &place);
	if (error)
		return error;
	error = enqueue_unmap(fcl_api_queue(command_queue), place.mem, svm_ptr, &tail);
	fcl_object_unref(place.mem);
	return error;
}

/* Finds the allocations, which are migrated as a whole. On an error, no reference is kept. */
static cl_int svm_find_all(const struct fcl_queue *queue, cl_uint count,
			   const void *const *pointers, const size_t *sizes, struct fcl_mem **mems)
{
	struct place place;

	for (cl_uint i = 0; i < count; i++) {
		cl_int error = find_svm(queue, pointers[i], sizes ? sizes[i] : 0, &place);

		if (error) {
			while (i-- > 0)
				fcl_object_unref(mems[i]);
			return error;
		}
		mems[i] = place.mem;
	}
	return CL_SUCCESS;
}

static cl_int enqueue_migrate(struct fcl_queue *queue, cl_command_type type, cl_uint count,
			      const void *const *pointers, const size_t *sizes,
			      cl_mem_migration_flags flags, const struct fcl_api_tail *tail)
{
	struct fcl_mem **mems = calloc(count, sizeof(struct fcl_mem *));
	cl_int error = mems ? svm_find_all(queue, count, pointers, sizes, mems)
			    : CL_OUT_OF_HOST_MEMORY;
	struct fcl_event *event;

	if (error) {
		free(mems);
		return error;
	}
	event = fcl_event_create(queue, type);
	if (!event) {
		while (count-- > 0)
			fcl_object_unref(mems[count]);
		free(mems);
		return CL_OUT_OF_HOST_MEMORY;
	}
	event->as = CL_COMMAND_MIGRATE_MEM_OBJECTS;
	event->work.migrate.mems = mems;
	event->work.migrate.nmems = count;
	event->work.migrate.flags = flags;
	return fcl_api_enqueue(event, tail);
}

cl_int fcl_api_svm_migrate(cl_command_queue queue, cl_command_type type, cl_uint count,
			   const void *const *pointers, const size_t *sizes,
			   cl_mem_migration_flags flags, const struct fcl_api_tail *tail)
{
	const cl_mem_migration_flags known = CL_MIGRATE_MEM_OBJECT_HOST |
					     CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
	cl_int error = check_queue(queue);

	if (!error)
		error = svm_check_waits(queue, tail);
	if (error)
		return error;
	if (!count || !pointers || flags & ~known)
		return CL_INVALID_VALUE;
	return enqueue_migrate(fcl_api_queue(queue), type, count, pointers, sizes, flags, tail);
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
					  const void **svm_pointers, const size_t *sizes,
					  cl_mem_migration_flags flags,
					  cl_uint num_events_in_wait_list,
					  const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};

	return fcl_api_svm_migrate(command_queue, CL_COMMAND_SVM_MIGRATE_MEM, num_svm_pointers,
				   svm_pointers, sizes, flags, &tail);
}
