/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/object.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/clients/openvx/base/context.h"
#include "runtime/clients/openvx/base/log.h"

/*
 * A hash table of all live objects by address. Any pointer may be passed as a handle, so it must
 * not be dereferenced before it is found here. Open addressing without tombstones: a search ends at
 * the first free entry.
 */
static struct {
	pthread_rwlock_t lock;
	const void **entries;
	size_t room, used;
} live = {.lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP};

static const struct fcl_vx_class error_class = {.type = VX_TYPE_ERROR};

/* One error object for each status. They belong to no context and live forever. */
static struct _vx_reference errors[-VX_STATUS_MIN + 1];
static pthread_once_t errors_once = PTHREAD_ONCE_INIT;

static void make_errors(void)
{
	for (size_t i = 0; i < FCL_VX_COUNT(errors); i++) {
		errors[i].class = &error_class;
		errors[i].meta.type = VX_TYPE_ERROR;
		errors[i].status = -(vx_status)i;
	}
}

void *fcl_vx_error(vx_status status)
{
	pthread_once(&errors_once, make_errors);
	return &errors[status < 0 && status > VX_STATUS_MIN ? -status : -VX_FAILURE];
}

static bool is_error(const void *handle)
{
	uintptr_t offset = (uintptr_t)handle - (uintptr_t)errors;

	return (uintptr_t)handle >= (uintptr_t)errors && offset < sizeof(errors) &&
	       offset % sizeof(errors[0]) == 0;
}

static size_t object_hash(const void *handle)
{
	uint64_t x = (uintptr_t)handle >> 4;

	return (size_t)(x * UINT64_C(0x9e3779b97f4a7c15) >> 20);
}

/* The entry of the handle, or the free entry for it. The table is never full. */
static const void **find_entry(const void **entries, size_t room, const void *handle)
{
	size_t i = object_hash(handle) & (room - 1);

	while (entries[i] && entries[i] != handle)
		i = (i + 1) & (room - 1);
	return &entries[i];
}

static bool object_grow(void)
{
	size_t room = live.room ? live.room * 2 : 256;
	const void **entries = calloc(room, sizeof(*entries));

	if (!entries)
		return false;
	for (size_t i = 0; i < live.room; i++)
		if (live.entries[i])
			*find_entry(entries, room, live.entries[i]) = live.entries[i];
	free(live.entries);
	live.entries = entries;
	live.room = room;
	return true;
}

static bool object_remember(const void *handle)
{
	bool done;

	pthread_rwlock_wrlock(&live.lock);
	done = live.used * 2 < live.room || object_grow();
	if (done) {
		*find_entry(live.entries, live.room, handle) = handle;
		live.used++;
	}
	pthread_rwlock_unlock(&live.lock);
	return done;
}

/* After a removal, moves back entries that a search could no longer reach past the free entry. */
static void close_gap(size_t at)
{
	size_t mask = live.room - 1;

	for (size_t i = (at + 1) & mask; live.entries[i]; i = (i + 1) & mask) {
		size_t distance = (i - object_hash(live.entries[i])) &
				  mask; /* from its preferred entry */

		if (distance < ((i - at) & mask))
			continue;
		live.entries[at] = live.entries[i];
		at = i;
	}
	live.entries[at] = NULL;
}

static void object_forget(const void *handle)
{
	pthread_rwlock_wrlock(&live.lock);
	close_gap((size_t)(find_entry(live.entries, live.room, handle) - live.entries));
	live.used--;
	pthread_rwlock_unlock(&live.lock);
}

static bool is_live(const void *handle)
{
	bool found;

	if (!handle)
		return false;
	pthread_rwlock_rdlock(&live.lock);
	found = live.room && *find_entry(live.entries, live.room, handle) == handle;
	pthread_rwlock_unlock(&live.lock);
	return found;
}

bool fcl_vx_is(const void *handle, vx_enum type)
{
	if (is_error(handle))
		return type == VX_TYPE_ERROR;
	return is_live(handle) &&
	       (type == VX_TYPE_REFERENCE || ((vx_reference)handle)->class->type == type);
}

