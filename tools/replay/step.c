/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/step.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 20 };

struct fcl_step_memory {
	struct fcl_step_memory *next;
	_Alignas(16) char bytes[];
};

struct fcl_step *fcl_step_create(struct fcl_replay *replay, uint64_t number)
{
	struct fcl_step *step = calloc(1, sizeof(*step));

	if (!step)
		return NULL;
	step->replay = replay;
	step->number = number;
	step->call = &replay->capture->calls[number];
	/* What it waited for when the program was killed may never come. */
	step->split = !step->call->alone || !step->call->result;
	return step;
}

void fcl_step_drop_contents(struct fcl_replay_contents *contents)
{
	if (contents && !--contents->users)
		free(contents);
}

void fcl_step_free(struct fcl_step *step)
{
	if (!step)
		return;
	while (step->memory) {
		struct fcl_step_memory *next = step->memory->next;

		free(step->memory);
		step->memory = next;
	}
	fcl_step_drop_contents(step->contents);
	if (step->needs_event && step->event)
		clReleaseEvent(step->event);
	free(step);
}

void fcl_step_skip(struct fcl_step *step, const char *format, ...)
{
	va_list args;

	if (step->skip)
		return;
	step->skip = true;
	va_start(args, format);
	vsnprintf(step->why, sizeof(step->why), format, args);
	va_end(args);
}

void *fcl_step_memory(struct fcl_step *step, size_t size)
{
	struct fcl_step_memory *memory = NULL;

	if (size < SIZE_MAX - sizeof(*memory) - 16)
		memory = calloc(1, sizeof(*memory) + size + 16);
	if (!memory) {
		fcl_step_skip(step, "%zu bytes of memory are not available", size);
		return NULL;
	}
	memory->next = step->memory;
	step->memory = memory;
	step->bytes += size;
	return memory->bytes;
}

bool fcl_step_value(const struct fcl_step *step, unsigned index, struct fcl_value *ret_value)
{
	return fcl_values_find(fcl_capture_values(step->replay->capture, step->call->at), index,
			       ret_value);
}

bool fcl_step_result(const struct fcl_step *step, unsigned index, struct fcl_value *ret_value)
{
	return step->call->result &&
	       fcl_values_find(fcl_capture_values(step->replay->capture, step->call->result), index,
			       ret_value);
}

/* The same, where calls that failed, or have not returned, have nothing. */
static bool find_taken(struct fcl_step *step, unsigned index, struct fcl_value *ret_value)
{
	if (fcl_step_result(step, index, ret_value))
		return true;
	if (!step->call->result)
		fcl_step_skip(step, "it had not returned when the capture ended");
	else if (step->call->status)
		fcl_step_skip(step, "it failed in the program, too");
	return false;
}

uint64_t fcl_step_number(const struct fcl_step *step, unsigned index)
{
	struct fcl_value value;

	return fcl_step_value(step, index, &value) && value.type == FCL_VALUE_NUMBER ? value.number
										     : 0;
}

static struct fcl_object *step_find(struct fcl_step *step, enum fcl_object_type type,
				    uint64_t captured)
{
	struct fcl_object *object = fcl_objects_find(&step->replay->objects, type, captured);

	if (!object && captured)
		fcl_step_skip(step, "object 0x%" PRIx64 " is not there", captured);
	return object;
}

struct fcl_object *fcl_step_object(struct fcl_step *step, unsigned index, enum fcl_object_type type)
{
	return step_find(step, type, fcl_step_number(step, index));
}

void *fcl_step_handle(struct fcl_step *step, unsigned index, enum fcl_object_type type)
{
	struct fcl_object *object = fcl_step_object(step, index, type);

	if (object && type == FCL_OBJECT_KERNEL)
		step->kernel = object;
	if (object && type == FCL_OBJECT_QUEUE)
		step->queue = object;
	return object ? object->handle : NULL;
}

/* The parameter's list; NULL if the program passed none. It must have `count` items. */
static uint64_t *step_take_list(struct fcl_step *step, unsigned index, uint64_t count)
{
	struct fcl_value value;
	const uint8_t *at;
	uint64_t *list;

	if (!fcl_step_value(step, index, &value))
		return NULL;
	if (value.type != FCL_VALUE_LIST || value.number != count) {
		fcl_step_skip(step, "a list has %" PRIu64 " elements, and not %" PRIu64,
			      value.number, count);
		return NULL;
	}
	list = fcl_step_memory(step, (size_t)(count + 2) * sizeof(*list));
	at = value.bytes;
	for (uint64_t i = 0; list && i < count; i++)
		list[i] = fcl_value_item(&value, &at);
	return list;
}

