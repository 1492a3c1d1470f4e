/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/runtime/faulty/faulty.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/backend.h"
#include "emulator/state/buffer.h"
#include "hal/include/fcl_hal.h"

#define VISIBLE __attribute__((visibility("default")))

static struct faulty_orders orders;
static const struct fcl_hal_ops *const emu = &fcl_emu_backend;

VISIBLE faulty_entry faulty_get_orders;
VISIBLE fcl_hal_module_entry fcl_hal_module;

struct faulty_orders *faulty_get_orders(void)
{
	return &orders;
}

/* Whether this is the call that must fail. */
static bool strikes(enum faulty_step step)
{
	int left = atomic_load(&orders.next[step]);

	while (left > 0 && !atomic_compare_exchange_weak(&orders.next[step], &left, left - 1))
		;
	if (left != 1)
		return false;
	atomic_fetch_add(&orders.hit[step], 1);
	return true;
}

/*
 * FAULTY_WITHOUT=host-stream: the board cannot put packets into its FIFOs. FAULTY_WITHOUT=reset: no
 * program can reset it.
 */
static const struct fcl_hal_info *info(struct fcl_hal_device *device)
{
	static struct fcl_hal_info infos[2]; /* of the u250, of the u50 */
	const struct fcl_hal_info *real = emu->info(device);
	const char *without = getenv("FAULTY_WITHOUT");
	struct fcl_hal_info *poorer = &infos[!strcmp(real->board, "u50")];

	if (!without)
		return real;
	*poorer = *real;
	if (!strcmp(without, "host-stream"))
		poorer->caps &= ~(uint32_t)FCL_HAL_CAP_HOST_STREAM;
	if (!strcmp(without, "reset"))
		poorer->caps &= ~(uint32_t)FCL_HAL_CAP_RESET;
	return poorer;
}

static int health(struct fcl_hal_device *device, struct fcl_err *err)
{
	if (orders.broken)
		return fcl_err_set(err, -EIO, "the firewall tripped");
	return emu->health(device, err);
}

static int program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		   struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	struct fcl_hal_program *half;
	int error;

	if (orders.broken)
		return fcl_err_set(err, -EIO, "the firewall tripped");
	if (strikes(FAULTY_BUSY))
		return fcl_err_set(err, -EBUSY, "another process has the board");
	error = emu->program(device, slot, image, &half, err);
	if (error)
		return error;
	if (strikes(FAULTY_BROKEN))
		orders.broken = 1;
	else if (!strikes(FAULTY_PROGRAM)) {
		atomic_fetch_add(&orders.programmed, 1);
		*ret_program = half;
		return 0;
	}
	emu->unprogram(device, half);
	return fcl_err_set(err, -EIO, "the load stopped half-way");
}

static int verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		  struct fcl_err *err)
{
	int error = emu->verify(device, slot, ret_uuid, err);

	if (!error && strikes(FAULTY_UUID))
		ret_uuid[0] ^= 1;
	return error;
}

static int buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *in, uint32_t bank,
			uint64_t bytes, struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	if (strikes(FAULTY_ALLOC))
		return fcl_err_set(err, -ENOMEM, "the bank is full");
	return emu->buffer_alloc(device, in, bank, bytes, ret_buffer, err);
}

static uint64_t buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	return strikes(FAULTY_ADDRESS) ? FCL_HAL_NO_ADDRESS : emu->buffer_address(device, buffer);
}

static bool leaves_the_board(const struct fcl_hal_request *request)
{
	const struct fcl_emu_buffer *source = (const void *)request->u.copy.source;
	const struct fcl_emu_buffer *target = (const void *)request->u.copy.target;

	return request->op == FCL_HAL_COPY && source->board != target->board;
}

static void count_request(const struct fcl_hal_request *request)
{
	if (request->op == FCL_HAL_READ || request->op == FCL_HAL_WRITE)
		atomic_fetch_add(&orders.transfers, 1);
	else if (leaves_the_board(request))
		atomic_fetch_add(&orders.copies, 1);
}

static int submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
		  uint32_t count)
{
	struct fcl_hal_request *request = requests[0];

	if (strikes(FAULTY_AGAIN))
		return -EAGAIN;
	for (uint32_t i = 0; i < count; i++)
		count_request(requests[i]);
	if (count == 1 && request->op == FCL_HAL_READ && strikes(FAULTY_READ)) {
		request->done(request, -EIO, "the link dropped a read");
		return 0;
	}
	if (count == 1 && leaves_the_board(request) && strikes(FAULTY_PEER)) {
		request->done(request, -EIO, "the link between the boards is down");
		return 0;
	}
	return emu->submit(device, requests, count);
}

static int pipe_level(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
		      uint32_t *ret_packets)
{
	return strikes(FAULTY_LEVEL) ? -EIO : emu->pipe_level(device, pipe, ret_packets);
}

static int pipe_drain(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
		      uint32_t packets, uint32_t *ret_packets)
{
	if (strikes(FAULTY_DRAIN))
		return -EIO;
	if (strikes(FAULTY_NONE))
		packets = 0;
	if (strikes(FAULTY_ONE))
		packets = 1;
	*ret_packets = 0;
	return packets ? emu->pipe_drain(device, pipe, data, packets, ret_packets) : 0;
}

const struct fcl_hal_ops *fcl_hal_module(void)
{
	static struct fcl_hal_ops ops;

	ops = *emu;
	ops.name = "faulty";
	ops.info = info;
	ops.health = health;
	ops.program = program;
	ops.verify = verify;
	ops.buffer_alloc = buffer_alloc;
	ops.buffer_address = buffer_address;
	ops.submit = submit;
	ops.pipe_level = pipe_level;
	ops.pipe_drain = pipe_drain;
	return &ops;
}
