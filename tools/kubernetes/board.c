/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/board.h"

#include <stdio.h>
#include <string.h>

struct fcl_kube_board *fcl_kube_boards_get(const struct fcl_kube_boards *boards, const char *id)
{
	for (unsigned i = 0; i < boards->count; i++)
		if (!strcmp(boards->boards[i].id, id))
			return &boards->boards[i];
	return NULL;
}

void fcl_kube_board_name(const struct fcl_kube_board *board, char *ret_name, size_t size)
{
	if (board->kind == FCL_KUBE_CARD)
		snprintf(ret_name, size, "xrt:%s", board->id);
	else
		snprintf(ret_name, size, "board:%s", board->path);
}
