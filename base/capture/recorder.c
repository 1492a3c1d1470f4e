/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/capture/chunks.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/fork.h"
#include "base/note.h"
#include "base/text.h"
#include "base/trust.h"

enum { WINDOW = 4 << 20, PAGE = 4096, END_MARK = sizeof(struct fcl_capture_record) };

static pthread_mutex_t recorder_lock = PTHREAD_MUTEX_INITIALIZER;

/* Guarded by recorder_lock. */
static struct {
	int fd; /* -1: nothing is recorded */
	char *path;
	uint8_t *window;       /* the mapped part of the file */
	uint64_t from, to, at; /* its offsets in the file; where the next record goes */
	uint64_t calls;        /* how many CALL records there are */
	struct fcl_chunks chunks;
} recorder = {.fd = -1};

static void recorder_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void recorder_message(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_note("fpgacl", format, args);
	va_end(args);
}

static uint32_t thread_number(void)
{
	static atomic_uint threads;
	static _Thread_local uint32_t number; /* + 1 */

	if (!number)
		number = atomic_fetch_add(&threads, 1) + 1;
	return number - 1;
}

static void recorder_forget(void)
{
	if (recorder.window)
		munmap(recorder.window, recorder.to - recorder.from);
	if (recorder.fd >= 0)
		close(recorder.fd);
	fcl_chunks_free(&recorder.chunks);
	free(recorder.path);
	memset(&recorder, 0, sizeof(recorder));
	recorder.fd = -1;
}

/* The host goes on; what was recorded remains. */
static void give_up(int error)
{
	recorder_message("the capture %s ends here, and the program goes on without it: %s",
			 recorder.path, strerror(error));
	if (ftruncate(recorder.fd, (off_t)recorder.at))
		recorder_message("%s: %s", recorder.path, strerror(errno));
	recorder_forget();
}

/*
 * Maps the part of the file that begins at the next record and has room for `size` bytes. Its blocks
 * are allocated first: a write to a mapping of a full disk would kill the host.
 */
static int recorder_move_window(size_t size)
{
	uint64_t from = recorder.at / PAGE * PAGE;
	uint64_t length = (recorder.at - from + size + WINDOW) / PAGE * PAGE;
	void *window;
	int error;

	if (!fcl_file_size_allowed(from + length))
		return EFBIG;
	error = posix_fallocate(recorder.fd, (off_t)from, (off_t)length);
	if (error)
		return error;
	window = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, recorder.fd,
		      (off_t)from);
	if (window == MAP_FAILED)
		return errno;
	if (recorder.window)
		munmap(recorder.window, recorder.to - recorder.from);
	recorder.window = window;
	recorder.from = from;
	recorder.to = from + length;
	return 0;
}

/*
 * The record counts from when its size is there, which is stored last. Readers of a file whose
 * writer was killed stop at the first size of 0.
 */
static void write_record(const struct fcl_capture_record *record, const struct fcl_body *body)
{
	uint8_t *at;

	if (recorder.to < recorder.at + record->size + END_MARK) {
		int error = recorder_move_window(record->size + END_MARK);

		if (error) {
			give_up(error);
			return;
		}
	}
	at = recorder.window + (recorder.at - recorder.from);
	memcpy(at + sizeof(record->size), (const char *)record + sizeof(record->size),
	       sizeof(*record) - sizeof(record->size));
	memcpy(at + sizeof(*record), body->bytes, body->size);
	atomic_store_explicit((_Atomic uint32_t *)(void *)at, record->size, memory_order_release);
	recorder.at += record->size;
}

static uint32_t check_of(const struct fcl_capture_record *record, const struct fcl_body *body)
{
	XXH64_hash_t head;
	size_t skip = offsetof(struct fcl_capture_record, kind);

	memcpy(&head, (const char *)record + skip, sizeof(head));
	return (uint32_t)XXH3_64bits_withSeed(body->bytes, body->size, head);
}

/* A body whose size leaves room for the record's own in 32 bits. */
static bool is_sound(const struct fcl_body *body)
{
	return !body->failed && body->size < UINT32_MAX - 64;
}

/* The caller holds the lock. */
static void append(enum fcl_capture_kind kind, unsigned call, struct fcl_body *body)
{
	static const uint8_t zeros[8];
	struct fcl_capture_record record = {.kind = kind, .call = (uint16_t)call};

	fcl_body_raw(body, zeros, -body->size % 8);
	if (recorder.fd < 0)
		return;
	if (!is_sound(body)) {
		give_up(ENOMEM);
		return;
	}
	record.size = (uint32_t)(sizeof(record) + body->size);
	record.thread = thread_number();
	record.check = check_of(&record, body);
	write_record(&record, body);
}

