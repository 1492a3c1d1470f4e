/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/past_objects.h"

#include <stdlib.h>
#include <string.h>

#include "base/capture/recorder.h"
#include "runtime/capture/ids.h"
#include "runtime/capture/table.h"

enum { BUCKETS = 4096, WRITES = 256 };

static struct fcl_past_object *buckets[BUCKETS];
static struct fcl_past_call *first, *last;
static size_t size;
static unsigned allocations; /* of shared virtual memory */

static struct fcl_past_object **past_bucket(uint64_t handle)
{
	return &buckets[((handle * 0x9E3779B97F4A7C15u) >> 40) % BUCKETS];
}

struct fcl_past_object *fcl_past_find(uint64_t handle)
{
	struct fcl_past_object *object = handle ? *past_bucket(handle) : NULL;

	while (object && (object->handle != handle || object->gone))
		object = object->next;
	return object;
}

struct fcl_past_object *fcl_past_find_svm(uint64_t address)
{
	for (size_t i = 0; allocations && i < BUCKETS; i++)
		for (struct fcl_past_object *object = buckets[i]; object; object = object->next)
			if (object->type == FCL_PAST_SVM && !object->gone &&
			    address >= object->handle && address - object->handle < object->size)
				return object;
	return NULL;
}

/* An object that is there with this handle was released by a call that is not recorded. */
struct fcl_past_object *fcl_past_add(uint64_t handle, enum fcl_past_type type)
{
	struct fcl_past_object *object = fcl_past_find(handle);

	if (object)
		fcl_past_count(object, -object->references);
	object = calloc(1, sizeof(*object));
	if (!object)
		return NULL;
	object->handle = handle;
	object->type = type;
	object->references = 1;
	object->next = *past_bucket(handle);
	*past_bucket(handle) = object;
	size += sizeof(*object);
	allocations += type == FCL_PAST_SVM;
	return object;
}

static void object_unuse(struct fcl_past_object *object);

static void object_free(struct fcl_past_object *object)
{
	struct fcl_past_object **at = past_bucket(object->handle);

	while (object->calls)
		fcl_past_drop(object->calls);
	while (*at != object)
		at = &(*at)->next;
	*at = object->next;
	if (object->needs)
		object_unuse(object->needs);
	size -= sizeof(*object);
	allocations -= object->type == FCL_PAST_SVM;
	free(object);
}

static void object_unuse(struct fcl_past_object *object)
{
	if (!--object->users && object->gone)
		object_free(object);
}

static unsigned release_of(const struct fcl_past_object *object)
{
	const char *type = "";

	for (struct fcl_past_call *call = object->calls; call; call = call->next)
		if (call->why == FCL_PAST_CREATES)
			type = fcl_call_table[call->call->call].type;
	if (!strcmp(type, "cl_context"))
		return FCL_CALL_clReleaseContext;
	if (!strcmp(type, "cl_command_queue"))
		return FCL_CALL_clReleaseCommandQueue;
	if (!strcmp(type, "cl_program"))
		return FCL_CALL_clReleaseProgram;
	if (!strcmp(type, "cl_kernel"))
		return FCL_CALL_clReleaseKernel;
	if (!strcmp(type, "cl_mem"))
		return FCL_CALL_clReleaseMemObject;
	return FCL_CALL_COUNT;
}

/* Its release stays where it is in the order: a later object may get the same handle. */
static void object_keep_release(struct fcl_past_object *object)
{
	struct fcl_capture_record head = {.call = (uint16_t)release_of(object)};
	uint64_t time = 0;
	struct fcl_body call, result;
	fcl_ring_record *made;

	if (head.call == FCL_CALL_COUNT)
		return;
	fcl_body_begin(&call);
	fcl_body_raw(&call, &time, sizeof(time));
	fcl_body_number(&call, 0, object->handle);
	fcl_body_begin(&result);
	fcl_body_raw(&result, &time, sizeof(time));
	fcl_body_leb(&result, 0);
	fcl_body_leb(&result, 0);
	head.kind = FCL_CAPTURE_CALL;
	made = fcl_recorder_make(&head, &call);
	head.kind = FCL_CAPTURE_RESULT;
	fcl_past_keep(object, FCL_PAST_SETS, UINT64_MAX, made, fcl_recorder_make(&head, &result));
}

void fcl_past_count(struct fcl_past_object *object, int64_t references)
{
	if (!object)
		return;
	object->references += references;
	if (object->references > 0)
		return;
	if (!object->users) {
		object_free(object);
		return;
	}
	object_keep_release(object);
	object->gone = true;
}

