/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/through.h"

#include "runtime/core/graph/event.h"
#include "runtime/core/residency/residency.h"

/*
 * XRT writes, fills and, in its emulation, copies buffers through the host's memory, so hosts
 * written for it read that memory without mapping it. OpenCL leaves its contents undefined.
 */
static bool writes_through(const struct fcl_event *event, const struct fcl_mem *mem)
{
	return mem->context->mixes && mem->flags & CL_MEM_USE_HOST_PTR &&
	       !fcl_mem_same(mem->root) && !event->queue->recorder_of;
}

static void *host_at(const struct fcl_mem *mem, uint64_t offset)
{
	return (char *)mem->root->host + mem->origin + offset;
}

/* Whether the data being written is the buffer's own host memory. */
static bool is_same_memory(const struct fcl_event *event, const struct fcl_mem *mem,
			   uint64_t offset)
{
	return event->as == CL_COMMAND_WRITE_BUFFER &&
	       event->work.transfer.host == host_at(mem, offset);
}

/* Reads back what the first command has written; the host sees it as that command. */
static struct fcl_event *create_read(const struct fcl_event *first, struct fcl_mem *mem,
				     uint64_t offset, const struct fcl_hal_box *box)
{
	struct fcl_event *event = fcl_event_create(first->queue, first->type);

	if (!event)
		return NULL;
	event->as = CL_COMMAND_READ_BUFFER;
	event->work.transfer.mem = fcl_object_ref(mem);
	event->work.transfer.offset = offset;
	event->work.transfer.host = host_at(mem, offset);
	event->work.transfer.box = *box;
	event->work.transfer.box.other_row_pitch = box->row_pitch;
	event->work.transfer.box.other_slice_pitch = box->slice_pitch;
	return event;
}

/* The read fails if the write does, so the write's error is reported. */
static cl_int wait_for_both(cl_event written, cl_event read, const struct fcl_api_tail *tail)
{
	cl_int error = fcl_api_wait(fcl_api_event(written), tail);

	return error ? error : fcl_api_wait(fcl_api_event(read), tail);
}

cl_int fcl_api_enqueue_through(struct fcl_event *event, struct fcl_mem *mem, uint64_t offset,
			       const struct fcl_hal_box *box, const struct fcl_api_tail *tail)
{
	cl_event written, read;
	struct fcl_api_tail before = {false, tail->nwaits, tail->waits, &written};
	struct fcl_api_tail after = {false, 1, &written, &read};
	cl_int error;

	if (!event || !writes_through(event, mem) || is_same_memory(event, mem, offset))
		return fcl_api_enqueue(event, tail);
	error = fcl_api_enqueue(event, &before);
	if (error)
		return error;
	error = fcl_api_enqueue(create_read(fcl_api_event(written), mem, offset, box), &after);
	if (error) {
		fcl_object_release(written);
		return error;
	}
	if (tail->blocking)
		error = wait_for_both(written, read, tail);
	fcl_object_release(written);
	if (error || !tail->ret_event)
		fcl_object_release(read);
	else
		*tail->ret_event = read;
	return error;
}
