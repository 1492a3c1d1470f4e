/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/command/program_pipe.h"

#include <string.h>

#include "runtime/api/common/enqueue.h"
#include "runtime/api/common/validate.h"
#include "runtime/core/graph/event.h"

/* The parameters of a transfer. */
struct transfer {
	cl_command_type type;
	const char *symbol;
	void *packet; /* only read if this is a write */
	size_t size;
	struct fcl_queue *queue;
	struct fcl_program *program;
	struct fcl_build *build;
	uint32_t stream; /* index into the streams of the build's image */
};

static cl_int program_pipe_check_objects(struct transfer *t, cl_command_queue queue,
					 cl_program program)
{
	t->queue = fcl_api_queue(queue);
	if (!t->queue)
		return CL_INVALID_COMMAND_QUEUE;
	t->program = fcl_api_program(program);
	if (!t->program)
		return CL_INVALID_PROGRAM;
	if (!fcl_context_accepts(t->program->context, t->queue->context))
		return CL_INVALID_CONTEXT;
	t->build = fcl_program_build(t->program, t->queue->part);
	return t->build && t->build->image ? CL_SUCCESS : CL_INVALID_PROGRAM_EXECUTABLE;
}

static bool find_stream(struct transfer *t)
{
	const struct fcl_image *image = t->build->image;

	for (t->stream = 0; t->stream < image->nstreams; t->stream++)
		if (fcl_image_stream_has_host(&image->streams[t->stream]) &&
		    !strcmp(image->streams[t->stream].name, t->symbol))
			return true;
	return false;
}

static cl_int program_pipe_check_pipe(struct transfer *t)
{
	const struct fcl_context *context = t->queue->context;
	const struct fcl_image_stream *stream;
	bool reads = t->type == CL_COMMAND_READ_HOST_PIPE_INTEL;

	if (!t->symbol || !t->packet)
		return CL_INVALID_VALUE;
	if (!find_stream(t))
		return fcl_api_explain(context, CL_INVALID_VALUE,
				       "the program has no host pipe '%.200s'", t->symbol);
	stream = &t->build->image->streams[t->stream];
	if (reads != (stream->dst_cu == FCL_IMAGE_HOST))
		return fcl_api_explain(context, CL_INVALID_OPERATION,
				       "the host and the kernel both %s the pipe '%s'",
				       reads ? "read" : "write", stream->name);
	/* The extension specifies CL_INVALID_SIZE, but no header gives it a value. */
	if (t->size != stream->packet_size)
		return fcl_api_explain(
			context, CL_INVALID_VALUE,
			"expected one packet of %u bytes for the pipe '%s', found %zu bytes",
			stream->packet_size, stream->name, t->size);
	return CL_SUCCESS;
}

static cl_int program_pipe_enqueue(struct transfer *t, cl_command_queue queue, cl_program program,
				   const struct fcl_api_tail *tail)
{
	cl_int error = program_pipe_check_objects(t, queue, program);
	struct fcl_event *command;

	if (!error)
		error = program_pipe_check_pipe(t);
	if (!error)
		error = fcl_api_check_waits(t->queue->context, tail->nwaits, tail->waits);
	if (error)
		return error;
	command = fcl_event_create(t->queue, t->type);
	if (!command)
		return CL_OUT_OF_HOST_MEMORY;
	memset(&command->work.host_pipe, 0, sizeof(command->work.host_pipe));
	command->work.host_pipe.program = fcl_object_ref(t->program);
	command->work.host_pipe.image = t->build->image;
	pthread_mutex_lock(&t->build->device->lock);
	command->work.host_pipe.held = fcl_device_find_held(t->build->device, t->build->image);
	pthread_mutex_unlock(&t->build->device->lock);
	command->work.host_pipe.stream = t->stream;
	command->work.host_pipe.packet = t->packet;
	command->work.host_pipe.blocking = tail->blocking;
	return fcl_api_enqueue(command, tail);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadHostPipeINTEL(
	cl_command_queue command_queue, cl_program program, const char *pipe_symbol,
	cl_bool blocking_read, void *ptr, size_t size, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	struct transfer t = {.type = CL_COMMAND_READ_HOST_PIPE_INTEL,
			     .symbol = pipe_symbol,
			     .packet = ptr,
			     .size = size};
	struct fcl_api_tail tail = {blocking_read, num_events_in_wait_list, event_wait_list, event};

	return program_pipe_enqueue(&t, command_queue, program, &tail);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteHostPipeINTEL(
	cl_command_queue command_queue, cl_program program, const char *pipe_symbol,
	cl_bool blocking_write, const void *ptr, size_t size, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	struct transfer t = {.type = CL_COMMAND_WRITE_HOST_PIPE_INTEL,
			     .symbol = pipe_symbol,
			     .packet = (void *)ptr,
			     .size = size};
	struct fcl_api_tail tail = {blocking_write, num_events_in_wait_list, event_wait_list,
				    event};

	return program_pipe_enqueue(&t, command_queue, program, &tail);
}
