/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/board.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/log.h"
#include "emulator/dormant.h"
#include "emulator/execution/running/usage.h"
#include "emulator/execution/workers/sched.h"
#include "emulator/loader.h"
#include "emulator/memory/memory.h"
#include "emulator/state/board.h"
#include "emulator/state/program.h"
#include "hal/bank.h"

/* Each instance of a board has its own bus number, as cards in different slots have. */
static void board_make_bdf(struct fcl_emu_board *board, unsigned instance)
{
	unsigned domain = 0, bus = 0, device = 0, function = 0;

	if (sscanf(board->desc->bdf, "%x:%x:%x.%u", &domain, &bus, &device, &function) != 4)
		return;
	snprintf(board->bdf, sizeof(board->bdf), "%04x:%02x:%02x.%u", domain,
		 (bus + instance) & 0xFF, device, function);
	snprintf(board->serial, sizeof(board->serial), "EMU-%s-%03u", board->desc->name, instance);
}

static int board_make_info(struct fcl_emu_board *board, struct fcl_err *err)
{
	const struct fcl_board *desc = board->desc;

	board->bank_info = calloc(desc->nbanks, sizeof(*board->bank_info));
	if (!board->bank_info)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	fcl_hal_describe(desc, board->bank_info, &board->info);
	board->info.bdf = board->bdf;
	board->info.serial = board->serial;
	board->info.caps = FCL_HAL_CAP_EMULATED | FCL_HAL_CAP_ADDRESS | FCL_HAL_CAP_COPY |
			   FCL_HAL_CAP_FILL | FCL_HAL_CAP_REGISTERS | FCL_HAL_CAP_STREAMS |
			   FCL_HAL_CAP_PIPES | FCL_HAL_CAP_HOST_STREAM | FCL_HAL_CAP_HOST_MEMORY |
			   FCL_HAL_CAP_EXPORT | FCL_HAL_CAP_RESET | FCL_HAL_CAP_SENSORS |
			   FCL_HAL_CAP_PROGRESS | FCL_HAL_CAP_SVM | FCL_HAL_CAP_NON_UNIFORM |
			   FCL_HAL_CAP_WINDOW | (desc->peer ? FCL_HAL_CAP_PEER : 0) |
			   (desc->keeps_memory ? FCL_HAL_CAP_KEEPS_MEMORY : 0);
	return 0;
}

/* A board that is not in the rack has no cables. */
static int board_find_rack(struct fcl_emu_board *board, unsigned instance, struct fcl_err *err)
{
	const char *description = fcl_config_string(FCL_CONFIG_RACK);
	int error;

	if (!*description)
		return 0;
	board->rack = calloc(1, sizeof(*board->rack));
	if (!board->rack)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	error = fcl_rack_read(description, board->rack, err);
	if (error)
		return fcl_err_prefix(err, "FPGACL_RACK");
	board->rack_board = fcl_rack_find_board(board->rack, board->desc->name, instance);
	if (board->rack_board != FCL_RACK_NONE)
		return 0;
	fcl_log(FCL_LOG_WARN, board->desc->name,
		"the rack %s has no such board for this process: its ports are not connected",
		description);
	fcl_rack_free(board->rack);
	free(board->rack);
	board->rack = NULL;
	return 0;
}

static void free_board(struct fcl_emu_board *board)
{
	if (board->rack)
		fcl_rack_free(board->rack);
	free(board->rack);
	fcl_emu_memory_fini(board);
	fcl_board_free(board->desc);
	free(board->bank_info);
	free(board->slots);
	free(board);
}

int fcl_emu_open(const char *name, unsigned instance, struct fcl_emu_board **ret_board,
		 struct fcl_err *err)
{
	struct fcl_emu_board *board = calloc(1, sizeof(*board));
	int error;

	if (!board)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	error = fcl_board_load(name, &board->desc, err);
	if (error) {
		free(board);
		return error;
	}
	board_make_bdf(board, instance);
	board->slots = calloc(board->desc->slots, sizeof(struct fcl_emu_program *));
	error = board->slots ? board_make_info(board, err)
			     : fcl_err_set(err, -ENOMEM, "out of memory");
	if (!error)
		error = board_find_rack(board, instance, err);
	if (!error)
		error = fcl_rack_check_order(board->rack, err);
	if (!error)
		error = fcl_emu_memory_init(board, err);
	if (error) {
		free_board(board);
		return error;
	}
	fcl_emu_usage_open(board);
	fcl_emu_sched_init(board);
	fcl_hal_trace_name(&board->info, board->trace_name);
	*ret_board = board;
	return 0;
}

void fcl_emu_close(struct fcl_emu_board *board)
{
	if (!board)
		return;
	for (uint32_t i = 0; i < board->desc->slots; i++) {
		struct fcl_emu_program *program = board->slots[i];

		fcl_emu_slot_set(board, i, NULL);
		fcl_emu_unload(program);
	}
	fcl_emu_dormant_drop(board, true);
	fcl_emu_sched_fini(board);
	free_board(board);
}

void fcl_emu_slot_set(struct fcl_emu_board *board, uint32_t slot, struct fcl_emu_program *program)
{
	pthread_mutex_lock(&board->lock);
	board->slots[slot] = program;
	pthread_mutex_unlock(&board->lock);
}

int fcl_emu_reset(struct fcl_emu_board *board, struct fcl_err *err)
{
	for (uint32_t i = 0; i < board->desc->slots; i++)
		if (board->slots[i] && !fcl_emu_stop(board->slots[i]))
			return fcl_err_set(
				err, -EIO,
				"the board cannot be reset: a kernel of the image in slot %u does not stop",
				i);
	fcl_emu_memory_clear(board);
	return 0;
}
