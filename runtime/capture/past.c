/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/past.h"

#include <CL/cl.h>
#include <string.h>

#include "base/capture/recorder.h"
#include "base/capture/ring_write.h"
#include "runtime/capture/ids.h"
#include "runtime/capture/past_objects.h"
#include "runtime/capture/past_rows.h"
#include "runtime/capture/past_running.h"
#include "runtime/capture/past_values.h"
#include "runtime/capture/past_write.h"
#include "runtime/capture/table.h"

/* What each forgotten call leaves. */

/* Calls whose result is not forgotten yet. */
enum { OPEN = 64 };

/* The key of what is not replaced by a later call. */
#define RECORDED (UINT64_MAX - 1)

static struct open_call {
	const fcl_ring_record *record;
	fcl_ring_record *copy; /* the same, where its block is gone */
	uint64_t number;
} open_calls[OPEN];
static unsigned nopen;

/* --- keeping calls ---------------------------------------------------------------------------- */

static void body_begin_like(struct fcl_body *body, const fcl_ring_record *record)
{
	const uint8_t *values = fcl_past_values_of(record).at;

	fcl_body_begin(body);
	fcl_body_raw(body, record + 1, (size_t)(values - (const uint8_t *)(record + 1)));
}

/* A copy without events, which are not there any more, and which waits for its command. */
static fcl_ring_record *copy_without_events(const fcl_ring_record *record)
{
	const struct fcl_past_row *row = &fcl_past_rows[record->call];
	struct fcl_past_values values = fcl_past_values_of(record);
	const uint8_t *from = values.at;
	struct fcl_value value;
	fcl_ring_record *made;
	struct fcl_body body;

	if (!row->dropped && row->blocking < 0)
		return fcl_recorder_copy(record);
	body_begin_like(&body, record);
	if (record->kind == FCL_CAPTURE_CALL && row->blocking >= 0)
		fcl_body_number(&body, (unsigned)row->blocking, 1);
	for (; fcl_past_values_next(&values, &value); from = values.at)
		if (value.index >= 32 ||
		    (!(row->dropped >> value.index & 1) && (int)value.index != row->blocking))
			fcl_body_raw(&body, from, (size_t)(values.at - from));
	body.chunks = record->zero;
	made = fcl_recorder_make(record, &body);
	fcl_body_free(&body);
	return made;
}

static void name_list(struct fcl_past_call *kept, const struct fcl_value *value)
{
	const uint8_t *at = value->bytes;
	uint64_t number;

	while (fcl_value_leb(&at, value->bytes + value->size, &number))
		fcl_past_name(kept, fcl_past_find(number));
}

/* A buffer or a pointer as a kernel's argument, and the buffer that an image is on. */
static void name_bytes(struct fcl_past_call *kept, const struct fcl_value *value)
{
	uint64_t handle = 0;

	if (value->type == FCL_VALUE_BYTES && value->size == sizeof(handle))
		memcpy(&handle, value->bytes, sizeof(handle));
	else if (value->type == FCL_VALUE_BYTES && value->size == sizeof(cl_image_desc))
		memcpy(&handle, value->bytes + offsetof(cl_image_desc, mem_object), sizeof(handle));
	fcl_past_name(kept, fcl_past_find(handle));
}

static void name_all(struct fcl_past_call *kept, const fcl_ring_record *call,
		     const fcl_ring_record *result)
{
	const struct fcl_past_row *row = &fcl_past_rows[call->call];
	struct fcl_past_values values = fcl_past_values_of(call),
			       results = fcl_past_values_of(result);
	struct fcl_value value;

	while (fcl_past_values_next(&values, &value)) {
		uint32_t bit = value.index < 32 ? (uint32_t)1 << value.index : 0;

		if (value.type == FCL_VALUE_NUMBER && (row->handles & bit))
			fcl_past_name(kept, fcl_past_find(value.number));
		else if (value.type == FCL_VALUE_LIST && (row->lists & bit))
			name_list(kept, &value);
		else
			name_bytes(kept, &value);
	}
	while (fcl_past_values_next(&results, &value))
		name_bytes(kept, &value);
}

