/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/memory/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"
#include "emulator/memory/apart.h"
#include "emulator/memory/arena.h"
#include "emulator/memory/budget.h"
#include "emulator/memory/canary.h"
#include "emulator/memory/svm.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "hal/alloc.h"

enum {
	GRAIN = 4096, /* buffers start on pages, so that small overruns miss the next buffer */
	GIVE_BACK = 1024 * 1024, /* freed ranges of at least this size return to the system */
	POISON_BYTES = 4096,     /* bytes that are overwritten */
	POISON_EVERY =
		1 << 20, /* of each piece of a buffer that is freed in a bank that is not kept */
	/*
	 * Pages of the mapping per page of the bank. A buffer may fill its bank to the last byte,
	 * so its canary and guard page need device addresses that no buffer has: a buffer that
	 * starts at page p of the bank starts at page ROOM * p of the mapping.
	 */
	ROOM = FCL_EMU_BANK_ROOM,
	OPEN_STEP = 64 << 20, /* bytes of the mapping that become accessible at a time */
};

static uint64_t memory_round_up(uint64_t bytes)
{
	return (bytes + GRAIN - 1) / GRAIN * GRAIN;
}

static uint64_t map_size(const struct fcl_emu_bank *bank)
{
	return ROOM * memory_round_up(bank->size);
}

static size_t starts_size(const struct fcl_emu_bank *bank)
{
	return memory_round_up(bank->size) / GRAIN * sizeof(*bank->starts);
}

