/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/buffers.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/memory/arena.h"
#include "tools/board/objects.h"
#include "tools/board/request.h"

/* --- buffers ---------------------------------------------------------------------------------- */

static int buffers_charge(struct fcl_bd_executor *executor, enum fcl_bd_op op, uint32_t bank,
			  uint64_t bytes, struct fcl_err *err)
{
	fcl_bd_packet_init(&executor->control_packet, op);
	executor->control_packet.head.v[0] = bank;
	executor->control_packet.head.v[1] = bytes;
	return fcl_bd_ask(executor, err);
}

/*
 * The board below only has this client's buffers; the board process accounts for those of all
 * clients.
 */
static int alloc_charged(struct fcl_bd_executor *executor, struct fcl_hal_program *program,
			 uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			 struct fcl_err *err)
{
	int error = executor->hal->buffer_alloc(executor->board, program, bank, bytes, ret_buffer,
						err);

	if (error)
		return error;
	error = buffers_charge(executor, FCL_BD_CHARGE,
			       executor->hal->buffer_bank(executor->board, *ret_buffer), bytes,
			       err);
	if (error)
		executor->hal->buffer_free(executor->board, *ret_buffer);
	return error;
}

/* Allocates a buffer without a required bank in any bank with enough room. */
static int alloc_somewhere(struct fcl_bd_executor *executor, uint64_t bytes,
			   struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	int error = alloc_charged(executor, NULL, FCL_HAL_BANK_DEFAULT, bytes, ret_buffer, err);

	for (uint32_t i = 0; error == -ENOMEM && i < executor->info->nbanks; i++) {
		struct fcl_err full = {0};

		if (i != executor->info->default_bank &&
		    strncmp(executor->info->banks[i].tag, "HOST", 4) != 0)
			error = alloc_charged(executor, NULL, i, bytes, ret_buffer, &full);
	}
	return error;
}

/* Answers with the new buffer's location. On error, frees the buffer. */
static int buffers_place(struct fcl_bd_executor *executor, struct fcl_hal_buffer *buffer,
			 uint64_t bytes, bool charged, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = &executor->packet;
	struct fcl_bd_object object = {.pointer = buffer, .bytes = bytes, .charged = charged};
	uint32_t number;

	object.bank = executor->hal->buffer_bank(executor->board, buffer);
	pthread_mutex_lock(&executor->table_lock);
	number = fcl_bd_table_add(&executor->buffers, &object);
	pthread_mutex_unlock(&executor->table_lock);
	if (!number) {
		if (charged)
			buffers_charge(executor, FCL_BD_REFUND, object.bank, bytes, NULL);
		executor->hal->buffer_free(executor->board, buffer);
		return fcl_err_set(err, -ENOMEM, "this process has too many buffers");
	}
	packet->head.v[FCL_BD_BUFFER] = number;
	packet->head.v[FCL_BD_ADDRESS] = executor->hal->buffer_address(executor->board, buffer);
	packet->head.v[FCL_BD_BANK] = object.bank;
	/* Only memory of emulated boards may be mapped by both sides at the same time. */
	packet->head.v[FCL_BD_MAPPED] = executor->info->caps & FCL_HAL_CAP_EMULATED && charged &&
					!executor->hal->buffer_export(executor->board, buffer,
								      &packet->fds[0], NULL);
	return 0;
}

int fcl_bd_serve_alloc(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	const uint64_t *v = executor->packet.head.v;
	struct fcl_hal_buffer *buffer = NULL;
	uint64_t bytes = v[1];
	int error;

	if (v[2] && !executor->program)
		return fcl_err_set(err, -EINVAL, "no image is loaded, so the flags select no bank");
	error = v[0] == FCL_HAL_BANK_DEFAULT
			? alloc_somewhere(executor, bytes, &buffer, err)
			: alloc_charged(executor, v[2] ? executor->program : NULL,
					v[0] < UINT32_MAX ? (uint32_t)v[0] : UINT32_MAX - 1, bytes,
					&buffer, err);
	return error ? error : buffers_place(executor, buffer, bytes, true, err);
}

static int find_buffer(struct fcl_bd_executor *executor, struct fcl_bd_object *ret_object,
		       struct fcl_err *err)
{
	struct fcl_bd_object *object = fcl_bd_table_at(&executor->buffers,
						       executor->packet.head.v[0]);

	if (!object)
		return fcl_err_set(err, -EINVAL, "there is no buffer %llu",
				   (unsigned long long)executor->packet.head.v[0]);
	*ret_object = *object;
	return 0;
}

int fcl_bd_take_out(struct fcl_bd_executor *executor, struct fcl_bd_table *table,
		    const void *object, struct fcl_err *err)
{
	bool used;

	pthread_mutex_lock(&executor->table_lock);
	used = fcl_bd_is_used(executor, object);
	if (!used)
		fcl_bd_table_remove(table, executor->packet.head.v[0]);
	pthread_mutex_unlock(&executor->table_lock);
	return used ? fcl_err_set(err, -EBUSY, "a request in flight uses it") : 0;
}