static struct fcl_past_call *keep(struct fcl_past_object *owner, enum fcl_past_why why,
				  uint64_t key, const fcl_ring_record *call,
				  const fcl_ring_record *result)
{
	struct fcl_past_call *kept;

	if (!owner)
		return NULL;
	kept = fcl_past_keep(owner, why, key, copy_without_events(call),
			     copy_without_events(result));
	if (kept)
		name_all(kept, call, result);
	return kept;
}

/* In place of an earlier one with that key. */
static void keep_setting(struct fcl_past_object *owner, uint64_t key, const fcl_ring_record *call,
			 const fcl_ring_record *result)
{
	struct fcl_past_call *before = owner ? fcl_past_call_of(owner, FCL_PAST_SETS, key) : NULL;

	keep(owner, FCL_PAST_SETS, key, call, result);
	if (before)
		fcl_past_drop(before);
}

/* --- objects ---------------------------------------------------------------------------------- */

static enum fcl_past_type type_of(const char *type)
{
	if (!strncmp(type, "cl_mem", 6))
		return FCL_PAST_MEM;
	if (!strncmp(type, "cl_kernel", 9))
		return FCL_PAST_KERNEL;
	return strncmp(type, "cl_event", 8) ? FCL_PAST_OTHER : FCL_PAST_EVENT;
}

static void describe_memory(struct fcl_past_object *mem, const fcl_ring_record *call,
			    const fcl_ring_record *result)
{
	uint64_t flags = fcl_past_record_number(call, 1);
	struct fcl_value value;
	cl_buffer_region region;

	if (call->call == FCL_CALL_clCreateBuffer)
		mem->size = fcl_past_record_number(call, 2);
	if (call->call == FCL_CALL_clCreateBufferWithProperties) {
		flags = fcl_past_record_number(call, 2);
		mem->size = fcl_past_record_number(call, 3);
	}
	mem->constant = flags & CL_MEM_READ_ONLY;
	if (call->call != FCL_CALL_clCreateSubBuffer || !fcl_past_record_value(result, 3, &value) ||
	    value.type != FCL_VALUE_BYTES || value.size != sizeof(region))
		return;
	memcpy(&region, value.bytes, sizeof(region));
	mem->whole = fcl_past_record_object(call, 0);
	mem->offset = region.origin;
	mem->size = region.size;
}

/* A clone has the arguments that the kernel had: calls that set them for the clone. */
static void clone_arguments(struct fcl_past_object *clone, const struct fcl_past_call *setting)
{
	struct fcl_past_values values;
	const uint8_t *from;
	struct fcl_value value;
	struct fcl_body body;
	struct fcl_past_call *kept;

	if (!setting)
		return;
	clone_arguments(clone, setting->next);
	if (setting->why != FCL_PAST_SETS || setting->key == UINT64_MAX)
		return;
	values = fcl_past_values_of(setting->call);
	body_begin_like(&body, setting->call);
	fcl_body_number(&body, 0, clone->handle);
	for (from = values.at; fcl_past_values_next(&values, &value); from = values.at)
		if (value.index)
			fcl_body_raw(&body, from, (size_t)(values.at - from));
	kept = fcl_past_keep(clone, FCL_PAST_SETS, setting->key,
			     fcl_recorder_make(setting->call, &body),
			     fcl_recorder_copy(setting->result));
	fcl_body_free(&body);
	for (unsigned i = 0; kept && i < setting->nnamed; i++)
		fcl_past_name(kept, setting->named[i]);
}

static struct fcl_past_object *made(uint64_t handle, const fcl_ring_record *call,
				    const fcl_ring_record *result)
{
	struct fcl_past_object *object =
		handle ? fcl_past_add(handle, type_of(fcl_call_table[call->call].type)) : NULL;
	struct fcl_past_object *source = fcl_past_record_object(call, 0);

	if (!object)
		return NULL;
	keep(object, FCL_PAST_CREATES, 0, call, result);
	if (object->type == FCL_PAST_MEM)
		describe_memory(object, call, result);
	object->in_order = fcl_running_is_in_order(call);
	object->constants = fcl_past_record_number(result, FCL_CAPTURE_CONSTANTS);
	if (call->call == FCL_CALL_clCloneKernel && source) {
		object->constants = source->constants;
		clone_arguments(object, source->calls);
	}
	return object;
}

