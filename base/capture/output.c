/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/capture/cut.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/trust.h"

enum {
	LEAST_WINDOW = 256 << 10,
	WINDOW = 4 << 20,
	LEAST_AHEAD = 256 << 10, /* how many bytes of blocks are allocated at a time */
	AHEAD = 16 << 20,
	PAGE = 4096,
	END_MARK = sizeof(struct fcl_capture_record),
};

/* A file that is empty or a capture may be replaced. */
static bool output_may_replace(int fd)
{
	char magic[8];
	ssize_t size = pread(fd, magic, sizeof(magic), 0);

	return !size || (size == sizeof(magic) && !memcmp(magic, FCL_CAPTURE_MAGIC, sizeof(magic)));
}

int fcl_output_create(const char *path, int *ret_fd, struct fcl_err *err)
{
	int fd = fcl_trust_output(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666, err);
	struct stat status;
	int error = 0;

	if (fd < 0)
		return fcl_err_prefix(err, "%s", path);
	if (fstat(fd, &status) || !S_ISREG(status.st_mode))
		error = fcl_err_set(err, -EINVAL, "%s is not a regular file", path);
	else if (flock(fd, LOCK_EX | LOCK_NB))
		error = fcl_err_set(err, -EBUSY,
				    "another process writes %s: a name with %%p is one for each",
				    path);
	else if (!output_may_replace(fd))
		error = fcl_err_set(err, -EEXIST, "%s exists, and is not a capture", path);
	else if (ftruncate(fd, 0))
		error = fcl_err_set(err, -errno, "%s: %s", path, strerror(errno));
	if (error)
		close(fd);
	else
		*ret_fd = fd;
	return error;
}

struct fcl_capture_header fcl_output_header(void)
{
	struct timespec now;
	struct fcl_capture_header header = {
		.magic = FCL_CAPTURE_MAGIC,
		.version = FCL_CAPTURE_VERSION,
		.size = sizeof(header),
		.chunk = FCL_CAPTURE_CHUNK,
		.process = (uint32_t)getpid(),
		.clock_ns = fcl_now_ns(),
	};

	clock_gettime(CLOCK_REALTIME, &now);
	header.time_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	return header;
}

/* --- room for records ------------------------------------------------------------------------- */

/* Another process has cut the file, which was at least as large as its blocks. */
static bool output_is_cut(const struct fcl_output *output)
{
	return lseek(output->fd, 0, SEEK_END) < (off_t)output->allocated;
}

/* Few large allocations take much less time, but a killed process leaves what it has not used. */
static uint64_t ahead_of(const struct fcl_output *output)
{
	if (output->at < LEAST_AHEAD)
		return LEAST_AHEAD;
	return output->at < AHEAD ? output->at : AHEAD;
}

/*
 * Allocates blocks up to `end`, and more if there are: a write to a mapping of a full disk would
 * kill the host.
 */
static int output_allocate(struct fcl_output *output, uint64_t end)
{
	uint64_t from = output->allocated, more = end + ahead_of(output);
	int error = EFBIG;

	if (end <= from)
		return 0;
	if (output_is_cut(output))
		return ESTALE;
	if (fcl_file_size_allowed(more))
		error = posix_fallocate(output->fd, (off_t)from, (off_t)(more - from));
	if (error && fcl_file_size_allowed(end)) {
		more = end;
		error = posix_fallocate(output->fd, (off_t)from, (off_t)(more - from));
	}
	if (!error)
		output->allocated = more;
	return error;
}

static void output_unmap(struct fcl_output *output)
{
	fcl_cut_watch(NULL, 0);
	if (output->window)
		munmap(output->window, output->to - output->from);
	output->window = NULL;
}

/* Small after large contents, as few records may come before the next ones; then larger ones. */
static uint64_t window_size(const struct fcl_output *output)
{
	uint64_t last = output->to - output->from;

	if (output->at > output->to || !last)
		return LEAST_WINDOW;
	return 2 * last < WINDOW ? 2 * last : WINDOW;
}

/* Maps the part of the file that begins at the next record and has room for `size` bytes. */
static int output_move_window(struct fcl_output *output, size_t size)
{
	uint64_t from = output->at / PAGE * PAGE;
	uint64_t length = (output->at - from + size + window_size(output) + PAGE - 1) / PAGE * PAGE;
	int error = output_allocate(output, from + length);
	void *window;

	if (error)
		return error;
	window = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, output->fd,
		      (off_t)from);
	if (window == MAP_FAILED)
		return errno;
	output_unmap(output);
	fcl_cut_watch(window, length);
	output->window = window;
	output->from = from;
	output->to = from + length;
	return 0;
}

int fcl_output_begin(struct fcl_output *output, int fd)
{
	struct fcl_capture_header header = fcl_output_header();
	int error;

	*output = (struct fcl_output){.fd = fd, .at = sizeof(header)};
	if (!fcl_file_size_allowed(sizeof(header)))
		return EFBIG;
	error = -fcl_file_write_all(fd, &header, sizeof(header));
	return error ? error : output_move_window(output, 0);
}

/* --- records ---------------------------------------------------------------------------------- */

/*
 * The record counts from when its size is there, which is stored last. Readers of a file whose
 * writer was killed stop at the first size of 0.
 */
int fcl_output_append(struct fcl_output *output, const struct fcl_capture_record *record,
		      const struct fcl_body *body)
{
	size_t size = record->size + END_MARK;
	uint8_t *at;
	int error;

	if (output->at < output->from || output->to < output->at + size) {
		error = output_move_window(output, size);
		if (error)
			return error;
	}
	at = output->window + (output->at - output->from);
	memcpy(at + sizeof(record->size), (const char *)record + sizeof(record->size),
	       sizeof(*record) - sizeof(record->size));
	memcpy(at + sizeof(*record), body->bytes, body->size);
	atomic_store_explicit((_Atomic uint32_t *)(void *)at, record->size, memory_order_release);
	output->at += record->size;
	return __builtin_expect(fcl_cut_happened(), 0) ? ESTALE : 0;
}

int fcl_output_reserve(struct fcl_output *output, const struct fcl_capture_record *record,
		       const struct fcl_capture_chunk *chunk, uint64_t *ret_offset)
{
	struct {
		struct fcl_capture_record record;
		struct fcl_capture_chunk chunk;
	} head = {*record, *chunk};
	int error = output_allocate(output, output->at + record->size + END_MARK);

	if (!error && output_is_cut(output))
		error = ESTALE;
	if (!error)
		error = -fcl_file_write_at(output->fd, &head, sizeof(head), output->at);
	if (error)
		return error;
	*ret_offset = output->at + sizeof(head);
	output->at += record->size;
	return 0;
}

int fcl_output_end(struct fcl_output *output)
{
	return ftruncate(output->fd, (off_t)output->at) ? errno : 0;
}

void fcl_output_close(struct fcl_output *output)
{
	output_unmap(output);
	if (output->fd >= 0)
		close(output->fd);
	output->fd = -1;
}
