/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/access/access.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "emulator/execution/access/reach.h"
#include "emulator/execution/running/running.h"
#include "emulator/memory/apart.h"
#include "emulator/memory/memory.h"
#include "emulator/state/buffer.h"
#include "emulator/state/groups.h"
#include "emulator/state/program.h"
#include "emulator/state/traffic.h"

/* The context of an NDRange helper has no launch itself. */
static const struct fcl_hal_request *access_launch_of(const struct fcl_emu_cu *cu)
{
	return cu->request || !cu->groups ? cu->request : cu->groups->cu->request;
}

/* The buffer of an argument; NULL: no buffer, or shared virtual memory. */
static struct fcl_emu_buffer *bank_buffer(const struct fcl_hal_arg *arg)
{
	struct fcl_emu_buffer *buffer = fcl_emu_arg_buffer(arg);

	return buffer && !buffer->svm ? buffer : NULL;
}

char *fcl_emu_access_pointer(struct fcl_emu_cu *cu, uint64_t address)
{
	const struct fcl_hal_request *request = access_launch_of(cu);
	char *apart;

	for (uint32_t i = 0; request && i < request->u.launch.nargs; i++) {
		struct fcl_emu_buffer *buffer = bank_buffer(&request->u.launch.args[i]);

		if (!buffer || address - buffer->address >= buffer->size)
			continue;
		apart = fcl_emu_apart(buffer);
		if (!apart)
			fcl_emu_cu_fail(cu, -ENOMEM,
					"not enough address space to place a buffer of %" PRIu64
					" bytes 1 GiB away from others, as --check=memory requires",
					buffer->size);
		return apart + (address - buffer->address);
	}
	return NULL;
}

/* Reports an access that missed a buffer, but hit the gaps around its mapping. */
static void access_report(struct fcl_emu_cu *cu, uint32_t arg, const struct fcl_emu_buffer *buffer,
			  int64_t offset, uint64_t bytes, int write, const char *place)
{
	fcl_emu_cu_fail(cu, -EFAULT,
			"%s: %s %" PRIu64 " bytes at offset %" PRId64
			" of argument '%s', a buffer of %" PRIu64 " bytes",
			place, write ? "wrote" : "read", bytes, offset,
			cu->kernel->facts->args[arg].name, buffer->size);
}

/* Whether the address is in the mapping of one of the board's banks. */
static bool access_is_on_board(const struct fcl_emu_board *board, uint64_t at)
{
	for (uint32_t i = 0; i < board->desc->nbanks; i++) {
		const struct fcl_emu_bank *bank = &board->banks[i];
		uintptr_t map = (uintptr_t)atomic_load_explicit(&bank->map, memory_order_acquire);

		if (map && at - map < FCL_EMU_BANK_ROOM * bank->size)
			return true;
	}
	return false;
}

void fcl_emu_access_check(struct fcl_cu *pub, uint64_t at, uint64_t bytes, int write,
			  const char *place)
{
	struct fcl_emu_cu *cu = (struct fcl_emu_cu *)pub;
	const struct fcl_hal_request *request = access_launch_of(cu);

	for (uint32_t i = 0; request && i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];
		const struct fcl_emu_buffer *buffer = bank_buffer(arg);
		uintptr_t start = buffer ? (uintptr_t)atomic_load_explicit(&buffer->apart,
									   memory_order_acquire)
					 : 0;

		if (!start ||
		    at - (start - FCL_EMU_APART_GAP) >= buffer->size + 2 * FCL_EMU_APART_GAP)
			continue;
		if (at < start || bytes > buffer->size || at - start > buffer->size - bytes)
			access_report(cu, arg->index, buffer, (int64_t)(at - start), bytes, write,
				      place);
		return;
	}
	if (access_is_on_board(cu->program->board, at))
		fcl_emu_cu_fail(cu, -EFAULT,
				"%s: %s %" PRIu64
				" bytes of the board's memory that belong to no buffer argument",
				place, write ? "wrote" : "read", bytes);
}

/* Where the execution sees the buffer's first byte; NULL: not mapped yet. */
static const char *seen_at(struct fcl_emu_cu *cu, struct fcl_emu_buffer *buffer)
{
	const char *apart = atomic_load_explicit(&buffer->apart, memory_order_acquire);

	if (cu->model->flags & FCL_MODEL_CHECKED && apart)
		return apart;
	return fcl_emu_reach_quickly(cu, UINT32_MAX, buffer->address, buffer->size);
}

