/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/writers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/replay/names.h"

static struct fcl_object *writers_whole(struct fcl_object *mem)
{
	while (mem && mem->parent)
		mem = mem->parent;
	return mem;
}

/* Where the parameter that is written to is; 0: none is. */
static unsigned destination_of(enum fcl_call_id id)
{
	switch (id) {
	case FCL_CALL_clEnqueueWriteBuffer:
	case FCL_CALL_clEnqueueWriteBufferRect:
	case FCL_CALL_clEnqueueWriteImage:
	case FCL_CALL_clEnqueueFillBuffer:
	case FCL_CALL_clEnqueueFillImage:
	case FCL_CALL_clEnqueueUnmapMemObject:
		return 1;
	case FCL_CALL_clEnqueueCopyBuffer:
	case FCL_CALL_clEnqueueCopyBufferRect:
	case FCL_CALL_clEnqueueCopyImage:
	case FCL_CALL_clEnqueueCopyImageToBuffer:
	case FCL_CALL_clEnqueueCopyBufferToImage:
		return 2;
	default:
		return 0;
	}
}

void fcl_writers_note(const struct fcl_step *step)
{
	unsigned index = destination_of(step->id);
	struct fcl_object *mem = NULL;

	if (index)
		mem = writers_whole(fcl_objects_find(&step->replay->objects, FCL_OBJECT_MEM,
						     fcl_step_number(step, index)));
	if (mem)
		mem->writer = step->number + 1;
	if (!step->kernel || !step->queue)
		return;
	for (uint32_t i = 0; i < step->kernel->narguments; i++)
		if (step->kernel->arguments[i])
			writers_whole(step->kernel->arguments[i])->writer = step->number + 1;
}

void fcl_writers_part(const struct fcl_step *step, struct fcl_object *part,
		      struct fcl_object *parent)
{
	struct fcl_value value;
	cl_buffer_region region;

	part->parent = parent;
	if (!parent || !parent->host || !fcl_step_result(step, 3, &value) ||
	    value.type != FCL_VALUE_BYTES || value.size != sizeof(region))
		return;
	memcpy(&region, value.bytes, sizeof(region));
	if (region.origin > parent->host_size || region.size > parent->host_size - region.origin)
		return;
	part->host = parent->host + region.origin;
	part->host_size = region.size;
}

static int change_of(const char *name)
{
	if (!strncmp(name, "clRetain", 8))
		return 1;
	return !strncmp(name, "clRelease", 9) ? -1 : 0;
}

void fcl_writers_references(const struct fcl_step *step)
{
	int change = change_of(fcl_replay_name(step->replay, step->number));
	struct fcl_object *object;

	if (!change || step->status)
		return;
	object = fcl_objects_find(&step->replay->objects, 0, fcl_step_number(step, 0));
	if (object && object->type != FCL_OBJECT_DEVICE)
		object->references += change;
}

/* The kernel that the call launched. */
static const char *kernel_of(const struct fcl_step *step, uint64_t number, char *name, size_t size)
{
	struct fcl_step launch = {.replay = step->replay,
				  .call = &step->replay->capture->calls[number]};
	const struct fcl_object *kernel = fcl_objects_find(
		&step->replay->objects, FCL_OBJECT_KERNEL, fcl_step_number(&launch, 1));

	if (!kernel || clGetKernelInfo(kernel->handle, CL_KERNEL_FUNCTION_NAME, size, name, NULL))
		return NULL;
	return name;
}

void fcl_writers_describe(const struct fcl_step *step, const struct fcl_object *mem, char *ret_text,
			  size_t size)
{
	const struct fcl_object *all = mem;
	char name[128];
	const char *kernel;
	uint64_t number;

	ret_text[0] = '\0';
	while (all && all->parent)
		all = all->parent;
	if (!all || !all->writer)
		return;
	number = all->writer - 1;
	kernel = kernel_of(step, number, name, sizeof(name));
	snprintf(ret_text, size, "; it was last written by call %" PRIu64 ", %s%s%s", number,
		 fcl_replay_name(step->replay, number), kernel ? " of " : "", kernel ? kernel : "");
}
