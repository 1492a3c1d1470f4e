/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/access/reach.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/memory/memory.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"
#include "hal/bank.h"

/*
 * A memory port of a compute unit reaches the banks to which the image connects any of its
 * arguments. A port with an argument that is not connected reaches all banks.
 */

int fcl_emu_reach_sort(struct fcl_emu_program *program)
{
	const struct fcl_image *image = program->image;

	program->connections = calloc(image->nconnections + 1,
				      sizeof(struct fcl_image_connection *));
	program->starts = calloc(image->ncus + 3, sizeof(*program->starts));
	if (!program->connections || !program->starts)
		return -1;
	/*
	 * Counts are stored two entries ahead, so that the second pass leaves the starts in place.
	 */
	for (uint32_t i = 0; i < image->nconnections; i++)
		if (image->connections[i].cu < image->ncus)
			program->starts[image->connections[i].cu + 2]++;
	for (uint32_t i = 1; i < image->ncus + 3; i++)
		program->starts[i] += program->starts[i - 1];
	for (uint32_t i = 0; i < image->nconnections; i++)
		if (image->connections[i].cu < image->ncus)
			program->connections[program->starts[image->connections[i].cu + 1]++] =
				&image->connections[i];
	return 0;
}

/* Adds the banks that the argument is connected to; false: none, so it may be in any bank. */
static bool reach_connect_arg(const struct fcl_emu_cu *cu, uint32_t arg, bool *banks)
{
	const struct fcl_hal_info *info = &cu->program->board->info;
	const struct fcl_emu_program *program = cu->program;
	const struct fcl_image *image = program->image;
	bool known = false;

	for (uint32_t i = program->starts[cu->index]; i < program->starts[cu->index + 1]; i++) {
		const struct fcl_image_connection *connection = program->connections[i];
		uint32_t bank;

		if (connection->arg != arg)
			continue;
		bank = fcl_hal_bank_of_mem(info, &image->mems[connection->mem]);
		if (bank == FCL_HAL_BANK_DEFAULT)
			continue;
		banks[bank] = true;
		known = true;
	}
	return known;
}

static bool connect_port(const struct fcl_emu_cu *cu, const char *port, bool *banks)
{
	const struct fcl_image_kernel *facts = cu->kernel->facts;
	bool connected = false;

	for (uint32_t i = 0; i < facts->nargs; i++) {
		if (facts->args[i].qualifier != FCL_ARG_GLOBAL &&
		    facts->args[i].qualifier != FCL_ARG_CONSTANT)
			continue;
		if (!facts->args[i].port || strcmp(facts->args[i].port, port) != 0)
			continue;
		connected = reach_connect_arg(cu, facts->args[i].id, banks);
		if (!connected)
			break;
	}
	return connected;
}

int fcl_emu_reach_create(struct fcl_emu_cu *cu)
{
	uint32_t nbanks = cu->program->board->desc->nbanks;

	cu->reach = calloc(cu->model->nports + 1, sizeof(bool *));
	if (!cu->reach)
		return -1;
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		bool *banks;

		if (cu->model->ports[i].kind != FCL_MODEL_PORT_MEMORY || !cu->model->ports[i].name)
			continue;
		banks = calloc(nbanks, sizeof(*banks));
		if (!banks)
			return -1;
		if (connect_port(cu, cu->model->ports[i].name, banks)) {
			cu->reach[i] = banks;
			continue;
		}
		free(banks);
	}
	return 0;
}

void fcl_emu_reach_destroy(struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; cu->reach && i < cu->model->nports; i++)
		free(cu->reach[i]);
	free(cu->reach);
}

static const char *reach_first_tag(const struct fcl_emu_cu *cu, const bool *banks)
{
	const struct fcl_board *desc = cu->program->board->desc;

	for (uint32_t i = 0; i < desc->nbanks; i++)
		if (banks[i])
			return desc->banks[i].tag;
	return "none";
}

bool fcl_emu_reaches(const struct fcl_emu_cu *cu, uint32_t port, uint64_t address,
		     const char **ret_there, const char **ret_reached)
{
	const struct fcl_emu_board *board = cu->program->board;
	const bool *banks = port < cu->model->nports ? cu->reach[port] : NULL;

	for (uint32_t i = 0; banks && i < board->desc->nbanks; i++) {
		const struct fcl_emu_bank *bank = &board->banks[i];

		if (address < bank->base || address - bank->base >= bank->size || banks[i])
			continue;
		*ret_there = board->desc->banks[i].tag;
		*ret_reached = reach_first_tag(cu, banks);
		return false;
	}
	return true;
}

static bool reach_is_in(const struct fcl_emu_bank *bank, uint64_t address)
{
	return address - bank->base < bank->size;
}

/* The buffers of a launch are usually in one bank, the same as in the previous launch. */
static uint32_t reach_bank_of(struct fcl_emu_cu *cu, uint64_t address)
{
	const struct fcl_emu_board *board = cu->program->board;

	if (reach_is_in(&board->banks[cu->last_bank], address))
		return cu->last_bank;
	for (uint32_t i = 0; i < board->desc->nbanks; i++)
		if (reach_is_in(&board->banks[i], address))
			return cu->last_bank = i;
	return UINT32_MAX;
}

char *fcl_emu_reach_quickly(struct fcl_emu_cu *cu, uint32_t port, uint64_t address, uint64_t bytes)
{
	const bool *reached = port < cu->model->nports ? cu->reach[port] : NULL;
	uint32_t number = reach_bank_of(cu, address);
	struct fcl_emu_bank *bank;
	char *map;

	if (number == UINT32_MAX || (reached && !reached[number]))
		return NULL;
	bank = &cu->program->board->banks[number];
	map = atomic_load_explicit(&bank->map, memory_order_acquire);
	if (!map || bytes > bank->size - (address - bank->base))
		return NULL;
	return fcl_emu_memory_reach(bank, map, address, bytes);
}
