/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/places.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "tools/board/images.h"
#include "tools/board/server.h"
#include "tools/board/spawn.h"

enum { GRAIN = 4096, LAST_WORDS = 64 };

static unsigned index_of(const struct fcl_bd_server *server, const struct fcl_bd_place *place)
{
	return (unsigned)(place - server->places);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* --- executors -------------------------------------------------------------------------------- */

/* What the executor had goes back to the board. */
static void reclaim(struct fcl_bd_server *server, struct fcl_bd_place *place)
{
	unsigned index = index_of(server, place);

	close_fd(&place->control);
	place->executor = 0;
	atomic_store(&server->turns->seats[index].alive, 0);
	atomic_store(&server->turns->seats[index].running, 0);
	for (uint32_t i = 0; i < FCL_BD_BANKS; i++) {
		server->used[i] -= place->charged[i];
		place->charged[i] = 0;
	}
	fcl_bd_unlease(server, place);
	fcl_bd_sweep(server, index);
	/* Another executor may have passed a turn on to it at that moment. */
	server->sweep_ns = fcl_now_ns() + 50 * UINT64_C(1000000);
}

static void end_executor(struct fcl_bd_server *server, struct fcl_bd_place *place)
{
	if (!place->executor)
		return;
	kill(place->executor, SIGKILL);
	while (waitpid(place->executor, NULL, 0) < 0 && errno == EINTR)
		;
	reclaim(server, place);
}

static void describe_end(const struct fcl_bd_server *server, const struct fcl_bd_place *place,
			 int status, char *text, size_t size)
{
	const char *words = *place->words ? place->words : "it said no more";

	if (WIFSIGNALED(status))
		snprintf(
			text, size,
			"the executor of this process on board %s was ended by signal %d (%s)%s%.800s",
			server->name, WTERMSIG(status), strsignal(WTERMSIG(status)),
			*place->words ? ": " : "", place->words);
	else
		snprintf(
			text, size,
			"the executor of this process on board %s has ended with status %d: %.800s",
			server->name, WEXITSTATUS(status), words);
}

void fcl_bd_executor_ended(struct fcl_bd_server *server, struct fcl_bd_place *place, int status)
{
	struct fcl_bd_packet *packet = &server->packet;

	fcl_bd_packet_init(packet, FCL_BD_NOTICE);
	/* Its last message may still be in the socket. */
	if (place->control >= 0) {
		struct fcl_err err = {0};

		/*
		 * A few: a kernel may have given its end to another process, which keeps sending.
		 */
		for (int i = 0; i < LAST_WORDS; i++) {
			if (fcl_bd_receive(place->control, MSG_DONTWAIT, packet, &err))
				break;
			if (packet->head.op == FCL_BD_NOTICE)
				snprintf(place->words, sizeof(place->words), "%s",
					 packet->head.text);
			fcl_bd_packet_close(packet);
		}
	}
	fcl_bd_packet_init(packet, FCL_BD_NOTICE);
	describe_end(server, place, status, packet->head.text, sizeof(packet->head.text));
	/* With status 0 its client has closed the socket, and is about to leave. */
	if (status) {
		server->ndeaths++;
		fcl_bd_log("process %d: %s", (int)place->pid, packet->head.text);
	}
	reclaim(server, place);
	fcl_bd_send(place->client, packet);
}

void fcl_bd_reset_executors(struct fcl_bd_server *server)
{
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (server->places[i].used && server->places[i].executor) {
			snprintf(server->places[i].words, FCL_BD_TEXT, "the board was reset");
			kill(server->places[i].executor, SIGKILL);
		}
}

/* --- clients ---------------------------------------------------------------------------------- */

static void free_place(struct fcl_bd_place *place)
{
	close_fd(&place->client);
	close_fd(&place->life);
	close_fd(&place->shared);
	close_fd(&place->out[0]);
	close_fd(&place->out[1]);
	place->used = false;
}

void fcl_bd_place_leave(struct fcl_bd_server *server, struct fcl_bd_place *place)
{
	fcl_bd_log("process %d has left", (int)place->pid);
	end_executor(server, place);
	free_place(place);
}

/* Sends what a client needs to talk to its executor. */
static int welcome(struct fcl_bd_server *server, struct fcl_bd_place *place)
{
	struct fcl_bd_packet *packet = &server->packet;
	int call = -1, error = fcl_bd_spawn(server, index_of(server, place), &call);

	fcl_bd_packet_init(packet, FCL_BD_WELCOME);
	if (error) {
		struct fcl_err err = {0};

		fcl_err_set(&err, -EAGAIN, "board %s cannot start an executor: %s", server->name,
			    strerror(-error));
		fcl_bd_answer(packet, -EAGAIN, &err);
	} else {
		packet->fds[0] = call;
		packet->fds[1] = place->shared;
	}
	if (fcl_bd_send(place->client, packet))
		error = -EPIPE;
	if (call >= 0)
		close(call);
	return error;
}

static struct fcl_bd_place *free_seat(struct fcl_bd_server *server)
{
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (!server->places[i].used)
			return &server->places[i];
	return NULL;
}

void fcl_bd_refuse(struct fcl_bd_server *server, int client, const char *why)
{
	struct fcl_err err = {0};

	fcl_err_set(&err, -EBUSY, "board %s %s", server->name, why);
	fcl_bd_packet_init(&server->packet, FCL_BD_WELCOME);
	fcl_bd_answer(&server->packet, -EBUSY, &err);
	fcl_bd_send(client, &server->packet);
	close(client);
}

/* A child process of the client may keep the socket open after the client is dead. */
static int life_of(pid_t client)
{
	return client > 0 ? (int)syscall(SYS_pidfd_open, client, 0) : -1;
}

/* HELLO is in server->packet. */
void fcl_bd_place_enter(struct fcl_bd_server *server, int client)
{
	struct fcl_bd_place *place = free_seat(server);
	struct ucred who = {0};
	socklen_t size = sizeof(who);
	int shared = fcl_bd_sealed_file("fpgacl-rings", sizeof(struct fcl_bd_shared));

	if (!place || shared < 0) {
		fcl_bd_packet_close(&server->packet);
		if (shared >= 0)
			close(shared);
		fcl_bd_refuse(server, client,
			      place ? "has no memory, or no descriptors, for another client"
				    : "already has 64 clients, the maximum");
		return;
	}
	getsockopt(client, SOL_SOCKET, SO_PEERCRED, &who, &size);
	*place = (struct fcl_bd_place){.used = true,
				       .client = client,
				       .control = -1,
				       .life = life_of(who.pid),
				       .shared = shared,
				       .pid = who.pid,
				       .uid = who.uid,
				       .out = {server->packet.fds[0], server->packet.fds[1]}};
	server->packet.fds[0] = server->packet.fds[1] = -1;
	fcl_bd_packet_close(&server->packet);
	fcl_bd_log("process %d (user %u) has connected", (int)who.pid, (unsigned)who.uid);
	if (welcome(server, place))
		fcl_bd_place_leave(server, place);
}

bool fcl_bd_place_message(struct fcl_bd_server *server, struct fcl_bd_place *place)
{
	struct fcl_err err = {0};
	int error = fcl_bd_receive(place->client, MSG_DONTWAIT, &server->packet, &err);

	if (error == -EAGAIN)
		return true;
	if (!error)
		fcl_bd_packet_close(&server->packet);
	if (!error && server->packet.head.op == FCL_BD_FRESH) {
		end_executor(server, place);
		return welcome(server, place) != -EPIPE;
	}
	if (error != -EPIPE)
		fcl_bd_log("process %d: %s", (int)place->pid,
			   error ? err.text : "an unexpected message");
	return false;
}

/* --- what executors ask for ------------------------------------------------------------------- */

static int charge(struct fcl_bd_server *server, struct fcl_bd_place *place, uint64_t bank,
		  uint64_t bytes, struct fcl_err *err)
{
	uint64_t size, free, rounded = (bytes + GRAIN - 1) / GRAIN * GRAIN;

	if (bank >= server->facts.nbanks || !bytes || rounded < bytes)
		return fcl_err_set(err, -EINVAL, "bank %" PRIu64 " or %" PRIu64 " bytes", bank,
				   bytes);
	size = server->facts.banks[bank].size;
	size = (size + GRAIN - 1) / GRAIN * GRAIN;
	free = size > server->used[bank] ? size - server->used[bank] : 0;
	if (rounded > free)
		return fcl_err_set(err, -ENOMEM,
				   "bank %s of board %s is full: %" PRIu64
				   " bytes requested, %" PRIu64 " of %" PRIu64
				   " free, this process has %" PRIu64,
				   server->facts.banks[bank].tag, server->name, bytes, free, size,
				   place->charged[bank]);
	server->used[bank] += rounded;
	place->charged[bank] += rounded;
	return 0;
}

static int refund(struct fcl_bd_server *server, struct fcl_bd_place *place, uint64_t bank,
		  uint64_t bytes)
{
	uint64_t rounded = (bytes + GRAIN - 1) / GRAIN * GRAIN;

	if (bank >= server->facts.nbanks || rounded < bytes || rounded > place->charged[bank])
		return -EINVAL;
	place->charged[bank] -= rounded;
	server->used[bank] -= rounded;
	return 0;
}

static int leased(struct fcl_bd_server *server, struct fcl_bd_packet *packet, struct fcl_err *err)
{
	uint32_t active = server->active;

	if (!active || !server->images[active - 1].leases)
		return fcl_err_set(err, -ENOENT, "board %s holds no image", server->name);
	memcpy(packet->payload, server->images[active - 1].uuid, 16);
	packet->head.payload = 16;
	return 0;
}

/* Calls that are answered; -EBADMSG: no such call. */
static int serve(struct fcl_bd_server *server, struct fcl_bd_place *place, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = &server->packet;
	uint32_t payload = packet->head.payload, number = 0;
	uint64_t *v = packet->head.v;
	int error;

	packet->head.payload = 0;
	switch (packet->head.op) {
	case FCL_BD_LEASE:
		if (payload != 16)
			return -EBADMSG;
		error = fcl_bd_lease(server, place, packet->payload, &number, err);
		v[0] = number;
		return error;
	case FCL_BD_UNLEASE:
		fcl_bd_unlease(server, place);
		return 0;
	case FCL_BD_LEASED:
		return leased(server, packet, err);
	case FCL_BD_CHARGE:
		return charge(server, place, v[0], v[1], err);
	case FCL_BD_REFUND:
		return refund(server, place, v[0], v[1]);
	default:
		return -EBADMSG;
	}
}

bool fcl_bd_executor_message(struct fcl_bd_server *server, struct fcl_bd_place *place)
{
	struct fcl_bd_packet *packet = &server->packet;
	struct fcl_err err = {0};
	int error = fcl_bd_receive(place->control, MSG_DONTWAIT, packet, &err);

	if (error == -EAGAIN)
		return true;
	if (error)
		return false;
	fcl_bd_packet_close(packet);
	if (packet->head.op == FCL_BD_NOTICE) {
		snprintf(place->words, sizeof(place->words), "%s", packet->head.text);
		return true;
	}
	if (packet->head.op == FCL_BD_WANT) {
		if (place->image && !place->wants_since_ns)
			place->wants_since_ns = fcl_now_ns();
		return true;
	}
	error = serve(server, place, &err);
	if (error == -EBADMSG)
		return false;
	fcl_bd_answer(packet, error, &err);
	return !fcl_bd_send(place->control, packet);
}