bool fcl_vx_is_of(vx_context context, const void *handle, vx_enum type)
{
	return fcl_vx_is(handle, type) && ((vx_reference)handle)->context == context;
}

static void link_in(vx_reference ref)
{
	vx_context context = ref->context;

	fcl_vx_lock(context);
	ref->next = context->objects;
	if (ref->next)
		ref->next->previous = ref;
	context->objects = ref;
	fcl_vx_unlock(context);
}

static void object_link_out(vx_reference ref)
{
	vx_context context = ref->context;

	fcl_vx_lock(context);
	if (ref->next)
		ref->next->previous = ref->previous;
	if (ref->previous)
		ref->previous->next = ref->next;
	else
		context->objects = ref->next;
	fcl_vx_unlock(context);
}

void *fcl_vx_create(vx_context context, const struct fcl_vx_class *class)
{
	static _Atomic uint64_t created;
	vx_reference ref = calloc(1, class->size);

	if (!ref)
		return fcl_vx_error(VX_ERROR_NO_MEMORY);
	ref->class = class;
	ref->serial = atomic_fetch_add(&created, 1) + 1;
	ref->meta.type = class->type;
	ref->context = class->type == VX_TYPE_CONTEXT ? (vx_context)ref : context;
	atomic_init(&ref->host_refs, 1);
	atomic_init(&ref->inner_refs, 0);
	if (!object_remember(ref)) {
		free(ref);
		return fcl_vx_error(VX_ERROR_NO_MEMORY);
	}
	if (class->type != VX_TYPE_CONTEXT)
		link_in(ref);
	return ref;
}

static void object_destroy(vx_reference ref)
{
	object_forget(ref);
	if (ref->class->type != VX_TYPE_CONTEXT)
		object_link_out(ref);
	if (ref->class->destroy)
		ref->class->destroy(ref);
	free(ref);
}

void fcl_vx_hold(vx_reference ref)
{
	atomic_fetch_add(&ref->inner_refs, 1);
}

/*
 * Both counts may drop to 0 on two threads at once, so whoever releases a reference takes an inner
 * one first. The thread that drops the inner count to 0 then sees the host's count.
 */
void fcl_vx_drop(vx_reference ref)
{
	if (ref && atomic_fetch_sub(&ref->inner_refs, 1) == 1 && !atomic_load(&ref->host_refs))
		object_destroy(ref);
}

void fcl_vx_adopt(vx_reference ref)
{
	fcl_vx_hold(ref);
	atomic_fetch_sub(&ref->host_refs, 1);
}

void fcl_vx_disown(vx_reference ref)
{
	atomic_store(&ref->host_refs, 0);
}

/* Removes one of the host's references. Returns false if there is none. */
static bool take_host_ref(vx_reference ref)
{
	unsigned count = atomic_load(&ref->host_refs);

	while (count && !atomic_compare_exchange_weak(&ref->host_refs, &count, count - 1))
		;
	return count != 0;
}

vx_status fcl_vx_release(void *handle_of_handle, vx_enum type)
{
	vx_reference *place = handle_of_handle, ref = place ? *place : NULL;

	if (!fcl_vx_is(ref, type) || is_error(ref))
		return VX_ERROR_INVALID_REFERENCE;
	if (ref->class->is_busy && atomic_load(&ref->host_refs) == 1 && ref->class->is_busy(ref))
		return fcl_vx_fail(ref, VX_FAILURE, "a node's callback releases what runs it");
	fcl_vx_hold(ref);
	if (!take_host_ref(ref)) {
		atomic_fetch_sub(&ref->inner_refs, 1);
		return VX_ERROR_INVALID_REFERENCE;
	}
	*place = NULL;
	if (ref->class->close && !atomic_load(&ref->host_refs))
		ref->class->close(ref);
	fcl_vx_drop(ref);
	return VX_SUCCESS;
}

const struct fcl_vx_attribute *fcl_vx_attribute(const struct fcl_vx_class *class, vx_enum id)
{
	for (size_t i = 0; i < class->nattributes; i++)
		if (class->attributes[i].id == id)
			return &class->attributes[i];
	return NULL;
}

