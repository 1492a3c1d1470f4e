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
	FCL_BD_GUESTS = 16,   /* connections that have not said yet what they want */
	FCL_BD_GUEST_S = 5,   /* and how long they may take */
	FCL_BD_DEAF_MS = 100, /* after the system has refused a connection for want of anything */
	FCL_BD_OWN_FDS = 2,   /* in front of seats and guests: the listener, the signals */
	FCL_BD_MOST_SWAP_MS = 1000, /* a swap that does not get the board free so long is put off */
};

struct fcl_bd_record {
	uint8_t uuid[16];
	uint32_t leases;
};

struct fcl_bd_place {
	bool used;
	int client, control; /* sockets; -1: closed */
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
	uint64_t deaf_until_ns; /* connections are not looked at until then; 0: they are */
	struct fcl_bd_turns *turns;
	struct fcl_bd_facts facts;
	uint64_t used[FCL_BD_BANKS];
	struct fcl_bd_place places[FCL_BD_CLIENTS];
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

/* Runs a board process until it is told to stop; returns the exit status. `ready` gets a byte. */
int fcl_bd_serve(const struct fcl_bd_options *options, int ready);

/* Writes a line to the log, which is standard error. */
void fcl_bd_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- places.c: clients and their executors --- */
/* Answers HELLO with -EBUSY and that reason, and closes the connection. */
void fcl_bd_refuse(struct fcl_bd_server *server, int client, const char *why);
void fcl_bd_place_enter(struct fcl_bd_server *server, int client);
void fcl_bd_place_leave(struct fcl_bd_server *server, struct fcl_bd_place *place);
/* The executor has ended: gives back what it had, and tells the client. */
void fcl_bd_executor_ended(struct fcl_bd_server *server, struct fcl_bd_place *place, int status);
/* A message of the client's; of the executor's. False: it is to go. */
bool fcl_bd_place_message(struct fcl_bd_server *server, struct fcl_bd_place *place);
bool fcl_bd_executor_message(struct fcl_bd_server *server, struct fcl_bd_place *place);
void fcl_bd_reset_executors(struct fcl_bd_server *server);

/* --- spawn.c --- */
/* Starts an executor for a place; *ret_call is the client's end of its socket. 0 or -errno. */
int fcl_bd_spawn(struct fcl_bd_server *server, unsigned index, int *ret_call);
/* Has an executor describe the board, and ends it. */
int fcl_bd_probe(struct fcl_bd_server *server, struct fcl_err *err);
/* A memfd of that size that can never become shorter; -1: no memory. */
int fcl_bd_sealed_file(const char *name, size_t bytes);

/* --- images.c: leases and turns --- */
int fcl_bd_lease(struct fcl_bd_server *server, struct fcl_bd_place *place, const uint8_t uuid[16],
		 uint32_t *ret_number, struct fcl_err *err);
void fcl_bd_unlease(struct fcl_bd_server *server, struct fcl_bd_place *place);
/* Swaps the image on the board if it is time; returns ms until the next look, -1: none is needed. */
int fcl_bd_arbitrate(struct fcl_bd_server *server);
/* Gives the turns on CUs that a dead executor had to others. */
void fcl_bd_sweep(struct fcl_bd_server *server, unsigned index);
void fcl_bd_describe(struct fcl_bd_server *server, struct fcl_bd_state *ret_state);

#endif