void *fcl_step_list(struct fcl_step *step, unsigned index, uint64_t count)
{
	return step_take_list(step, index, count);
}

void *fcl_step_handles(struct fcl_step *step, unsigned index, enum fcl_object_type type,
		       uint64_t count)
{
	uint64_t *list = step_take_list(step, index, count);
	void **handles = (void **)list;

	for (uint64_t i = 0; list && i < count; i++) {
		struct fcl_object *object = step_find(step, type, list[i]);

		handles[i] = object ? object->handle : NULL;
	}
	return handles;
}

/* The platform that the program chose is that of the replay's devices. */
static void replace_platform(struct fcl_step *step, uint64_t *list, uint64_t count)
{
	const struct fcl_object *object = step->replay->objects.all;
	cl_platform_id platform = NULL;

	while (object && object->type != FCL_OBJECT_DEVICE)
		object = object->made_before;
	if (object)
		clGetDeviceInfo(object->handle, CL_DEVICE_PLATFORM, sizeof(cl_platform_id),
				&platform, NULL);
	for (uint64_t i = 0; i + 1 < count; i += 2)
		if (list[i] == CL_CONTEXT_PLATFORM)
			list[i + 1] = (uintptr_t)platform;
}

void *fcl_step_properties(struct fcl_step *step, unsigned index)
{
	struct fcl_value value;
	uint64_t *list;

	if (!fcl_step_value(step, index, &value))
		return NULL;
	list = step_take_list(step, index, value.number);
	if (list &&
	    (step->id == FCL_CALL_clCreateContext || step->id == FCL_CALL_clCreateContextFromType))
		replace_platform(step, list, value.number);
	return list;
}

static char *text_of(struct fcl_step *step, const struct fcl_value *value)
{
	char *text = fcl_step_memory(step, value->size + 1);

	if (text)
		memcpy(text, value->bytes, value->size);
	return text;
}

char *fcl_step_text(struct fcl_step *step, unsigned index)
{
	struct fcl_value value;

	if (!fcl_step_value(step, index, &value) || value.type != FCL_VALUE_TEXT)
		return NULL;
	return text_of(step, &value);
}

void *fcl_step_texts(struct fcl_step *step, unsigned index, uint64_t count)
{
	struct fcl_value value;
	struct fcl_values values;
	char **texts;
	uint64_t i = 0;

	if (!find_taken(step, index, &value))
		return NULL;
	texts = count < UINT32_MAX ? fcl_step_memory(step, (size_t)count * sizeof(*texts)) : NULL;
	values = fcl_capture_values(step->replay->capture, step->call->result);
	while (texts && i < count && fcl_values_next(&values, &value))
		if (value.index == index && value.type == FCL_VALUE_TEXT)
			texts[i++] = text_of(step, &value);
	if (i < count)
		fcl_step_skip(step, "it has too few texts");
	return texts;
}

void *fcl_step_bytes(struct fcl_step *step, unsigned index, uint64_t size)
{
	struct fcl_value value;
	void *bytes;

	if (!find_taken(step, index, &value))
		return NULL;
	if (value.type != FCL_VALUE_BYTES || value.size != size) {
		fcl_step_skip(step, "it has %" PRIu64 " bytes, and not %" PRIu64, value.number,
			      size);
		return NULL;
	}
	bytes = fcl_step_memory(step, value.size);
	if (bytes && value.size)
		memcpy(bytes, value.bytes, value.size);
	return bytes;
}

void *fcl_step_desc(struct fcl_step *step, unsigned index)
{
	struct fcl_value value;
	cl_image_desc *desc;

	if (!fcl_step_value(step, index, &value))
		return NULL;
	desc = fcl_step_memory(step, sizeof(*desc));
	if (!desc || value.type != FCL_VALUE_BYTES || value.size != sizeof(*desc)) {
		fcl_step_skip(step, "it has no description of an image");
		return NULL;
	}
	memcpy(desc, value.bytes, sizeof(*desc));
	if (desc->mem_object) {
		struct fcl_object *object = step_find(step, FCL_OBJECT_MEM,
						      (uintptr_t)desc->mem_object);

		desc->mem_object = object ? object->handle : NULL;
	}
	return desc;
}

