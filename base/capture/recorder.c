/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/recorder.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/capture/chunks.h"
#include "base/capture/hash.h"
#include "base/capture/output.h"
#include "base/capture/ring_write.h"
#include "base/file.h"
#include "base/fork.h"
#include "base/note.h"

static pthread_mutex_t recorder_lock = PTHREAD_MUTEX_INITIALIZER;

/* Guarded by recorder_lock. */
static struct {
	struct fcl_output output; /* without a file, and without a ring: nothing is recorded */
	bool ended;               /* as soon as others' contents are written */
	char *path;
	uint64_t calls, nchunks; /* how many records there are of calls, and of chunks */
	struct fcl_chunks chunks;
	struct fcl_ring ring; /* without `past`: records go to the file */
} recorder = {.output.fd = -1};

static void recorder_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void recorder_message(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_note("fpgacl", format, args);
	va_end(args);
}

/* Threads that write contents without the lock, which guards it; and when there are none. */
static unsigned writing;
static pthread_cond_t none_writes = PTHREAD_COND_INITIALIZER;

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
	return (recorder.output.fd >= 0 || recorder.ring.past) && !recorder.ended;
}

/* The file has been ended, or is not this process's. */
static void recorder_forget(void)
{
	fcl_ring_free(&recorder.ring);
	fcl_chunks_free(&recorder.chunks);
	free(recorder.path);
	memset(&recorder, 0, sizeof(recorder));
	recorder.output.fd = -1;
}

/* Cut by another process, the file stays as it is. */
static void recorder_end_file(bool cut)
{
	int error = 0;

	recorder.ended = true;
	while (writing)
		pthread_cond_wait(&none_writes, &recorder_lock);
	if (!cut && recorder.output.fd >= 0)
		error = fcl_output_end(&recorder.output);
	fcl_output_close(&recorder.output);
	if (error)
		recorder_message("%s: %s", recorder.path, strerror(error));
}

