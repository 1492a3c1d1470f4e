/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_BOARD_H
#define FCL_KUBE_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum fcl_kube_kind {
	FCL_KUBE_CARD,  /* a card that XRT drives: pods get its device file */
	FCL_KUBE_SHARED /* a board process: pods get its socket */
};

enum fcl_kube_state {
	FCL_KUBE_GONE, /* unplugged, or its process has ended */
	FCL_KUBE_BAD,  /* present but faulty; `problem` has the reason */
	FCL_KUBE_GOOD
};

/*
 * A board of this node. The table keeps every board ever seen, so that its absence can be reported.
 */
struct fcl_kube_board {
	enum fcl_kube_kind kind;
	char id[128];   /* its id for the kubelet: "0000:17:00.1", or the name of a board process */
	char path[512]; /* path that pods get: /dev/dri/renderD128, /run/fpgacl/b0.sock */
	char type[64];  /* "u250"; empty until the board has answered */
	int numa;       /* NUMA node; -1: none, or unknown */
	uint64_t number; /* identifies the board at that place: if it changes, the board was
			  * replaced */

	bool present;
	bool asked; /* whether `answered` and `problem` refer to the present board */
	bool answered;
	char problem[512];
	uint64_t asked_at; /* CLOCK_MONOTONIC ns */
};

static inline enum fcl_kube_state fcl_kube_state_of(const struct fcl_kube_board *board)
{
	return !board->present                   ? FCL_KUBE_GONE
	       : board->asked && board->answered ? FCL_KUBE_GOOD
						 : FCL_KUBE_BAD;
}

enum { FCL_KUBE_BOARDS = 1024 }; /* limit for a node; further boards are logged and ignored */

struct fcl_kube_boards {
	struct fcl_kube_board *boards;
	unsigned count;
};

/* Finds a board by id; NULL if there is none. */
struct fcl_kube_board *fcl_kube_boards_get(const struct fcl_kube_boards *boards, const char *id);

/*
 * The board's name for OpenCL programs and `fpgacl`: "xrt:0000:17:00.1",
 * "board:/run/fpgacl/b0.sock".
 */
void fcl_kube_board_name(const struct fcl_kube_board *board, char *ret_name, size_t size);

#endif
