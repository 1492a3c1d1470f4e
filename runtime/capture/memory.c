/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/memory.h"

#include <stdlib.h>

#include "base/capture/recorder.h"
#include "runtime/capture/boxes.h"
#include "runtime/capture/put.h"
#include "runtime/capture/readback.h"

/* Bit 31, which hosts may pass with all bits above set (CL/cl_ext_xilinx.h defines an int). */
#define EXT_PTR ((cl_mem_flags)1 << 31)

enum { LARGE = 1 << 20 };

struct ext_ptr {
	unsigned int flags;
	void *host_ptr;
	cl_kernel kernel;
};

void fcl_readback(const struct fcl_call *call, unsigned index, uint64_t owner,
		  const struct fcl_box *box, bool blocking, const cl_event *event)
{
	if (!blocking && event && *event) {
		fcl_readback_later(call, index, owner, box, *event);
		return;
	}
	fcl_readback_now(call, index, owner, box);
}

void fcl_memory_write_early(struct fcl_call *call, cl_mem mem, bool blocking, size_t offset,
			    size_t size, const void *at)
{
	struct fcl_box box = fcl_box_bytes(at, size);
	size_t room;

	if (size < LARGE || !blocking || !at ||
	    fcl_capture_next->clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof(room), &room, NULL) ||
	    offset > room || size > room - offset)
		return;
	call->early = fcl_contents_begin(&box);
}

void fcl_memory_data(struct fcl_call *call, unsigned index, const struct fcl_box *box)
{
	if (call->early)
		fcl_contents_end(call->early, &call->body, index);
	else
		fcl_recorder_contents(&call->body, index, box, true);
}

void fcl_memory_no_data(struct fcl_call *call)
{
	struct fcl_body none;

	if (!call->early)
		return;
	fcl_body_begin(&none);
	fcl_contents_end(call->early, &none, 0);
	fcl_body_free(&none);
}

static struct fcl_box take_ext_ptr(struct fcl_call *call, const struct ext_ptr *ext,
				   struct fcl_box box)
{
	fcl_body_number(&call->body, FCL_CAPTURE_EXT_FLAGS, ext->flags);
	fcl_put_number(&call->body, FCL_CAPTURE_EXT_KERNEL, (uintptr_t)ext->kernel);
	box.at = ext->host_ptr;
	return box;
}

void fcl_memory_created(struct fcl_call *call, unsigned index, cl_mem mem, cl_mem_flags flags,
			const struct fcl_box *given)
{
	struct fcl_region region = {FCL_REGION_HOST_PTR, (uintptr_t)mem, flags, *given, false};

	fcl_region_drop(FCL_REGION_HOST_PTR, region.owner);
	if ((flags & EXT_PTR) && given->at)
		region.box = take_ext_ptr(call, (const void *)given->at, region.box);
	if (!(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) || !region.box.at)
		return;
	fcl_recorder_contents(&call->body, index, &region.box, true);
	if (flags & CL_MEM_USE_HOST_PTR)
		fcl_region_add(&region);
}

/* --- mappings --------------------------------------------------------------------------------- */

enum { WRITES = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION };

void fcl_memory_mapped(const struct fcl_call *call, const struct fcl_region *region, bool blocking,
		       const cl_event *event)
{
	fcl_region_add(region);
	if (region->flags & CL_MAP_READ)
		fcl_readback(call, FCL_CAPTURE_RETURNED, 0, &region->box, blocking, event);
}

static void take_mapping(struct fcl_call *call, enum fcl_region_kind kind, uint64_t owner,
			 const void *at)
{
	struct fcl_region region;

	if (!at || !fcl_region_find(kind, owner, at, true, &region))
		return;
	call->unmapped = malloc(sizeof(*call->unmapped));
	if (call->unmapped)
		*call->unmapped = region;
	if (region.flags & WRITES)
		fcl_recorder_contents(&call->body, FCL_CAPTURE_HOST_DATA, &region.box, true);
}

void fcl_memory_unmapped(struct fcl_call *call, bool failed)
{
	if (failed && call->unmapped)
		fcl_region_add(call->unmapped);
	free(call->unmapped);
	call->unmapped = NULL;
}

void fcl_memory_unmap(struct fcl_call *call, unsigned index, cl_mem mem, const void *at)
{
	fcl_put_number(&call->body, index, (uintptr_t)at);
	take_mapping(call, FCL_REGION_MAPPING, (uintptr_t)mem, at);
}

/* --- memory of the host's --------------------------------------------------------------------- */

static bool has_info(cl_mem mem, cl_mem_info what, void *ret_value, size_t size)
{
	return !fcl_capture_next->clGetMemObjectInfo(mem, what, size, ret_value, NULL);
}

/* The buffer that this one is a part of; NULL: it is none. */
static cl_mem whole_of(cl_mem mem)
{
	cl_mem_object_type type;
	cl_mem whole;

	if (!has_info(mem, CL_MEM_TYPE, &type, sizeof(type)) || type != CL_MEM_OBJECT_BUFFER ||
	    !has_info(mem, CL_MEM_ASSOCIATED_MEMOBJECT, &whole, sizeof(cl_mem)))
		return NULL;
	return whole;
}

static bool find_host_ptr(cl_mem mem, struct fcl_region *ret_region)
{
	cl_mem whole = whole_of(mem);
	size_t offset, size;

	if (!fcl_region_find(FCL_REGION_HOST_PTR, (uintptr_t)(whole ? whole : mem), NULL, false,
			     ret_region))
		return false;
	if (!whole)
		return true;
	if (!has_info(mem, CL_MEM_OFFSET, &offset, sizeof(offset)) ||
	    !has_info(mem, CL_MEM_SIZE, &size, sizeof(size)))
		return false;
	ret_region->owner = (uintptr_t)mem;
	ret_region->box = fcl_box_bytes(ret_region->box.at + offset, size);
	return true;
}

