/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/boards.h"

#include <stdio.h>

#include "board_support/board.h"
#include "tools/fpgacl/status.h"

static void print_board(void *user, const char *name)
{
	struct fcl_board *board;
	struct fcl_err err = {0};
	uint64_t bytes = 0;

	(void)user;
	if (fcl_board_load(name, &board, &err)) {
		fprintf(stderr, "fpgacl: %s\n", err.text);
		return;
	}
	for (uint32_t i = 0; i < board->nbanks; i++)
		bytes += board->banks[i].size;
	printf("%-8s %-48s %3u banks %6.1f GiB\n", board->name, board->device, board->nbanks,
	       (double)bytes / (1 << 30));
	fcl_board_free(board);
}

int fcl_tool_boards(void)
{
	fcl_board_list(print_board, NULL);
	return TOOL_OK;
}
