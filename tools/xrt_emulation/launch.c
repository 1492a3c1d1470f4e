/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/xrt_emulation/launch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/xrt_emulation/end.h"
#include "tools/xrt_emulation/host_memory.h"

uint32_t fcl_xemu_mem_of(const struct fcl_image *image, uint32_t cu, uint32_t arg)
{
	for (uint32_t i = 0; i < image->nconnections; i++)
		if (image->connections[i].cu == cu && image->connections[i].arg == arg)
			return image->connections[i].mem;
	return FCL_HAL_BANK_DEFAULT;
}

int fcl_xemu_launches_create(struct fcl_xemu_unit *unit, struct fcl_err *err)
{
	for (uint32_t i = 0; i < FCL_XEMU_LAUNCHES; i++) {
		struct fcl_xemu_launch *launch = &unit->launches[i];

		launch->args = calloc((size_t)unit->kernel->nargs + 1, sizeof(*launch->args));
		launch->regs = calloc(1, unit->size);
		if (!launch->args || !launch->regs)
			return fcl_err_set(err, -ENOMEM, "out of memory");
	}
	return 0;
}

void fcl_xemu_launches_destroy(struct fcl_xemu_unit *unit)
{
	for (uint32_t i = 0; i < FCL_XEMU_LAUNCHES; i++) {
		free(unit->launches[i].args);
		free(unit->launches[i].regs);
	}
}

/* --- arguments -------------------------------------------------------------------------------- */

/* A pointer's register contains XRT's address of a byte in a buffer, or 0. */
static int take_pointer(struct fcl_xemu_board *board, const struct fcl_xemu_unit *unit,
			const struct fcl_image_arg *facts, const uint8_t *regs,
			struct fcl_hal_arg *arg, struct fcl_err *err)
{
	struct fcl_xemu_buffer *buffer;
	uint64_t address = 0;

	memcpy(&address, regs + facts->offset, facts->size < 8 ? facts->size : 8);
	buffer = fcl_xemu_memory_at(board, address);
	if (address && (!buffer || buffer->uses) &&
	    fcl_xemu_host_memory_use(board, address, &buffer, err))
		return fcl_err_prefix(err, "kernel %s, argument %u '%s'", unit->kernel->name,
				      facts->id, facts->name);
	arg->kind = FCL_HAL_ARG_BUFFER;
	arg->size = sizeof(address);
	arg->offset = 0;
	arg->u.buffer = NULL;
	if (!buffer)
		return 0;
	if (fcl_xemu_memory_push(board, buffer, fcl_xemu_mem_of(board->image, unit->cu, facts->id),
				 err))
		return fcl_err_prefix(err, "kernel %s, argument %u '%s'", unit->kernel->name,
				      facts->id, facts->name);
	arg->u.buffer = buffer->on_board;
	arg->offset = address - buffer->address;
	return 0;
}

/* Streams wired by the image are not arguments of a launch. */
static int take_args(struct fcl_xemu_board *board, const struct fcl_xemu_unit *unit,
		     struct fcl_xemu_launch *launch, struct fcl_err *err)
{
	uint32_t count = 0;
	int error = 0;

	for (uint32_t i = 0; i < unit->kernel->nargs && !error; i++) {
		const struct fcl_image_arg *facts = &unit->kernel->args[i];
		struct fcl_hal_arg *arg = &launch->args[count];

		if (facts->qualifier == FCL_ARG_STREAM)
			continue;
		count++;
		arg->index = i;
		if (facts->qualifier == FCL_ARG_GLOBAL || facts->qualifier == FCL_ARG_CONSTANT) {
			error = take_pointer(board, unit, facts, launch->regs, arg, err);
			continue;
		}
		arg->kind = FCL_HAL_ARG_BYTES;
		arg->size = facts->size;
		arg->u.bytes = launch->regs + facts->offset;
	}
	launch->request.u.launch.nargs = count;
	return error;
}