/* Objects of a list: the first one's creation is that of all. */
static void made_list(unsigned index, const fcl_ring_record *call, const fcl_ring_record *result)
{
	struct fcl_past_object *object, *leader = NULL;
	const uint8_t *at;
	struct fcl_value value;
	uint64_t handle;

	if (!fcl_past_record_value(result, index, &value) || value.type != FCL_VALUE_LIST)
		return;
	at = value.bytes;
	while (fcl_value_leb(&at, value.bytes + value.size, &handle)) {
		if (!leader) {
			leader = made(handle, call, result);
			if (!leader)
				return;
			leader->type = type_of(fcl_call_table[call->call].parameters[index].type);
			continue;
		}
		object = fcl_past_add(handle, leader->type);
		if (!object)
			return;
		object->needs = leader;
		leader->users++;
	}
}

static void made_event(uint64_t handle, struct fcl_past_object *queue, uint64_t number)
{
	struct fcl_past_object *event = handle && queue ? fcl_past_add(handle, FCL_PAST_EVENT)
							: NULL;

	if (!event)
		return;
	event->needs = queue;
	event->command = number;
	queue->users++;
}

static unsigned position_of(unsigned id, const char *name)
{
	unsigned i = 0;

	while (i < 15 && fcl_call_table[id].parameters[i].name &&
	       strcmp(fcl_call_table[id].parameters[i].name, name) != 0)
		i++;
	return i;
}

static void freed_list(const fcl_ring_record *call, unsigned index)
{
	struct fcl_value value;
	const uint8_t *at;
	uint64_t address;

	if (!fcl_past_record_value(call, index, &value) || value.type != FCL_VALUE_LIST)
		return;
	at = value.bytes;
	while (fcl_value_leb(&at, value.bytes + value.size, &address)) {
		struct fcl_past_object *svm = fcl_past_find(address);

		if (svm)
			fcl_past_count(svm, -svm->references);
	}
}

/* --- contents --------------------------------------------------------------------------------- */

static void written(struct fcl_past_object *mem, uint64_t from, uint64_t size,
		    const fcl_ring_record *call, const fcl_ring_record *result)
{
	struct fcl_past_object *whole = mem && mem->whole ? mem->whole : mem;

	if (mem)
		fcl_past_wrote(mem, keep(whole, FCL_PAST_WRITES, 0, call, result), from,
			       from + size);
}

static void written_somewhere(struct fcl_past_object *mem, const fcl_ring_record *call,
			      const fcl_ring_record *result)
{
	if (mem)
		fcl_past_wrote(mem, keep(mem, FCL_PAST_WRITES, 0, call, result), 1, 0);
}

static void unknown(struct fcl_past_object *mem)
{
	if (mem)
		fcl_past_unknown(mem);
}

/* What has these contents: the values of a call that writes them, before them and after. */
struct write {
	unsigned id, at;          /* of the call; the position of its contents */
	uint64_t queue, to, from; /* `to`: a buffer, or an address */
	const struct fcl_value *contents;
	bool chunks;
};

static void put_contents(struct fcl_body *body, const struct write *write)
{
	const struct fcl_value *contents = write->contents;

	if (contents->type == FCL_VALUE_BYTES)
		fcl_body_bytes(body, write->at, contents->bytes, contents->size);
	else
		fcl_body_contents(body, write->at, FCL_VALUE_CHUNKS, contents->number);
	if (contents->type == FCL_VALUE_CHUNKS)
		fcl_body_raw(body, contents->bytes, contents->size);
}

