/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/object.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/slab_map.h"

_Atomic uint32_t fcl_object_magics[FCL_TYPE_COUNT];

/* Memory for one type. It is never returned to the system, which makes it type-stable. */
struct slab {
	pthread_mutex_t lock;      /* guards the next four members */
	struct fcl_object *free;   /* recycled: headers keep the values of their last object */
	struct fcl_object *chains; /* more recycled objects, returned as chains */
	char *fresh, *fresh_end;   /* unused memory */
	size_t bytes;              /* size of an object, rounded up */
	fcl_object_destroy *destroy;
	fcl_object_retire *retire;
};

static struct slab slabs[FCL_TYPE_COUNT];
static const void *dispatch_table;
static _Atomic(void *) dispatch_data;
static uint32_t generation; /* number of forks between this process and the first one */

/* Even, and different for each type and generation: see fcl_object_magic(). */
static void set_magic(enum fcl_type type, uint32_t forks)
{
	uint32_t magic = ((uint32_t)type << 24 | (forks & 0xFFFFFF)) * 0x9E3779B1u << 1;

	atomic_store_explicit(&fcl_object_magics[type], magic, memory_order_relaxed);
}

void fcl_object_register(enum fcl_type type, size_t bytes, fcl_object_destroy *destroy,
			 fcl_object_retire *retire)
{
	struct slab *slab = &slabs[type];

	pthread_mutex_init(&slab->lock, NULL);
	slab->bytes = (bytes + FCL_OBJECT_ALIGN - 1) / FCL_OBJECT_ALIGN * FCL_OBJECT_ALIGN;
	set_magic(type, 0);
	slab->destroy = destroy;
	slab->retire = retire;
}

void fcl_object_set_dispatch(const void *dispatch)
{
	dispatch_table = dispatch;
}

void fcl_object_set_dispatch_data(void *data)
{
	atomic_store(&dispatch_data, data);
}

/* Allocates a slab for a type, all zero, and adds it to the map. NULL: out of memory. */
static char *create_slab(enum fcl_type type)
{
	char *memory = aligned_alloc(FCL_SLAB_BYTES, FCL_SLAB_BYTES);

	if (!memory)
		return NULL;
	/* Includes the space after the last object: nothing there may look like an object. */
	memset(memory, 0, FCL_SLAB_BYTES);
	if (fcl_slab_map_add(memory, (uint8_t)type)) {
		free(memory);
		return NULL;
	}
	return memory;
}

/* The slab's lock is held. */
static struct fcl_object *object_take_fresh(struct slab *slab, enum fcl_type type)
{
	struct fcl_object *object;

	if (slab->fresh == slab->fresh_end) {
		slab->fresh = create_slab(type);
		slab->fresh_end = slab->fresh
					  ? slab->fresh + FCL_SLAB_BYTES / slab->bytes * slab->bytes
					  : NULL;
		if (!slab->fresh)
			return NULL;
	}
	object = (struct fcl_object *)slab->fresh;
	slab->fresh += slab->bytes;
	return object;
}

/* The first object of a chain stores the next chain after its header, which is unused memory. */
static struct fcl_object **next_chain(struct fcl_object *first)
{
	return (struct fcl_object **)(first + 1);
}

/* The slab's lock is held. */
static struct fcl_object *take_used(struct slab *slab)
{
	struct fcl_object *object;

	if (!slab->free && slab->chains) {
		slab->free = slab->chains;
		slab->chains = *next_chain(slab->chains);
	}
	object = slab->free;
	if (object) {
		slab->free = object->next_free;
		__builtin_prefetch(slab->free, 1);
	}
	return object;
}

void *fcl_object_create(enum fcl_type type)
{
	struct fcl_object *object = fcl_object_create_raw(type);

	if (object)
		memset(object + 1, 0, slabs[type].bytes - sizeof(*object));
	return object;
}

/* Takes an unowned object with the type's header; the slab's lock is held. */
static struct fcl_object *object_take(struct slab *slab, enum fcl_type type)
{
	struct fcl_object *object = take_used(slab);

	if (!object)
		object = object_take_fresh(slab, type);
	if (!object)
		return NULL;
	object->type = type;
	object->dispatch = dispatch_table;
	return object;
}

void *fcl_object_create_raw(enum fcl_type type)
{
	struct fcl_object *object;

	pthread_mutex_lock(&slabs[type].lock);
	object = object_take(&slabs[type], type);
	pthread_mutex_unlock(&slabs[type].lock);
	if (object)
		fcl_object_revive(object);
	return object;
}