static int map_memory(struct fcl_emu_bank *bank, int fd)
{
	void *starts = mmap(NULL, starts_size(bank), PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	char *map;

	if (starts == MAP_FAILED)
		return -ENOMEM;
	map = mmap(NULL, map_size(bank), PROT_NONE, MAP_SHARED | MAP_NORESERVE, fd, 0);
	if (map == MAP_FAILED) {
		munmap(starts, starts_size(bank));
		return -ENOMEM;
	}
	madvise(map, map_size(bank), MADV_DONTDUMP);
	bank->starts = starts;
	bank->fd = fd;
	atomic_store(&bank->map, map);
	return 0;
}

/*
 * The mapping is accessible up to the last buffer and a little further, so that a kernel that runs
 * away faults there, and does not fill the machine's memory. The bank's lock is held.
 */
static int memory_open(struct fcl_emu_bank *bank, uint64_t end)
{
	uint64_t open = atomic_load(&bank->open), most = map_size(bank);

	if (end <= open)
		return 0;
	end = (end + OPEN_STEP - 1) / OPEN_STEP * OPEN_STEP;
	if (end > most)
		end = most;
	if (mprotect(atomic_load(&bank->map) + open, end - open, PROT_READ | PROT_WRITE))
		return -errno;
	atomic_store(&bank->open, end);
	return 0;
}

char *fcl_emu_memory_reach(struct fcl_emu_bank *bank, char *map, uint64_t address, uint64_t bytes)
{
	char *at = fcl_emu_bank_host(bank, map, address);
	uint64_t end = (uint64_t)(at - map) + bytes;
	int error = 0;

	if (end > atomic_load_explicit(&bank->open, memory_order_relaxed)) {
		pthread_mutex_lock(&bank->lock);
		error = memory_open(bank, end);
		pthread_mutex_unlock(&bank->lock);
	}
	return error ? NULL : at;
}

static int memory_map_bank(struct fcl_emu_bank *bank, struct fcl_err *err)
{
	int fd;

	if (!fcl_file_size_allowed(map_size(bank)))
		return fcl_err_set(
			err, -ENOMEM,
			"no memory for a bank of %" PRIu64 " bytes: it needs files of %" PRIu64
			" bytes, but the limit on file sizes (RLIMIT_FSIZE, ulimit -f) is lower",
			bank->size, map_size(bank));
	fd = memfd_create("fpgacl-bank", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	/* Sealed: a process that maps an exported buffer relies on its pages not going away. */
	if (fd < 0 || ftruncate(fd, (off_t)map_size(bank)) ||
	    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK)) {
		if (fd >= 0)
			close(fd);
		return fcl_err_set(err, -ENOMEM, "no memory for a bank of %" PRIu64 " bytes: %s",
				   bank->size, strerror(errno));
	}
	if (bank->size / GRAIN >= UINT32_MAX || map_memory(bank, fd)) {
		close(fd);
		return fcl_err_set(err, -ENOMEM, "no address space for a bank of %" PRIu64 " bytes",
				   bank->size);
	}
	return 0;
}

/* Marks the first `limit` bytes of the bank as free; there must be no buffer. */
static int memory_set_limit(struct fcl_emu_bank *bank, uint64_t limit)
{
	/*
	 * The first page of a bank at device address 0 is never used: no buffer may be a null
	 * pointer.
	 */
	uint64_t first = bank->base ? 0 : GRAIN;

	bank->limit = limit;
	return fcl_hal_alloc_init(&bank->alloc, first, limit > first ? limit - first : 0);
}

static int init_bank(struct fcl_emu_bank *bank, const struct fcl_board_bank *facts)
{
	bank->fd = -1;
	bank->base = facts->base;
	bank->kept = facts->kept;
	bank->size = facts->most;
	pthread_mutex_init(&bank->lock, NULL);
	return memory_set_limit(bank, facts->size);
}

/*
 * A bank with buffers can only grow; it can shrink when the board is next programmed without them.
 */
static int resize_bank(struct fcl_emu_bank *bank, uint64_t limit)
{
	int error = 0;

	pthread_mutex_lock(&bank->lock);
	if (!bank->buffers && limit != bank->limit) {
		fcl_hal_alloc_fini(&bank->alloc);
		error = memory_set_limit(bank, limit);
	} else if (limit > bank->limit) {
		error = fcl_hal_alloc_give(&bank->alloc, bank->limit, limit - bank->limit)
				? 0
				: -ENOMEM;
		bank->limit = error ? bank->limit : limit;
	}
	pthread_mutex_unlock(&bank->lock);
	return error;
}

int fcl_emu_memory_resize(struct fcl_emu_board *board, const struct fcl_image *image,
			  struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < board->desc->nbanks; i++) {
		const struct fcl_board_bank *facts = &board->desc->banks[i];
		uint64_t limit = facts->size;

		if (facts->most == facts->size)
			continue;
		for (uint32_t k = 0; k < image->nmems; k++)
			if (!strcmp(image->mems[k].tag, facts->tag) && image->mems[k].size >= GRAIN)
				limit = image->mems[k].size / GRAIN * GRAIN;
		error = resize_bank(&board->banks[i], limit < facts->most ? limit : facts->most);
	}
	return error ? fcl_err_set(err, error, "out of memory") : 0;
}

static enum fcl_emu_check read_check(void)
{
	/* The table lists the names in the order of the enum. */
	return (enum fcl_emu_check)fcl_config_choice(FCL_CONFIG_EMU_CHECK);
}

int fcl_emu_memory_init(struct fcl_emu_board *board, struct fcl_err *err)
{
	board->check = read_check();
	board->overcommit = fcl_config_number(FCL_CONFIG_EMU_OVERCOMMIT);
	board->banks = calloc(board->desc->nbanks, sizeof(*board->banks));
	if (!board->banks)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (uint32_t i = 0; i < board->desc->nbanks; i++)
		board->banks[i].fd = -1;
	for (uint32_t i = 0; i < board->desc->nbanks; i++)
		if (init_bank(&board->banks[i], &board->desc->banks[i]))
			return fcl_err_set(err, -ENOMEM, "out of memory");
	return 0;
}

