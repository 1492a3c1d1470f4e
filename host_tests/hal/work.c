/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "host_tests/hal/suite.h"

enum { PATIENCE_MS = 60 * 1000 };

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct work *work = (struct work *)request;

	snprintf(work->text, sizeof(work->text), "%s", text ? text : "");
	work->status = status;
	suite.ended++;
	work->done++;
}

static void init(struct work *work, enum fcl_hal_op op)
{
	memset(work, 0, sizeof(*work));
	/* Owned by the backend from submit() on; its previous contents must not matter. */
	memset(work->request.scratch, 0xa5, sizeof(work->request.scratch));
	work->request.op = op;
	work->request.done = on_done;
	work->request.tag = work;
}

void work_transfer(struct work *work, enum fcl_hal_op op, struct fcl_hal_buffer *buffer,
		   uint64_t offset, void *host, size_t bytes)
{
	init(work, op);
	work->request.u.transfer.buffer = buffer;
	work->request.u.transfer.offset = offset;
	work->request.u.transfer.host = host;
	work->request.u.transfer.box = fcl_hal_linear_box(bytes);
}

void work_launch(struct work *work, struct fcl_hal_program *program, unsigned kernel, uint32_t ncus)
{
	static uint32_t cus[64];

	/*
	 * Requests in flight refer to the table, so it is written once, before the first of them.
	 */
	for (uint32_t i = 63; !cus[1] && i > 0; i--)
		cus[i] = i;
	init(work, FCL_HAL_LAUNCH);
	work->request.u.launch.program = program;
	work->request.u.launch.kernel = kernel;
	work->request.u.launch.cus = &cus[first_cu(kernel)];
	work->request.u.launch.ncus = ncus;
	work->request.u.launch.args = work->args;
	work->request.u.launch.range = (struct fcl_hal_range){1, {0}, {1, 1, 1}, {1, 1, 1}};
}

static struct fcl_hal_arg *add_arg(struct work *work, uint32_t index)
{
	struct fcl_hal_arg *arg = &work->args[work->request.u.launch.nargs++];

	memset(arg, 0, sizeof(*arg));
	arg->index = index;
	return arg;
}

void work_bytes(struct work *work, uint32_t index, const void *data, size_t size)
{
	struct fcl_hal_arg *arg = add_arg(work, index);

	arg->kind = FCL_HAL_ARG_BYTES;
	arg->size = size;
	arg->u.bytes = data;
}

void work_buffer(struct work *work, uint32_t index, struct fcl_hal_buffer *buffer, uint64_t offset)
{
	struct fcl_hal_arg *arg = add_arg(work, index);

	arg->kind = FCL_HAL_ARG_BUFFER;
	arg->offset = offset;
	arg->u.buffer = buffer;
}

int submit_batch(struct fcl_hal_request *const *requests, uint32_t count)
{
	int error = suite.hal->submit(suite.device, requests, count);

	if (!error)
		suite.taken += count;
	return error;
}

int work_submit(struct work *work)
{
	struct fcl_hal_request *request = &work->request;

	return submit_batch(&request, 1);
}

int work_wait(struct work *work)
{
	suite.hal->kick(suite.device);
	for (int i = 0; i < PATIENCE_MS * 10 && !work->done; i++)
		nanosleep(&(struct timespec){.tv_nsec = 100 * 1000}, NULL);
	if (!work->done)
		fail_msg("a request did not end in a minute");
	return work->status;
}

int work_run(struct work *work)
{
	work->done = 0; /* it may have run before */
	assert_int_equal(work_submit(work), 0);
	return work_wait(work);
}

struct fcl_hal_buffer *alloc_buffer(uint64_t bytes)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};

	if (suite.hal->buffer_alloc(suite.device, NULL, FCL_HAL_BANK_DEFAULT, bytes, &buffer, &err))
		fail_msg("buffer_alloc: %s", err.text);
	return buffer;
}

void free_buffer(struct fcl_hal_buffer *buffer)
{
	suite.hal->buffer_free(suite.device, buffer);
}

void put(struct fcl_hal_buffer *buffer, uint64_t offset, const void *data, size_t bytes)
{
	struct work work;

	work_transfer(&work, FCL_HAL_WRITE, buffer, offset, (void *)(uintptr_t)data, bytes);
	assert_int_equal(work_run(&work), 0);
}

void get(struct fcl_hal_buffer *buffer, uint64_t offset, void *data, size_t bytes)
{
	struct work work;

	work_transfer(&work, FCL_HAL_READ, buffer, offset, data, bytes);
	assert_int_equal(work_run(&work), 0);
}