/* A call that writes contents which the host has written without one, and which mem owns. */
static void write_instead(struct fcl_past_object *mem, const struct write *write)
{
	struct fcl_past_object *whole = mem->whole ? mem->whole : mem;
	struct fcl_capture_record head = {.call = (uint16_t)write->id};
	bool buffer = write->id == FCL_CALL_clEnqueueWriteBuffer;
	struct fcl_body call, result;
	struct fcl_past_call *kept;
	fcl_ring_record *made;
	uint64_t time = 0;

	fcl_body_begin(&call);
	fcl_body_raw(&call, &time, sizeof(time));
	fcl_body_number(&call, 0, write->queue);
	fcl_body_number(&call, 1, buffer ? write->to : 1);
	fcl_body_number(&call, 2, buffer ? 1 : write->to);
	fcl_body_number(&call, 3, buffer ? write->from : 0);
	fcl_body_number(&call, 4, write->contents->number);
	fcl_body_begin(&result);
	fcl_body_raw(&result, &time, sizeof(time));
	fcl_body_leb(&result, 0);
	fcl_body_leb(&result, 0);
	put_contents(&result, write);
	head.kind = FCL_CAPTURE_CALL;
	made = fcl_recorder_make(&head, &call);
	head.kind = FCL_CAPTURE_RESULT;
	kept = fcl_past_keep(whole, FCL_PAST_WRITES, 0, made, fcl_recorder_make(&head, &result));
	fcl_body_free(&result);
	fcl_past_name(kept, fcl_past_find(write->queue));
	fcl_past_name(kept, mem);
	fcl_past_wrote(mem, kept, write->from, write->from + write->contents->number);
}

static void unmapped(const fcl_ring_record *call)
{
	struct fcl_past_object *mem = fcl_past_record_object(call, 1);
	struct fcl_past_call *map =
		mem ? fcl_past_call_of(mem, FCL_PAST_MAPS, fcl_past_record_number(call, 2)) : NULL;
	struct fcl_value contents;
	struct write write = {.id = FCL_CALL_clEnqueueWriteBuffer,
			      .at = 5,
			      .queue = fcl_past_record_number(call, 0),
			      .contents = &contents};

	if (!map)
		return;
	write.to = mem->handle;
	write.from = fcl_past_record_number(map->call, 4);
	if (fcl_past_record_value(call, FCL_CAPTURE_HOST_DATA, &contents)) {
		if (map->call->call == FCL_CALL_clEnqueueMapBuffer)
			write_instead(mem, &write);
		else
			fcl_past_unknown(mem);
	}
	fcl_past_drop(map);
}

static void svm_unmapped(const fcl_ring_record *call)
{
	uint64_t address = fcl_past_record_number(call, 1);
	struct fcl_past_object *svm = fcl_past_find_svm(address);
	struct fcl_past_call *map = svm ? fcl_past_call_of(svm, FCL_PAST_MAPS, address) : NULL;
	struct fcl_value contents;
	struct write write = {.id = FCL_CALL_clEnqueueSVMMemcpy,
			      .at = 3,
			      .queue = fcl_past_record_number(call, 0),
			      .to = address,
			      .contents = &contents};

	if (map)
		fcl_past_drop(map);
	if (!svm || !fcl_past_record_value(call, FCL_CAPTURE_HOST_DATA, &contents))
		return;
	write.from = address - svm->handle;
	write_instead(svm, &write);
}

/* What was in the host's memory when a buffer with CL_MEM_USE_HOST_PTR migrated. */
static void migrated(const fcl_ring_record *call, const fcl_ring_record *result)
{
	struct fcl_past_values values = fcl_past_values_of(result);
	struct fcl_past_object *mem = NULL;
	struct fcl_value value;
	struct write write = {.id = FCL_CALL_clEnqueueWriteBuffer,
			      .at = 5,
			      .queue = fcl_past_record_number(call, 0),
			      .contents = &value};

	while (fcl_past_values_next(&values, &value)) {
		if (value.index != FCL_CAPTURE_HOST_DATA)
			continue;
		if (value.type == FCL_VALUE_NUMBER) {
			mem = fcl_past_find(value.number);
		} else if (mem && mem->size == value.number) {
			write.to = mem->handle;
			write_instead(mem, &write);
		} else {
			unknown(mem);
		}
	}
}

static void unknown_svm(struct fcl_past_object *object, void *user)
{
	(void)user;
	if (object->type == FCL_PAST_SVM && !object->gone)
		fcl_past_unknown(object);
}

