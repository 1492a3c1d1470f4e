/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/commands/work.h"

#include <stdlib.h>

#include "runtime/core/launches/launch.h"
#include "runtime/core/objects/map.h"
#include "runtime/core/residency/claim.h"
#include "runtime/core/residency/residency.h"

/* Distance in bytes from the start of a box with these pitches to its end. */
static uint64_t work_extent(const struct fcl_hal_box *box, size_t row_pitch, size_t slice_pitch)
{
	return (box->region[2] - 1) * slice_pitch + (box->region[1] - 1) * row_pitch +
	       box->region[0];
}

static bool is_dense(const struct fcl_hal_box *box, size_t row_pitch, size_t slice_pitch)
{
	return work_extent(box, row_pitch, slice_pitch) ==
	       box->region[0] * box->region[1] * box->region[2];
}

static struct fcl_use device_use(const struct fcl_event *event, struct fcl_mem *mem, uint64_t start,
				 uint64_t bytes, enum fcl_access access)
{
	uint32_t side = fcl_event_side(event);
	struct fcl_use use = {.mem = mem,
			      .start = start,
			      .end = start + bytes,
			      .side = side,
			      .access = access,
			      .bank = FCL_HAL_BANK_DEFAULT};

	if (fcl_residency_bank(mem, side) == FCL_HAL_BANK_DEFAULT)
		use.bank = fcl_residency_first_bank(event->queue->device, mem->root);
	return use;
}

static uint32_t transfer_uses(const struct fcl_event *event, struct fcl_use *uses, bool writes)
{
	const struct fcl_hal_box *box = &event->work.transfer.box;
	bool dense = is_dense(box, box->row_pitch, box->slice_pitch);
	enum fcl_access access = dense ? FCL_ACCESS_WRITE : FCL_ACCESS_UPDATE;

	uses[0] = device_use(event, event->work.transfer.mem, event->work.transfer.offset,
			     work_extent(box, box->row_pitch, box->slice_pitch),
			     writes ? access : FCL_ACCESS_READ);
	return 1;
}

static uint32_t copy_uses(const struct fcl_event *event, struct fcl_use *uses)
{
	const struct fcl_hal_box *box = &event->work.copy.box;
	bool dense = is_dense(box, box->other_row_pitch, box->other_slice_pitch);

	uses[0] = device_use(event, event->work.copy.source, event->work.copy.source_offset,
			     work_extent(box, box->row_pitch, box->slice_pitch), FCL_ACCESS_READ);
	uses[1] = device_use(event, event->work.copy.target, event->work.copy.target_offset,
			     work_extent(box, box->other_row_pitch, box->other_slice_pitch),
			     dense ? FCL_ACCESS_WRITE : FCL_ACCESS_UPDATE);
	return 2;
}

static uint32_t map_uses(const struct fcl_event *event, struct fcl_use *uses)
{
	bool unmap = event->as == CL_COMMAND_UNMAP_MEM_OBJECT;
	cl_map_flags flags = event->work.map.flags;

	if (unmap && !(flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)))
		return 0;
	uses[0] = (struct fcl_use){.mem = event->work.map.mem,
				   .start = event->work.map.offset,
				   .end = event->work.map.offset + event->work.map.size,
				   .side = FCL_SIDE_HOST,
				   .access = unmap || flags & CL_MAP_WRITE_INVALIDATE_REGION
						     ? FCL_ACCESS_WRITE
						     : FCL_ACCESS_READ};
	return 1;
}

/*
 * Hosts written for XRT write to the memory of CL_MEM_USE_HOST_PTR at any time and then migrate it
 * to the board, even if a kernel has used the buffer in between; XRT then copies the host's bytes.
 * OpenCL keeps what a kernel may have written, unless the buffer is read-only.
 */
static bool trusts_host(const struct fcl_event *event, const struct fcl_mem *root)
{
	return event->type == CL_COMMAND_MIGRATE_MEM_OBJECTS && root->flags & CL_MEM_USE_HOST_PTR &&
	       (root->context->mixes || root->flags & CL_MEM_READ_ONLY);
}

/*
 * Hosts migrate with undefined contents to give a buffer its memory on the board, and later migrate
 * the host's data there, as a whole or in sub-buffers. So the host's side must not become stale.
 * Acquired external memory (external.c) has defined contents.
 */
static uint32_t migrate_uses(const struct fcl_event *event, struct fcl_use *uses)
{
	cl_mem_migration_flags flags = event->work.migrate.flags;
	bool undefined = flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
	bool to_host = flags & CL_MIGRATE_MEM_OBJECT_HOST;

	for (uint32_t i = 0; i < event->work.migrate.nmems; i++) {
		struct fcl_mem *mem = event->work.migrate.mems[i];

		uses[i] = device_use(event, mem, 0, mem->size,
				     undefined ? FCL_ACCESS_WRITE : FCL_ACCESS_READ);
		uses[i].keeps = undefined && !to_host &&
				event->as == CL_COMMAND_MIGRATE_MEM_OBJECTS;
		uses[i].force = !undefined && !to_host &&
				!(fcl_mem_same(mem->root) >> uses[i].side & 1);
		uses[i].trust = uses[i].force && trusts_host(event, mem->root);
		if (to_host)
			uses[i].side = FCL_SIDE_HOST;
	}
	return event->work.migrate.nmems;
}

