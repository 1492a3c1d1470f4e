/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_ASK_H
#define FCL_KUBE_ASK_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "tools/kubernetes/board.h"
#include "tools/kubernetes/options.h"

/*
 * Queries boards by running `fpgacl info --json -d NAME`, each in its own process, since XRT may
 * crash or hang. A process that takes too long is killed, and its board becomes unhealthy. A
 * process stuck in a driver may not even end then: nobody waits for it, and its board is queried
 * again once it has ended.
 */
enum { FCL_KUBE_ASKING = 16, FCL_KUBE_ASK_FDS = 2 * FCL_KUBE_ASKING };

struct fcl_kube_question {
	bool busy;   /* until its process has been reaped */
	bool killed; /* timed out: the board is already marked unhealthy */
	char id[128];
	uint64_t number; /* number of the queried board: see struct fcl_kube_board */
	int pid;
	int fds[2]; /* its output and error output; -1: at end of file */
	char text[2][65536];
	unsigned used[2];
	uint64_t deadline; /* CLOCK_MONOTONIC ns */
	uint64_t reap_at;  /* when to check again whether the process has ended; 0: its pipes are
			  * still open */
};

struct fcl_kube_questions {
	const struct fcl_kube_options *options;
	struct fcl_kube_question all[FCL_KUBE_ASKING];
};

/* Queries every board that is due, as far as there are free slots. */
void fcl_kube_ask(struct fcl_kube_questions *questions, const struct fcl_kube_boards *boards);

/* Fills in the descriptors to poll, at most FCL_KUBE_ASK_FDS. Returns their number. */
unsigned fcl_kube_ask_fds(const struct fcl_kube_questions *questions, struct pollfd *ret_fds);

/* Reads available output, and writes complete or overdue answers to the table. */
void fcl_kube_ask_read(struct fcl_kube_questions *questions, struct fcl_kube_boards *boards);

/* When the next board is due or times out; UINT64_MAX: never. */
uint64_t fcl_kube_ask_next(const struct fcl_kube_questions *questions,
			   const struct fcl_kube_boards *boards);

/* Kills all processes, and reaps those that end at once. */
void fcl_kube_ask_end(struct fcl_kube_questions *questions);

#endif
