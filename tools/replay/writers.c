/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/writers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/replay/names.h"

static const char unknown[] = "; what it was made of when the ring began is not known";

/* The buffer that a sub-buffer is a part of. */
static struct fcl_object *writers_whole(const struct fcl_object *mem)
{
	while (mem && mem->parent)
		mem = mem->parent;
	return (struct fcl_object *)mem;
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

void fcl_writers_unknown(struct fcl_replay *replay, uint64_t note)
{
	struct fcl_value value;
	struct fcl_object *object;

	if (!fcl_values_find(fcl_capture_values(replay->capture, note), FCL_NOTE_OBJECT, &value))
		return;
	object = fcl_objects_find(&replay->objects, FCL_OBJECT_MEM, value.number);
	if (object)
		object->unknown = true;
}

bool fcl_writers_is_unknown(const struct fcl_object *mem)
{
	const struct fcl_object *whole = writers_whole(mem);

	return whole && whole->unknown;
}

bool fcl_writers_is_from_before(const struct fcl_object *mem)
{
	const struct fcl_object *whole = writers_whole(mem);

	return whole && whole->unknown && !whole->computed;
}

/* Whether the call writes all bytes of the buffer. */
static bool writes_all(const struct fcl_step *step, const struct fcl_object *mem)
{
	size_t size = 0;

	return step->id == FCL_CALL_clEnqueueWriteBuffer && !fcl_step_number(step, 3) &&
	       !clGetMemObjectInfo(mem->handle, CL_MEM_SIZE, sizeof(size), &size, NULL) &&
	       fcl_step_number(step, 4) == size;
}

static bool is_read_only(const struct fcl_object *mem)
{
	cl_mem_flags flags = 0;

	clGetMemObjectInfo(mem->handle, CL_MEM_FLAGS, sizeof(flags), &flags, NULL);
	return flags & CL_MEM_READ_ONLY;
}

/* What a kernel makes of what is not known is not known either. */
static void note_launch(const struct fcl_step *step, bool unknown_too)
{
	const struct fcl_object *kernel = step->kernel;

	for (uint32_t i = 0; i < kernel->narguments; i++)
		unknown_too |= kernel->arguments[i] && fcl_writers_is_unknown(kernel->arguments[i]);
	for (uint32_t i = 0; i < kernel->narguments; i++) {
		struct fcl_object *mem = writers_whole(kernel->arguments[i]);

		if (!mem)
			continue;
		mem->writer = step->number + 1;
		mem->computed = true;
		if (unknown_too && !mem->unknown)
			mem->unknown = !is_read_only(mem);
	}
}

void fcl_writers_note(const struct fcl_step *step, bool left_out)
{
	unsigned index = destination_of(step->id);
	struct fcl_object *mem = NULL, *from;

	if (index)
		mem = writers_whole(fcl_objects_find(&step->replay->objects, FCL_OBJECT_MEM,
						     fcl_step_number(step, index)));
	if (mem) {
		mem->writer = step->number + 1;
		if (mem->unknown && writes_all(step, mem))
			mem->unknown = false;
		from = index == 2 ? fcl_objects_find(&step->replay->objects, FCL_OBJECT_MEM,
						     fcl_step_number(step, 1))
				  : NULL;
		mem->unknown |= fcl_writers_is_unknown(from);
	}
	if (step->kernel && step->queue)
		note_launch(step, left_out);
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

/* Whether an argument of that launch had contents that are not known. */
static bool launch_is_unknown(const struct fcl_step *step, uint64_t number)
{
	struct fcl_step launch = {.replay = step->replay,
				  .call = &step->replay->capture->calls[number]};
	const struct fcl_object *kernel = fcl_objects_find(
		&step->replay->objects, FCL_OBJECT_KERNEL, fcl_step_number(&launch, 1));

	for (uint32_t i = 0; kernel && i < kernel->narguments; i++)
		if (kernel->arguments[i] && writers_whole(kernel->arguments[i])->unknown)
			return true;
	return false;
}

void fcl_writers_describe(const struct fcl_step *step, const struct fcl_object *mem, char *ret_text,
			  size_t size)
{
	const struct fcl_object *all = writers_whole(mem);
	char name[128];
	const char *kernel;
	uint64_t number;

	ret_text[0] = '\0';
	if (!all || !all->writer)
		return;
	number = all->writer - 1;
	kernel = kernel_of(step, number, name, sizeof(name));
	snprintf(ret_text, size, "; it was last written by call %" PRIu64 ", %s%s%s%s", number,
		 fcl_replay_name(step->replay, number), kernel ? " of " : "", kernel ? kernel : "",
		 launch_is_unknown(step, number) ? unknown : "");
}