uint64_t fcl_step_sync_key(const struct fcl_step *step, cl_uint captured)
{
	return fcl_step_number(step, 0) ^ ((uint64_t)captured + 1) << 48;
}

cl_uint *fcl_step_sync_points(struct fcl_step *step, unsigned index, uint64_t count)
{
	struct fcl_value value;
	cl_uint *points;

	if (!fcl_step_value(step, index, &value))
		return NULL;
	points = fcl_step_memory(step, value.size);
	if (value.type != FCL_VALUE_BYTES || value.size != count * sizeof(*points)) {
		fcl_step_skip(step, "it has too few points to wait for");
		return NULL;
	}
	if (points)
		memcpy(points, value.bytes, value.size);
	for (uint64_t i = 0; points && i < count; i++) {
		struct fcl_object *object = step_find(step, FCL_OBJECT_SYNC_POINT,
						      fcl_step_sync_key(step, points[i]));

		points[i] = object ? (cl_uint)((uintptr_t)object->handle - 1) : 0;
	}
	return points;
}

void fcl_step_pack_desc(const cl_image_desc *desc)
{
	if (!desc)
		return;
	((cl_image_desc *)desc)->image_row_pitch = 0;
	((cl_image_desc *)desc)->image_slice_pitch = 0;
}

/* --- kernel arguments ------------------------------------------------------------------------- */

/* Whether a value that is also some object's handle is a number: what the kernel says decides. */
static bool step_is_number(cl_kernel kernel, cl_uint argument)
{
	cl_kernel_arg_address_qualifier address = 0;
	cl_kernel_arg_type_qualifier qualifier = 0;
	char type[64] = "";

	if (clGetKernelArgInfo(kernel, argument, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address),
			       &address, NULL) ||
	    address != CL_KERNEL_ARG_ADDRESS_PRIVATE)
		return false;
	clGetKernelArgInfo(kernel, argument, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(qualifier),
			   &qualifier, NULL);
	clGetKernelArgInfo(kernel, argument, CL_KERNEL_ARG_TYPE_NAME, sizeof(type), type, NULL);
	return !(qualifier & CL_KERNEL_ARG_TYPE_PIPE) && strcmp(type, "sampler_t") != 0 &&
	       strcmp(type, "queue_t") != 0;
}

static void keep_argument(struct fcl_step *step, cl_uint argument, struct fcl_object *mem)
{
	struct fcl_object *kernel = step->kernel;
	struct fcl_object **more;

	if (!kernel || argument > 4096)
		return;
	if (argument >= kernel->narguments) {
		more = realloc(kernel->arguments, (argument + 1) * sizeof(struct fcl_object *));
		if (!more)
			return;
		for (cl_uint i = kernel->narguments; i <= argument; i++)
			more[i] = NULL;
		kernel->arguments = more;
		kernel->narguments = argument + 1;
	}
	kernel->arguments[argument] = mem;
}

void *fcl_step_argument(struct fcl_step *step, unsigned index, cl_uint argument, size_t size)
{
	struct fcl_value value;
	struct fcl_object *object = NULL;
	uint64_t handle;
	void **bytes;

	if (!find_taken(step, index, &value))
		return NULL;
	bytes = fcl_step_bytes(step, index, size);
	if (bytes && size == sizeof(handle) && step->kernel) {
		memcpy(&handle, bytes, sizeof(handle));
		object = fcl_objects_find(&step->replay->objects, 0, handle);
		if (object && step_is_number(step->kernel->handle, argument))
			object = NULL;
		if (object)
			memcpy(bytes, &object->handle, sizeof(handle));
	}
	keep_argument(step, argument, object && object->type == FCL_OBJECT_MEM ? object : NULL);
	return bytes;
}

/* --- contents --------------------------------------------------------------------------------- */

static void *take_contents(struct fcl_step *step, const struct fcl_value *value)
{
	struct fcl_err err;
	void *bytes;

	bytes = fcl_step_memory(step, (size_t)value->number);
	if (bytes && fcl_capture_contents(step->replay->capture, value, bytes, &err))
		fcl_step_skip(step, "%.200s", err.text);
	return bytes;
}

void *fcl_step_contents_of(struct fcl_step *step, const struct fcl_value *value, uint64_t size)
{
	if (fcl_value_has_contents(value) && value->number == size)
		return take_contents(step, value);
	fcl_step_skip(step, "it has %" PRIu64 " bytes, and not %" PRIu64, value->number, size);
	return NULL;
}

