/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/xrt_emulation/unit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/xrt_emulation/launch.h"
#include "tools/xrt_emulation/memory.h"

/* UG1399, "S_AXILITE control register map". */
enum {
	AP_START = 0x01,
	AP_DONE = 0x02,
	AP_IDLE = 0x04,
	AP_READY = 0x08,
	AP_CONTINUE = 0x10,
	AP_AUTO_RESTART = 0x80,
	FIRST_ARGUMENT = 0x10 /* control and interrupt registers are below */
};

/* --- units of an image ------------------------------------------------------------------------ */

static int unit_create(struct fcl_xemu_board *board, uint32_t cu, struct fcl_err *err)
{
	struct fcl_xemu_unit *unit = &board->units[cu];
	const struct fcl_image_cu *facts = &board->image->cus[cu];

	unit->cu = cu;
	unit->base = facts->base;
	unit->kernel = &board->image->kernels[facts->kernel];
	unit->user_managed = facts->control == FCL_CONTROL_NONE;
	unit->size = FIRST_ARGUMENT;
	for (uint32_t i = 0; i < unit->kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &unit->kernel->args[i];

		if (arg->offset > FCL_XEMU_RANGE || arg->size > FCL_XEMU_RANGE - arg->offset)
			return fcl_err_set(
				err, -EINVAL,
				"kernel %s, argument '%s': its register ends at 0x%" PRIx64
				", expected at most 0x%x",
				unit->kernel->name, arg->name, arg->offset + arg->size,
				FCL_XEMU_RANGE);
		if (unit->size < arg->offset + arg->size)
			unit->size = (uint32_t)(arg->offset + arg->size);
	}
	if (unit->kernel->range_at &&
	    unit->size < unit->kernel->range_at + sizeof(struct fcl_image_range))
		unit->size = (uint32_t)(unit->kernel->range_at + sizeof(struct fcl_image_range));
	unit->size = (unit->size + 3) / 4 * 4;
	unit->regs = calloc(1, unit->size);
	unit->fresh = calloc(unit->size / 4, sizeof(*unit->fresh));
	if (!unit->regs || !unit->fresh)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	return fcl_xemu_launches_create(unit, err);
}

int fcl_xemu_units_create(struct fcl_xemu_board *board, struct fcl_err *err)
{
	int error = 0;

	board->units = calloc((size_t)board->image->ncus + 1, sizeof(*board->units));
	if (!board->units)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (uint32_t i = 0; i < board->image->ncus && !error; i++)
		error = unit_create(board, i, err);
	return error;
}

void fcl_xemu_units_destroy(struct fcl_xemu_board *board)
{
	for (uint32_t i = 0; board->units && i < board->image->ncus; i++) {
		struct fcl_xemu_unit *unit = &board->units[i];

		fcl_xemu_launches_destroy(unit);
		free(unit->regs);
		free(unit->fresh);
	}
	free(board->units);
	board->units = NULL;
}

bool fcl_xemu_units_busy(struct fcl_xemu_board *board)
{
	for (uint32_t i = 0; board->units && i < board->image->ncus; i++) {
		struct fcl_xemu_unit *unit = &board->units[i];

		for (uint32_t j = 0; j < unit->running; j++)
			if (!atomic_load(
				    &unit->launches[(unit->oldest + j) % FCL_XEMU_LAUNCHES].done))
				return true;
	}
	return false;
}