/*
 * Extends the range by the first buffer that overlaps it without being inside it; false: there is
 * none.
 */
static bool access_extend(const struct fcl_hal_request *request, uint64_t *start, uint64_t *end)
{
	for (uint32_t i = 0; i < request->u.launch.nargs; i++) {
		const struct fcl_emu_buffer *other = bank_buffer(&request->u.launch.args[i]);
		uint64_t first = other ? other->address : 0;
		uint64_t last = other ? other->address + other->size : 0;

		if (first >= *end || last <= *start || (first >= *start && last <= *end))
			continue;
		*start = first < *start ? first : *start;
		*end = last > *end ? last : *end;
		return true;
	}
	return false;
}

/* The lowest device address of the buffers that overlap this one, directly or through others. */
static uint64_t lowest(const struct fcl_hal_request *request, const struct fcl_emu_buffer *buffer)
{
	uint64_t start = buffer->address, end = start + buffer->size;

	while (access_extend(request, &start, &end))
		;
	return start;
}

void *fcl_emu_access_buffer(struct fcl_cu *pub, const void *at)
{
	struct fcl_emu_cu *cu = (struct fcl_emu_cu *)pub;
	const struct fcl_hal_request *request = access_launch_of(cu);

	for (uint32_t i = 0; request && i < request->u.launch.nargs; i++) {
		struct fcl_emu_buffer *buffer = bank_buffer(&request->u.launch.args[i]);
		const char *start = buffer ? seen_at(cu, buffer) : NULL;

		if (start && (uintptr_t)at - (uintptr_t)start < buffer->size)
			return fcl_emu_reach_quickly(cu, UINT32_MAX, lowest(request, buffer), 1);
	}
	return NULL;
}

/* Where the execution sees an argument's memory; NULL: there is none, or it is not mapped yet. */
static const char *arg_seen_at(struct fcl_emu_cu *cu, const struct fcl_hal_arg *arg,
			       uint64_t *ret_bytes)
{
	struct fcl_emu_buffer *buffer = fcl_emu_arg_buffer(arg);
	const char *start;

	if (!buffer)
		return NULL;
	/* Shared virtual memory is accessed at its device address. */
	start = buffer->svm ? (const char *)(uintptr_t)buffer->address : seen_at(cu, buffer);
	*ret_bytes = buffer->size - arg->offset;
	return start ? start + arg->offset : NULL;
}

/*
 * Returns the argument whose buffer contains this memory. If there are several, it is the one that
 * starts last; NULL: none.
 */
static const struct fcl_hal_arg *arg_at(struct fcl_emu_cu *cu, const void *at)
{
	const struct fcl_hal_request *request = access_launch_of(cu);
	const struct fcl_hal_arg *found = NULL;
	uintptr_t best = 0;

	for (uint32_t i = 0; request && i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];
		uint64_t bytes = 0;
		uintptr_t start = (uintptr_t)arg_seen_at(cu, arg, &bytes);

		if (!start || (uintptr_t)at - start >= bytes || start <= best)
			continue;
		best = start;
		found = arg;
	}
	return found;
}

static uint32_t memory_port(const struct fcl_emu_cu *cu, const char *name)
{
	for (uint32_t i = 0; name && i < cu->model->nports; i++)
		if (cu->model->ports[i].kind == FCL_MODEL_PORT_MEMORY &&
		    !strcmp(cu->model->ports[i].name, name))
			return i;
	return UINT32_MAX;
}

void fcl_emu_access_moved(struct fcl_cu *pub, const void *at, uint64_t read, uint64_t written)
{
	struct fcl_emu_cu *cu = (struct fcl_emu_cu *)pub;
	struct fcl_emu_traffic *traffic = cu->groups ? cu->groups->cu->traffic : cu->traffic;
	const struct fcl_hal_arg *arg = traffic ? arg_at(cu, at) : NULL;
	const struct fcl_emu_buffer *buffer = arg ? bank_buffer(arg) : NULL;
	uint32_t port = arg ? memory_port(cu, cu->kernel->facts->args[arg->index].port)
			    : UINT32_MAX;

	if (port == UINT32_MAX)
		return;
	atomic_fetch_add_explicit(&traffic->ports[port].read, read, memory_order_relaxed);
	atomic_fetch_add_explicit(&traffic->ports[port].written, written, memory_order_relaxed);
	if (buffer)
		atomic_fetch_add_explicit(&traffic->banks[buffer->bank], read + written,
					  memory_order_relaxed);
}