struct fcl_object *fcl_object_take_chain(enum fcl_type type, uint32_t count, uint32_t *ret_count)
{
	struct fcl_object *first = NULL, **link = &first;

	*ret_count = 0;
	pthread_mutex_lock(&slabs[type].lock);
	for (; *ret_count < count; (*ret_count)++) {
		*link = object_take(&slabs[type], type);
		if (!*link)
			break;
		link = &(*link)->next_free;
	}
	pthread_mutex_unlock(&slabs[type].lock);
	*link = NULL;
	return first;
}

void fcl_object_revive(struct fcl_object *object)
{
	object->dispatch_data = atomic_load_explicit(&dispatch_data, memory_order_relaxed);
	atomic_store_explicit(&object->api_refs, 0, memory_order_relaxed);
	atomic_store_explicit(&object->refs, 1, memory_order_relaxed);
}

void fcl_object_recycle(struct fcl_object *object)
{
	struct slab *slab = &slabs[object->type];

	pthread_mutex_lock(&slab->lock);
	object->next_free = slab->free;
	slab->free = object;
	pthread_mutex_unlock(&slab->lock);
}

void fcl_object_recycle_chain(struct fcl_object *first)
{
	struct slab *slab;

	if (!first)
		return;
	slab = &slabs[first->type];
	pthread_mutex_lock(&slab->lock);
	*next_chain(first) = slab->chains;
	slab->chains = first;
	pthread_mutex_unlock(&slab->lock);
}

void fcl_object_publish_hidden(void *handle)
{
	struct fcl_object *object = handle;

	uint64_t life = atomic_load_explicit(&object->life, memory_order_relaxed);

	atomic_store_explicit(&object->life, life + 1, memory_order_relaxed);
	atomic_store_explicit(&object->api_refs, 1, memory_order_relaxed);
}

void fcl_object_publish(void *handle)
{
	struct fcl_object *object = handle;

	fcl_object_publish_hidden(object);
	atomic_store_explicit(&object->magic, fcl_object_magic(object, object->type),
			      memory_order_release);
}

uint64_t fcl_object_life(const void *handle)
{
	const struct fcl_object *object = handle;

	return atomic_load_explicit(&object->life, memory_order_relaxed);
}

/* Reads the magic before the life; fcl_object_publish() writes them in the opposite order. */
bool fcl_object_lives(const void *handle, enum fcl_type type, uint64_t life)
{
	return fcl_object_is_alive(handle, type) && fcl_object_life(handle) == life;
}

void fcl_object_retain(void *handle)
{
	struct fcl_object *object = handle;

	atomic_fetch_add_explicit(&object->api_refs, 1, memory_order_relaxed);
}

void fcl_object_release(void *handle)
{
	struct fcl_object *object = handle;

	if (atomic_fetch_sub_explicit(&object->api_refs, 1, memory_order_acq_rel) != 1)
		return;
	atomic_store_explicit(&object->magic, 0, memory_order_release);
	if (slabs[object->type].retire)
		slabs[object->type].retire(object);
	fcl_object_unref(object);
}

void *fcl_object_ref(void *handle)
{
	struct fcl_object *object = handle;

	atomic_fetch_add_explicit(&object->refs, 1, memory_order_relaxed);
	return object;
}

bool fcl_object_try_ref(void *handle)
{
	struct fcl_object *object = handle;
	uint32_t refs = atomic_load_explicit(&object->refs, memory_order_relaxed);

	do
		if (!refs)
			return false;
	while (!atomic_compare_exchange_weak_explicit(&object->refs, &refs, refs + 1,
						      memory_order_acquire, memory_order_relaxed));
	return true;
}

void fcl_object_unref(void *handle)
{
	struct fcl_object *object = handle;

	if (object && atomic_fetch_sub_explicit(&object->refs, 1, memory_order_acq_rel) == 1)
		slabs[object->type].destroy(object);
}

uint32_t fcl_object_api_refs(const void *handle)
{
	const struct fcl_object *object = handle;

	return atomic_load_explicit(&object->api_refs, memory_order_relaxed);
}

void fcl_object_forget_all(void)
{
	generation++;
	for (int type = 1; type < FCL_TYPE_COUNT; type++) {
		/* Another thread of the parent may have held any of these locks. */
		pthread_mutex_init(&slabs[type].lock, NULL);
		set_magic(type, generation);
	}
}
