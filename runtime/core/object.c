/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/object.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SLAB_BYTES = 64 * 1024, SLAB_ALIGN = 64 };

/* Memory of one type. Chunks are never given back to the system: that is what makes it type-stable.
 */
struct slab {
	pthread_mutex_t lock;    /* guards free, fresh, fresh_end */
	struct fcl_object *free; /* used before: its headers hold what the last owner left */
	char *fresh, *fresh_end; /* never used yet */
	size_t bytes;            /* of one object, rounded up */
	fcl_object_destroy *destroy;
	fcl_object_retire *retire;
};

static struct slab slabs[FCL_TYPE_COUNT];
static const void *dispatch_table;
static _Atomic(void *) dispatch_data;
static _Atomic uint32_t generation; /* counts forks between this process and the first */

static uint32_t object_magic(uint32_t type)
{
	uint32_t forks = atomic_load_explicit(&generation, memory_order_relaxed);

	return 0xFC000000u | (forks & 0xFFFFu) << 8 | type;
}

void fcl_object_register(enum fcl_type type, size_t bytes, fcl_object_destroy *destroy,
			 fcl_object_retire *retire)
{
	struct slab *slab = &slabs[type];

	pthread_mutex_init(&slab->lock, NULL);
	slab->bytes = (bytes + SLAB_ALIGN - 1) / SLAB_ALIGN * SLAB_ALIGN;
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

/* The slab's lock is held. */
static struct fcl_object *take_fresh(struct slab *slab)
{
	struct fcl_object *object;

	if (slab->fresh == slab->fresh_end) {
		size_t count = SLAB_BYTES / slab->bytes ? SLAB_BYTES / slab->bytes : 1;

		slab->fresh = aligned_alloc(SLAB_ALIGN, count * slab->bytes);
		slab->fresh_end = slab->fresh ? slab->fresh + count * slab->bytes : NULL;
		if (!slab->fresh)
			return NULL;
		memset(slab->fresh, 0, count * slab->bytes);
	}
	object = (struct fcl_object *)slab->fresh;
	slab->fresh += slab->bytes;
	return object;
}

void *fcl_object_create(enum fcl_type type)
{
	struct fcl_object *object = fcl_object_create_raw(type);

	if (object)
		memset(object + 1, 0, slabs[type].bytes - sizeof(*object));
	return object;
}

void *fcl_object_create_raw(enum fcl_type type)
{
	struct slab *slab = &slabs[type];
	struct fcl_object *object;

	pthread_mutex_lock(&slab->lock);
	object = slab->free;
	if (object)
		slab->free = object->next_free;
	else
		object = take_fresh(slab);
	pthread_mutex_unlock(&slab->lock);
	if (!object)
		return NULL;
	object->type = type;
	object->dispatch = dispatch_table;
	fcl_object_revive(object);
	return object;
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

void fcl_object_publish(void *handle)
{
	struct fcl_object *object = handle;

	uint64_t life = atomic_load_explicit(&object->life, memory_order_relaxed);

	atomic_store_explicit(&object->life, life + 1, memory_order_relaxed);
	atomic_store_explicit(&object->api_refs, 1, memory_order_relaxed);
	atomic_store_explicit(&object->magic, object_magic(object->type), memory_order_release);
}

bool fcl_object_is(const void *handle, enum fcl_type type)
{
	const struct fcl_object *object = handle;

	return object &&
	       atomic_load_explicit(&object->magic, memory_order_acquire) == object_magic(type);
}

uint64_t fcl_object_life(const void *handle)
{
	const struct fcl_object *object = handle;

	return atomic_load_explicit(&object->life, memory_order_relaxed);
}

/* The life is set before the magic, which is read first. */
bool fcl_object_lives(const void *handle, enum fcl_type type, uint64_t life)
{
	return fcl_object_is(handle, type) && fcl_object_life(handle) == life;
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

void fcl_object_ref_private(void *handle, uint32_t count)
{
	struct fcl_object *object = handle;
	uint32_t refs = atomic_load_explicit(&object->refs, memory_order_relaxed);

	atomic_store_explicit(&object->refs, refs + count, memory_order_relaxed);
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
	/* A forked child: another thread of the parent may have held any of these locks. */
	for (int type = 1; type < FCL_TYPE_COUNT; type++)
		pthread_mutex_init(&slabs[type].lock, NULL);
	atomic_fetch_add_explicit(&generation, 1, memory_order_relaxed);
}