void fcl_emu_memory_fini(struct fcl_emu_board *board)
{
	for (uint32_t i = 0; board->banks && i < board->desc->nbanks; i++) {
		struct fcl_emu_bank *bank = &board->banks[i];
		char *map = atomic_load(&bank->map);

		if (map) {
			munmap(map, map_size(bank));
			munmap(bank->starts, starts_size(bank));
		}
		if (bank->fd >= 0)
			close(bank->fd);
		fcl_hal_alloc_fini(&bank->alloc);
		pthread_mutex_destroy(&bank->lock);
	}
	free(board->banks);
}

struct fcl_emu_buffer *fcl_emu_memory_sweep(struct fcl_emu_board *board, uint64_t *ret_offset)
{
	struct fcl_emu_buffer *found = NULL;

	for (uint32_t i = 0; i < board->desc->nbanks && !found; i++) {
		struct fcl_emu_bank *bank = &board->banks[i];
		struct fcl_emu_buffer *buffer;

		pthread_mutex_lock(&bank->lock);
		for (buffer = bank->buffers; buffer && !found; buffer = buffer->next)
			if (!fcl_emu_canary_check(buffer, ret_offset))
				found = buffer;
		pthread_mutex_unlock(&bank->lock);
	}
	return found ? found : fcl_emu_svm_sweep(ret_offset);
}

void fcl_emu_memory_clear(struct fcl_emu_board *board)
{
	for (uint32_t i = 0; i < board->desc->nbanks; i++) {
		struct fcl_emu_bank *bank = &board->banks[i];

		pthread_mutex_lock(&bank->lock);
		if (bank->fd >= 0)
			fallocate(bank->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
				  (off_t)map_size(bank));
		for (struct fcl_emu_buffer *buffer = bank->buffers; buffer; buffer = buffer->next)
			fcl_emu_canary_write(buffer);
		pthread_mutex_unlock(&bank->lock);
	}
}

int fcl_emu_memory_check_lost(struct fcl_emu_board *board, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < board->desc->nbanks; i++) {
		struct fcl_emu_bank *bank = &board->banks[i];

		if (board->desc->banks[i].kept)
			continue;
		pthread_mutex_lock(&bank->lock);
		if (bank->buffers)
			error = fcl_err_set(
				err, -EBUSY,
				"a buffer of %" PRIu64
				" bytes is in bank %s, which loses its contents when board %s is programmed",
				bank->buffers->size, board->desc->banks[i].tag, board->desc->name);
		pthread_mutex_unlock(&bank->lock);
	}
	return error;
}

/* With FPGACL_EMU_CHECK=guard, the page after the canary's page is inaccessible. */
static void memory_protect(const struct fcl_emu_buffer *buffer, int protection)
{
	mprotect(fcl_emu_buffer_host(buffer) + buffer->taken - GRAIN, GRAIN, protection);
}

/* Records or clears the start of the buffer's pages; the bank's lock is held. */
static void set_starts(struct fcl_emu_bank *bank, const struct fcl_emu_buffer *buffer, bool live)
{
	uint32_t first = (uint32_t)(buffer->offset / GRAIN);
	uint64_t pages = memory_round_up(buffer->size) / GRAIN;

	for (uint64_t i = 0; i < pages; i++)
		atomic_store_explicit(&bank->starts[first + i], live ? first + 1 : 0,
				      memory_order_relaxed);
}

static int report_full(const struct fcl_emu_bank *bank, const struct fcl_emu_buffer *buffer,
		       struct fcl_err *err)
{
	const char *tag = buffer->board->desc->banks[buffer->bank].tag;

	if (buffer->size > bank->limit)
		return fcl_err_set(err, -ENOMEM,
				   "bank %s has %" PRIu64 " bytes, %" PRIu64 " were requested", tag,
				   bank->limit, buffer->size);
	if (!bank->base && memory_round_up(buffer->size) > bank->limit - GRAIN)
		return fcl_err_set(
			err, -ENOMEM,
			"bank %s can hold a buffer of %" PRIu64 " bytes, %" PRIu64
			" were requested: its first %d bytes stay free, since device address 0 is the null pointer",
			tag, bank->limit - GRAIN, buffer->size, GRAIN);
	return fcl_err_set(err, -ENOMEM,
			   "bank %s is full: %" PRIu64 " bytes requested, %" PRIu64 " of %" PRIu64
			   " free, the largest range has %" PRIu64,
			   tag, buffer->size, bank->alloc.free, bank->limit,
			   fcl_hal_alloc_largest(&bank->alloc));
}