static bool is_migration(const struct fcl_event *event)
{
	return event->as == CL_COMMAND_MIGRATE_MEM_OBJECTS ||
	       event->as == CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR ||
	       event->as == CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR;
}

uint32_t fcl_work_max_uses(const struct fcl_event *event)
{
	return is_migration(event) ? event->work.migrate.nmems : 2;
}

uint32_t fcl_work_uses(const struct fcl_event *event, struct fcl_use *uses)
{
	switch (event->as) {
	case CL_COMMAND_READ_BUFFER:
	case CL_COMMAND_READ_BUFFER_RECT:
		return transfer_uses(event, uses, false);
	case CL_COMMAND_WRITE_BUFFER:
	case CL_COMMAND_WRITE_BUFFER_RECT:
		return transfer_uses(event, uses, true);
	case CL_COMMAND_COPY_BUFFER:
	case CL_COMMAND_COPY_BUFFER_RECT:
		return copy_uses(event, uses);
	case CL_COMMAND_FILL_BUFFER:
		uses[0] = device_use(event, event->work.fill.mem, event->work.fill.offset,
				     event->work.fill.size, FCL_ACCESS_WRITE);
		return 1;
	case CL_COMMAND_MAP_BUFFER:
	case CL_COMMAND_UNMAP_MEM_OBJECT:
		return map_uses(event, uses);
	case CL_COMMAND_MIGRATE_MEM_OBJECTS:
	case CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR:
	case CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR:
		return migrate_uses(event, uses);
	default:
		return 0;
	}
}

/* The memory objects of a command that is not a launch, one after the other; NULL: no more. */
static struct fcl_mem *mem_at(const struct fcl_event *event, uint32_t i)
{
	switch (event->as) {
	case CL_COMMAND_READ_BUFFER:
	case CL_COMMAND_READ_BUFFER_RECT:
	case CL_COMMAND_WRITE_BUFFER:
	case CL_COMMAND_WRITE_BUFFER_RECT:
		return i < 1 ? event->work.transfer.mem : NULL;
	case CL_COMMAND_COPY_BUFFER:
	case CL_COMMAND_COPY_BUFFER_RECT:
		return i < 1 ? event->work.copy.source : i < 2 ? event->work.copy.target : NULL;
	case CL_COMMAND_FILL_BUFFER:
		return i < 1 ? event->work.fill.mem : NULL;
	case CL_COMMAND_MAP_BUFFER:
	case CL_COMMAND_UNMAP_MEM_OBJECT:
		return i < 1 ? event->work.map.mem : NULL;
	case CL_COMMAND_MIGRATE_MEM_OBJECTS:
	case CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR:
	case CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR:
		return i < event->work.migrate.nmems ? event->work.migrate.mems[i] : NULL;
	default:
		return NULL;
	}
}

/* Claims of the host's side are not counted. */
static bool claims_device(const struct fcl_event *event)
{
	switch (event->as) {
	case CL_COMMAND_MAP_BUFFER:
	case CL_COMMAND_UNMAP_MEM_OBJECT:
		return false;
	default:
		return !is_migration(event) ||
		       !(event->work.migrate.flags & CL_MIGRATE_MEM_OBJECT_HOST);
	}
}

/* Releases the command's claims. */
void fcl_work_postpone(struct fcl_event *event)
{
	struct fcl_mem *mem;

	if (fcl_event_is_launch(event))
		fcl_launch_release(event);
	else if (event->claimed && claims_device(event))
		for (uint32_t i = 0; (mem = mem_at(event, i)); i++)
			fcl_residency_release(mem, fcl_event_side(event));
	event->claimed = false;
}

/* What a command buffer refers to stays referenced for the next replay. */
static void drop_mems(const struct fcl_event *event)
{
	struct fcl_mem *mem;

	for (uint32_t i = 0; !event->replay && (mem = mem_at(event, i)); i++)
		fcl_object_unref(mem);
}

void fcl_work_drop(struct fcl_event *event)
{
	if (fcl_event_is_launch(event)) {
		fcl_launch_drop(event);
		return;
	}
	fcl_work_postpone(event);
	switch (event->as) {
	case CL_COMMAND_UNMAP_MEM_OBJECT:
		if (event->work.map.leaving)
			fcl_mem_end_unmap(event->work.map.mem, event->work.map.leaving);
		break;
	case CL_COMMAND_SVM_FREE:
		free(event->work.svm_free.pointers);
		break;
	case CL_COMMAND_READ_HOST_PIPE_INTEL:
	case CL_COMMAND_WRITE_HOST_PIPE_INTEL:
		fcl_object_unref(event->work.host_pipe.program);
		break;
	case CL_COMMAND_COMMAND_BUFFER_KHR:
		fcl_object_unref(event->work.replay.buffer);
		break;
	default:
		break;
	}
	drop_mems(event);
	if (is_migration(event))
		free(event->work.migrate.mems);
}

void fcl_work_copy(struct fcl_event *copy, const struct fcl_event *event)
{
	struct fcl_mem *mem;

	if (fcl_event_is_launch(event)) {
		fcl_launch_copy(copy, event);
		return;
	}
	copy->work = event->work;
	for (uint32_t i = 0; (mem = mem_at(event, i)); i++)
		fcl_object_ref(mem);
}
