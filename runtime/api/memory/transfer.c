/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "runtime/api/common/enqueue.h"
#include "runtime/api/common/limits.h"
#include "runtime/api/memory/bank.h"
#include "runtime/api/memory/box.h"
#include "runtime/api/memory/through.h"
#include "runtime/core/graph/event.h"

static const cl_mem_flags no_host_reads = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
static const cl_mem_flags no_host_writes = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

/*
 * A read or write of a range or of a box; everything but queue, buffer and wait list is validated.
 */
struct transfer {
	cl_command_type type;
	bool writes;
	uint64_t offset; /* in the buffer */
	void *host;
	struct fcl_hal_box box;
};

static cl_int enqueue_transfer(cl_command_queue queue, cl_mem buffer,
			       const struct transfer *transfer, const struct fcl_api_tail *tail)
{
	struct fcl_mem *mem = fcl_api_mem(buffer);
	struct fcl_event *event;

	if (mem->flags & (transfer->writes ? no_host_writes : no_host_reads))
		return fcl_api_explain(mem->context, CL_INVALID_OPERATION,
				       "the buffer's flags do not allow the host %s it",
				       transfer->writes ? "to write" : "to read");
	event = fcl_event_create(fcl_api_queue(queue), transfer->type);
	if (event) {
		event->work.transfer.mem = fcl_object_ref(mem);
		event->work.transfer.offset = transfer->offset;
		event->work.transfer.host = transfer->host;
		event->work.transfer.box = transfer->box;
	}
	if (transfer->writes)
		return fcl_api_enqueue_through(event, mem, transfer->offset, &transfer->box, tail);
	return fcl_api_enqueue(event, tail);
}

static cl_int refuse_null(cl_command_queue queue)
{
	return fcl_api_explain(fcl_api_queue(queue)->context, CL_INVALID_VALUE,
			       "the host pointer is NULL");
}

static cl_int enqueue_linear(cl_command_queue queue, cl_mem buffer, size_t offset, size_t size,
			     struct transfer *transfer, const struct fcl_api_tail *tail)
{
	cl_int error = fcl_api_check_command(queue, buffer, tail->nwaits, tail->waits);

	if (error)
		return error;
	if (!transfer->host)
		return refuse_null(queue);
	if (!fcl_api_in_bounds(offset, size, fcl_api_mem(buffer)->size))
		return fcl_api_out_of_bounds(fcl_api_mem(buffer), offset, size);
	error = transfer->writes ? fcl_api_check_room(fcl_api_queue(queue), fcl_api_mem(buffer))
				 : CL_SUCCESS;
	if (error)
		return error;
	transfer->offset = offset;
	transfer->box = fcl_hal_linear_box(size);
	return enqueue_transfer(queue, buffer, transfer, tail);
}

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
				       cl_bool blocking_read, size_t offset, size_t size, void *ptr,
				       cl_uint num_events_in_wait_list,
				       const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {blocking_read, num_events_in_wait_list, event_wait_list, event};
	struct transfer transfer = {.type = CL_COMMAND_READ_BUFFER, .host = ptr};

	return enqueue_linear(command_queue, buffer, offset, size, &transfer, &tail);
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
					cl_bool blocking_write, size_t offset, size_t size,
					const void *ptr, cl_uint num_events_in_wait_list,
					const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {blocking_write, num_events_in_wait_list, event_wait_list,
				    event};
	struct transfer transfer = {
		.type = CL_COMMAND_WRITE_BUFFER, .writes = true, .host = (void *)ptr};

	return enqueue_linear(command_queue, buffer, offset, size, &transfer, &tail);
}

static cl_int enqueue_rect(cl_command_queue queue, cl_mem buffer, const struct fcl_api_rect *device,
			   const struct fcl_api_rect *host, const size_t *region,
			   struct transfer *transfer, const struct fcl_api_tail *tail)
{
	cl_int error = fcl_api_check_command(queue, buffer, tail->nwaits, tail->waits);
	const struct fcl_context *context = error ? NULL : fcl_api_queue(queue)->context;
	struct fcl_api_placed at_device, at_host;