/* Large contents, which nobody writes to: the last ones again if they are the same. */
static void *share_contents(struct fcl_step *step, const struct fcl_value *value)
{
	struct fcl_replay_contents *last = step->replay->last_contents;
	struct fcl_err err;

	if (last && last->size == value->number && last->chunks_size == value->size &&
	    !memcmp(last->chunks, value->bytes, value->size)) {
		last->users++;
		step->contents = last;
		step->bytes += last->size;
		return last->bytes;
	}
	last = value->number < SIZE_MAX - sizeof(*last)
		       ? malloc(sizeof(*last) + (size_t)value->number)
		       : NULL;
	if (!last || fcl_capture_contents(step->replay->capture, value, last->bytes, &err)) {
		fcl_step_skip(step, "%.200s", last ? err.text : "memory has run out");
		free(last);
		return NULL;
	}
	last->chunks = value->bytes;
	last->chunks_size = value->size;
	last->size = value->number;
	last->users = 2;
	fcl_step_drop_contents(step->replay->last_contents);
	step->replay->last_contents = step->contents = last;
	step->bytes += last->size;
	return last->bytes;
}

void *fcl_step_data(struct fcl_step *step, unsigned index, uint64_t size)
{
	struct fcl_value value;

	if (!find_taken(step, index, &value))
		return NULL;
	step->needs_event = true; /* to know when the command has read them */
	if (value.type == FCL_VALUE_CHUNKS && value.number >= LARGE && value.number == size &&
	    !step->contents)
		return share_contents(step, &value);
	return fcl_step_contents_of(step, &value, size);
}

/* Calls that refused the contents have them, too. */
static struct fcl_values begin_contents(struct fcl_step *step, unsigned index)
{
	struct fcl_value value;

	if (!find_taken(step, index, &value))
		return (struct fcl_values){0};
	return fcl_capture_values(step->replay->capture, step->call->result);
}

static bool next_contents(struct fcl_values *values, unsigned index, struct fcl_value *ret_value)
{
	while (values->at && fcl_values_next(values, ret_value))
		if (ret_value->index == index && fcl_value_has_contents(ret_value))
			return true;
	return false;
}

void *fcl_step_contents(struct fcl_step *step, unsigned index, uint64_t count)
{
	struct fcl_values values = begin_contents(step, index);
	struct fcl_value value;
	void **list = count < UINT32_MAX ? fcl_step_memory(step, (size_t)count * sizeof(*list))
					 : NULL;
	uint64_t i = 0;

	while (list && i < count && next_contents(&values, index, &value))
		list[i++] = take_contents(step, &value);
	if (i < count)
		fcl_step_skip(step, "it has too few contents");
	return list;
}

void *fcl_step_lengths(struct fcl_step *step, unsigned index, uint64_t count)
{
	struct fcl_values values = begin_contents(step, index);
	struct fcl_value value;
	size_t *list = count < UINT32_MAX ? fcl_step_memory(step, (size_t)count * sizeof(*list))
					  : NULL;

	for (uint64_t i = 0; list && i < count && next_contents(&values, index, &value); i++)
		list[i] = (size_t)value.number;
	return list;
}

void *fcl_step_made(struct fcl_step *step, unsigned index)
{
	struct fcl_value value;

	if (!fcl_step_result(step, index, &value) || value.type != FCL_VALUE_LIST)
		return NULL;
	/* The replay's device may have more: none is written beyond what is asked for. */
	return fcl_step_memory(step, (size_t)(value.number + fcl_step_number(step, 1) +
					      fcl_step_number(step, 2) % 65536) *
					     sizeof(void *));
}

void fcl_step_back(struct fcl_step *step, const struct fcl_step_back *back)
{
	if (step->nbacks < FCL_STEP_BACKS)
		step->backs[step->nbacks++] = *back;
	step->needs_event = true;
}

void *fcl_step_read(struct fcl_step *step, unsigned index, struct fcl_object *mem, uint64_t size)
{
	char *bytes = size < SIZE_MAX ? fcl_step_memory(step, (size_t)size) : NULL;
	struct fcl_step_back back = {.index = index, .at = bytes, .size = (size_t)size, .mem = mem};

	if (bytes)
		fcl_step_back(step, &back);
	else
		fcl_step_skip(step, "it reads too much");
	return bytes;
}