/* The host goes on; what was recorded remains. */
static void give_up(int error)
{
	if (error == ESTALE)
		recorder_message(
			"the capture %s was cut by another process, and the program goes on without it",
			recorder.path);
	else
		recorder_message("the capture %s ends here, and the program goes on without it: %s",
				 recorder.path, strerror(error));
	recorder_end_file(error == ESTALE);
	recorder_forget();
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
	int error = 0;

	if (!recorder_is_open())
		return;
	if (is_sound(body) && !recorder.ring.past)
		error = fcl_output_append(&recorder.output, record, body);
	else if (!is_sound(body) || !fcl_ring_append(&recorder.ring, record, body))
		error = ENOMEM;
	if (error)
		give_up(error);
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

/* Adds the chunk, which is taken; another thread may have added the same one meanwhile. */
static uint64_t hold(struct fcl_ring_chunk *chunk, const uint64_t hash[2])
{
	uint64_t number = FCL_NO_CHUNK;

	pthread_mutex_lock(&recorder_lock);
	if (recorder.ring.past) {
		number = fcl_ring_find(&recorder.ring, hash);
		if (number == FCL_NO_CHUNK && chunk) {
			number = fcl_ring_add(&recorder.ring, chunk);
			chunk = number == FCL_NO_CHUNK ? chunk : NULL;
		}
		if (number == FCL_NO_CHUNK)
			give_up(ENOMEM);
	}
	pthread_mutex_unlock(&recorder_lock);
	free(chunk);
	return number;
}

uint64_t fcl_recorder_hold(const uint64_t hash[2], const void *bytes, size_t size)
{
	return hold(fcl_ring_chunk_make(hash, bytes, size), hash);
}

/* --- chunks ----------------------------------------------------------------------------------- */

enum {
	LARGE = 16 << 10
}; /* bytes for which system calls take less time than the mapping's pages */

static struct fcl_capture_record chunk_record(const struct fcl_capture_chunk *chunk)
{
	struct fcl_capture_record record = {.kind = FCL_CAPTURE_CHUNK_OF};

	record.size = (uint32_t)(sizeof(record) + sizeof(*chunk) + (chunk->stored + 7) / 8 * 8);
	record.check = fcl_capture_check(&record, chunk, sizeof(*chunk));
	return record;
}

/* The caller holds the lock. Returns 0 or an errno. */
static int chunk_append(const struct fcl_capture_chunk *chunk, const void *stored)
{
	static const uint8_t zeros[8];
	struct fcl_capture_record record = chunk_record(chunk);
	struct fcl_body body;
	int error;

	fcl_body_begin(&body);
	fcl_body_raw(&body, chunk, sizeof(*chunk));
	fcl_body_raw(&body, stored, chunk->stored);
	fcl_body_raw(&body, zeros, -body.size % 8);
	error = body.failed ? ENOMEM : fcl_output_append(&recorder.output, &record, &body);
	fcl_body_free(&body);
	return error;
}

/*
 * The same for a large one, whose bytes are written without the lock, by several threads at a time.
 * The chunk is in no other record before they are there: if the process is killed, none is missed.
 */
static int chunk_write(const struct fcl_capture_chunk *chunk, const void *stored)
{
	struct fcl_capture_record record = chunk_record(chunk);
	uint64_t offset;
	int fd = recorder.output.fd;
	int error = fcl_output_reserve(&recorder.output, &record, chunk, &offset);

	if (error)
		return error;
	writing++;
	pthread_mutex_unlock(&recorder_lock);
	error = -fcl_file_write_at(fd, stored, chunk->stored, offset);
	pthread_mutex_lock(&recorder_lock);
	if (!--writing)
		pthread_cond_broadcast(&none_writes);
	return error;
}

static int chunk_add(const struct fcl_capture_chunk *chunk, const void *stored,
		     uint64_t *ret_number)
{
	uint64_t number = recorder.nchunks++;
	int error = chunk->stored < LARGE ? chunk_append(chunk, stored)
					  : chunk_write(chunk, stored);

	if (error)
		return error;
	if (!fcl_chunks_add(&recorder.chunks, chunk->hash, number))
		return ENOMEM;
	*ret_number = number;
	return 0;
}

uint64_t fcl_recorder_add_chunk(const struct fcl_capture_chunk *chunk, const void *stored)
{
	uint64_t number;
	int error = 0;

	pthread_mutex_lock(&recorder_lock);
	number = fcl_chunks_find(&recorder.chunks, chunk->hash);
	if (number == FCL_NO_CHUNK && recorder_is_open())
		error = chunk_add(chunk, stored, &number);
	if (error && recorder_is_open())
		give_up(error);
	pthread_mutex_unlock(&recorder_lock);
	return number;
}

/* --- names ------------------------------------------------------------------------------------ */

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
	error = fcl_output_create(name, &fd, err);
	if (error)
		return error;
	path = strdup(name);
	if (!path) {
		close(fd);
		return fcl_err_set(err, -ENOMEM, "out of memory");
	}
	pthread_mutex_lock(&recorder_lock);
	recorder.path = path;
	error = fcl_output_begin(&recorder.output, fd);
	if (error) {
		fcl_err_set(err, -error, "%s: %s", path, strerror(error));
		fcl_output_close(&recorder.output);
		recorder_forget();
	}
	pthread_mutex_unlock(&recorder_lock);
	return -error;
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
	struct fcl_capture_header header = fcl_output_header();
	int fd = -1, error;

	if (!recorder.ring.past)
		return fcl_err_set(err, -ENOENT, "nothing is recorded");
	recorder_expand(recorder.path, recorder.ring.files + 1, path);
	error = fcl_output_create(path, &fd, err);
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
	recorder_end_file(false);
	recorder_forget();
	pthread_mutex_unlock(&recorder_lock);
}

/* The mapping and the lock on the file stay with the parent. */
void fcl_recorder_after_fork(void)
{
	pthread_mutex_lock(&recorder_lock);
	writing = 0;
	pthread_cond_init(&none_writes, NULL);
	fcl_output_close(&recorder.output);
	recorder_forget();
	atomic_store(&is_ring, false);
	pthread_mutex_unlock(&recorder_lock);
}