vx_status fcl_vx_answer(void *ptr, vx_size size, const void *value, vx_size value_size)
{
	if (!ptr || size != value_size)
		return VX_ERROR_INVALID_PARAMETERS;
	memcpy(ptr, value, value_size);
	return VX_SUCCESS;
}

vx_status fcl_vx_query(void *handle, vx_enum type, vx_enum attribute, void *ptr, vx_size size)
{
	const struct fcl_vx_attribute *row;
	vx_reference ref = handle;

	if (!fcl_vx_is(ref, type) || is_error(ref))
		return VX_ERROR_INVALID_REFERENCE;
	row = fcl_vx_attribute(ref->class, attribute);
	if (!row || (!row->get && !row->offset))
		return VX_ERROR_NOT_SUPPORTED;
	if (!ptr || (row->size && row->size != size))
		return VX_ERROR_INVALID_PARAMETERS;
	if (row->get)
		return row->get(ref, ptr, size);
	memcpy(ptr, (char *)ref + row->offset, size);
	return VX_SUCCESS;
}

vx_status fcl_vx_set(void *handle, vx_enum type, vx_enum attribute, const void *ptr, vx_size size)
{
	const struct fcl_vx_attribute *row;
	vx_reference ref = handle;

	if (!fcl_vx_is(ref, type) || is_error(ref))
		return VX_ERROR_INVALID_REFERENCE;
	row = fcl_vx_attribute(ref->class, attribute);
	if (!row || !row->set)
		return VX_ERROR_NOT_SUPPORTED;
	if (!ptr || (row->size && row->size != size))
		return VX_ERROR_INVALID_PARAMETERS;
	return row->set(ref, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxGetStatus(vx_reference reference)
{
	if (!reference)
		return VX_ERROR_NO_RESOURCES;
	if (is_error(reference))
		return reference->status;
	return fcl_vx_is(reference, VX_TYPE_REFERENCE) ? VX_SUCCESS : VX_ERROR_INVALID_REFERENCE;
}

VX_API_ENTRY vx_context VX_API_CALL vxGetContext(vx_reference reference)
{
	return fcl_vx_is(reference, VX_TYPE_REFERENCE) ? reference->context : NULL;
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryReference(vx_reference ref, vx_enum attribute, void *ptr,
						    vx_size size)
{
	const char *name;
	vx_uint32 count;

	if (!fcl_vx_is(ref, VX_TYPE_REFERENCE) && !fcl_vx_is(ref, VX_TYPE_ERROR))
		return VX_ERROR_INVALID_REFERENCE;
	switch (attribute) {
	case VX_REFERENCE_COUNT:
		count = atomic_load(&ref->host_refs);
		return fcl_vx_answer(ptr, size, &count, sizeof(count));
	case VX_REFERENCE_TYPE:
		return fcl_vx_answer(ptr, size, &ref->class->type, sizeof(ref->class->type));
	case VX_REFERENCE_NAME:
		name = ref->name;
		return fcl_vx_answer(ptr, size, &name, sizeof(name));
	default:
		return VX_ERROR_NOT_SUPPORTED;
	}
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseReference(vx_reference *ref_ptr)
{
	return fcl_vx_release(ref_ptr, VX_TYPE_REFERENCE);
}

VX_API_ENTRY vx_status VX_API_CALL vxRetainReference(vx_reference ref)
{
	if (!fcl_vx_is(ref, VX_TYPE_REFERENCE))
		return VX_ERROR_INVALID_REFERENCE;
	atomic_fetch_add(&ref->host_refs, 1);
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxSetReferenceName(vx_reference ref, const vx_char *name)
{
	if (!fcl_vx_is(ref, VX_TYPE_REFERENCE))
		return VX_ERROR_INVALID_REFERENCE;
	if (!name)
		return VX_ERROR_INVALID_PARAMETERS;
	if (strlen(name) >= sizeof(ref->name))
		return fcl_vx_fail(ref, VX_ERROR_INVALID_PARAMETERS,
				   "vxSetReferenceName: a name has at most %zu characters, not %zu",
				   sizeof(ref->name) - 1, strlen(name));
	strcpy(ref->name, name);
	return VX_SUCCESS;
}