/* --- ranges ----------------------------------------------------------------------------------- */

/*
 * The range of a start without one: a single work-item, or the one work-group of the size required
 * by the kernel. False: the group's size is not known.
 */
static bool one_group(const struct fcl_image_kernel *kernel, struct fcl_hal_range *range)
{
	*range = (struct fcl_hal_range){
		.work_dim = 1, .global_size = {1, 1, 1}, .local_size = {1, 1, 1}};
	if (strcmp(kernel->language, "clc") != 0)
		return true;
	if (!kernel->range_at || (kernel->work_dims != 1 && !kernel->reqd_work_group[0]))
		return false;
	for (uint32_t i = 0; i < 3 && kernel->reqd_work_group[0]; i++) {
		range->global_size[i] = range->local_size[i] = kernel->reqd_work_group[i];
		if (kernel->reqd_work_group[i] > 1)
			range->work_dim = i + 1;
	}
	return true;
}

static int launch_check_range(const struct fcl_image_kernel *kernel,
			      const struct fcl_image_range *range, struct fcl_err *err)
{
	uint64_t dims = kernel->work_dims ? kernel->work_dims - 1 : 3;

	if (range->work_dim > 3)
		return fcl_err_set(err, -EPROTO, "kernel %s: a range of %" PRIu64 " dimensions",
				   kernel->name, range->work_dim);
	for (uint64_t i = 0; i < range->work_dim; i++)
		if (i >= dims && range->global_size[i] > 1)
			return fcl_err_set(err, -EINVAL,
					   "kernel %s takes ranges of %" PRIu64
					   " dimensions, dimension %" PRIu64 " has %" PRIu64
					   " work-items",
					   kernel->name, dims, i, range->global_size[i]);
	return 0;
}

/*
 * XRT starts one work-group at a time. Its OpenCL also passes the range: the first work-group,
 * which is started before all others, runs the whole range; the others get a *ret_range without
 * work-items and complete immediately. The range's event ends when all groups have ended. Other
 * starts have no range: xrt::run starts a single group, and the host gives each group its part of
 * the buffers.
 */
static int launch_take_range(const struct fcl_xemu_unit *unit, const uint8_t *regs,
			     struct fcl_hal_range *ret_range, struct fcl_err *err)
{
	const struct fcl_image_kernel *kernel = unit->kernel;
	struct fcl_image_range range = {0};
	int error;

	if (kernel->range_at)
		memcpy(&range, regs + kernel->range_at, sizeof(range));
	if (!range.work_dim && one_group(kernel, ret_range))
		return 0;
	if (!range.work_dim)
		return fcl_err_set(
			err, -EOPNOTSUPP,
			"kernel %s is OpenCL C for ranges of work-items, and this start gives no range; expected %s",
			kernel->name,
			kernel->range_at ? "a start by OpenCL's "
					   "clEnqueueNDRangeKernel(), or a kernel "
					   "with reqd_work_group_size"
					 : "an image from this version of fpgaclc");
	*ret_range = (struct fcl_hal_range){
		.work_dim = 1, .global_size = {1, 1, 1}, .local_size = {1, 1, 1}};
	error = launch_check_range(kernel, &range, err);
	if (error)
		return error;
	ret_range->work_dim = (uint32_t)range.work_dim;
	for (uint64_t i = 0; i < range.work_dim; i++) {
		ret_range->global_offset[i] = range.global_offset[i];
		ret_range->global_size[i] = range.global_size[i];
		ret_range->local_size[i] = range.local_size[i];
	}
	if (range.group_id[0] || range.group_id[1] || range.group_id[2])
		ret_range->global_size[0] = 0;
	return 0;
}

/* --- executions ------------------------------------------------------------------------------- */

static void launch_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct fcl_xemu_launch *launch = (struct fcl_xemu_launch *)request;

	if (status)
		fcl_xemu_failed(((const struct fcl_xemu_unit *)request->tag)->kernel->name, status,
				text);
	atomic_store(&launch->done, true);
}

