/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/boards/boards.h"

#include <stdio.h>
#include <xrt/xclbin.h>

#include "board_support/board.h"
#include "tools/fpgacl/common/status.h"

uint64_t fcl_tool_board_memory(const struct fcl_board *board, uint32_t *ret_nbanks)
{
	uint64_t bytes = 0;

	*ret_nbanks = 0;
	for (uint32_t i = 0; i < board->nbanks; i++) {
		if (board->banks[i].type == MEM_HOST)
			continue;
		bytes += board->banks[i].size;
		++*ret_nbanks;
	}
	return bytes;
}

static void fpgacl_print_board(void *user, const char *name)
{
	struct fcl_board *board;
	struct fcl_err err = {0};
	uint32_t nbanks;
	uint64_t bytes;

	(void)user;
	if (fcl_board_load(name, &board, &err)) {
		fprintf(stderr, "fpgacl: %s\n", err.text);
		return;
	}
	bytes = fcl_tool_board_memory(board, &nbanks);
	printf("%-8s %-48s %3u banks %6.1f GiB\n", board->name, board->device, nbanks,
	       (double)bytes / (1 << 30));
	fcl_board_free(board);
}

int fcl_tool_boards(void)
{
	fcl_board_list(fpgacl_print_board, NULL);
	return TOOL_OK;
}