void fcl_past_each(void (*use)(struct fcl_past_object *object, void *user), void *user)
{
	for (size_t i = 0; i < BUCKETS; i++)
		for (struct fcl_past_object *object = buckets[i]; object; object = object->next)
			use(object, user);
}

/* --- calls ------------------------------------------------------------------------------------ */

static size_t call_size(const struct fcl_past_call *call)
{
	return sizeof(*call) + (call->call ? call->call->size : 0) +
	       (call->result ? call->result->size : 0);
}

struct fcl_past_call *fcl_past_keep(struct fcl_past_object *owner, enum fcl_past_why why,
				    uint64_t key, fcl_ring_record *call, fcl_ring_record *result)
{
	struct fcl_past_call *kept = call && result ? calloc(1, sizeof(*kept)) : NULL;

	if (!kept) {
		fcl_recorder_drop(call);
		fcl_recorder_drop(result);
		return NULL;
	}
	kept->owner = owner;
	kept->why = why;
	kept->key = key;
	kept->call = call;
	kept->result = result;
	kept->next = owner->calls;
	owner->calls = kept;
	kept->before = last;
	if (last)
		last->after = kept;
	else
		first = kept;
	last = kept;
	size += call_size(kept);
	return kept;
}

void fcl_past_name(struct fcl_past_call *call, struct fcl_past_object *object)
{
	struct fcl_past_object **more;

	if (!call || !object || object == call->owner)
		return;
	more = realloc(call->named, (call->nnamed + 1) * sizeof(struct fcl_past_object *));
	if (!more)
		return;
	call->named = more;
	call->named[call->nnamed++] = object;
	object->users++;
}

void fcl_past_drop(struct fcl_past_call *call)
{
	struct fcl_past_call **at = &call->owner->calls;

	while (*at != call)
		at = &(*at)->next;
	*at = call->next;
	*(call->before ? &call->before->after : &first) = call->after;
	*(call->after ? &call->after->before : &last) = call->before;
	size -= call_size(call);
	for (unsigned i = 0; i < call->nnamed; i++)
		object_unuse(call->named[i]);
	fcl_recorder_drop(call->call);
	fcl_recorder_drop(call->result);
	free(call->named);
	free(call);
}

struct fcl_past_call *fcl_past_call_of(struct fcl_past_object *object, enum fcl_past_why why,
				       uint64_t key)
{
	struct fcl_past_call *call = object->calls;

	while (call && (call->why != why || call->key != key))
		call = call->next;
	return call;
}

struct fcl_past_call *fcl_past_first(void)
{
	return first;
}

size_t fcl_past_size(void)
{
	return size;
}

/* --- contents --------------------------------------------------------------------------------- */

static struct fcl_past_object *whole_of(struct fcl_past_object *mem)
{
	return mem->whole ? mem->whole : mem;
}

void fcl_past_unknown(struct fcl_past_object *mem)
{
	struct fcl_past_object *whole = whole_of(mem);

	whole->users++; /* until its calls, and with them its parts, are gone */
	for (struct fcl_past_call *call = whole->calls, *next; call; call = next) {
		next = call->next;
		if (call->why == FCL_PAST_WRITES)
			fcl_past_drop(call);
	}
	whole->unknown = true;
	object_unuse(whole);
}

void fcl_past_wrote(struct fcl_past_object *mem, struct fcl_past_call *written, uint64_t from,
		    uint64_t to)
{
	struct fcl_past_object *whole = whole_of(mem);
	bool known = written && from <= to;
	unsigned count = 0;

	if (known) {
		written->from = from += mem->offset;
		written->to = to += mem->offset;
	} else if (written) {
		written->from = 1;
	}
	whole->users++;
	for (struct fcl_past_call *call = whole->calls, *next; call; call = next) {
		next = call->next;
		if (call->why != FCL_PAST_WRITES || call == written)
			continue;
		if (known && call->from <= call->to && call->from >= from && call->to <= to)
			fcl_past_drop(call);
		else
			count++;
	}
	if (known && !from && to >= whole->size)
		whole->unknown = false;
	else if (!written || count > WRITES)
		fcl_past_unknown(mem);
	object_unuse(whole);
}

bool fcl_past_shed(void)
{
	struct fcl_past_call *call = first;

	while (call && (call->why != FCL_PAST_WRITES || !call->result->zero))
		call = call->after;
	if (!call)
		return false;
	fcl_past_unknown(call->owner);
	return true;
}

void fcl_past_forget_objects(void)
{
	while (first)
		fcl_past_drop(first);
	for (size_t i = 0; i < BUCKETS; i++)
		for (struct fcl_past_object *object = buckets[i], *next; object; object = next) {
			next = object->next;
			free(object);
		}
	memset(buckets, 0, sizeof(buckets));
	size = allocations = 0;
}
