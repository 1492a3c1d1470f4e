/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/traced.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/trace/trace.h"

/* The ids of the commands that a command waited for. */
struct fcl_traced {
	uint32_t count;
	uint64_t after[];
};

void fcl_traced_enqueued(struct fcl_event *event, uint32_t nwaits, struct fcl_event *const *waits,
			 uint64_t follows)
{
	struct fcl_traced *traced;
	uint32_t count = 0;

	if (!nwaits && !follows)
		return;
	traced = malloc(sizeof(*traced) + (nwaits + (size_t)1) * sizeof(traced->after[0]));
	if (!traced)
		return;
	if (follows)
		traced->after[count++] = follows;
	for (uint32_t i = 0; i < nwaits; i++)
		if (waits[i]->trace_id && waits[i]->trace_id != follows)
			traced->after[count++] = waits[i]->trace_id;
	traced->count = count;
	event->traced = traced;
}

void fcl_traced_again(struct fcl_event *event)
{
	event->trace_id = fcl_trace_id();
	event->queued_ns = fcl_now_ns();
	event->submit_ns = event->start_ns = event->end_ns = 0;
}

#define TYPE(name)                                                                                 \
	{                                                                                          \
		CL_COMMAND_##name, #name                                                           \
	}

static const struct type {
	cl_command_type type;
	const char *name;
} types[] = {
	TYPE(NDRANGE_KERNEL),
	TYPE(TASK),
	TYPE(READ_BUFFER),
	TYPE(WRITE_BUFFER),
	TYPE(COPY_BUFFER),
	TYPE(FILL_BUFFER),
	TYPE(READ_BUFFER_RECT),
	TYPE(WRITE_BUFFER_RECT),
	TYPE(COPY_BUFFER_RECT),
	TYPE(MAP_BUFFER),
	TYPE(UNMAP_MEM_OBJECT),
	TYPE(MIGRATE_MEM_OBJECTS),
	TYPE(MARKER),
	TYPE(BARRIER),
	TYPE(SVM_FREE),
	TYPE(SVM_MEMCPY),
	TYPE(SVM_MEMFILL),
	TYPE(SVM_MAP),
	TYPE(SVM_UNMAP),
	TYPE(SVM_MIGRATE_MEM),
	TYPE(COMMAND_BUFFER_KHR),
};

static const char *traced_type_name(cl_command_type type)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].type == type)
			return types[i].name;
	return "OTHER";
}

static const char *traced_name_of(const struct fcl_event *event, const char *type)
{
	return fcl_event_is_launch(event) ? fcl_event_kernel_name(event) : type;
}

static uint64_t box_bytes(const struct fcl_hal_box *box)
{
	return box->region[0] * box->region[1] * box->region[2];
}

static uint64_t migrated_bytes(const struct fcl_event *event)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < event->work.migrate.nmems; i++)
		bytes += event->work.migrate.mems[i]->size;
	return bytes;
}

static uint64_t traced_bytes_of(const struct fcl_event *event)
{
	switch (event->as) {
	case CL_COMMAND_READ_BUFFER:
	case CL_COMMAND_READ_BUFFER_RECT:
	case CL_COMMAND_WRITE_BUFFER:
	case CL_COMMAND_WRITE_BUFFER_RECT:
		return box_bytes(&event->work.transfer.box);
	case CL_COMMAND_COPY_BUFFER:
	case CL_COMMAND_COPY_BUFFER_RECT:
		return box_bytes(&event->work.copy.box);
	case CL_COMMAND_FILL_BUFFER:
		return event->work.fill.size;
	case CL_COMMAND_MAP_BUFFER:
	case CL_COMMAND_UNMAP_MEM_OBJECT:
		return event->work.map.size;
	case CL_COMMAND_MIGRATE_MEM_OBJECTS:
		return migrated_bytes(event);
	case CL_COMMAND_SVM_MEMCPY:
		return event->work.host_copy.size;
	default:
		return 0;
	}
}

void fcl_traced_ended(struct fcl_event *event, int32_t status)
{
	const char *type = traced_type_name(event->type);
	struct fcl_trace_command command = {
		.name = traced_name_of(event, type),
		.type = type,
		.id = event->trace_id,
		.queued_ns = event->queued_ns,
		.submit_ns = event->submit_ns,
		.start_ns = event->start_ns,
		.end_ns = event->end_ns,
		.bytes = traced_bytes_of(event),
		.status = status,
	};

	/* The command was enqueued before the trace began. */
	if (!event->queue || !event->trace_id)
		return;
	command.queue = event->queue->trace_id;
	command.device = event->queue->device->trace_name;
	if (event->traced) {
		command.after = event->traced->after;
		command.nafter = event->traced->count;
	}
	/* A failed command has no times from the board. */
	if (!command.end_ns)
		command.end_ns = fcl_now_ns();
	if (!command.start_ns)
		command.start_ns = command.submit_ns ? command.submit_ns : command.end_ns;
	fcl_trace_command(&command);
	free(event->traced);
	event->traced = NULL;
}
