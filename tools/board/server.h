/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_SERVER_H
#define FCL_BD_SERVER_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "hal/board/wire/shared.h"
#include "hal/board/wire/socket.h"

/*
 * The board process: it knows who uses the board and with which image, and whose turn it is. It runs no
 * code of images and opens no board: executors do. One thread, one poll() loop.
 */

enum {
	FCL_BD_GUESTS = 16,   /* connections that have not yet sent a message */
	FCL_BD_GUEST_S = 5,   /* and how long they may take to send one */
	FCL_BD_DEAF_MS = 100, /* after the system has refused a connection for lack of resources */
	FCL_BD_OWN_FDS = 2,   /* in front of clients and guests: the listener, the signals */
	FCL_BD_MOST_SWAP_MS = 1000, /* a swap that waits this long is postponed */
};

struct fcl_bd_record {
	uint8_t uuid[16];
	uint32_t leases;
};

struct fcl_bd_client {
	bool used;
	int socket, control; /* to it, and to its executor; -1: closed */
	int life;            /* pidfd of the client; -1: the system has none */
	int shared;          /* memfd of the rings */
	pid_t pid, executor; /* of the client; executor: 0: it has ended */
	uid_t uid;
	int out[2];              /* the client's standard output and error; -1: none */
	uint32_t image;          /* 0: none; else 1 + index into images */
	uint64_t wants_since_ns; /* 0: it waits for no turn */
	uint64_t charged[FCL_BD_BANKS];
	char words[FCL_BD_TEXT]; /* the executor's last */
};

struct fcl_bd_server {
	const char *name, *spec, *path;
	struct stat socket_at;
	bool swaps;
	int listener, signals, turns_fd;
	int spare;              /* a descriptor to give up when there is no other; -1: none */
	uint64_t deaf_until_ns; /* no connections are accepted until then; 0: they are */
	struct fcl_bd_turns *turns;
	struct fcl_bd_facts facts;
	uint64_t used[FCL_BD_BANKS];
	struct fcl_bd_client clients[FCL_BD_CLIENTS];
	struct fcl_bd_record images[FCL_BD_CLIENTS]; /* leased ones; at most one a client */
	int guests[FCL_BD_GUESTS];
	uint64_t guest_since_ns[FCL_BD_GUESTS];
	uint32_t
		active; /* what the words in `turns` should be, which a wild kernel can overwrite */
	bool closing;
	uint64_t swap_age_ns, closing_since_ns, sweep_ns;
	bool was_idle;
	uint64_t nswaps, ndeaths;
	bool stop;
	struct fcl_bd_packet packet; /* the one in hand */
};

struct fcl_bd_options {
	const char *name, *spec;
	bool foreground, swaps;
	unsigned mode;
};

/* Runs a board process until a request or a signal stops it; returns the exit status. `ready` gets a byte. */
int fcl_bd_serve(const struct fcl_bd_options *options, int ready);

/* Writes a line to the log, which is standard error. */
void fcl_bd_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
