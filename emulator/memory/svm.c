/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/memory/svm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/memory/arena.h"
#include "emulator/memory/budget.h"
#include "emulator/memory/canary.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "hal/request.h"

enum { PAGE = 4096 };

/* Kernels could not tell a host address that is also an address of the board's banks. */
static int check_apart(const struct fcl_emu_board *board, const char *pointer, uint64_t bytes,
		       struct fcl_err *err)
{
	uint64_t address = (uintptr_t)pointer;

	for (uint32_t i = 0; i < board->desc->nbanks; i++) {
		const struct fcl_board_bank *bank = &board->desc->banks[i];

		if (address < bank->base + bank->most && bank->base < address + bytes)
			return fcl_err_set(
				err, -EINVAL,
				"host address %p is also an address of bank %s of board %s",
				(const void *)pointer, bank->tag, board->desc->name);
	}
	return 0;
}

static struct fcl_emu_buffer *svm_create_buffer(struct fcl_emu_board *board, uint64_t size)
{
	struct fcl_emu_buffer *buffer = calloc(1, sizeof(*buffer));

	if (!buffer)
		return NULL;
	buffer->board = board;
	buffer->bank = FCL_HAL_BANK_DEFAULT;
	buffer->size = size;
	return buffer;
}

static bool has_guard(const struct fcl_emu_arena *arena, const struct fcl_emu_buffer *buffer)
{
	return arena->grain == PAGE && buffer->board->check == FCL_EMU_CHECK_GUARD;
}

static void svm_protect(const struct fcl_emu_buffer *buffer, int protection)
{
	mprotect(buffer->svm + buffer->taken - PAGE, PAGE, protection);
}

static void set_place(struct fcl_emu_buffer *buffer, char *pointer)
{
	buffer->svm = buffer->host = pointer;
	buffer->address = (uintptr_t)pointer;
}

static int svm_place(struct fcl_emu_arena *arena, struct fcl_emu_buffer *buffer,
		     struct fcl_err *err)
{
	bool guard = has_guard(arena, buffer);
	int error = 0;

	buffer->taken = (buffer->size + FCL_EMU_CANARY + arena->grain - 1) / arena->grain *
				arena->grain +
			(guard ? PAGE : 0);
	pthread_mutex_lock(&arena->lock);
	buffer->svm = fcl_emu_arena_take(arena, buffer->taken, err);
	if (!buffer->svm)
		error = arena->given ? -ENOSPC : -ENOMEM;
	else if (check_apart(buffer->board, buffer->svm, buffer->size, err)) {
		fcl_emu_arena_give(arena, buffer->svm, buffer->taken);
		error = -ENOMEM;
	} else {
		set_place(buffer, buffer->svm);
		buffer->next = arena->buffers;
		if (arena->buffers)
			arena->buffers->previous = buffer;
		fcl_emu_canary_write(buffer);
		arena->buffers = buffer;
	}
	pthread_mutex_unlock(&arena->lock);
	if (!error && guard)
		svm_protect(buffer, PROT_NONE);
	return error;
}

int fcl_emu_svm_alloc(struct fcl_emu_board *board, uint64_t size,
		      struct fcl_emu_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer;
	struct fcl_emu_arena *arena;
	int error = fcl_hal_svm_check(size, err);

	if (!error)
		error = fcl_emu_budget_check(board, size, err);
	if (error)
		return error;
	arena = fcl_emu_arena_get(board->check == FCL_EMU_CHECK_GUARD);
	buffer = arena ? svm_create_buffer(board, size) : NULL;
	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	error = svm_place(arena, buffer, err);
	if (error) {
		free(buffer);
		return error;
	}
	atomic_fetch_add(&board->allocated, size);
	*ret_buffer = buffer;
	return 0;
}

int fcl_emu_svm_attach(struct fcl_emu_board *board, void *pointer, uint64_t size,
		       struct fcl_emu_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_buffer *buffer;
	int error;

	if (!size || !fcl_emu_arena_translate((uintptr_t)pointer, size))
		return fcl_err_set(
			err, -EINVAL,
			"%" PRIu64
			" bytes at %p are not shared virtual memory of an emulated board",
			size, pointer);
	error = check_apart(board, pointer, size, err);
	if (error)
		return error;
	buffer = svm_create_buffer(board, size);
	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	set_place(buffer, pointer);
	buffer->attached = true;
	*ret_buffer = buffer;
	return 0;
}

void fcl_emu_svm_free(struct fcl_emu_buffer *buffer)
{
	struct fcl_emu_arena *arena = fcl_emu_arena_current();

	if (buffer->attached) {
		free(buffer);
		return;
	}
	if (has_guard(arena, buffer))
		svm_protect(buffer, PROT_READ | PROT_WRITE);
	pthread_mutex_lock(&arena->lock);
	if (buffer->next)
		buffer->next->previous = buffer->previous;
	if (buffer->previous)
		buffer->previous->next = buffer->next;
	else
		arena->buffers = buffer->next;
	fcl_emu_arena_give(arena, buffer->svm, buffer->taken);
	pthread_mutex_unlock(&arena->lock);
	atomic_fetch_sub(&buffer->board->allocated, buffer->size);
	free(buffer);
}

struct fcl_emu_buffer *fcl_emu_svm_sweep(uint64_t *ret_offset)
{
	struct fcl_emu_arena *arena = fcl_emu_arena_own();
	struct fcl_emu_buffer *buffer;

	if (!arena)
		return NULL;
	pthread_mutex_lock(&arena->lock);
	buffer = arena->buffers;
	while (buffer && fcl_emu_canary_check(buffer, ret_offset))
		buffer = buffer->next;
	pthread_mutex_unlock(&arena->lock);
	return buffer;
}
