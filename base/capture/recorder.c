/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
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

#include "base/capture/chunks.h"
#include "base/capture/cut.h"
#include "base/capture/hash.h"
#include "base/capture/ring_write.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/fork.h"
#include "base/note.h"
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
	struct fcl_ring ring; /* without `past`: records go to the file */
} recorder = {.fd = -1};

static void recorder_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void recorder_message(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_note("fpgacl", format, args);
	va_end(args);
}

/* Beside `recorder`, for those without the lock; it stays when the ring is given up. */
static atomic_bool is_ring;

static uint32_t thread_number(void)
{
	static atomic_uint threads;
	static _Thread_local uint32_t number; /* + 1 */

	if (!number)
		number = atomic_fetch_add(&threads, 1) + 1;
	return number - 1;
}

static bool recorder_is_open(void)
{
	return recorder.fd >= 0 || recorder.ring.past;
}

static void recorder_forget(void)
{
	fcl_ring_free(&recorder.ring);
	fcl_cut_watch(NULL, 0);
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
	if (recorder.fd >= 0 && ftruncate(recorder.fd, (off_t)recorder.at))
		recorder_message("%s: %s", recorder.path, strerror(errno));
	recorder_forget();
}

/* Another process has cut the file. */
static void forgo(void)
{
	recorder_message(
		"the capture %s was cut by another process, and the program goes on without it",
		recorder.path);
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
	if (lseek(recorder.fd, 0, SEEK_END) < (off_t)recorder.at)
		return ENODATA; /* another process has cut the file */
	error = posix_fallocate(recorder.fd, (off_t)from, (off_t)length);
	if (error)
		return error;
	window = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, recorder.fd,
		      (off_t)from);
	if (window == MAP_FAILED)
		return errno;
	if (recorder.window)
		munmap(recorder.window, recorder.to - recorder.from);
	fcl_cut_watch(window, length);
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
	if (__builtin_expect(fcl_cut_happened(), 0))
		forgo();
}

bool fcl_recorder_is_ring(void)
{
	return atomic_load_explicit(&is_ring, memory_order_relaxed);
}

/* A body whose size leaves room for the record's own in 32 bits. */
static bool is_sound(const struct fcl_body *body)
{
	return !body->failed && body->size < UINT32_MAX - 64;
}

/* Without the lock: what takes time, and what the thread decides. */
static struct fcl_capture_record seal(enum fcl_capture_kind kind, unsigned call, uint32_t thread,
				      struct fcl_body *body)
{
	static const uint8_t zeros[8];
	struct fcl_capture_record record = {.kind = kind, .call = (uint16_t)call, .thread = thread};

	fcl_body_raw(body, zeros, -body->size % 8);
	record.size = (uint32_t)(sizeof(record) + body->size);
	if (is_sound(body) && !fcl_recorder_is_ring())
		record.check = fcl_capture_check(&record, body->bytes, body->size);
	return record;
}

/* The caller holds the lock. */
static void append(const struct fcl_capture_record *record, const struct fcl_body *body)
{
	if (!recorder_is_open())
		return;
	if (!is_sound(body) ||
	    (recorder.ring.past && !fcl_ring_append(&recorder.ring, record, body)))
		give_up(ENOMEM);
	else if (!recorder.ring.past)
		write_record(record, body);
}

uint64_t fcl_recorder_append(enum fcl_capture_kind kind, unsigned call, struct fcl_body *body)
{
	struct fcl_capture_record record = seal(kind, call, thread_number(), body);
	uint64_t number;

	pthread_mutex_lock(&recorder_lock);
	number = recorder.calls;
	if (kind == FCL_CAPTURE_CALL)
		recorder.calls++;
	append(&record, body);
	pthread_mutex_unlock(&recorder_lock);
	fcl_body_free(body);
	return number;
}

uint64_t fcl_recorder_find_chunk(const uint64_t hash[2])
{
	uint64_t number;

	pthread_mutex_lock(&recorder_lock);
	number = recorder.ring.past ? fcl_ring_find(&recorder.ring, hash)
				    : fcl_chunks_find(&recorder.chunks, hash);
	pthread_mutex_unlock(&recorder_lock);
	return number;
}

uint64_t fcl_recorder_hold(const uint64_t hash[2], const void *bytes, size_t size)
{
	uint64_t number = FCL_NO_CHUNK;

	pthread_mutex_lock(&recorder_lock);
	if (recorder.ring.past) {
		number = fcl_ring_find(&recorder.ring, hash);
		if (number == FCL_NO_CHUNK)
			number = fcl_ring_add(&recorder.ring, hash, bytes, size);
		if (number == FCL_NO_CHUNK)
			give_up(ENOMEM);
	}
	pthread_mutex_unlock(&recorder_lock);
	return number;
}

uint64_t fcl_recorder_add_chunk(const struct fcl_capture_chunk *chunk, struct fcl_body *body)
{
	struct fcl_capture_record record = seal(FCL_CAPTURE_CHUNK_OF, 0, 0, body);
	uint64_t number;

	pthread_mutex_lock(&recorder_lock);
	number = fcl_chunks_find(&recorder.chunks, chunk->hash);
	if (number == FCL_NO_CHUNK && recorder.fd >= 0) {
		number = fcl_chunks_add(&recorder.chunks, chunk->hash);
		if (number == FCL_NO_CHUNK)
			body->failed = true;
		append(&record, body);
	}
	pthread_mutex_unlock(&recorder_lock);
	return number;
}