uint64_t fcl_recorder_append(enum fcl_capture_kind kind, unsigned call, struct fcl_body *body)
{
	uint64_t number;

	pthread_mutex_lock(&recorder_lock);
	number = recorder.calls;
	if (kind == FCL_CAPTURE_CALL)
		recorder.calls++;
	append(kind, call, body);
	pthread_mutex_unlock(&recorder_lock);
	fcl_body_free(body);
	return number;
}

uint64_t fcl_recorder_find_chunk(const uint64_t hash[2])
{
	uint64_t number;

	pthread_mutex_lock(&recorder_lock);
	number = fcl_chunks_find(&recorder.chunks, hash);
	pthread_mutex_unlock(&recorder_lock);
	return number;
}

uint64_t fcl_recorder_add_chunk(const struct fcl_capture_chunk *chunk, struct fcl_body *body)
{
	uint64_t number;

	pthread_mutex_lock(&recorder_lock);
	number = fcl_chunks_find(&recorder.chunks, chunk->hash);
	if (number == FCL_NO_CHUNK && recorder.fd >= 0) {
		number = fcl_chunks_add(&recorder.chunks, chunk->hash);
		if (number == FCL_NO_CHUNK)
			body->failed = true;
		append(FCL_CAPTURE_CHUNK_OF, 0, body);
	}
	pthread_mutex_unlock(&recorder_lock);
	fcl_body_free(body);
	return number;
}

/* --- the file --------------------------------------------------------------------------------- */

/* The name, with the process's number for each %p. */
static char *recorder_expand(const char *pattern)
{
	struct fcl_text name = {0};

	for (const char *at = pattern; *at;) {
		size_t length = strcspn(at, "%");

		fcl_text_append(&name, at, length);
		at += length;
		if (!strncmp(at, "%p", 2)) {
			fcl_text_format(&name, "%ld", (long)getpid());
			at += 2;
		} else if (*at) {
			fcl_text_append(&name, at++, 1);
		}
	}
	if (name.failed)
		fcl_text_free(&name);
	return name.bytes;
}

/* A file that is empty or a capture may be replaced. */
static bool recorder_may_replace(int fd)
{
	char magic[8];
	ssize_t size = pread(fd, magic, sizeof(magic), 0);

	return !size || (size == sizeof(magic) && !memcmp(magic, FCL_CAPTURE_MAGIC, sizeof(magic)));
}

static int recorder_open_file(const char *path, int *ret_fd, struct fcl_err *err)
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
	else if (!recorder_may_replace(fd))
		error = fcl_err_set(err, -EEXIST, "%s exists, and is not a capture", path);
	else if (ftruncate(fd, 0))
		error = fcl_err_set(err, -errno, "%s: %s", path, strerror(errno));
	if (error)
		close(fd);
	else
		*ret_fd = fd;
	return error;
}

/* The header, and the first window behind it. */
static int recorder_begin(void)
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
	int error;

	clock_gettime(CLOCK_REALTIME, &now);
	header.time_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	recorder.at = sizeof(header);
	if (!fcl_file_size_allowed(sizeof(header)))
		return -EFBIG;
	error = fcl_file_write_all(recorder.fd, &header, sizeof(header));
	return error ? error : -recorder_move_window(0);
}

int fcl_recorder_open(const char *pattern, struct fcl_err *err)
{
	char *path = recorder_expand(pattern);
	int error, fd = -1;

	if (!path)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	fcl_fork_protect(&recorder_lock);
	error = recorder_open_file(path, &fd, err);
	if (error) {
		free(path);
		return error;
	}
	pthread_mutex_lock(&recorder_lock);
	recorder.fd = fd;
	recorder.path = path;
	error = recorder_begin();
	if (error) {
		fcl_err_set(err, error, "%s: %s", path, strerror(-error));
		recorder_forget();
	}
	pthread_mutex_unlock(&recorder_lock);
	return error;
}

void fcl_recorder_close(void)
{
	struct fcl_body body;

	fcl_body_begin(&body);
	pthread_mutex_lock(&recorder_lock);
	append(FCL_CAPTURE_END, 0, &body);
	if (recorder.fd >= 0 && ftruncate(recorder.fd, (off_t)recorder.at))
		recorder_message("%s: %s", recorder.path, strerror(errno));
	recorder_forget();
	pthread_mutex_unlock(&recorder_lock);
}

/* The mapping and the lock on the file stay with the parent. */
void fcl_recorder_after_fork(void)
{
	pthread_mutex_lock(&recorder_lock);
	recorder_forget();
	pthread_mutex_unlock(&recorder_lock);
}