/* Of a kernel, or of a command buffer with its kernels' arguments. */
static void launched(struct fcl_past_object *kernel)
{
	bool pointers = false;

	if (!kernel)
		return;
	for (struct fcl_past_call *call = kernel->calls; call; call = call->next) {
		bool constant = call->key < 64 && (kernel->constants >> call->key & 1);

		if (call->why != FCL_PAST_SETS)
			continue;
		pointers |= call->call->call == FCL_CALL_clSetKernelArgSVMPointer ||
			    call->call->call == FCL_CALL_clSetKernelArgMemPointerINTEL ||
			    call->call->call == FCL_CALL_clSetKernelExecInfo;
		for (unsigned i = 0; i < call->nnamed && !constant; i++)
			if (call->named[i]->type == FCL_PAST_MEM && !call->named[i]->constant)
				fcl_past_unknown(call->named[i]);
	}
	if (pointers)
		fcl_past_each(unknown_svm, NULL);
}

static void svm_copied(const fcl_ring_record *call, const fcl_ring_record *result)
{
	uint64_t to = fcl_past_record_number(call, 2);
	struct fcl_past_object *svm = fcl_past_find_svm(to);
	struct fcl_value value;

	if (svm && fcl_past_record_value(result, 3, &value))
		written(svm, to - svm->handle, fcl_past_record_number(call, 4), call, result);
	else
		unknown(svm);
}

static void svm_filled(const fcl_ring_record *call, const fcl_ring_record *result)
{
	uint64_t address = fcl_past_record_number(call, 1);
	struct fcl_past_object *svm = fcl_past_find_svm(address);

	if (svm)
		written(svm, address - svm->handle,
			fcl_past_record_number(call, position_of(call->call, "size")), call,
			result);
}

/* --- command buffers -------------------------------------------------------------------------- */

/* A copy of a kernel's setting, which the kernel may change later. */
static void recorded_setting(struct fcl_past_object *buffer, const struct fcl_past_call *setting)
{
	struct fcl_past_call *kept;

	if (!setting)
		return;
	recorded_setting(buffer, setting->next);
	if (setting->why != FCL_PAST_SETS || setting->key == UINT64_MAX)
		return;
	kept = fcl_past_keep(buffer, FCL_PAST_SETS, RECORDED, fcl_recorder_copy(setting->call),
			     fcl_recorder_copy(setting->result));
	for (unsigned i = 0; kept && i < setting->nnamed; i++)
		fcl_past_name(kept, setting->named[i]);
	fcl_past_name(kept, setting->owner);
}

/* A command of a command buffer. */
static void recorded(const fcl_ring_record *call, const fcl_ring_record *result)
{
	struct fcl_past_object *buffer = fcl_past_record_object(call, 0);
	struct fcl_past_object *kernel = fcl_past_record_object(call, 3);

	if (buffer && call->call == FCL_CALL_clCommandNDRangeKernelKHR && kernel)
		recorded_setting(buffer, kernel->calls);
	keep(buffer, FCL_PAST_SETS, RECORDED, call, result);
}

/* --- calls ------------------------------------------------------------------------------------ */

static void allocated(const fcl_ring_record *call, const fcl_ring_record *result)
{
	struct fcl_past_object *svm =
		fcl_past_add(fcl_past_record_number(result, FCL_CAPTURE_RETURNED), FCL_PAST_SVM);

	if (!svm)
		return;
	svm->size = fcl_past_record_number(call, position_of(call->call, "size"));
	keep(svm, FCL_PAST_CREATES, 0, call, result);
}