/* The unit whose register range contains the address, and the offset in it. */
static struct fcl_xemu_unit *unit_find(struct fcl_xemu_board *board, uint64_t address,
				       uint32_t size, uint32_t *ret_offset, struct fcl_err *err)
{
	for (uint32_t i = 0; board->units && i < board->image->ncus; i++) {
		struct fcl_xemu_unit *unit = &board->units[i];
		uint64_t offset = address - unit->base;

		if (unit->base == UINT64_MAX || address < unit->base || offset >= FCL_XEMU_RANGE)
			continue;
		if (offset % 4 || size % 4 || size > FCL_XEMU_RANGE - offset) {
			fcl_err_set(err, -EINVAL,
				    "%s: an access of %u bytes at offset 0x%" PRIx64
				    "; expected whole registers of 4 bytes below 0x%x",
				    board->image->cus[i].name, size, offset, FCL_XEMU_RANGE);
			return NULL;
		}
		*ret_offset = (uint32_t)offset;
		return unit;
	}
	fcl_err_set(err, -ENXIO, "no compute unit has registers at address 0x%" PRIx64, address);
	return NULL;
}

/*
 * --- registers of a kernel that the host controls itself -----------------------------------------
 */

/* The pointer argument that this register is part of, or NULL. */
static const struct fcl_image_arg *pointer_at(const struct fcl_xemu_unit *unit, uint32_t offset)
{
	for (uint32_t i = 0; i < unit->kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &unit->kernel->args[i];

		if ((arg->qualifier == FCL_ARG_GLOBAL || arg->qualifier == FCL_ARG_CONSTANT) &&
		    offset >= arg->offset && offset - arg->offset < arg->size)
			return arg;
	}
	return NULL;
}

/* Translates XRT's address of a byte in a buffer into the board's own. */
static int unit_translate(struct fcl_xemu_board *board, const struct fcl_xemu_unit *unit,
			  const struct fcl_image_arg *arg, uint64_t *address, struct fcl_err *err)
{
	struct fcl_xemu_buffer *buffer = fcl_xemu_memory_at(board, *address);
	int error;

	if (!buffer) /* half of a pointer, or none */
		return 0;
	error = fcl_xemu_memory_push(board, buffer,
				     fcl_xemu_mem_of(board->image, unit->cu, arg->id), err);
	if (!error)
		*address = board->hal->buffer_address(board->device, buffer->on_board) + *address -
			   buffer->address;
	return error;
}

static int write_pointer(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit,
			 const struct fcl_image_arg *arg, struct fcl_err *err)
{
	uint32_t words[2], count = arg->size < 8 ? 1 : 2;
	uint64_t address = 0;
	int error;

	memcpy(&address, unit->regs + arg->offset, count * sizeof(*words));
	error = unit_translate(board, unit, arg, &address, err);
	memcpy(words, &address, sizeof(words));
	for (uint32_t i = 0; i < count && !error; i++)
		error = board->hal->reg_write(board->device, board->program, unit->cu,
					      (uint32_t)arg->offset + 4 * i, words[i], err);
	return error;
}

static int write_managed(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit, uint32_t offset,
			 uint32_t value, struct fcl_err *err)
{
	const struct fcl_image_arg *pointer = pointer_at(unit, offset);

	if (!pointer)
		return board->hal->reg_write(board->device, board->program, unit->cu, offset, value,
					     err);
	memcpy(unit->regs + offset, &value, sizeof(value));
	return write_pointer(board, unit, pointer, err);
}

/* --- the control register ----------------------------------------------------------------------- */

static bool is_chain(const struct fcl_xemu_board *board, const struct fcl_xemu_unit *unit)
{
	return board->image->cus[unit->cu].control == FCL_CONTROL_CHAIN;
}

/* The number of launches that a CU accepts at once. ap_start stays set while all are in use. */
static uint32_t unit_room(const struct fcl_xemu_board *board, const struct fcl_xemu_unit *unit)
{
	return is_chain(board, unit) ? FCL_XEMU_LAUNCHES : 1;
}

static int unit_write_control(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit,
			      uint32_t value, struct fcl_err *err)
{
	int error = fcl_xemu_retire(board, unit, err);

	unit->auto_restart = value & AP_AUTO_RESTART;
	if (value & AP_CONTINUE && unit->completed)
		unit->completed--;
	/* As in hardware, starting a CU that has not accepted the previous start has no effect. */
	if (error || !(value & AP_START) || unit->running >= unit_room(board, unit))
		return error;
	if (!is_chain(board, unit))
		unit->completed = 0;
	return fcl_xemu_launch(board, unit, err);
}