/* Allocates a range in the bank; the bank's lock is held. */
static int memory_take(struct fcl_emu_bank *bank, struct fcl_emu_buffer *buffer,
		       struct fcl_err *err)
{
	int error = atomic_load(&bank->map) ? 0 : memory_map_bank(bank, err);

	if (error)
		return error;
	if (buffer->size > bank->limit ||
	    fcl_hal_alloc_take(&bank->alloc, memory_round_up(buffer->size), &buffer->offset))
		return report_full(bank, buffer, err);
	if (memory_open(bank, ROOM * buffer->offset + buffer->taken)) {
		fcl_hal_alloc_give(&bank->alloc, buffer->offset, memory_round_up(buffer->size));
		return fcl_err_set(err, -ENOMEM, "out of memory");
	}
	atomic_fetch_add(&buffer->board->layout, 1);
	set_starts(bank, buffer, true);
	buffer->place = ROOM * buffer->offset;
	buffer->host = atomic_load(&bank->map) + buffer->place;
	buffer->address = bank->base + buffer->offset;
	buffer->next = bank->buffers;
	if (bank->buffers)
		bank->buffers->previous = buffer;
	bank->buffers = buffer;
	return 0;
}

int fcl_emu_buffer_alloc(struct fcl_emu_board *board, uint32_t bank, uint64_t size,
			 struct fcl_emu_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_emu_bank *home = &board->banks[bank];
	bool guard = board->check == FCL_EMU_CHECK_GUARD;
	struct fcl_emu_buffer *buffer;
	int error;

	if (!size)
		return fcl_err_set(err, -EINVAL, "a buffer needs at least one byte");
	/* Sizes beyond the bank's own are refused by memory_take(), with a better message. */
	error = size > home->size ? 0 : fcl_emu_budget_check(board, size, err);
	if (error)
		return error;
	buffer = calloc(1, sizeof(*buffer));
	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	buffer->board = board;
	buffer->bank = bank;
	buffer->size = size;
	buffer->taken = memory_round_up(size + FCL_EMU_CANARY) + (guard ? GRAIN : 0);
	pthread_mutex_lock(&home->lock);
	error = memory_take(home, buffer, err);
	/* From here on, full canary checks see this buffer. */
	if (!error)
		fcl_emu_canary_write(buffer);
	pthread_mutex_unlock(&home->lock);
	if (error) {
		free(buffer);
		return error;
	}
	if (guard)
		memory_protect(buffer, PROT_NONE);
	atomic_fetch_add(&board->allocated, size);
	*ret_buffer = buffer;
	return 0;
}

/* Restores the bank's own mapping in place of the imported memory. */
static bool unmap_imported(struct fcl_emu_bank *bank, const struct fcl_emu_buffer *buffer)
{
	return mmap(fcl_emu_buffer_host(buffer), buffer->taken, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_NORESERVE | MAP_FIXED, bank->fd,
		    (off_t)buffer->place) != MAP_FAILED;
}

/*
 * Large ranges are returned to the system, and read as zero when they are used again. In a bank
 * that loses its contents when the board is programmed, memory is reused at once by the buffers
 * that are restored. It is not returned, but some bytes are overwritten, so that stale contents do
 * not pass for restored ones.
 */