static void settle_memory(const fcl_ring_record *call, const fcl_ring_record *result)
{
	uint64_t address;

	switch (call->call) {
	case FCL_CALL_clEnqueueWriteBuffer:
		written(fcl_past_record_object(call, 1), fcl_past_record_number(call, 3),
			fcl_past_record_number(call, 4), call, result);
		break;
	case FCL_CALL_clEnqueueFillBuffer:
		written(fcl_past_record_object(call, 1), fcl_past_record_number(call, 4),
			fcl_past_record_number(call, 5), call, result);
		break;
	case FCL_CALL_clEnqueueWriteBufferRect:
	case FCL_CALL_clEnqueueWriteImage:
	case FCL_CALL_clEnqueueFillImage:
		written_somewhere(fcl_past_record_object(call, 1), call, result);
		break;
	case FCL_CALL_clEnqueueCopyBuffer:
	case FCL_CALL_clEnqueueCopyBufferRect:
	case FCL_CALL_clEnqueueCopyImage:
	case FCL_CALL_clEnqueueCopyImageToBuffer:
	case FCL_CALL_clEnqueueCopyBufferToImage:
		unknown(fcl_past_record_object(call, 2));
		break;
	case FCL_CALL_clEnqueueUnmapMemObject:
		unmapped(call);
		break;
	case FCL_CALL_clEnqueueMigrateMemObjects:
		migrated(call, result);
		break;
	case FCL_CALL_clEnqueueCommandBufferKHR:
		launched(fcl_past_record_object(call, 2));
		break;
	case FCL_CALL_clEnqueueMemFillINTEL:
	case FCL_CALL_clEnqueueMemsetINTEL:
		svm_filled(call, result);
		break;
	case FCL_CALL_clEnqueueMemcpyINTEL:
	case FCL_CALL_clEnqueueSVMMemcpy:
		svm_copied(call, result);
		break;
	case FCL_CALL_clEnqueueSVMMemFill:
		svm_filled(call, result);
		break;
	case FCL_CALL_clEnqueueSVMMap:
		address = fcl_past_record_number(call, 3);
		keep(fcl_past_find_svm(address), FCL_PAST_MAPS, address, call, result);
		break;
	case FCL_CALL_clEnqueueSVMUnmap:
		svm_unmapped(call);
		break;
	default:
		break;
	}
}

static void settle_object(const fcl_ring_record *call, const fcl_ring_record *result)
{
	struct fcl_past_object *object = fcl_past_record_object(call, 0);

	switch (call->call) {
	case FCL_CALL_clSetKernelArg:
	case FCL_CALL_clSetKernelArgSVMPointer:
	case FCL_CALL_clSetKernelArgMemPointerINTEL:
		keep_setting(object, fcl_past_record_number(call, 1), call, result);
		break;
	case FCL_CALL_clSetKernelExecInfo:
	case FCL_CALL_clSetProgramSpecializationConstant:
	case FCL_CALL_clSetCommandQueueProperty:
	case FCL_CALL_clSetDefaultDeviceCommandQueue:
		keep_setting(object, fcl_past_record_number(call, 1) + 65536, call, result);
		break;
	case FCL_CALL_clFinalizeCommandBufferKHR:
	case FCL_CALL_clBuildProgram:
	case FCL_CALL_clCompileProgram:
	case FCL_CALL_clSetUserEventStatus:
		keep_setting(object, call->call, call, result);
		break;
	case FCL_CALL_clCreateKernelsInProgram:
		made_list(2, call, result);
		break;
	case FCL_CALL_clCreateSubDevices:
		made_list(3, call, result);
		break;
	case FCL_CALL_clSVMFree:
		object = fcl_past_record_object(call, 1);
		if (object)
			fcl_past_count(object, -object->references);
		break;
	case FCL_CALL_clEnqueueSVMFree:
		freed_list(call, 2);
		break;
	default:
		settle_memory(call, result);
		break;
	}
}

/* Of a command; a command buffer's is the one that it was made for. */
static struct fcl_past_object *queue_of(const fcl_ring_record *call)
{
	struct fcl_past_object *buffer;

	if (call->call != FCL_CALL_clEnqueueCommandBufferKHR)
		return fcl_past_record_object(call, 0);
	buffer = fcl_past_record_object(call, 2);
	for (struct fcl_past_call *made = buffer ? buffer->calls : NULL; made; made = made->next)
		if (made->why == FCL_PAST_CREATES && made->nnamed)
			return made->named[0];
	return NULL;
}

