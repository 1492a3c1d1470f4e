/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_OBJECT_H
#define FCL_CORE_OBJECT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/core/objects/slab_map.h"

/*
 * The header of every OpenCL object. Objects come from type-stable slabs: memory that once held an
 * event only ever holds events, so the dispatch pointer stays readable, and the magic distinguishes
 * a live handle from a released one. A handle that points into no slab is never dereferenced. There
 * are two counts: the host's references (api_refs), and the runtime's own (refs; all API references
 * together count as one of these).
 */
enum fcl_type {
	FCL_TYPE_PLATFORM = 1,
	FCL_TYPE_DEVICE,
	FCL_TYPE_SUB_DEVICE,
	FCL_TYPE_CONTEXT,
	FCL_TYPE_QUEUE,
	FCL_TYPE_MEM,
	FCL_TYPE_PROGRAM,
	FCL_TYPE_KERNEL,
	FCL_TYPE_EVENT,
	FCL_TYPE_COMMAND_BUFFER,
	FCL_TYPE_COUNT
};

struct fcl_object {
	const void *dispatch;   /* first, as cl_khr_icd requires; never changes */
	void *dispatch_data;    /* second: the loader's data, since cl_khr_icd 2.0.0 */
	_Atomic uint32_t magic; /* fcl_object_magic() while the host may use the handle, else 0 */
	_Atomic uint32_t api_refs;    /* clRetain*, clRelease* */
	_Atomic uint32_t refs;        /* the runtime's own, plus one while api_refs > 0 */
	uint32_t type;                /* enum fcl_type; fixed by the slab */
	_Atomic uint64_t life;        /* number of objects here that the host has been given */
	struct fcl_object *next_free; /* in the free list */
};

/*
 * Called when the last reference is released: frees the object's resources, and returns its memory
 * with fcl_object_recycle().
 */
typedef void fcl_object_destroy(struct fcl_object *object);

/*
 * Called once, when the host releases its last reference: releases resources that only further
 * calls by the host would need.
 */
typedef void fcl_object_retire(struct fcl_object *object);

/* Returns an object's memory to its type's slab. */
void fcl_object_recycle(struct fcl_object *object);

/* The same for a chain of objects of one type, linked by next_free. NULL is allowed. */
void fcl_object_recycle_chain(struct fcl_object *first);

/*
 * Registers a type, once, before its first object is created. `bytes` is the size of its struct;
 * `retire` may be NULL.
 */
void fcl_object_register(enum fcl_type type, size_t bytes, fcl_object_destroy *destroy,
			 fcl_object_retire *retire);

/*
 * Sets the table through which the loader dispatches; called once by runtime/api, before any object
 * is created.
 */
void fcl_object_set_dispatch(const void *dispatch);

/* Sets the data that the loader finds in every object created from now on: cl_khr_icd 2.0.0. */
void fcl_object_set_dispatch_data(void *data);

/*
 * Creates an object, zeroed after its header, with one internal reference and no API reference: the
 * host cannot use the handle before fcl_object_publish(). NULL: out of memory.
 */
void *fcl_object_create(enum fcl_type type);

/* Like fcl_object_create(), but the memory after the header is not cleared. */
void *fcl_object_create_raw(enum fcl_type type);

/*
 * Takes up to `count` objects under one lock, for an owner with its own free list; *ret_count is
 * the actual number (fewer: out of memory). They are linked by next_free; fcl_object_revive() turns
 * each one into an object.
 */
struct fcl_object *fcl_object_take_chain(enum fcl_type type, uint32_t count, uint32_t *ret_count);

/*
 * Resets the header of an object that its owner kept instead of recycling it; nothing else is
 * changed.
 */
void fcl_object_revive(struct fcl_object *object);

/* Gives the host its first reference, which replaces the creator's internal one. */
void fcl_object_publish(void *object);
/* The same, for fcl_object_release(), but without making the handle valid. */
void fcl_object_publish_hidden(void *object);

enum { FCL_OBJECT_ALIGN = 64 };

/* The base of the magics of a type's objects, which differs in a forked child. */
extern _Atomic uint32_t fcl_object_magics[FCL_TYPE_COUNT];

/*
 * The magic of a live object: never 0, and dependent on its address, so that nothing in the middle
 * of an object looks like one.
 */
static inline uint32_t fcl_object_magic(const void *object, enum fcl_type type)
{
	return atomic_load_explicit(&fcl_object_magics[type], memory_order_relaxed) +
	       (uint32_t)((uintptr_t)object / (FCL_OBJECT_ALIGN / 2) | 1);
}

/* Whether the host may use the handle, which is or was an object of that type. */
static inline bool fcl_object_is_alive(const void *handle, enum fcl_type type)
{
	const struct fcl_object *object = (const struct fcl_object *)handle;

	return atomic_load_explicit(&object->magic, memory_order_acquire) ==
	       fcl_object_magic(object, type);
}

/*
 * Whether the handle, which may be any pointer, is a live object of that type that this process may
 * use. False for NULL.
 */
static inline bool fcl_object_is(const void *handle, enum fcl_type type)
{
	return fcl_slab_map_type(handle) == type && (uintptr_t)handle % FCL_OBJECT_ALIGN == 0 &&
	       fcl_object_is_alive(handle, type);
}

/*
 * For callers that remember an object without a reference. The life distinguishes it from earlier
 * and later objects in the same memory, which may be reused, but stays readable. fcl_object_lives()
 * returns whether the host still holds that particular object.
 */
uint64_t fcl_object_life(const void *object);
bool fcl_object_lives(const void *object, enum fcl_type type, uint64_t life);

/* clRetain*, clRelease*. The last release invalidates the handle at once. */
void fcl_object_retain(void *object);
void fcl_object_release(void *object);

/* Internal references. unref(NULL) is allowed. */
void *fcl_object_ref(void *object);
/* Adds references to an object that no other thread can access yet. */
static inline void fcl_object_ref_private(void *handle, uint32_t count)
{
	struct fcl_object *object = (struct fcl_object *)handle;
	uint32_t refs = atomic_load_explicit(&object->refs, memory_order_relaxed);

	atomic_store_explicit(&object->refs, refs + count, memory_order_relaxed);
}
void fcl_object_unref(void *object);
/*
 * Takes a reference to an object that may be losing its last one; false: it has. Its memory stays
 * readable.
 */
bool fcl_object_try_ref(void *object);

/* The value that CL_*_REFERENCE_COUNT reports. */
uint32_t fcl_object_api_refs(const void *object);

/* Invalidates all existing objects: in a forked child, those of its parent. */
void fcl_object_forget_all(void);

#endif
