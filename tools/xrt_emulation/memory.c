/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/xrt_emulation/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* --- addresses -------------------------------------------------------------------------------- */

/* The number of buffers that start at or below the address. */
static size_t count_below(const struct fcl_xemu_board *board, uint64_t address)
{
	size_t low = 0, high = board->nbuffers;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (board->buffers[middle]->address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct fcl_xemu_buffer *fcl_xemu_memory_at(struct fcl_xemu_board *board, uint64_t address)
{
	size_t below = count_below(board, address);
	struct fcl_xemu_buffer *buffer = below ? board->buffers[below - 1] : NULL;

	return buffer && address - buffer->address < buffer->size ? buffer : NULL;
}

static struct fcl_xemu_buffer *find_span(struct fcl_xemu_board *board, uint64_t address,
					 uint64_t size, struct fcl_err *err)
{
	struct fcl_xemu_buffer *buffer = fcl_xemu_memory_at(board, address);

	if (!buffer)
		fcl_err_set(err, -EFAULT, "there is no buffer at device address 0x%" PRIx64,
			    address);
	else if (size > buffer->size - (address - buffer->address))
		fcl_err_set(err, -EFAULT,
			    "%" PRIu64 " bytes at device address 0x%" PRIx64
			    " end beyond their buffer, 0x%" PRIx64 " with %" PRIu64 " bytes",
			    size, address, buffer->address, buffer->size);
	else
		return buffer;
	return NULL;
}

static bool memory_is_free(struct fcl_xemu_board *board, uint64_t address, uint64_t size)
{
	size_t below = count_below(board, address);

	if (fcl_xemu_memory_at(board, address) || address + size < address)
		return false;
	return below == board->nbuffers || board->buffers[below]->address >= address + size;
}

static int memory_insert(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer)
{
	size_t at = count_below(board, buffer->address);

	if (board->nbuffers == board->buffers_room) {
		size_t room = board->buffers_room ? board->buffers_room * 2 : 64;
		void *more = reallocarray(board->buffers, room, sizeof(struct fcl_xemu_buffer *));

		if (!more)
			return -ENOMEM;
		board->buffers = more;
		board->buffers_room = room;
	}
	memmove(&board->buffers[at + 1], &board->buffers[at],
		(board->nbuffers - at) * sizeof(struct fcl_xemu_buffer *));
	board->buffers[at] = buffer;
	board->nbuffers++;
	return 0;
}

/* --- their memory in this process ------------------------------------------------------------- */

/*
 * The host opens the shared memory through /proc and this process's descriptor, so no file is left
 * behind.
 */
static int make_shared(struct fcl_xemu_buffer *buffer, char ret_name[64], struct fcl_err *err)
{
	if (!fcl_file_size_allowed(buffer->size))
		return fcl_err_set(err, -EFBIG,
				   "%" PRIu64 " bytes are more than `ulimit -f` allows for memory "
				   "that is shared with the host",
				   buffer->size);
	buffer->fd = memfd_create("fpgacl-xrt", MFD_CLOEXEC);
	if (buffer->fd < 0 || ftruncate(buffer->fd, (off_t)buffer->size))
		return fcl_err_set(err, -errno, "shared memory of %" PRIu64 " bytes: %s",
				   buffer->size, strerror(errno));
	snprintf(ret_name, 64, "/proc/%d/fd/%d", getpid(), buffer->fd);
	return 0;
}

static int map_bytes(struct fcl_xemu_buffer *buffer, struct fcl_err *err)
{
	void *map = mmap(NULL, buffer->size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (map == MAP_FAILED)
		return fcl_err_set(err, -ENOMEM, "cannot map %" PRIu64 " bytes for a buffer: %s",
				   buffer->size, strerror(errno));
	buffer->bytes = map;
	return 0;
}

static void unmap_bytes(struct fcl_xemu_buffer *buffer)
{
	if (buffer->bytes)
		munmap(buffer->bytes, buffer->size);
	buffer->bytes = NULL;
	buffer->written = false;
}

static void memory_destroy(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer)
{
	if (buffer->on_board)
		board->hal->buffer_free(board->device, buffer->on_board);
	unmap_bytes(buffer);
	if (buffer->fd >= 0)
		close(buffer->fd);
	free(buffer);
}

int fcl_xemu_memory_add(struct fcl_xemu_board *board, uint64_t address, uint64_t size, bool shared,
			char ret_name[64], struct fcl_err *err)
{
	struct fcl_xemu_buffer *buffer;
	int error = 0;

	if (!size || !memory_is_free(board, address, size))
		return fcl_err_set(err, -EINVAL,
				   "a buffer of %" PRIu64 " bytes at device address 0x%" PRIx64
				   " overlaps another, or is empty",
				   size, address);
	buffer = calloc(1, sizeof(*buffer));
	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	*buffer = (struct fcl_xemu_buffer){.address = address, .size = size, .fd = -1};
	if (shared)
		error = make_shared(buffer, ret_name, err);
	else
		error = map_bytes(buffer, err);
	if (!error && memory_insert(board, buffer))
		error = fcl_err_set(err, -ENOMEM, "out of memory");
	if (error)
		memory_destroy(board, buffer);
	return error;
}

int fcl_xemu_memory_remove(struct fcl_xemu_board *board, uint64_t address, struct fcl_err *err)
{
	size_t below = count_below(board, address);

	if (!below || board->buffers[below - 1]->address != address)
		return fcl_err_set(err, -EFAULT, "no buffer begins at device address 0x%" PRIx64,
				   address);
	memory_destroy(board, board->buffers[below - 1]);
	memmove(&board->buffers[below - 1], &board->buffers[below],
		(board->nbuffers - below) * sizeof(struct fcl_xemu_buffer *));
	board->nbuffers--;
	return 0;
}

void fcl_xemu_memory_clear(struct fcl_xemu_board *board)
{
	for (size_t i = 0; i < board->nbuffers; i++)
		memory_destroy(board, board->buffers[i]);
	free(board->buffers);
	board->buffers = NULL;
	board->nbuffers = board->buffers_room = 0;
}

/* --- transfers between this process and the board -------------------------------------------- */

static int memory_transfer(struct fcl_xemu_board *board, enum fcl_hal_op op,
			   struct fcl_xemu_buffer *buffer, uint64_t offset, void *bytes,
			   uint64_t size, struct fcl_err *err)
{
	struct fcl_hal_request request = {.op = op};

	if (!size)
		return 0;
	request.u.transfer.buffer = buffer->on_board;
	request.u.transfer.offset = offset;
	request.u.transfer.host = bytes;
	request.u.transfer.box = fcl_hal_linear_box(size);
	return fcl_xemu_run(board, &request, err);
}

/* --- files shared by other processes ---------------------------------------------------------- */

/*
 * These are read and written, not mapped: another process may truncate one at any time, and
 * accessing a mapping beyond its end would kill this process with SIGBUS.
 */
static int file_read(int fd, uint64_t offset, char *bytes, uint64_t size, struct fcl_err *err)
{
	while (size) {
		ssize_t got = pread(fd, bytes, size, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return fcl_err_set(err, got ? -errno : -ENODATA,
					   "a shared buffer cannot be read at %" PRIu64 ": %s",
					   offset, got ? strerror(errno) : "it has become shorter");
		bytes += got;
		offset += (uint64_t)got;
		size -= (uint64_t)got;
	}
	return 0;
}

static int file_write(int fd, uint64_t offset, const char *bytes, uint64_t size,
		      struct fcl_err *err)
{
	while (size) {
		ssize_t put = pwrite(fd, bytes, size, (off_t)offset);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return fcl_err_set(err, put ? -errno : -EIO,
					   "a shared buffer cannot be written at %" PRIu64 ": %s",
					   offset, strerror(errno));
		bytes += put;
		offset += (uint64_t)put;
		size -= (uint64_t)put;
	}
	return 0;
}

/* Calls `step` for pieces of limited size, with memory for one piece, until one fails. */
struct pieces {
	struct fcl_xemu_board *board;
	struct fcl_xemu_buffer *buffer; /* NULL: transfer at `address` */
	uint64_t address;
	int fd;
	uint64_t file_offset;
	int (*step)(struct pieces *pieces, uint64_t at, char *bytes, uint64_t size,
		    struct fcl_err *err);
};

static int in_pieces(struct pieces *pieces, uint64_t size, struct fcl_err *err)
{
	enum { PIECE = 1 << 20 };
	char *bytes = malloc(PIECE);
	int error = bytes ? 0 : fcl_err_set(err, -ENOMEM, "no memory to copy a shared buffer");

	for (uint64_t at = 0; at < size && !error; at += PIECE)
		error = pieces->step(pieces, at, bytes, size - at < PIECE ? size - at : PIECE, err);
	free(bytes);
	return error;
}

static int step_to_board(struct pieces *pieces, uint64_t at, char *bytes, uint64_t size,
			 struct fcl_err *err)
{
	int error = file_read(pieces->fd, at, bytes, size, err);

	return error ? error
		     : memory_transfer(pieces->board, FCL_HAL_WRITE, pieces->buffer, at, bytes,
				       size, err);
}

static int step_from_board(struct pieces *pieces, uint64_t at, char *bytes, uint64_t size,
			   struct fcl_err *err)
{
	int error = memory_transfer(pieces->board, FCL_HAL_READ, pieces->buffer, at, bytes, size,
				    err);

	return error ? error : file_write(pieces->fd, at, bytes, size, err);
}

static int step_from_file(struct pieces *pieces, uint64_t at, char *bytes, uint64_t size,
			  struct fcl_err *err)
{
	int error = file_read(pieces->fd, pieces->file_offset + at, bytes, size, err);

	return error ? error
		     : fcl_xemu_memory_write(pieces->board, pieces->address + at, bytes, size, err);
}

static int step_to_file(struct pieces *pieces, uint64_t at, char *bytes, uint64_t size,
			struct fcl_err *err)
{
	int error = fcl_xemu_memory_read(pieces->board, pieces->address + at, bytes, size, err);

	return error ? error : file_write(pieces->fd, pieces->file_offset + at, bytes, size, err);
}

static int memory_exchange(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer,
			   bool to_board, struct fcl_err *err)
{
	struct pieces pieces = {.board = board,
				.buffer = buffer,
				.fd = buffer->fd,
				.step = to_board ? step_to_board : step_from_board};

	return in_pieces(&pieces, buffer->size, err);
}

/* --- bytes of a buffer ------------------------------------------------------------------------ */

int fcl_xemu_memory_write(struct fcl_xemu_board *board, uint64_t address, const void *bytes,
			  uint64_t size, struct fcl_err *err)
{
	struct fcl_xemu_buffer *buffer = find_span(board, address, size, err);
	uint64_t offset;
	int error = 0;

	if (!buffer)
		return -EFAULT;
	offset = address - buffer->address;
	if (buffer->fd >= 0) {
		error = file_write(buffer->fd, offset, bytes, size, err);
	} else if (buffer->bytes) {
		memcpy(buffer->bytes + offset, bytes, size);
		buffer->written = true;
	}
	if (error || !buffer->on_board)
		return error;
	/* The HAL does not modify it. */
	return memory_transfer(board, FCL_HAL_WRITE, buffer, offset, (void *)(uintptr_t)bytes, size,
			       err);
}

int fcl_xemu_memory_read(struct fcl_xemu_board *board, uint64_t address, void *bytes, uint64_t size,
			 struct fcl_err *err)
{
	struct fcl_xemu_buffer *buffer = find_span(board, address, size, err);
	uint64_t offset;

	if (!buffer)
		return -EFAULT;
	offset = address - buffer->address;
	if (buffer->fd >= 0)
		return file_read(buffer->fd, offset, bytes, size, err);
	if (!buffer->bytes)
		return memory_transfer(board, FCL_HAL_READ, buffer, offset, bytes, size, err);
	memcpy(bytes, buffer->bytes + offset, size);
	return 0;
}

int fcl_xemu_memory_push(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer, uint32_t mem,
			 struct fcl_err *err)
{
	int error = 0;

	if (!buffer->on_board)
		error = board->hal->buffer_alloc(board->device, board->program, mem, buffer->size,
						 &buffer->on_board, err);
	if (!error && buffer->fd >= 0)
		return memory_exchange(board, buffer, true, err);
	if (!error && buffer->bytes && buffer->written)
		error = memory_transfer(board, FCL_HAL_WRITE, buffer, 0, buffer->bytes,
					buffer->size, err);
	if (!error)
		unmap_bytes(buffer);
	return error;
}

int fcl_xemu_memory_pull(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer,
			 struct fcl_err *err)
{
	if (buffer->fd < 0 || !buffer->on_board)
		return 0;
	return memory_exchange(board, buffer, false, err);
}

static int take_off(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer,
		    struct fcl_err *err)
{
	int error = 0;

	if (buffer->fd >= 0) {
		error = memory_exchange(board, buffer, false, err);
	} else {
		error = buffer->bytes ? 0 : map_bytes(buffer, err);
		if (!error)
			error = memory_transfer(board, FCL_HAL_READ, buffer, 0, buffer->bytes,
						buffer->size, err);
		buffer->written |= !error;
	}
	if (error)
		return error;
	board->hal->buffer_free(board->device, buffer->on_board);
	buffer->on_board = NULL;
	return 0;
}

int fcl_xemu_memory_vacate(struct fcl_xemu_board *board, struct fcl_err *err)
{
	int error = 0;

	for (size_t i = 0; i < board->nbuffers && !error; i++)
		if (board->buffers[i]->on_board)
			error = take_off(board, board->buffers[i], err);
	return error;
}

/* --- files of other processes ----------------------------------------------------------------- */

/* Opens memory shared by another process; *ret_size is its size in bytes. */
static int memory_open_file(const char *file, uint64_t *ret_size, struct fcl_err *err)
{
	struct stat facts;
	int fd = open(file, O_RDWR | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return fcl_err_set(err, -errno, "cannot open the shared buffer %s: %s", file,
				   strerror(errno));
	if (fstat(fd, &facts) || !S_ISREG(facts.st_mode)) {
		close(fd);
		return fcl_err_set(err, -EINVAL, "%s is not a shared buffer", file);
	}
	*ret_size = (uint64_t)facts.st_size;
	if (!fcl_file_size_allowed(*ret_size)) {
		close(fd);
		return fcl_err_set(err, -EFBIG,
				   "the shared buffer %s has %" PRIu64
				   " bytes, more than `ulimit -f` allows to write",
				   file, *ret_size);
	}
	return fd;
}

/* Under the number of the file before, since the host may map it by that number's name. */
static int become(struct fcl_xemu_buffer *buffer, int fd, struct fcl_err *err)
{
	int error = 0;

	if (buffer->fd < 0) {
		buffer->fd = fd;
		return 0;
	}
	if (dup3(fd, buffer->fd, O_CLOEXEC) < 0)
		error = fcl_err_set(err, -errno, "dup3: %s", strerror(errno));
	close(fd);
	return error;
}

int fcl_xemu_memory_import(struct fcl_xemu_board *board, uint64_t address, uint64_t size,
			   const char *file, struct fcl_err *err)
{
	struct fcl_xemu_buffer *buffer = find_span(board, address, size, err);
	uint64_t bytes = 0;
	int fd, error = 0;

	if (!buffer)
		return -EFAULT;
	fd = memory_open_file(file, &bytes, err);
	if (fd < 0)
		return fd;
	if (bytes < buffer->size) {
		close(fd);
		return fcl_err_set(err, -EINVAL,
				   "the shared buffer %s has %" PRIu64 " bytes, expected %" PRIu64,
				   file, bytes, buffer->size);
	}
	if (buffer->on_board)
		error = take_off(board, buffer, err);
	if (error) {
		close(fd);
		return error;
	}
	unmap_bytes(buffer);
	return become(buffer, fd, err);
}

int fcl_xemu_memory_copy_file(struct fcl_xemu_board *board, bool out, uint64_t address,
			      const char *file, uint64_t file_offset, uint64_t size,
			      struct fcl_err *err)
{
	struct pieces pieces;
	uint64_t bytes = 0;
	int error, fd;

	if (!find_span(board, address, size, err))
		return -EFAULT;
	fd = memory_open_file(file, &bytes, err);
	if (fd < 0)
		return fd;
	if (!size || file_offset > bytes || size > bytes - file_offset) {
		close(fd);
		return size ? fcl_err_set(err, -EINVAL,
					  "%" PRIu64 " bytes at %" PRIu64
					  " end beyond the shared buffer %s, which has %" PRIu64,
					  size, file_offset, file, bytes)
			    : 0;
	}
	pieces = (struct pieces){.board = board,
				 .address = address,
				 .fd = fd,
				 .file_offset = file_offset,
				 .step = out ? step_to_file : step_from_file};
	error = in_pieces(&pieces, size, err);
	close(fd);
	return error;
}