/* --- the file --------------------------------------------------------------------------------- */

/*
 * The name, with the process's number for each %p, and the file's for %n; 0: it has none. False: it
 * is too long.
 */
static bool recorder_expand(const char *pattern, uint64_t number, char path[PATH_MAX])
{
	size_t at = 0;

	for (; *pattern && at < PATH_MAX - 24; pattern++) {
		bool process = !strncmp(pattern, "%p", 2);

		if (process || (number && !strncmp(pattern, "%n", 2))) {
			at += (size_t)snprintf(path + at, 24, "%" PRIu64,
					       process ? (uint64_t)getpid() : number);
			pattern++;
		} else {
			path[at++] = *pattern;
		}
	}
	path[at] = '\0';
	return !*pattern;
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

static struct fcl_capture_header recorder_header(void)
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

/* The header, and the first window behind it. */
static int recorder_begin(void)
{
	struct fcl_capture_header header = recorder_header();
	int error;

	recorder.at = sizeof(header);
	if (!fcl_file_size_allowed(sizeof(header)))
		return -EFBIG;
	error = fcl_file_write_all(recorder.fd, &header, sizeof(header));
	return error ? error : -recorder_move_window(0);
}

static int recorder_refuse_name(const char *pattern, struct fcl_err *err)
{
	return fcl_err_set(err, -ENAMETOOLONG, "%s: the name is too long", pattern);
}

int fcl_recorder_open(const char *pattern, struct fcl_err *err)
{
	char name[PATH_MAX], *path;
	int error, fd = -1;

	if (!recorder_expand(pattern, 0, name))
		return recorder_refuse_name(pattern, err);
	fcl_fork_protect(&recorder_lock);
	error = recorder_open_file(name, &fd, err);
	if (error)
		return error;
	path = strdup(name);
	if (!path) {
		close(fd);
		return fcl_err_set(err, -ENOMEM, "out of memory");
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

/* --- the ring --------------------------------------------------------------------------------- */

/* While somebody reads the message, and not when something has failed. */
static int recorder_check_folder(char *name, struct fcl_err *err)
{
	char *slash = strrchr(name, '/');

	if (!slash)
		name = ".";
	else
		slash[slash == name] = '\0';
	if (access(name, W_OK))
		return fcl_err_set(err, -errno, "%s: %s", name, strerror(errno));
	return 0;
}

int fcl_recorder_open_ring(const char *pattern, uint64_t bound, const struct fcl_ring_past *past,
			   struct fcl_err *err)
{
	char name[PATH_MAX], *copy;
	int error;

	if (!recorder_expand(pattern, 1, name))
		return recorder_refuse_name(pattern, err);
	error = recorder_check_folder(name, err);
	if (error)
		return error;
	copy = strdup(pattern);
	if (!copy)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	fcl_fork_protect(&recorder_lock);
	pthread_mutex_lock(&recorder_lock);
	fcl_ring_begin(&recorder.ring, bound, past);
	atomic_store(&is_ring, true);
	recorder.path = copy;
	pthread_mutex_unlock(&recorder_lock);
	return 0;
}

static int recorder_write_ring(char path[PATH_MAX], struct fcl_err *err)
{
	struct fcl_capture_header header = recorder_header();
	int fd = -1, error;

	if (!recorder.ring.past)
		return fcl_err_set(err, -ENOENT, "nothing is recorded");
	recorder_expand(recorder.path, recorder.ring.files + 1, path);
	error = recorder_open_file(path, &fd, err);
	if (error)
		return error;
	error = fcl_ring_write(&recorder.ring, fd, &header);
	close(fd);
	return error ? fcl_err_set(err, error, "%s: %s", path, strerror(-error)) : 0;
}

int fcl_recorder_write_ring(char path[PATH_MAX], struct fcl_err *err)
{
	int error;

	pthread_mutex_lock(&recorder_lock);
	error = recorder_write_ring(path, err);
	pthread_mutex_unlock(&recorder_lock);
	return error;
}

int fcl_recorder_write_ring_now(char path[PATH_MAX], struct fcl_err *err)
{
	const struct timespec pause = {.tv_nsec = 10000000};
	int error, tries = 200;

	while (pthread_mutex_trylock(&recorder_lock) && --tries)
		nanosleep(&pause, NULL);
	if (!tries)
		return fcl_err_set(err, -EBUSY, "the thread was recording a call");
	error = recorder_write_ring(path, err);
	pthread_mutex_unlock(&recorder_lock);
	return error;
}

fcl_ring_record *fcl_recorder_copy(const fcl_ring_record *record)
{
	return fcl_ring_copy(&recorder.ring, record);
}

fcl_ring_record *fcl_recorder_make(const struct fcl_capture_record *head,
				   const struct fcl_body *body)
{
	return fcl_ring_make(&recorder.ring, head, body);
}

void fcl_recorder_drop(fcl_ring_record *record)
{
	fcl_ring_drop(&recorder.ring, record);
}

void fcl_recorder_close(void)
{
	struct fcl_capture_record record;
	struct fcl_body body;

	fcl_body_begin(&body);
	record = seal(FCL_CAPTURE_END, 0, thread_number(), &body);
	pthread_mutex_lock(&recorder_lock);
	append(&record, &body);
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
	atomic_store(&is_ring, false);
	pthread_mutex_unlock(&recorder_lock);
}
