/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/grant.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int grant_check(const struct fcl_kube_boards *boards, const struct fcl_kube_grant *grant,
		       const char *id, struct fcl_err *err)
{
	const struct fcl_kube_board *board = fcl_kube_boards_get(boards, id);

	if (!board)
		return fcl_err_set(err, -ENODEV, "this node has no board %s", id);
	if (fcl_kube_state_of(board) == FCL_KUBE_GONE)
		return fcl_err_set(err, -ENODEV, "board %s is gone", id);
	if (fcl_kube_state_of(board) == FCL_KUBE_BAD)
		return fcl_err_set(err, -EIO, "board %s is unhealthy: %s", id,
				   board->asked ? board->problem : "it has not answered yet");
	for (unsigned i = 0; i < grant->count; i++) {
		if (grant->boards[i] == board)
			return fcl_err_set(err, -EINVAL, "board %s is requested twice", id);
		/* FPGACL_DEVICES either lists all devices of a program or none. */
		if (grant->boards[i]->kind != board->kind)
			return fcl_err_set(err, -EINVAL,
					   "%s and %s are a card and a shared board: a program "
					   "cannot have both",
					   grant->boards[i]->id, id);
	}
	return 0;
}

static void name(struct fcl_kube_grant *grant, const struct fcl_kube_board *board)
{
	struct fcl_text *list = board->kind == FCL_KUBE_CARD ? &grant->visible : &grant->devices;
	char text[600];

	fcl_kube_board_name(board, text, sizeof(text));
	/* XRT's device numbers depend on what a container sees, so cards are listed by address. */
	fcl_text_format(list, "%s%s", list->size ? "," : "",
			board->kind == FCL_KUBE_CARD ? board->id : text);
}

int fcl_kube_grant_make(const struct fcl_kube_boards *boards, const char *const *ids,
			unsigned count, struct fcl_kube_grant *ret_grant, struct fcl_err *err)
{
	struct fcl_kube_grant grant = {
		.boards = calloc(count + 1, sizeof(struct fcl_kube_board *))};
	int error = grant.boards ? 0 : fcl_err_set(err, -ENOMEM, "out of memory");

	for (unsigned i = 0; i < count && !error; i++) {
		error = grant_check(boards, &grant, ids[i], err);
		if (error)
			break;
		grant.boards[grant.count++] = fcl_kube_boards_get(boards, ids[i]);
		name(&grant, grant.boards[i]);
	}
	if (!error && (grant.devices.failed || grant.visible.failed))
		error = fcl_err_set(err, -ENOMEM, "out of memory");
	if (error)
		fcl_kube_grant_free(&grant);
	else
		*ret_grant = grant;
	return error;
}

void fcl_kube_grant_free(struct fcl_kube_grant *grant)
{
	fcl_text_free(&grant->devices);
	fcl_text_free(&grant->visible);
	free(grant->boards);
	*grant = (struct fcl_kube_grant){.count = 0};
}