static void memory_give_back(struct fcl_emu_bank *bank, const struct fcl_emu_buffer *buffer)
{
	char *start = fcl_emu_buffer_host(buffer);

	for (uint64_t at = 0; !bank->kept && at < buffer->size; at += POISON_EVERY)
		memset(start + at, 0xDB,
		       buffer->size - at < POISON_BYTES ? buffer->size - at : POISON_BYTES);
	if (bank->kept && buffer->taken >= GIVE_BACK)
		fallocate(bank->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
			  (off_t)buffer->place, (off_t)buffer->taken);
}

void fcl_emu_buffer_free(struct fcl_emu_buffer *buffer)
{
	struct fcl_emu_bank *bank;

	if (!buffer)
		return;
	atomic_fetch_add(&buffer->board->layout, 1);
	if (buffer->svm) {
		fcl_emu_svm_free(buffer);
		return;
	}
	fcl_emu_apart_free(buffer);
	bank = &buffer->board->banks[buffer->bank];
	if (buffer->imported && !unmap_imported(bank, buffer))
		return; /* its range is never reused: another buffer there would alias the exporter's memory */
	if (!buffer->imported && buffer->board->check == FCL_EMU_CHECK_GUARD)
		memory_protect(buffer, PROT_READ | PROT_WRITE);
	/* Unlink it first: a full canary check must not find a buffer that is gone. */
	pthread_mutex_lock(&bank->lock);
	if (buffer->next)
		buffer->next->previous = buffer->previous;
	if (buffer->previous)
		buffer->previous->next = buffer->next;
	else
		bank->buffers = buffer->next;
	set_starts(bank, buffer, false);
	pthread_mutex_unlock(&bank->lock);
	if (!buffer->imported)
		memory_give_back(bank, buffer);
	pthread_mutex_lock(&bank->lock);
	fcl_hal_alloc_give(&bank->alloc, buffer->offset, memory_round_up(buffer->size));
	pthread_mutex_unlock(&bank->lock);
	atomic_fetch_sub(&buffer->board->allocated, buffer->size);
	free(buffer);
}

/*
 * An exported descriptor refers to the whole bank: its file position is the buffer's start in the
 * bank's file, and a lock over the buffer's bytes encodes the size. Both belong to the open file
 * description, which dup() and other processes share, so each export opens the file again.
 */
static int mark_exported(const struct fcl_emu_buffer *buffer, int fd)
{
	struct flock lock = {.l_type = F_RDLCK,
			     .l_whence = SEEK_SET,
			     .l_start = (off_t)buffer->place,
			     .l_len = (off_t)buffer->size};

	if (lseek(fd, lock.l_start, SEEK_SET) < 0)
		return -1;
	return fcntl(fd, F_OFD_SETLK, &lock);
}

static int (*open_elsewhere)(void *user, int fd);
static void *open_elsewhere_user;

void fcl_emu_memory_open_with(int (*open)(void *user, int fd), void *user)
{
	open_elsewhere = open;
	open_elsewhere_user = user;
}

static int memory_open_again(int fd)
{
	char path[64];
	int again;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, O_RDWR | O_CLOEXEC);
	if (again < 0 && (errno == EPERM || errno == EACCES) && open_elsewhere)
		again = open_elsewhere(open_elsewhere_user, fd);
	return again;
}

int fcl_emu_buffer_export(struct fcl_emu_buffer *buffer, int *ret_fd, struct fcl_err *err)
{
	int fd;

	if (buffer->svm)
		return fcl_err_set(err, -EOPNOTSUPP, "shared virtual memory cannot be exported");
	if (buffer->imported)
		return fcl_err_set(err, -EOPNOTSUPP,
				   "imported memory can be exported only by its exporter");
	fd = memory_open_again(buffer->board->banks[buffer->bank].fd);
	if (fd < 0 || mark_exported(buffer, fd)) {
		fcl_err_set(err, -EMFILE, "cannot open a descriptor for the buffer: %s",
			    strerror(errno));
		if (fd >= 0)
			close(fd);
		return -EMFILE;
	}
	*ret_fd = fd;
	return 0;
}

