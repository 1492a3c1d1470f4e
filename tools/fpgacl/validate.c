/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/fpgacl/devices.h"
#include "tools/fpgacl/run/requests.h"
#include "tools/fpgacl/status.h"

enum { PIECE = 16 << 20 };

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

static int write_and_read(const struct fcl_tool_device *device, struct fcl_hal_buffer *buffer,
			  unsigned char *sent, unsigned char *got, size_t bytes, double took[2])
{
	double start = seconds();
	int error = fcl_tool_transfer(device, FCL_HAL_WRITE, buffer, sent, bytes, NULL);

	took[0] = seconds() - start;
	if (!error)
		error = fcl_tool_transfer(device, FCL_HAL_READ, buffer, got, bytes, NULL);
	took[1] = seconds() - start - took[0];
	return error;
}

/* Twice: the first turn touches fresh memory, so only the second is a measurement. */
static bool check_buffer(const struct fcl_tool_device *device, struct fcl_hal_buffer *buffer,
			 unsigned char *sent, unsigned char *got, size_t bytes)
{
	double took[2];
	int error = 0;
	bool same = true;

	for (unsigned turn = 0; turn < 2 && !error && same; turn++) {
		fill(sent, bytes, turn + 1);
		memset(got, 0, bytes);
		error = write_and_read(device, buffer, sent, got, bytes, took);
		same = !fcl_tool_keeps_bytes(device) || !memcmp(sent, got, bytes);
	}
	if (error)
		printf("FAILED: %s\n", strerror(-error));
	else if (!same)
		printf("FAILED: what was read is not what was written\n");
	else if (!fcl_tool_keeps_bytes(device))
		printf("passed, but this backend moves no bytes to compare\n");
	else
		printf("passed, write %.1f GB/s, read %.1f GB/s\n", (double)bytes / took[0] / 1e9,
		       (double)bytes / took[1] / 1e9);
	return !error && same;
}

/* On some boards the image decides which memory there is: without it, a buffer is the host's. */
static bool is_on_board(const struct fcl_tool_device *device, struct fcl_hal_buffer *buffer)
{
	return !(device->info->caps & FCL_HAL_CAP_ADDRESS) ||
	       device->hal->buffer_address(device->board, buffer) != FCL_HAL_NO_ADDRESS;
}

static bool check_bank(const struct fcl_tool_device *device, uint32_t bank, unsigned char *sent,
		       unsigned char *got)
{
	uint64_t half = device->info->banks[bank].size / 2;
	size_t bytes = half < PIECE ? (size_t)half : PIECE;
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	bool good;

	printf("%-10s ", device->info->banks[bank].tag);
	if (device->hal->buffer_alloc(device->board, NULL, bank, bytes, &buffer, &err)) {
		printf("FAILED: %s\n", err.text);
		return false;
	}
	good = !is_on_board(device, buffer);
	if (good)
		printf("not tried: the board holds no image that uses this bank\n");
	else
		good = check_buffer(device, buffer, sent, got, bytes);
	device->hal->buffer_free(device->board, buffer);
	return good;
}

int fcl_tool_validate(const char *name)
{
	unsigned char *sent = malloc(PIECE), *got = malloc(PIECE);
	struct fcl_tool_device device;
	bool good = true;

	if (!sent || !got || !fcl_tool_open(name, &device)) {
		free(sent);
		free(got);
		return TOOL_FAILED;
	}
	for (uint32_t i = 0; i < device.info->nbanks; i++)
		good &= check_bank(&device, i, sent, got);
	printf("%s: %s\n", device.name, good ? "passed" : "FAILED");
	fcl_tool_close(&device);
	free(sent);
	free(got);
	return good ? TOOL_OK : TOOL_FAILED;
}
