/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_ASK_H
#define FCL_KUBE_ASK_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "tools/kubernetes/board.h"
#include "tools/kubernetes/options.h"

/*
 * Asks boards for their state: `fpgacl info --json -d NAME`, each in its own process, since XRT may
 * crash or hang. A process that takes too long is killed, and its board is unhealthy. Inside a
 * driver, it may not end even then: nobody waits for it, and its board is asked again once it has
 * ended.
 */
enum { FCL_KUBE_ASKING = 16, FCL_KUBE_ASK_FDS = 2 * FCL_KUBE_ASKING };

struct fcl_kube_question {
	bool busy;   /* until its process has been reaped */
	bool killed; /* too late: the board is unhealthy already */
	char id[128];
	uint64_t number; /* of the board that is asked: see struct fcl_kube_board */
	int pid;
	int fds[2]; /* its output, its errors; -1: at its end */
	char text[2][65536];
	unsigned used[2];
	uint64_t deadline; /* CLOCK_MONOTONIC ns */
	uint64_t
		reap_at; /* when to see again whether the process has ended; 0: its pipes will tell */
};

struct fcl_kube_questions {
	const struct fcl_kube_options *options;
	struct fcl_kube_question all[FCL_KUBE_ASKING];
};

/* Asks every board that has to be asked now, as far as there is room. */
void fcl_kube_ask(struct fcl_kube_questions *questions, const struct fcl_kube_boards *boards);

/* The descriptors to poll, at most FCL_KUBE_ASK_FDS; returns how many. */
unsigned fcl_kube_ask_fds(const struct fcl_kube_questions *questions, struct pollfd *ret_fds);

/* Reads what has come, and writes answers that are whole, or late, to the table. */
void fcl_kube_ask_read(struct fcl_kube_questions *questions, struct fcl_kube_boards *boards);

/* When the next board has to be asked, or has taken too long; UINT64_MAX: never. */
uint64_t fcl_kube_ask_next(const struct fcl_kube_questions *questions,
			   const struct fcl_kube_boards *boards);

/* Ends all processes, as far as they can be ended at once. */
void fcl_kube_ask_end(struct fcl_kube_questions *questions);

#endif