/* A lock is visible only through a different open file description. */
int fcl_emu_import_size(int fd, uint64_t *ret_bytes, struct fcl_err *err)
{
	struct flock lock = {.l_type = F_WRLCK,
			     .l_whence = SEEK_SET,
			     .l_start = lseek(fd, 0, SEEK_CUR),
			     .l_len = 1};
	off_t position = lock.l_start;
	struct stat facts;
	bool found;
	char path[64];
	int other;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	/* Querying a lock needs no write permission. */
	other = position < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	found = other >= 0 && !fcntl(other, F_OFD_GETLK, &lock) && lock.l_type == F_RDLCK &&
		lock.l_start == position;
	if (other >= 0)
		close(other);
	/*
	 * The file must be sealed: if it shrank, processes that map it would be killed by SIGBUS.
	 */
	found = found && fcntl(fd, F_GET_SEALS) >= 0 && fcntl(fd, F_GET_SEALS) & F_SEAL_SHRINK &&
		!fstat(fd, &facts) && lock.l_len > 0 && lock.l_len <= facts.st_size - lock.l_start;
	if (!found)
		return fcl_err_set(err, -EINVAL, "descriptor %d is not an exported buffer", fd);
	*ret_bytes = (uint64_t)lock.l_len;
	return 0;
}

/*
 * Maps imported memory over a range of the default bank, so that kernels access it like any other
 * memory. On an error, the buffer is freed.
 */
static int map_imported(struct fcl_emu_bank *bank, struct fcl_emu_buffer *buffer, int fd,
			off_t offset, struct fcl_err *err)
{
	int error;
	void *map;

	pthread_mutex_lock(&bank->lock);
	error = memory_take(bank, buffer, err);
	pthread_mutex_unlock(&bank->lock);
	if (error) {
		free(buffer);
		return error;
	}
	atomic_fetch_add(&buffer->board->allocated, buffer->size);
	map = mmap(fcl_emu_buffer_host(buffer), buffer->taken, PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_FIXED, fd, offset);
	if (map != MAP_FAILED)
		return 0;
	error = fcl_err_set(err, -EINVAL, "cannot map descriptor %d: %s", fd, strerror(errno));
	fcl_emu_buffer_free(buffer);
	return error;
}

int fcl_emu_buffer_import(struct fcl_emu_board *board, int fd, uint64_t size,
			  struct fcl_emu_buffer **ret_buffer, struct fcl_err *err)
{
	off_t offset = lseek(fd, 0, SEEK_CUR);
	struct fcl_emu_buffer *buffer;
	uint64_t bytes = 0;
	int error = fcl_emu_import_size(fd, &bytes, err);

	if (error)
		return error;
	if (offset < 0 || !size || size > bytes || offset % GRAIN)
		return fcl_err_set(err, -EINVAL,
				   "descriptor %d has an exported buffer of %" PRIu64
				   " bytes at offset %lld; %" PRIu64
				   " bytes at a page boundary were expected",
				   fd, bytes, (long long)offset, size);
	buffer = calloc(1, sizeof(*buffer));
	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	*buffer = (struct fcl_emu_buffer){.board = board,
					  .bank = board->desc->default_bank,
					  .size = size,
					  .taken = memory_round_up(size),
					  .imported = true};
	error = map_imported(&board->banks[buffer->bank], buffer, fd, offset, err);
	if (!error)
		*ret_buffer = buffer;
	return error;
}

char *fcl_emu_translate(struct fcl_emu_board *board, uint64_t address, uint64_t bytes)
{
	for (uint32_t i = 0; i < board->desc->nbanks; i++) {
		struct fcl_emu_bank *bank = &board->banks[i];
		char *map = atomic_load_explicit(&bank->map, memory_order_acquire);

		if (map && address >= bank->base && address - bank->base < bank->size)
			return bytes <= bank->size - (address - bank->base)
				       ? fcl_emu_memory_reach(bank, map, address, bytes)
				       : NULL;
	}
	return fcl_emu_arena_translate(address, bytes);
}
