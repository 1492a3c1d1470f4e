/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "board_support/board.h"

int fcl_board_find_bank(const struct fcl_board *board, const char *tag)
{
	uint32_t i;

	for (i = 0; i < board->nbanks; i++)
		if (board->banks[i].tag && !strcmp(board->banks[i].tag, tag))
			return (int)i;
	return -1;
}

static void free_tables(struct fcl_board *board)
{
	uint32_t i;

	for (i = 0; board->aliases && i < board->naliases; i++)
		free((void *)board->aliases[i]);
	for (i = 0; board->banks && i < board->nbanks; i++)
		free((void *)board->banks[i].tag);
	for (i = 0; board->clocks && i < board->nclocks; i++)
		free((void *)board->clocks[i].name);
	for (i = 0; board->sensors && i < board->nsensors; i++) {
		free((void *)board->sensors[i].name);
		free((void *)board->sensors[i].unit);
	}
	free((void *)board->aliases);
	free((void *)board->banks);
	free((void *)board->clocks);
	free((void *)board->sensors);
	free((void *)board->name);
	free((void *)board->vendor);
	free((void *)board->vbnv);
	free((void *)board->part);
	free((void *)board->file);
	free((void *)board->bdf);
	free((void *)board->version);
}

void fcl_board_free(struct fcl_board *board)
{
	if (!board)
		return;
	if (!board->builtin || board->device != board->builtin->device)
		free((void *)board->device);
	if (!board->builtin)
		free_tables(board);
	free(board);
}
