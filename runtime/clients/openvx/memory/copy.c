/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/memory/copy.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/memory/caller.h"

struct fcl_vx_map {
	struct fcl_vx_map *next;
	vx_map_id id;
	vx_reference owner;
	struct fcl_vx_region region;
	bool writes;
	cl_mem mem;    /* NULL: host memory */
	bool detached; /* `mem` is a copy, which is written back on unmap */
};

struct fcl_vx_region fcl_vx_flat_region(struct fcl_vx_store *store, size_t offset, size_t size)
{
	return (struct fcl_vx_region){.store = store,
				      .offset = offset,
				      .element = 1,
				      .ndims = 1,
				      .count = {size},
				      .stride = {1},
				      .user_stride = {1}};
}

vx_status fcl_vx_may_access(vx_reference ref)
{
	if (ref->is_virtual && !fcl_vx_caller())
		return fcl_vx_fail(ref, VX_ERROR_OPTIMIZED_AWAY,
				   "a virtual object has no data that a host can reach");
	return VX_SUCCESS;
}

/*
 * Merges dimensions without gaps on either side into one element, and drops dimensions of size 1.
 */
static void copy_merge(struct fcl_vx_region *region)
{
	unsigned to = 0;

	for (unsigned i = 0; i < region->ndims; i++) {
		if (region->count[i] == 1)
			continue;
		if (!to && region->stride[i] == region->element &&
		    region->user_stride[i] == region->element) {
			region->element *= region->count[i];
			continue;
		}
		region->count[to] = region->count[i];
		region->stride[to] = region->stride[i];
		region->user_stride[to] = region->user_stride[i];
		to++;
	}
	region->ndims = to;
}

/*
 * The number of bytes from the start of the first element to the end of the last one; SIZE_MAX on
 * overflow.
 */
static size_t copy_span(const struct fcl_vx_region *region, const size_t *stride)
{
	size_t size = region->element, reach;

	for (unsigned i = 0; i < region->ndims; i++)
		if (__builtin_mul_overflow(region->count[i] - 1, stride[i], &reach) ||
		    __builtin_add_overflow(size, reach, &size))
			return SIZE_MAX;
	return size;
}

static bool copy_is_empty(const struct fcl_vx_region *region)
{
	for (unsigned i = 0; i < region->ndims; i++)
		if (!region->count[i])
			return true;
	return false;
}

static void copy_host(const struct fcl_vx_region *region, unsigned dim, unsigned char *here,
		      unsigned char *there, bool to_user)
{
	if (!dim) {
		if (to_user)
			memcpy(there, here, region->element);
		else
			memcpy(here, there, region->element);
		return;
	}
	for (size_t i = 0; i < region->count[dim - 1]; i++)
		copy_host(region, dim - 1, here + i * region->stride[dim - 1],
			  there + i * region->user_stride[dim - 1], to_user);
}

/* Whether the region covers the whole store, so that writing it leaves no old bytes. */
static bool covers(const struct fcl_vx_region *region)
{
	return !region->ndims && region->element == region->store->size;
}

static vx_status copy_with_host(const struct fcl_vx_region *region, unsigned char *user,
				bool to_user)
{
	struct fcl_vx_store *store = region->store;
	vx_status status = fcl_vx_store_host(store, to_user || !covers(region), !to_user);

	if (status)
		return status;
	copy_host(region, region->ndims, store->host + region->offset, user, to_user);
	if (!to_user)
		fcl_vx_store_written(store);
	return VX_SUCCESS;
}

/* One side of a copy on the device. */
struct side {
	cl_mem mem;
	size_t offset;
	const size_t *stride;
};

static bool rows_fit(const struct fcl_vx_region *region, const size_t *stride, unsigned dims)
{
	if (stride[0] < region->element)
		return false;
	return dims < 2 ||
	       (stride[1] >= stride[0] * region->count[0] && stride[1] % stride[0] == 0);
}

static cl_int openvx_copy_block(cl_command_queue queue, const struct fcl_vx_region *region,
				unsigned dims, const struct side *from, const struct side *to)
{
	size_t from_at[3] = {from->offset}, to_at[3] = {to->offset};
	size_t extent[3] = {region->element, region->count[0], dims > 1 ? region->count[1] : 1};

	if (!dims)
		return clEnqueueCopyBuffer(queue, from->mem, to->mem, from->offset, to->offset,
					   region->element, 0, NULL, NULL);
	return clEnqueueCopyBufferRect(queue, from->mem, to->mem, from_at, to_at, extent,
				       from->stride[0], dims > 1 ? from->stride[1] : 0,
				       to->stride[0], dims > 1 ? to->stride[1] : 0, 0, NULL, NULL);
}

