/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_SERVER_H
#define FCL_BD_SERVER_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "hal/board/wire/shared.h"
#include "hal/board/wire/socket.h"
#include "tools/board/rights.h"

/*
 * The board process knows who uses the board with which image, and whose turn it is. It runs no
 * code of images and opens no board: executors do. One thread serves all, in a poll() loop.
 */

enum {
	FCL_BD_GUESTS = 16,           /* connections that have not sent a message yet */
	FCL_BD_USER_GUESTS = 4,       /* of one user, if all are taken */
	FCL_BD_BEHIND = 64,           /* descriptors of a user that are not closed yet */
	FCL_BD_GUEST_S = 5,           /* time limit for sending one */
	FCL_BD_ACCEPT_PAUSE_MS = 100, /* pause after the system has refused a connection for lack of
			       * resources */
	FCL_BD_OWN_FDS = 2,     /* poll() entries before those of clients and guests: the listener,
			       * the signals */
	FCL_BD_LINGERING = 128, /* executors that were ended and have not gone */
	FCL_BD_USER_LINGERING = 8,  /* of one user */
	FCL_BD_THREADS = 512,       /* of an executor, which has up to 256 workers */
	FCL_BD_COUNT_MS = 500,      /* between two counts of them */
	FCL_BD_MOST_SWAP_MS = 1000, /* a swap that has waited this long is postponed */
};

struct fcl_bd_options {
	const char *name, *spec;
	bool foreground, swaps;
	unsigned mode;
	gid_t users, operators; /* FCL_BD_NO_GROUP: none */
	/* What one user who does not operate the board may take: seats, and parts of each bank. */
	unsigned user_seats, user_memory_percent;
};

struct fcl_bd_record {
	uint8_t uuid[16];
	uint32_t leases;
};

struct fcl_bd_client {
	bool used;
	int socket, control; /* sockets to the client and to its executor; -1: closed */
	int life;            /* pidfd of the client; -1: not supported */
	int shared;          /* memfd with the rings */
	pid_t executor;      /* 0: it has ended */
	struct fcl_bd_peer peer;
	int out[2];              /* the client's standard output and error; -1: none */
	uint32_t image;          /* 0: none; else 1 + index in images */
	uint64_t wants_since_ns; /* 0: it does not wait for a turn */
	uint64_t charged[FCL_BD_BANKS];
	char words[FCL_BD_TEXT]; /* the executor's last message */
};

/* An executor that was ended, but waits for a file whose server does not answer. */
struct fcl_bd_lingering {
	pid_t pid; /* 0: none */
	uid_t user;
};

/* A connection that has not sent a message yet. */
struct fcl_bd_guest {
	int socket; /* -1: none */
	uint64_t since_ns;
	struct fcl_bd_peer peer;
};

struct fcl_bd_server {
	const char *path;
	const struct fcl_bd_options *options;
	struct stat socket_at;
	int listener, signals, turns_fd;
	struct rlimit files;      /* for open files, before this process has raised its own */
	int spare;                /* a descriptor to free when there are no others; -1: none */
	uint64_t paused_until_ns; /* no connections are accepted until then; 0: they are */
	struct fcl_bd_turns *turns;
	struct fcl_bd_facts facts;
	uint64_t used[FCL_BD_BANKS];
	struct fcl_bd_client clients[FCL_BD_CLIENTS];
	struct fcl_bd_record
		images[FCL_BD_CLIENTS]; /* leased images; at most one for each client */
	struct fcl_bd_guest guests[FCL_BD_GUESTS];
	struct fcl_bd_lingering lingering[FCL_BD_LINGERING];
	uint32_t active; /* the correct values of words in `turns`, which a faulty kernel can
			 * overwrite */
	bool closing;
	uint64_t swap_age_ns, closing_since_ns, sweep_ns, counted_ns;
	bool was_idle;
	uint64_t nswaps, ndeaths;
	bool stop;
	struct fcl_bd_packet packet; /* the message being handled */
};

#endif