void fcl_memory_moved(struct fcl_call *call, const cl_mem *mems, size_t count,
		      cl_mem_migration_flags flags)
{
	struct fcl_region region;

	if (flags & (CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
		return;
	for (size_t i = 0; i < count; i++) {
		if (!find_host_ptr(mems[i], &region))
			continue;
		fcl_body_number(&call->body, FCL_CAPTURE_HOST_DATA, region.owner);
		fcl_recorder_contents(&call->body, FCL_CAPTURE_HOST_DATA, &region.box, true);
	}
}

void fcl_memory_back(const struct fcl_call *call, const cl_mem *mems, size_t count,
		     cl_mem_migration_flags flags, const cl_event *event)
{
	struct fcl_region region;

	if (!(flags & CL_MIGRATE_MEM_OBJECT_HOST) ||
	    (flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
		return;
	for (size_t i = 0; i < count; i++)
		if (find_host_ptr(mems[i], &region))
			fcl_readback(call, FCL_CAPTURE_HOST_DATA, region.owner, &region.box, false,
				     event);
}

/* --- packets of host pipes ------------------------------------------------------------------------ */

static bool is_read(cl_mem pipe)
{
	cl_mem_flags flags = 0;

	return has_info(pipe, CL_MEM_FLAGS, &flags, sizeof(flags)) &&
	       (flags & CL_MEM_HOST_READ_ONLY);
}

void fcl_memory_lent(const struct fcl_call *call, cl_mem pipe, const void *at, size_t size)
{
	struct fcl_region region = {FCL_REGION_LENT, (uintptr_t)pipe, 0, fcl_box_bytes(at, size),
				    false};

	if (is_read(pipe))
		fcl_readback_now(call, FCL_CAPTURE_RETURNED, 0, &region.box);
	fcl_region_add(&region);
}

void fcl_memory_give_back(struct fcl_call *call, unsigned index, cl_mem pipe, const void *at,
			  size_t size)
{
	struct fcl_region region;
	struct fcl_box box;

	fcl_put_number(&call->body, index, (uintptr_t)at);
	if (!at || !fcl_region_find(FCL_REGION_LENT, (uintptr_t)pipe, at, false, &region) ||
	    size > region.box.width - region.flags || is_read(pipe))
		return;
	box = fcl_box_bytes(region.box.at + region.flags, size);
	fcl_recorder_contents(&call->body, FCL_CAPTURE_HOST_DATA, &box, true);
}

void fcl_memory_given_back(cl_mem pipe, const void *at, size_t size)
{
	struct fcl_region region;

	if (!fcl_region_find(FCL_REGION_LENT, (uintptr_t)pipe, at, true, &region))
		return;
	region.flags += size;
	if (region.flags < region.box.width)
		fcl_region_add(&region);
}

/* --- shared virtual memory -------------------------------------------------------------------- */

void fcl_memory_svm_allocated(const void *at, size_t size, cl_svm_mem_flags flags)
{
	struct fcl_region region = {FCL_REGION_SVM, 0, flags, fcl_box_bytes(at, size), false};

	fcl_memory_svm_freed(at);
	fcl_region_add(&region);
}

void fcl_memory_svm_freed(const void *at)
{
	struct fcl_region region;

	if (at)
		fcl_region_find(FCL_REGION_SVM, 0, at, true, &region);
}

void fcl_memory_svm_freed_all(void *const *all, size_t count)
{
	for (size_t i = 0; i < count; i++)
		fcl_memory_svm_freed(all[i]);
}

void fcl_memory_svm_mapped(const struct fcl_call *call, unsigned index, const void *at, size_t size,
			   cl_map_flags flags, bool blocking, const cl_event *event)
{
	struct fcl_region region = {FCL_REGION_SVM_MAP, 0, flags, fcl_box_bytes(at, size), false};

	fcl_region_add(&region);
	if (flags & CL_MAP_READ)
		fcl_readback(call, index, 0, &region.box, blocking, event);
}

void fcl_memory_svm_unmap(struct fcl_call *call, unsigned index, const void *at)
{
	fcl_put_number(&call->body, index, (uintptr_t)at);
	take_mapping(call, FCL_REGION_SVM_MAP, 0, at);
}

void fcl_memory_svm_from(struct fcl_call *call, unsigned index, const void *at, size_t size)
{
	struct fcl_box box = fcl_box_bytes(at, size);

	if (!fcl_region_is_svm(at))
		fcl_recorder_contents(&call->body, index, &box, true);
}

void fcl_memory_svm_to(const struct fcl_call *call, unsigned index, const void *at, size_t size,
		       bool blocking, const cl_event *event)
{
	struct fcl_box box = fcl_box_bytes(at, size);

	if (!fcl_region_is_svm(at))
		fcl_readback(call, index, 0, &box, blocking, event);
}

static void put_fine(const struct fcl_region *region, void *user)
{
	struct fcl_call *call = user;

	fcl_body_number(&call->body, FCL_CAPTURE_FINE, (uintptr_t)region->box.at);
	fcl_recorder_contents(&call->body, FCL_CAPTURE_FINE, &region->box, true);
}

void fcl_memory_fine(struct fcl_call *call)
{
	fcl_region_each_fine(put_fine, call);
}