static int unit_read_control(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit,
			     uint32_t *ret_value, struct fcl_err *err)
{
	uint32_t value = unit->auto_restart ? AP_AUTO_RESTART : 0;
	int error;

	if (unit->running && !atomic_load(&unit->launches[unit->oldest].done))
		board->hal->progress(board->device, unit);
	error = fcl_xemu_retire(board, unit, err);
	if (!error && unit->auto_restart && !unit->running)
		error = fcl_xemu_launch(board, unit, err);
	if (error)
		return error;
	if (unit->completed)
		value |= AP_DONE | AP_READY;
	if (!unit->running)
		value |= AP_IDLE;
	else if (unit->running >= unit_room(board, unit))
		value |= AP_START;
	/* Reading clears ap_done; with ap_ctrl_chain it stays set until ap_continue. */
	if (!is_chain(board, unit))
		unit->completed = 0;
	*ret_value = value;
	return 0;
}

/* --- all registers ------------------------------------------------------------------------------ */

static int unit_write_register(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit,
			       uint32_t offset, uint32_t value, struct fcl_err *err)
{
	if (unit->user_managed)
		return write_managed(board, unit, offset, value, err);
	if (offset < FIRST_ARGUMENT) /* interrupt registers, which XRT's emulation does not have */
		return 0;
	if (offset + 4 <= unit->size) {
		memcpy(unit->regs + offset, &value, sizeof(value));
		unit->fresh[offset / 4] = true;
	}
	return 0;
}

/* Writes the control register last, because it starts the CU with the values of the others. */
int fcl_xemu_unit_write(struct fcl_xemu_board *board, uint64_t address, const void *bytes,
			uint32_t size, struct fcl_err *err)
{
	const char *from = bytes;
	uint32_t offset = 0, value;
	struct fcl_xemu_unit *unit = unit_find(board, address, size, &offset, err);
	uint32_t first = unit && !offset && !unit->user_managed ? 4 : 0;
	int error = 0;

	if (!unit)
		return err->code;
	for (uint32_t at = first; at < size && !error; at += 4) {
		memcpy(&value, from + at, sizeof(value));
		error = unit_write_register(board, unit, offset + at, value, err);
	}
	if (!error && first && size >= 4) {
		memcpy(&value, bytes, sizeof(value));
		error = unit_write_control(board, unit, value, err);
	}
	return error;
}

static int unit_read_register(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit,
			      uint32_t offset, uint32_t *ret_value, struct fcl_err *err)
{
	bool known = offset + 4 <= unit->size;

	if (!unit->user_managed && !offset)
		return unit_read_control(board, unit, ret_value, err);
	if (known &&
	    (pointer_at(unit, offset) || (!unit->user_managed && unit->fresh[offset / 4]))) {
		memcpy(ret_value, unit->regs + offset, sizeof(*ret_value));
		return 0;
	}
	/* Registers beyond the arguments exist only if the kernel itself handles them. */
	if (!unit->user_managed && !known) {
		*ret_value = 0;
		return 0;
	}
	return board->hal->reg_read(board->device, board->program, unit->cu, offset, ret_value,
				    err);
}

int fcl_xemu_unit_read(struct fcl_xemu_board *board, uint64_t address, void *bytes, uint32_t size,
		       struct fcl_err *err)
{
	char *to = bytes;
	uint32_t offset = 0, value = 0;
	struct fcl_xemu_unit *unit = unit_find(board, address, size, &offset, err);
	int error = 0;

	if (!unit)
		return err->code;
	for (uint32_t at = 0; at < size && !error; at += 4) {
		error = unit_read_register(board, unit, offset + at, &value, err);
		if (!error)
			memcpy(to + at, &value, sizeof(value));
	}
	return error;
}
