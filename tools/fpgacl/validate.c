/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/fpgacl/tool.h"

enum { PIECE = 16 << 20 };

/* One request and whoever waits for it. */
struct waited {
	struct fcl_hal_request request;
	pthread_mutex_t lock; /* guards done, status */
	pthread_cond_t ended;
	bool done;
	int status;
};

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct waited *waited = (struct waited *)request;

	(void)text;
	pthread_mutex_lock(&waited->lock);
	waited->done = true;
	waited->status = status;
	pthread_cond_signal(&waited->ended);
	pthread_mutex_unlock(&waited->lock);
}

static int transfer(const struct tool_device *device, enum fcl_hal_op op,
		    struct fcl_hal_buffer *buffer, void *host, size_t bytes)
{
	struct waited waited = {.lock = PTHREAD_MUTEX_INITIALIZER,
				.ended = PTHREAD_COND_INITIALIZER};
	struct fcl_hal_request *request = &waited.request;
	int error;

	request->op = op;
	request->done = on_done;
	request->u.transfer.buffer = buffer;
	request->u.transfer.host = host;
	request->u.transfer.box = (struct fcl_hal_box){{bytes, 1, 1}, bytes, bytes, bytes, bytes};
	error = device->hal->submit(device->board, &request, 1);
	if (error)
		return error;
	device->hal->kick(device->board);
	pthread_mutex_lock(&waited.lock);
	while (!waited.done)
		pthread_cond_wait(&waited.ended, &waited.lock);
	pthread_mutex_unlock(&waited.lock);
	return waited.status;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void fill(unsigned char *bytes, size_t size, unsigned seed)
{
	uint32_t state = seed * 2654435761u + 1;

	for (size_t i = 0; i < size; i++) {
		state = state * 1664525u + 1013904223u;
		bytes[i] = (unsigned char)(state >> 24);
	}
}

/* Writes a pattern, clears the memory it came from, reads it back, compares. */
static bool check_bank(const struct tool_device *device, uint32_t bank, unsigned char *sent,
		       unsigned char *got)
{
	size_t bytes = device->info->banks[bank].size / 2 < PIECE
			       ? (size_t)device->info->banks[bank].size / 2
			       : PIECE;
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	double start, written;
	int error = device->hal->buffer_alloc(device->board, NULL, bank, bytes, &buffer, &err);

	if (error) {
		printf("%-10s FAILED: %s\n", device->info->banks[bank].tag, err.text);
		return false;
	}
	fill(sent, bytes, bank);
	memset(got, 0, bytes);
	start = seconds();
	error = transfer(device, FCL_HAL_WRITE, buffer, sent, bytes);
	written = seconds();
	if (!error)
		error = transfer(device, FCL_HAL_READ, buffer, got, bytes);
	printf("%-10s ", device->info->banks[bank].tag);
	if (error)
		printf("FAILED: %s\n", strerror(-error));
	else if (memcmp(sent, got, bytes) != 0)
		printf("FAILED: what was read is not what was written\n");
	else
		printf("passed, write %.1f GB/s, read %.1f GB/s\n",
		       (double)bytes / (written - start) / 1e9,
		       (double)bytes / (seconds() - written) / 1e9);
	device->hal->buffer_free(device->board, buffer);
	return !error && !memcmp(sent, got, bytes);
}

int tool_validate(const char *name)
{
	unsigned char *sent = malloc(PIECE), *got = malloc(PIECE);
	struct tool_device device;
	bool good = true;

	if (!sent || !got || !tool_open(name, &device)) {
		free(sent);
		free(got);
		return TOOL_FAILED;
	}
	for (uint32_t i = 0; i < device.info->nbanks; i++)
		good &= check_bank(&device, i, sent, got);
	printf("%s: %s\n", name, good ? "passed" : "FAILED");
	tool_close(&device);
	free(sent);
	free(got);
	return good ? TOOL_OK : TOOL_FAILED;
}
