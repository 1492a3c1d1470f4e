/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/common/enqueue.h"
#include "runtime/api/memory/bank.h"
#include "runtime/api/memory/box.h"
#include "runtime/api/memory/through.h"
#include "runtime/core/graph/event.h"

/* A copy of a range or of a box; offsets refer to the given objects. */
struct copy {
	struct fcl_queue *queue;
	cl_command_type type;
	struct fcl_mem *source, *target;
	uint64_t source_offset, target_offset;
	struct fcl_hal_box box;
};

static cl_int check_copy(cl_command_queue queue, cl_mem source, cl_mem target,
			 const struct fcl_api_tail *tail, struct copy *ret_copy)
{
	cl_int error = fcl_api_check_command(queue, source, tail->nwaits, tail->waits);

	if (!error)
		error = fcl_api_check_command(queue, target, tail->nwaits, tail->waits);
	if (error)
		return error;
	ret_copy->queue = fcl_api_queue(queue);
	ret_copy->source = fcl_api_mem(source);
	ret_copy->target = fcl_api_mem(target);
	return CL_SUCCESS;
}

static cl_int enqueue_copy(const struct copy *copy, const struct fcl_api_tail *tail)
{
	cl_int error = fcl_api_check_room(copy->queue, copy->source);
	struct fcl_hal_box target = copy->box;
	struct fcl_event *event;

	if (!error)
		error = fcl_api_check_room(copy->queue, copy->target);
	if (error)
		return error;
	event = fcl_event_create(copy->queue, copy->type);
	if (event) {
		event->work.copy.source = fcl_object_ref(copy->source);
		event->work.copy.target = fcl_object_ref(copy->target);
		event->work.copy.source_offset = copy->source_offset;
		event->work.copy.target_offset = copy->target_offset;
		event->work.copy.box = copy->box;
	}
	target.row_pitch = target.other_row_pitch;
	target.slice_pitch = target.other_slice_pitch;
	return fcl_api_enqueue_through(event, copy->target, copy->target_offset, &target, tail);
}

/* Sub-buffers of one buffer share its memory, so the offsets in the root are compared. */
static bool ranges_overlap(const struct copy *copy, size_t size)
{
	uint64_t source = copy->source->origin + copy->source_offset;
	uint64_t target = copy->target->origin + copy->target_offset;

	return copy->source->root == copy->target->root && source < target + size &&
	       target < source + size;
}

static cl_int refuse_overlap(const struct copy *copy)
{
	return fcl_api_explain(copy->queue->context, CL_MEM_COPY_OVERLAP,
			       "source and target of the copy overlap");
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
				       cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
				       size_t size, cl_uint num_events_in_wait_list,
				       const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	struct copy copy = {.type = CL_COMMAND_COPY_BUFFER,
			    .source_offset = src_offset,
			    .target_offset = dst_offset};
	cl_int error = check_copy(command_queue, src_buffer, dst_buffer, &tail, &copy);

	if (error)
		return error;
	if (!fcl_api_in_bounds(src_offset, size, copy.source->size))
		return fcl_api_out_of_bounds(copy.source, src_offset, size);
	if (!fcl_api_in_bounds(dst_offset, size, copy.target->size))
		return fcl_api_out_of_bounds(copy.target, dst_offset, size);
	if (ranges_overlap(&copy, size))
		return refuse_overlap(&copy);
	copy.box = fcl_hal_linear_box(size);
	return enqueue_copy(&copy, &tail);
}

static struct fcl_api_placed in_root(const struct fcl_mem *mem, struct fcl_api_placed placed)
{
	placed.offset += mem->origin;
	placed.end += mem->origin;
	return placed;
}

static cl_int check_boxes(const struct copy *copy, const size_t *region,
			  const struct fcl_api_placed *source, const struct fcl_api_placed *target)
{
	struct fcl_api_placed a, b;

	if (source->end > copy->source->size)
		return fcl_api_out_of_bounds(copy->source, source->offset,
					     source->end - source->offset);
	if (target->end > copy->target->size)
		return fcl_api_out_of_bounds(copy->target, target->offset,
					     target->end - target->offset);
	if (copy->source == copy->target &&
	    (source->row_pitch != target->row_pitch || source->slice_pitch != target->slice_pitch))
		return fcl_api_explain(
			copy->queue->context, CL_INVALID_VALUE,
			"within one buffer, the pitches of source and target must be equal");
	if (copy->source->root != copy->target->root)
		return CL_SUCCESS;
	a = in_root(copy->source, *source);
	b = in_root(copy->target, *target);
	return fcl_api_rects_overlap(region, &a, &b) ? refuse_overlap(copy) : CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer,
					   cl_mem dst_buffer, const size_t *src_origin,
					   const size_t *dst_origin, const size_t *region,
					   size_t src_row_pitch, size_t src_slice_pitch,
					   size_t dst_row_pitch, size_t dst_slice_pitch,
					   cl_uint num_events_in_wait_list,
					   const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	struct fcl_api_rect source = {src_origin, src_row_pitch, src_slice_pitch};
	struct fcl_api_rect target = {dst_origin, dst_row_pitch, dst_slice_pitch};
	struct copy copy = {.type = CL_COMMAND_COPY_BUFFER_RECT};
	cl_int error = check_copy(command_queue, src_buffer, dst_buffer, &tail, &copy);
	struct fcl_api_placed from, to;

	if (error)
		return error;
	if (fcl_api_rect_place(copy.queue->context, &source, region, &from) ||
	    fcl_api_rect_place(copy.queue->context, &target, region, &to))
		error = fcl_api_rect_refuse(copy.queue->context);
	if (!error)
		error = check_boxes(&copy, region, &from, &to);
	if (error)
		return error;
	copy.source_offset = from.offset;
	copy.target_offset = to.offset;
	copy.box = fcl_api_rect_box(region, &from, &to);
	return enqueue_copy(&copy, &tail);
}