static cl_int copy_device(cl_command_queue queue, const struct fcl_vx_region *region, unsigned dims,
			  struct side from, struct side to)
{
	cl_int code = CL_SUCCESS;

	if (!dims ||
	    (dims <= 2 && rows_fit(region, from.stride, dims) && rows_fit(region, to.stride, dims)))
		return openvx_copy_block(queue, region, dims, &from, &to);
	for (size_t i = 0; i < region->count[dims - 1] && !code; i++) {
		code = copy_device(queue, region, dims - 1, from, to);
		from.offset += from.stride[dims - 1];
		to.offset += to.stride[dims - 1];
	}
	return code;
}

static vx_status copy_with_mem(const struct fcl_vx_region *region, cl_mem user, size_t user_offset,
			       bool to_user, struct fcl_vx_queue *queue)
{
	struct fcl_vx_store *store = region->store;
	vx_status status = fcl_vx_store_device(store, queue, to_user || !covers(region), !to_user,
					       NULL);
	struct side here = {store->mem, region->offset, region->stride};
	struct side there = {user, user_offset, region->user_stride};
	cl_int code;

	if (status)
		return status;
	code = to_user ? copy_device(queue->cl, region, region->ndims, here, there)
		       : copy_device(queue->cl, region, region->ndims, there, here);
	if (!code)
		code = clFlush(queue->cl);
	return code ? fcl_vx_cl_failed(store->context, code, "clEnqueueCopyBufferRect")
		    : VX_SUCCESS;
}

static vx_status copy_mem(vx_reference ref, const struct fcl_vx_region *region, void *user,
			  size_t user_offset, bool to_user)
{
	struct fcl_vx_queue *queue;
	vx_status status = fcl_vx_coordination(ref->context, &queue);

	if (!status)
		status = fcl_vx_check_buffer(ref->context, user,
					     user_offset + copy_span(region, region->user_stride));
	if (!status)
		status = copy_with_mem(region, user, user_offset, to_user, queue);
	return status;
}

vx_status fcl_vx_copy(vx_reference ref, const struct fcl_vx_region *region, void *user,
		      size_t user_offset, vx_enum usage, vx_enum memory_type)
{
	struct fcl_vx_region merged = *region;
	bool to_user = usage == VX_READ_ONLY;

	if (!user || (usage != VX_READ_ONLY && usage != VX_WRITE_ONLY))
		return VX_ERROR_INVALID_PARAMETERS;
	if (copy_is_empty(region))
		return VX_SUCCESS;
	copy_merge(&merged);
	if (memory_type == VX_MEMORY_TYPE_HOST)
		return copy_with_host(&merged, (unsigned char *)user + user_offset, to_user);
	if (memory_type == VX_MEMORY_TYPE_OPENCL_BUFFER)
		return copy_mem(ref, &merged, user, user_offset, to_user);
	return VX_ERROR_INVALID_PARAMETERS;
}

/* Maps. */

static vx_status map_host(struct fcl_vx_map *map, vx_enum usage, void **ret_ptr)
{
	struct fcl_vx_region merged = map->region;
	bool read;
	vx_status status;

	copy_merge(&merged);
	read = usage != VX_WRITE_ONLY || !covers(&merged);
	status = fcl_vx_store_host(map->region.store, read, map->writes);
	if (!status)
		*ret_ptr = map->region.store->host + map->region.offset;
	return status;
}

/* Maps a part of a buffer: as a sub-buffer if the device supports its alignment. */
static cl_int map_inner(struct fcl_vx_map *map, struct fcl_vx_queue *queue)
{
	const struct fcl_vx_region *region = &map->region;
	cl_buffer_region part = {region->offset, copy_span(region, region->stride)};
	cl_int code;

	map->mem = clCreateSubBuffer(region->store->mem, CL_MEM_READ_WRITE,
				     CL_BUFFER_CREATE_TYPE_REGION, &part, &code);
	if (!code)
		return code;
	map->detached = true;
	map->mem = clCreateBuffer(region->store->context->cl, CL_MEM_READ_WRITE, part.size, NULL,
				  &code);
	return code ? code
		    : clEnqueueCopyBuffer(queue->cl, region->store->mem, map->mem, part.origin, 0,
					  part.size, 0, NULL, NULL);
}

