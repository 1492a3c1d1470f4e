/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/registers.h"

#include <errno.h>
#include <string.h>

#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/context.h"
#include "emulator/execution/units/unit.h"
#include "emulator/state/board.h"
#include "emulator/state/unit.h"

/* UG1399, "S_AXILITE control register map". */
enum { CTRL = 0x00, GIER = 0x04, IER = 0x08, ISR = 0x0C };

static int registers_check(const struct fcl_emu_cu *cu, uint32_t offset, struct fcl_err *err)
{
	if (offset % 4 || offset > cu->pub.regs_size - 4)
		return fcl_err_set(
			err, -EINVAL,
			"%s: there is no register at offset 0x%x; expected a multiple of 4 below 0x%x",
			cu->name, offset, cu->pub.regs_size);
	return 0;
}

/* The host drives such a kernel itself, so its control registers are not interpreted. */
static bool is_user_managed(const struct fcl_emu_cu *cu)
{
	return cu->model->control == FCL_MODEL_CTRL_NONE && cu->model->reg_read &&
	       cu->model->reg_write;
}

/* Applies ends of launches that have been reported to the registers; the board's lock is held. */
static void catch_up(struct fcl_emu_cu *cu)
{
	fcl_emu_reclaim(cu);
	if (!atomic_load_explicit(&cu->ended, memory_order_relaxed) ||
	    !atomic_exchange(&cu->ended, false))
		return;
	fcl_emu_cu_note_end(cu);
}

/* Reading clears ap_done, as in hardware; with ap_ctrl_chain, it stays set until ap_continue. */
static uint32_t registers_read_control(struct fcl_emu_cu *cu)
{
	uint32_t value = 0;

	if (cu->state == FCL_EMU_IDLE && !cu->youngest)
		value |= FCL_AP_IDLE;
	else
		value |= FCL_AP_START;
	if (cu->done_bit)
		value |= FCL_AP_DONE | FCL_AP_READY;
	if (cu->auto_restart)
		value |= FCL_AP_AUTO_RESTART;
	if (cu->model->control != FCL_MODEL_CTRL_CHAIN)
		cu->done_bit = false;
	return value;
}

int fcl_emu_reg_read(struct fcl_emu_cu *cu, uint32_t offset, uint32_t *ret_value,
		     struct fcl_err *err)
{
	struct fcl_emu_board *board = cu->program->board;
	int error = registers_check(cu, offset, err);

	if (error)
		return error;
	pthread_mutex_lock(&board->lock);
	catch_up(cu);
	switch (is_user_managed(cu) ? UINT32_MAX : offset) {
	case CTRL:
		*ret_value = registers_read_control(cu);
		break;
	case GIER:
		*ret_value = cu->gier;
		break;
	case IER:
		*ret_value = cu->ier;
		break;
	case ISR:
		*ret_value = cu->isr;
		break;
	default:
		if (cu->model->reg_read)
			*ret_value = cu->model->reg_read(&cu->pub, offset);
		else
			memcpy(ret_value, cu->pub.regs + offset, sizeof(*ret_value));
		break;
	}
	pthread_mutex_unlock(&board->lock);
	return 0;
}

static void registers_write_control(struct fcl_emu_cu *cu, uint32_t value)
{
	cu->auto_restart = value & FCL_AP_AUTO_RESTART;
	if (value & FCL_AP_CONTINUE)
		cu->done_bit = false;
	if (value & FCL_AP_START && cu->state == FCL_EMU_IDLE) {
		cu->done_bit = false;
		fcl_emu_start(cu);
		fcl_emu_wake_worker(cu->program->board);
	}
}

int fcl_emu_reg_write(struct fcl_emu_cu *cu, uint32_t offset, uint32_t value, struct fcl_err *err)
{
	struct fcl_emu_board *board = cu->program->board;
	int error = registers_check(cu, offset, err);

	if (error)
		return error;
	pthread_mutex_lock(&board->lock);
	catch_up(cu);
	switch (is_user_managed(cu) ? UINT32_MAX : offset) {
	case CTRL:
		registers_write_control(cu, value);
		break;
	case GIER:
		cu->gier = value & 1;
		break;
	case IER:
		cu->ier = value & 3;
		break;
	case ISR:
		cu->isr ^= value & 3; /* toggle on write of 1 */
		break;
	default:
		/*
		 * In a user-managed kernel's `regs`, ap_start belongs to the emulator: the host's
		 * own write must not set it again.
		 */
		if (!is_user_managed(cu))
			memcpy(cu->pub.regs + offset, &value, sizeof(value));
		if (cu->model->reg_write)
			cu->model->reg_write(&cu->pub, offset, value);
		/* The model may have been waiting for this write. */
		fcl_emu_end_backoff(cu);
		if (board->nready)
			fcl_emu_wake_worker(board);
		break;
	}
	pthread_mutex_unlock(&board->lock);
	return 0;
}