int fcl_bd_serve_free(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	struct fcl_bd_object object = {0};
	int error = find_buffer(executor, &object, err);

	if (!error)
		error = fcl_bd_take_out(executor, &executor->buffers, object.pointer, err);
	if (error)
		return error;
	executor->hal->buffer_free(executor->board, object.pointer);
	return object.charged
		       ? buffers_charge(executor, FCL_BD_REFUND, object.bank, object.bytes, err)
		       : 0;
}

int fcl_bd_serve_export(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	struct fcl_bd_object object = {0};
	int error = find_buffer(executor, &object, err);

	return error ? error
		     : executor->hal->buffer_export(executor->board, object.pointer,
						    &executor->packet.fds[0], err);
}

int fcl_bd_serve_import(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = NULL;
	uint64_t bytes = executor->packet.head.v[0];
	int fd = executor->packet.fds[0], error;

	executor->packet.fds[0] = -1;
	error = executor->hal->buffer_import(executor->board, fd, bytes, &buffer, err);
	if (fd >= 0)
		close(fd);
	return error ? error : buffers_place(executor, buffer, bytes, false, err);
}

int fcl_bd_serve_import_size(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	int fd = executor->packet.fds[0];
	uint64_t bytes = 0;
	int error = executor->hal->import_size(executor->board, fd, &bytes, err);

	executor->packet.head.v[0] = bytes;
	fcl_bd_packet_close(&executor->packet);
	return error;
}

/* --- shared virtual memory ---------------------------------------------------------------------- */

enum { PAGE = 4096 };

/* Maps the region at the client's address, or fails. The caller closes the descriptor. */
static int buffers_map_region(uint64_t address, uint64_t bytes, int fd, void **ret_map,
			      struct fcl_err *err)
{
	void *place = (void *)(uintptr_t)address; /* NOLINT(performance-no-int-to-ptr) */
	void *map;

	if (fd < 0 || !address || !bytes || address % PAGE || bytes % PAGE ||
	    bytes > UINT64_MAX / 2 - address)
		return fcl_err_set(err, -EINVAL,
				   "a region of %llu bytes at 0x%llx, expected whole pages",
				   (unsigned long long)bytes, (unsigned long long)address);
	map = mmap(place, bytes, PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd, 0);
	if (map == place) {
		*ret_map = map;
		return 0;
	}
	if (map == MAP_FAILED && errno != EEXIST)
		return fcl_err_set(err, -ENOMEM, "a region of %llu bytes cannot be mapped: %s",
				   (unsigned long long)bytes, strerror(errno));
	if (map != MAP_FAILED) /* the kernel does not know the flag */
		munmap(map, bytes);
	return fcl_err_set(err, -EEXIST, "the executor has other memory at 0x%llx",
			   (unsigned long long)address);
}

static bool buffers_has_svm(const struct fcl_bd_executor *executor)
{
	return executor->info->caps & FCL_HAL_CAP_EMULATED &&
	       executor->info->caps & FCL_HAL_CAP_SVM;
}

int fcl_bd_serve_svm_region(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	const uint64_t *v = executor->packet.head.v;
	void *map = NULL;
	int error;

	if (!buffers_has_svm(executor))
		error = fcl_err_set(err, -EOPNOTSUPP, "the board has no shared virtual memory");
	else
		error = buffers_map_region(v[0], v[1], executor->packet.fds[0], &map, err);
	fcl_bd_packet_close(&executor->packet);
	if (error)
		return error;
	error = fcl_emu_arena_add_region(map, v[1], v[2], err);
	if (error)
		munmap(map, v[1]);
	else
		executor->has_regions = true;
	return error;
}

int fcl_bd_serve_svm_alloc(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	uint64_t bytes = executor->packet.head.v[0];
	struct fcl_hal_buffer *buffer = NULL;
	void *pointer = NULL;
	int error;

	if (!buffers_has_svm(executor))
		return fcl_err_set(err, -EOPNOTSUPP, "the board has no shared virtual memory");
	/* Without a region, the memory would be private to this process. */
	if (!executor->has_regions)
		return fcl_err_set(err, -ENOSPC, "there is no region for shared virtual memory");
	error = executor->hal->svm_alloc(executor->board, bytes, &pointer, &buffer, err);
	return error ? error : buffers_place(executor, buffer, bytes, false, err);
}

int fcl_bd_serve_svm_attach(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	uint64_t address = executor->packet.head.v[0], bytes = executor->packet.head.v[1];
	void *pointer = (void *)(uintptr_t)address; /* NOLINT(performance-no-int-to-ptr) */
	struct fcl_hal_buffer *buffer = NULL;
	int error;

	if (!buffers_has_svm(executor) || !executor->has_regions)
		return fcl_err_set(err, -EINVAL, "there is no region for shared virtual memory");
	error = executor->hal->svm_attach(executor->board, pointer, bytes, &buffer, err);
	return error ? error : buffers_place(executor, buffer, bytes, false, err);
}