	if (!error)
		error = fcl_api_rect_place(context, device, region, &at_device);
	if (!error)
		error = fcl_api_rect_place(context, host, region, &at_host);
	if (error == CL_INVALID_VALUE)
		return fcl_api_rect_refuse(fcl_api_queue(queue)->context);
	if (error)
		return error;
	if (!transfer->host)
		return refuse_null(queue);
	if (at_device.end > fcl_api_mem(buffer)->size)
		return fcl_api_out_of_bounds(fcl_api_mem(buffer), at_device.offset,
					     at_device.end - at_device.offset);
	error = transfer->writes ? fcl_api_check_room(fcl_api_queue(queue), fcl_api_mem(buffer))
				 : CL_SUCCESS;
	if (error)
		return error;
	transfer->offset = at_device.offset;
	transfer->host = (char *)transfer->host + at_host.offset;
	transfer->box = fcl_api_rect_box(region, &at_device, &at_host);
	return enqueue_transfer(queue, buffer, transfer, tail);
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
					   cl_bool blocking_read, const size_t *buffer_origin,
					   const size_t *host_origin, const size_t *region,
					   size_t buffer_row_pitch, size_t buffer_slice_pitch,
					   size_t host_row_pitch, size_t host_slice_pitch,
					   void *ptr, cl_uint num_events_in_wait_list,
					   const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {blocking_read, num_events_in_wait_list, event_wait_list, event};
	struct fcl_api_rect device = {buffer_origin, buffer_row_pitch, buffer_slice_pitch};
	struct fcl_api_rect host = {host_origin, host_row_pitch, host_slice_pitch};
	struct transfer transfer = {.type = CL_COMMAND_READ_BUFFER_RECT, .host = ptr};

	return enqueue_rect(command_queue, buffer, &device, &host, region, &transfer, &tail);
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
					    cl_bool blocking_write, const size_t *buffer_origin,
					    const size_t *host_origin, const size_t *region,
					    size_t buffer_row_pitch, size_t buffer_slice_pitch,
					    size_t host_row_pitch, size_t host_slice_pitch,
					    const void *ptr, cl_uint num_events_in_wait_list,
					    const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {blocking_write, num_events_in_wait_list, event_wait_list,
				    event};
	struct fcl_api_rect device = {buffer_origin, buffer_row_pitch, buffer_slice_pitch};
	struct fcl_api_rect host = {host_origin, host_row_pitch, host_slice_pitch};
	struct transfer transfer = {
		.type = CL_COMMAND_WRITE_BUFFER_RECT, .writes = true, .host = (void *)ptr};

	return enqueue_rect(command_queue, buffer, &device, &host, region, &transfer, &tail);
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
				       const void *pattern, size_t pattern_size, size_t offset,
				       size_t size, cl_uint num_events_in_wait_list,
				       const cl_event *event_wait_list, cl_event *event)
{
	struct fcl_api_tail tail = {false, num_events_in_wait_list, event_wait_list, event};
	cl_int error = fcl_api_check_command(command_queue, buffer, num_events_in_wait_list,
					     event_wait_list);
	struct fcl_hal_box box = fcl_hal_linear_box(size);
	struct fcl_event *fill;

	if (error)
		return error;
	if (!fcl_api_in_bounds(offset, size, fcl_api_mem(buffer)->size))
		return fcl_api_out_of_bounds(fcl_api_mem(buffer), offset, size);
	if (!pattern || !pattern_size || pattern_size > FCL_API_PATTERN_SIZE ||
	    pattern_size & (pattern_size - 1) || offset % pattern_size || size % pattern_size)
		return fcl_api_explain(
			fcl_api_queue(command_queue)->context, CL_INVALID_VALUE,
			"expected a pattern of 1, 2, 4 … %u bytes, and an offset and a size that are multiples of it; found %zu bytes, %zu and %zu",
			FCL_API_PATTERN_SIZE, pattern ? pattern_size : 0, offset, size);
	error = fcl_api_check_room(fcl_api_queue(command_queue), fcl_api_mem(buffer));
	if (error)
		return error;
	fill = fcl_event_create(fcl_api_queue(command_queue), CL_COMMAND_FILL_BUFFER);
	if (fill) {
		fill->work.fill.mem = fcl_object_ref(fcl_api_mem(buffer));
		fill->work.fill.offset = offset;
		fill->work.fill.size = size;
		fill->work.fill.pattern_size = (uint32_t)pattern_size;
		memcpy(fill->work.fill.pattern, pattern, pattern_size);
	}
	return fcl_api_enqueue_through(fill, fcl_api_mem(buffer), offset, &box, &tail);
}