static void settle_call(const fcl_ring_record *call, const fcl_ring_record *result, uint64_t number)
{
	const struct fcl_past_row *row = &fcl_past_rows[call->call];
	const char *class = fcl_call_table[call->call].class;
	struct fcl_past_object *object;

	if (!strncmp(fcl_call_table[call->call].name, "clCommand", 9)) {
		recorded(call, result);
	} else if (row->change) {
		fcl_past_count(fcl_past_record_object(call, 0), row->change);
	} else if (!strcmp(class, "MAKE")) {
		made(fcl_past_record_number(result, FCL_CAPTURE_RETURNED), call, result);
	} else if (!strcmp(class, "FREE")) {
		object = fcl_past_record_object(call, 1);
		if (object)
			fcl_past_count(object, -object->references);
	} else if (!strcmp(class, "ALLOCATE") || !strcmp(class, "UNIFY")) {
		allocated(call, result);
	} else if (!strcmp(class, "MAP")) {
		keep(fcl_past_record_object(call, 1), FCL_PAST_MAPS,
		     fcl_past_record_number(result, FCL_CAPTURE_RETURNED), call, result);
	} else if (!strcmp(class, "LAUNCH")) {
		launched(fcl_past_record_object(call, 1));
	} else {
		settle_object(call, result);
	}
	if (row->event >= 0)
		made_event(fcl_past_record_number(result, (unsigned)row->event), queue_of(call),
			   number);
	fcl_running_call(call, queue_of(call), number);
}

/* --- records ---------------------------------------------------------------------------------- */

static void open_remove(unsigned at)
{
	fcl_recorder_drop(open_calls[at].copy);
	memmove(&open_calls[at], &open_calls[at + 1], (--nopen - at) * sizeof(*open_calls));
}

/* More threads than that in calls: those that began first are forgotten. */
static void past_call(const fcl_ring_record *record, uint64_t number)
{
	fcl_ring_record *copy;

	if (record->call >= FCL_CALL_COUNT)
		return;
	/* Now: before it returned, another thread may have got a new object with the same handle. */
	if (fcl_past_rows[record->call].change < 0) {
		fcl_past_count(fcl_past_record_object(record, 0), -1);
		return;
	}
	if (nopen == OPEN)
		open_remove(0);
	copy = record->zero ? fcl_recorder_copy(record) : NULL; /* its contents are freed next */
	if (copy || !record->zero)
		open_calls[nopen++] = (struct open_call){copy ? copy : record, copy, number};
}

static void past_result(const fcl_ring_record *record, uint64_t number, int32_t status)
{
	unsigned at = nopen;

	while (at-- > 0 && open_calls[at].number != number)
		;
	if (at >= nopen)
		return;
	if (!status)
		settle_call(open_calls[at].record, record, number);
	open_remove(at);
}

static bool past_idle(void)
{
	for (unsigned i = 0; i < nopen; i++)
		if (fcl_past_rows[open_calls[i].record->call].launch)
			return false;
	return !fcl_running();
}

static void past_settle(void)
{
	for (unsigned i = 0; i < nopen; i++)
		if (!open_calls[i].copy)
			open_calls[i].record = open_calls[i].copy =
				fcl_recorder_copy(open_calls[i].record);
	for (unsigned i = nopen; i-- > 0;)
		if (!open_calls[i].copy)
			open_remove(i);
}

static void past_forget(void)
{
	while (nopen)
		open_remove(nopen - 1);
	fcl_past_forget_objects();
	fcl_running_forget();
}

/* --- writing ---------------------------------------------------------------------------------- */

/* For a replay that waits in vain. */
static void write_running(struct fcl_ring_writer *writer)
{
	struct fcl_body note;

	fcl_body_begin(&note);
	fcl_body_number(&note, FCL_NOTE_RUNNING, 1);
	fcl_ring_write_note(writer, &note);
}

static void past_write(struct fcl_ring_writer *writer)
{
	for (const struct fcl_past_call *call = fcl_past_first(); call; call = call->after)
		fcl_ring_write_call(writer, call->call, 0, call->result);
	fcl_past_write_objects(writer);
	for (unsigned i = 0; i < nopen; i++)
		fcl_ring_write_call(writer, open_calls[i].record, open_calls[i].number, NULL);
	if (!past_idle())
		write_running(writer);
}

static struct fcl_ring_past past = {.call = past_call,
				    .result = past_result,
				    .ended = fcl_running_ended,
				    .idle = past_idle,
				    .settle = past_settle,
				    .size = fcl_past_size,
				    .shed = fcl_past_shed,
				    .write = past_write,
				    .forget = past_forget};

const struct fcl_ring_past *fcl_past_begin(void)
{
	fcl_past_rows_read();
	return &past;
}