static void xrt_emulation_launch_fill_request(struct fcl_xemu_board *board,
					      struct fcl_xemu_unit *unit,
					      struct fcl_xemu_launch *launch)
{
	struct fcl_hal_request *request = &launch->request;

	request->op = FCL_HAL_LAUNCH;
	request->flags = 0;
	request->done = launch_done;
	request->tag = unit;
	request->u.launch.program = board->program;
	request->u.launch.kernel = board->image->cus[unit->cu].kernel;
	request->u.launch.cus = &unit->cu;
	request->u.launch.ncus = 1;
	request->u.launch.args = launch->args;
	request->u.launch.svm = NULL;
	request->u.launch.nsvm = 0;
	request->u.launch.nargs = 0;
	request->u.launch.values = 0;
}

/* The next start has to state its range again. */
static void take_registers(struct fcl_xemu_unit *unit, struct fcl_xemu_launch *launch)
{
	memcpy(launch->regs, unit->regs, unit->size);
	memset(unit->fresh, 0, unit->size / 4 * sizeof(*unit->fresh));
	if (unit->kernel->range_at)
		memset(unit->regs + unit->kernel->range_at, 0, sizeof(struct fcl_image_range));
}

int fcl_xemu_launch(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit, struct fcl_err *err)
{
	uint32_t at = (unit->oldest + unit->running) % FCL_XEMU_LAUNCHES;
	struct fcl_xemu_launch *launch = &unit->launches[at];
	struct fcl_hal_request *request = &launch->request;
	struct fcl_hal_range *range = &request->u.launch.range;
	int error;

	take_registers(unit, launch);
	xrt_emulation_launch_fill_request(board, unit, launch);
	error = launch_take_range(unit, launch->regs, range, err);
	if (error)
		return error;
	atomic_store(&launch->done, !range->global_size[0]);
	if (!range->global_size[0]) {
		unit->running++;
		return 0;
	}
	error = take_args(board, unit, launch, err);
	if (error)
		return error;
	error = board->hal->submit(board->device, &request, 1);
	if (error)
		return fcl_err_set(err, error, "kernel %s: the board refuses the launch: %s",
				   unit->kernel->name, strerror(-error));
	board->hal->kick(board->device);
	unit->running++;
	return 0;
}

static int pull_result(struct fcl_xemu_board *board, struct fcl_xemu_buffer *buffer,
		       enum fcl_image_direction direction, struct fcl_err *err)
{
	if (buffer->uses) {
		buffer->result |= direction != FCL_DIR_IN;
		return fcl_xemu_host_memory_end(board, buffer, err);
	}
	return direction == FCL_DIR_IN ? 0 : fcl_xemu_memory_pull(board, buffer, err);
}

/* Copies what the execution wrote to the shared buffers. */
static int pull_results(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit,
			const struct fcl_xemu_launch *launch, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; i < launch->request.u.launch.nargs && !error; i++) {
		const struct fcl_hal_arg *arg = &launch->args[i];
		const struct fcl_image_arg *facts = &unit->kernel->args[arg->index];
		struct fcl_xemu_buffer *buffer;
		uint64_t address = 0;

		if (arg->kind != FCL_HAL_ARG_BUFFER)
			continue;
		memcpy(&address, launch->regs + facts->offset, facts->size < 8 ? facts->size : 8);
		buffer = fcl_xemu_memory_at(board, address);
		if (buffer)
			error = pull_result(board, buffer, facts->direction, err);
	}
	return error;
}

int fcl_xemu_retire(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit, struct fcl_err *err)
{
	int error = 0;

	while (!error && unit->running && atomic_load(&unit->launches[unit->oldest].done)) {
		error = pull_results(board, unit, &unit->launches[unit->oldest], err);
		unit->oldest = (unit->oldest + 1) % FCL_XEMU_LAUNCHES;
		unit->running--;
		unit->completed++;
	}
	return error;
}