static vx_status map_mem(struct fcl_vx_map *map, vx_enum usage, void **ret_ptr)
{
	struct fcl_vx_store *store = map->region.store;
	struct fcl_vx_region merged = map->region;
	struct fcl_vx_queue *queue;
	vx_status status = fcl_vx_coordination(store->context, &queue);
	cl_int code = CL_SUCCESS;

	if (status)
		return status;
	copy_merge(&merged);
	status = fcl_vx_store_device(store, queue, usage != VX_WRITE_ONLY || !covers(&merged),
				     map->writes, NULL);
	if (status)
		return status;
	map->mem = store->mem;
	if (map->region.offset)
		code = map_inner(map, queue);
	else
		clRetainMemObject(store->mem);
	if (!code)
		code = clFlush(queue->cl);
	if (code)
		return fcl_vx_cl_failed(store->context, code, "mapping a buffer");
	*ret_ptr = map->mem;
	return VX_SUCCESS;
}

static void map_free(struct fcl_vx_map *map)
{
	if (map->mem)
		clReleaseMemObject(map->mem);
	fcl_vx_store_unref(map->region.store);
	free(map);
}

static void map_add(vx_context context, struct fcl_vx_map *map)
{
	fcl_vx_lock(context);
	map->id = ++context->last_map;
	map->next = context->maps;
	context->maps = map;
	fcl_vx_unlock(context);
}

vx_status fcl_vx_map(vx_reference ref, const struct fcl_vx_region *region, vx_enum usage,
		     vx_enum memory_type, vx_map_id *ret_id, void **ret_ptr)
{
	struct fcl_vx_map *map;
	vx_status status;

	if (!ret_id || !ret_ptr || copy_is_empty(region) ||
	    (usage != VX_READ_ONLY && usage != VX_WRITE_ONLY && usage != VX_READ_AND_WRITE) ||
	    (memory_type != VX_MEMORY_TYPE_HOST && memory_type != VX_MEMORY_TYPE_OPENCL_BUFFER))
		return VX_ERROR_INVALID_PARAMETERS;
	map = calloc(1, sizeof(*map));
	if (!map)
		return VX_ERROR_NO_MEMORY;
	map->owner = ref;
	map->region = *region;
	map->writes = usage != VX_READ_ONLY;
	fcl_vx_store_ref(region->store);
	status = memory_type == VX_MEMORY_TYPE_HOST ? map_host(map, usage, ret_ptr)
						    : map_mem(map, usage, ret_ptr);
	if (status) {
		map_free(map);
		return status;
	}
	map_add(ref->context, map);
	*ret_id = map->id;
	return VX_SUCCESS;
}

static struct fcl_vx_map *map_remove(vx_reference ref, vx_map_id id)
{
	struct fcl_vx_map **at, *map;

	fcl_vx_lock(ref->context);
	for (at = &ref->context->maps; *at && ((*at)->id != id || (*at)->owner != ref);)
		at = &(*at)->next;
	map = *at;
	if (map)
		*at = map->next;
	fcl_vx_unlock(ref->context);
	return map;
}

static vx_status unmap_mem(struct fcl_vx_map *map)
{
	struct fcl_vx_queue *queue;
	vx_status status = fcl_vx_coordination(map->owner->context, &queue);
	struct fcl_vx_region merged = map->region;

	if (status || !map->writes)
		return status;
	if (!map->detached)
		return fcl_vx_store_device(map->region.store, queue, true, true, NULL);
	memcpy(merged.user_stride, merged.stride, sizeof(merged.stride));
	copy_merge(&merged);
	return copy_with_mem(&merged, map->mem, 0, false, queue);
}

vx_status fcl_vx_unmap(void *handle, vx_enum type, vx_map_id id)
{
	vx_reference ref = handle;
	struct fcl_vx_map *map;
	vx_status status = VX_SUCCESS;

	if (!fcl_vx_is(ref, type))
		return VX_ERROR_INVALID_REFERENCE;
	map = map_remove(ref, id);
	if (!map)
		return VX_ERROR_INVALID_PARAMETERS;
	if (map->mem)
		status = unmap_mem(map);
	else if (map->writes)
		fcl_vx_store_written(map->region.store);
	map_free(map);
	return status;
}

bool fcl_vx_is_mapped(const struct fcl_vx_store *store)
{
	const struct fcl_vx_map *map;

	fcl_vx_lock(store->context);
	for (map = store->context->maps; map && map->region.store != store;)
		map = map->next;
	fcl_vx_unlock(store->context);
	return map;
}

void fcl_vx_maps_clear(vx_context context)
{
	struct fcl_vx_map *map;

	while ((map = context->maps)) {
		context->maps = map->next;
		map_free(map);
	}
}

void fcl_vx_maps_forget(vx_reference ref)
{
	vx_context context = ref->context;
	struct fcl_vx_map **at, *map;

	fcl_vx_lock(context);
	for (at = &context->maps; (map = *at);) {
		if (map->owner == ref) {
			*at = map->next;
			map_free(map);
		} else {
			at = &map->next;
		}
	}
	fcl_vx_unlock(context);
}
