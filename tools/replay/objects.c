/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/objects.h"

#include <stdlib.h>

static size_t objects_bucket_of(const struct fcl_objects *objects, uint64_t captured)
{
	return (size_t)((captured * 0x9E3779B97F4A7C15u) >> 20) & (objects->nbuckets - 1);
}

static struct fcl_object *latest(const struct fcl_objects *objects, uint64_t captured)
{
	struct fcl_object *object;

	if (!objects->nbuckets)
		return NULL;
	object = objects->buckets[objects_bucket_of(objects, captured)];
	while (object && object->captured != captured)
		object = object->next;
	return object;
}

struct fcl_object *fcl_objects_find(const struct fcl_objects *objects, enum fcl_object_type type,
				    uint64_t captured)
{
	struct fcl_object *object = latest(objects, captured);

	if (!object || object->references <= 0 || (type && object->type != type))
		return NULL;
	return object;
}

/* Older objects come later in a bucket, so the latest of a handle is found. */
static void insert(struct fcl_objects *objects, struct fcl_object *object)
{
	struct fcl_object **bucket =
		&objects->buckets[objects_bucket_of(objects, object->captured)];

	object->next = *bucket;
	*bucket = object;
}

static bool objects_grow(struct fcl_objects *objects)
{
	size_t more = objects->nbuckets ? objects->nbuckets * 4 : 256;
	struct fcl_object **buckets = calloc(more, sizeof(struct fcl_object *)), *oldest = NULL;

	if (!buckets)
		return false;
	free(objects->buckets);
	objects->buckets = buckets;
	objects->nbuckets = more;
	/* Reverses the list twice, to insert the oldest first. */
	for (struct fcl_object *object = objects->all, *next; object; object = next) {
		next = object->made_before;
		object->made_before = oldest;
		oldest = object;
	}
	objects->all = NULL;
	for (struct fcl_object *object = oldest, *next; object; object = next) {
		next = object->made_before;
		object->made_before = objects->all;
		objects->all = object;
		insert(objects, object);
	}
	return true;
}

struct fcl_object *fcl_objects_add(struct fcl_objects *objects, enum fcl_object_type type,
				   uint64_t captured, void *handle)
{
	struct fcl_object *object = latest(objects, captured);

	/* Nothing refers to events, of which there are many: their handles are used again. */
	if (object && object->type == FCL_OBJECT_EVENT && type == FCL_OBJECT_EVENT) {
		object->handle = handle;
		object->references = 1;
		return object;
	}
	if (objects->count >= objects->nbuckets && !objects_grow(objects))
		return NULL;
	object = calloc(1, sizeof(*object));
	if (!object)
		return NULL;
	object->captured = captured;
	object->type = type;
	object->handle = handle;
	object->references = 1;
	object->made_before = objects->all;
	objects->all = object;
	objects->count++;
	insert(objects, object);
	return object;
}
