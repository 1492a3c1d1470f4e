/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/fpgacl/boards/devices.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/run/requests.h"

enum { PIECE = 16 << 20 };

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void validate_fill(unsigned char *bytes, size_t size, unsigned seed)
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

/* The result for a bank. */
struct result {
	bool good, tried, compared;
	double write, read; /* bytes per second */
	const char *problem;
	struct fcl_err err;
};

/* Runs twice: the first pass touches fresh memory, so only the second one is measured. */
static void validate_check_buffer(const struct fcl_tool_device *device,
				  struct fcl_hal_buffer *buffer, unsigned char *sent,
				  unsigned char *got, size_t bytes, struct result *result)
{
	double took[2] = {1, 1};
	int error = 0;
	bool same = true;

	result->tried = true;
	result->compared = fcl_tool_keeps_bytes(device);
	for (unsigned round = 0; round < 2 && !error && same; round++) {
		validate_fill(sent, bytes, round + 1);
		memset(got, 0, bytes);
		error = write_and_read(device, buffer, sent, got, bytes, took);
		same = !result->compared || !memcmp(sent, got, bytes);
	}
	result->good = !error && same;
	result->problem = error  ? strerror(-error)
			  : same ? NULL
				 : "what was read is not what was written";
	result->write = (double)bytes / took[0];
	result->read = (double)bytes / took[1];
}

/*
 * On some boards, the image determines which memory exists; without it, buffers are in host memory.
 */
static bool validate_is_on_board(const struct fcl_tool_device *device,
				 struct fcl_hal_buffer *buffer)
{
	return !(device->info->caps & FCL_HAL_CAP_ADDRESS) ||
	       device->hal->buffer_address(device->board, buffer) != FCL_HAL_NO_ADDRESS;
}

static void validate_check_bank(const struct fcl_tool_device *device, uint32_t bank,
				unsigned char *sent, unsigned char *got, struct result *result)
{
	uint64_t half = device->info->banks[bank].size / 2;
	size_t bytes = half < PIECE ? (size_t)half : PIECE;
	struct fcl_hal_buffer *buffer = NULL;

	if (device->hal->buffer_alloc(device->board, NULL, bank, bytes, &buffer, &result->err)) {
		result->tried = true;
		result->problem = result->err.text;
		return;
	}
	if (validate_is_on_board(device, buffer))
		validate_check_buffer(device, buffer, sent, got, bytes, result);
	else
		result->good = true;
	device->hal->buffer_free(device->board, buffer);
}

static void validate_print_result(const char *bank, const struct result *result)
{
	printf("%-10s ", bank);
	if (!result->tried)
		printf("not tested: the board holds no image that uses this bank\n");
	else if (!result->good)
		printf("FAILED: %s\n", result->problem);
	else if (!result->compared)
		printf("passed, but this backend moves no bytes to compare\n");
	else
		printf("passed, write %.1f GB/s, read %.1f GB/s\n", result->write / 1e9,
		       result->read / 1e9);
}

static void validate_put_result(struct fcl_text *out, const char *bank, const struct result *result)
{
	bool measured = result->good && result->tried && result->compared;

	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_text(out, "bank", bank);
	fcl_tool_put_text(out, "result",
			  !result->tried      ? "not tried"
			  : !result->good     ? "failed"
			  : !result->compared ? "not compared"
					      : "passed");
	if (result->problem)
		fcl_tool_put_text(out, "problem", result->problem);
	if (measured) {
		fcl_tool_put_real(out, "write_bytes_per_s", result->write);
		fcl_tool_put_real(out, "read_bytes_per_s", result->read);
	}
	fcl_tool_put_close(out, '{');
}

/* Without `json`, prints each line as soon as it is known. */
static bool validate_check_banks(const struct fcl_tool_device *device, unsigned char *sent,
				 unsigned char *got, struct fcl_text *json)
{
	bool good = true;

	for (uint32_t i = 0; i < device->info->nbanks; i++) {
		struct result result = {0};

		validate_check_bank(device, i, sent, got, &result);
		good &= result.good;
		if (json)
			validate_put_result(json, device->info->banks[i].tag, &result);
		else
			validate_print_result(device->info->banks[i].tag, &result);
	}
	return good;
}

static int validate(const struct fcl_tool_device *device, unsigned char *sent, unsigned char *got,
		    bool json)
{
	struct fcl_text out = {0};
	bool good;
	int status;

	if (json) {
		fcl_tool_put_open(&out, NULL, '{');
		fcl_tool_put_text(&out, "device", device->name);
		fcl_tool_put_open(&out, "banks", '[');
	}
	good = validate_check_banks(device, sent, got, json ? &out : NULL);
	status = good ? TOOL_OK : TOOL_FAILED;
	if (!json) {
		printf("%s: %s\n", device->name, good ? "passed" : "FAILED");
		return status;
	}
	fcl_tool_put_close(&out, '[');
	fcl_tool_put_bool(&out, "passed", good);
	fcl_tool_put_close(&out, '{');
	return fcl_tool_put_print(&out, status);
}

int fcl_tool_validate(const char *name, bool json)
{
	unsigned char *sent = malloc(PIECE), *got = malloc(PIECE);
	struct fcl_tool_device device;
	int status = TOOL_FAILED;

	if (!sent || !got)
		fprintf(stderr, "fpgacl: out of memory\n");
	else if (fcl_tool_open(name, &device)) {
		status = validate(&device, sent, got, json);
		fcl_tool_close(&device);
	}
	free(sent);
	free(got);
	return status;
}
