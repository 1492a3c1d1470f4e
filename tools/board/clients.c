/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/clients.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "tools/board/closing.h"
#include "tools/board/images.h"
#include "tools/board/log.h"
#include "tools/board/server.h"
#include "tools/board/spawn.h"
#include "tools/board/watch.h"

enum { GRAIN = 4096, LAST_WORDS = 64, END_MS = 100 };

static unsigned clients_index_of(const struct fcl_bd_server *server,
				 const struct fcl_bd_client *client)
{
	return (unsigned)(client - server->clients);
}

static void close_fd(int *fd)
{
	fcl_bd_let_go(*fd);
	*fd = -1;
}

/* --- executors -------------------------------------------------------------------------------- */

/* Returns the executor's resources to the board. */
static void reclaim(struct fcl_bd_server *server, struct fcl_bd_client *client)
{
	unsigned index = clients_index_of(server, client);

	close_fd(&client->control);
	client->executor = 0;
	atomic_store(&server->turns->seats[index].alive, 0);
	atomic_store(&server->turns->seats[index].running, 0);
	for (uint32_t i = 0; i < FCL_BD_BANKS; i++) {
		server->used[i] -= client->charged[i];
		client->charged[i] = 0;
	}
	fcl_bd_unlease(server, client);
	fcl_bd_sweep(server, index);
	/* Another executor may just have passed a turn to this one, so sweep again later. */
	server->sweep_ns = fcl_now_ns() + 50 * UINT64_C(1000000);
}

static void note_lingering(struct fcl_bd_server *server, const struct fcl_bd_client *client)
{
	for (unsigned i = 0; i < FCL_BD_LINGERING; i++)
		if (!server->lingering[i].pid) {
			server->lingering[i].pid = client->executor;
			server->lingering[i].user = client->peer.uid;
			return;
		}
}

void fcl_bd_lingering_ended(struct fcl_bd_server *server, pid_t pid)
{
	for (unsigned i = 0; i < FCL_BD_LINGERING; i++)
		if (server->lingering[i].pid == pid)
			server->lingering[i].pid = 0;
}

/* Each takes memory and a process of this user, whose number is limited, however few seats it has. */
static bool lingers_too_much(const struct fcl_bd_server *server, uid_t user)
{
	unsigned all = 0, own = 0;

	for (unsigned i = 0; i < FCL_BD_LINGERING; i++) {
		all += server->lingering[i].pid != 0;
		own += server->lingering[i].pid && server->lingering[i].user == user;
	}
	return own >= FCL_BD_USER_LINGERING || all >= FCL_BD_LINGERING;
}

static void end_executor(struct fcl_bd_server *server, struct fcl_bd_client *client)
{
	pid_t ended = 0;

	if (!client->executor)
		return;
	kill(client->executor, SIGKILL);
	/*
	 * It runs no more code; but its end may take longer, if the client gave it a file whose
	 * server does not answer. serve_reap() takes it then.
	 */
	for (int i = 0; i < END_MS && !ended; i++) {
		ended = waitpid(client->executor, NULL, WNOHANG);
		if (!ended)
			fcl_pause_us(1000);
	}
	if (!ended)
		note_lingering(server, client);
	reclaim(server, client);
}

static void describe_end(const struct fcl_bd_server *server, const struct fcl_bd_client *client,
			 int status, char *text, size_t size)
{
	const char *words = *client->words ? client->words : "no reason given";

	if (WIFSIGNALED(status) && WTERMSIG(status) == FCL_BD_WATCH_SIGNAL)
		snprintf(
			text, size,
			"the executor of this process on board %s was ended: it could not get one of "
			"its own locks for %d s, over which a kernel has probably written",
			server->options->name, FCL_BD_WATCH_S);
	else if (WIFSIGNALED(status))
		snprintf(
			text, size,
			"the executor of this process on board %s was ended by signal %d (%s)%s%.800s",
			server->options->name, WTERMSIG(status), strsignal(WTERMSIG(status)),
			*client->words ? ": " : "", client->words);
	else
		snprintf(
			text, size,
			"the executor of this process on board %s has ended with status %d: %.800s",
			server->options->name, WEXITSTATUS(status), words);
}

void fcl_bd_executor_ended(struct fcl_bd_server *server, struct fcl_bd_client *client, int status)
{
	struct fcl_bd_packet *packet = &server->packet;

	fcl_bd_packet_init(packet, FCL_BD_NOTICE);
	/* Its last message may still be in the socket. */
	if (client->control >= 0) {
		struct fcl_err err = {0};

		/*
		 * Only a few: a kernel may have leaked its end to another process, which keeps
		 * sending.
		 */
		for (int i = 0; i < LAST_WORDS; i++) {
			if (fcl_bd_receive(client->control, MSG_DONTWAIT, packet, &err))
				break;
			if (packet->head.op == FCL_BD_NOTICE)
				snprintf(client->words, sizeof(client->words), "%s",
					 packet->head.text);
			fcl_bd_packet_close(packet);
		}
	}
	fcl_bd_packet_init(packet, FCL_BD_NOTICE);
	describe_end(server, client, status, packet->head.text, sizeof(packet->head.text));
	/* Status 0 means that the client has closed the socket and is about to exit. */
	if (status) {
		server->ndeaths++;
		fcl_bd_log("process %d: %s", (int)client->peer.pid, packet->head.text);
	}
	reclaim(server, client);
	fcl_bd_send(client->socket, packet);
}

/* 0: unknown. */
static unsigned threads_of(pid_t executor)
{
	char path[64];
	struct stat facts;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)executor);
	return stat(path, &facts) ? 0 : (unsigned)facts.st_nlink - 2;
}

/* A kernel that starts threads without end would leave none for other programs. */
void fcl_bd_count_threads(struct fcl_bd_server *server)
{
	uint64_t now = fcl_now_ns();

	if (now < server->counted_ns + FCL_BD_COUNT_MS * UINT64_C(1000000))
		return;
	server->counted_ns = now;
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++) {
		struct fcl_bd_client *client = &server->clients[i];
		unsigned count = client->used && client->executor ? threads_of(client->executor)
								  : 0;

		if (count <= FCL_BD_THREADS)
			continue;
		snprintf(client->words, sizeof(client->words),
			 "it had %u threads, of at most %d: a kernel has probably started them",
			 count, FCL_BD_THREADS);
		kill(client->executor, SIGKILL);
	}
}

void fcl_bd_reset_executors(struct fcl_bd_server *server)
{
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (server->clients[i].used && server->clients[i].executor) {
			snprintf(server->clients[i].words, FCL_BD_TEXT, "the board was reset");
			kill(server->clients[i].executor, SIGKILL);
		}
}

/* --- clients ---------------------------------------------------------------------------------- */

static void free_client(struct fcl_bd_client *client)
{
	close_fd(&client->socket);
	close_fd(&client->life);
	close_fd(&client->shared);
	close_fd(&client->out[0]);
	close_fd(&client->out[1]);
	client->used = false;
}

void fcl_bd_client_leave(struct fcl_bd_server *server, struct fcl_bd_client *client)
{
	fcl_bd_log("process %d has disconnected", (int)client->peer.pid);
	end_executor(server, client);
	free_client(client);
}

/* Sends the client the descriptors and facts that it needs to talk to its executor. */
static int welcome(struct fcl_bd_server *server, struct fcl_bd_client *client)
{
	struct fcl_bd_packet *packet = &server->packet;
	bool lingers = lingers_too_much(server, client->peer.uid);
	int call = -1,
	    error = lingers ? -EAGAIN
			    : fcl_bd_spawn(server, clients_index_of(server, client), &call);

	fcl_bd_packet_init(packet, FCL_BD_WELCOME);
	if (error) {
		struct fcl_err err = {0};

		fcl_err_set(&err, -EAGAIN, "board %s cannot start an executor: %s",
			    server->options->name,
			    lingers ? "others that were ended still wait for files, such as this "
				      "user's programs' output"
				    : strerror(-error));
		fcl_bd_answer(packet, -EAGAIN, &err);
	} else {
		packet->fds[0] = call;
		packet->fds[1] = client->shared;
	}
	if (fcl_bd_send(client->socket, packet))
		error = -EPIPE;
	if (call >= 0)
		close(call);
	return error;
}

static struct fcl_bd_client *find_free(struct fcl_bd_server *server)
{
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (!server->clients[i].used)
			return &server->clients[i];
	return NULL;
}

void fcl_bd_refuse(struct fcl_bd_server *server, int socket, const char *why)
{
	struct fcl_err err = {0};

	fcl_err_set(&err, -EBUSY, "board %s %s", server->options->name, why);
	fcl_bd_packet_init(&server->packet, FCL_BD_WELCOME);
	fcl_bd_answer(&server->packet, -EBUSY, &err);
	fcl_bd_send(socket, &server->packet);
	fcl_bd_hang_up(socket);
}

/*
 * A pidfd, because a child process of the client may keep the socket open after the client has
 * died.
 */
static int life_of(pid_t client)
{
	return client > 0 ? (int)syscall(SYS_pidfd_open, client, 0) : -1;
}

static unsigned seats_of(const struct fcl_bd_server *server, uid_t user)
{
	unsigned count = 0;

	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		count += server->clients[i].used && server->clients[i].peer.uid == user;
	return count;
}

/*
 * Kernels print to these. A socket would let a kernel write messages with the credentials of the
 * user who started this process. The file may be on a file system whose server does not answer, and
 * is not asked: fstat() would wait for it.
 */
static bool clients_is_output(int fd)
{
	struct statx facts;

	return fd < 0 ||
	       (!statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE, &facts) &&
		(S_ISREG(facts.stx_mode) || S_ISFIFO(facts.stx_mode) || S_ISCHR(facts.stx_mode)));
}

/* Why a client is refused; NULL: it is not. */
static const char *reason_to_refuse(const struct fcl_bd_server *server,
				    const struct fcl_bd_peer *peer)
{
	if (!clients_is_output(server->packet.fds[0]) || !clients_is_output(server->packet.fds[1]))
		return "takes a file, a pipe or a terminal as a client's output, and nothing else";
	if (!peer->operates && seats_of(server, peer->uid) >= server->options->user_seats)
		return "already has as many clients of this user as it was started to take "
		       "(--user-seats)";
	return NULL;
}

/* Handles HELLO, which is in server->packet. */
void fcl_bd_client_enter(struct fcl_bd_server *server, int socket, const struct fcl_bd_peer *peer)
{
	struct fcl_bd_client *client = find_free(server);
	const char *refused = client ? reason_to_refuse(server, peer)
				     : "already has 64 clients, the maximum";
	int shared = refused ? -1
			     : fcl_bd_sealed_file("fpgacl-rings", sizeof(struct fcl_bd_shared));

	if (shared < 0) {
		fcl_bd_packet_close(&server->packet);
		fcl_bd_refuse(server, socket,
			      refused ? refused
				      : "has no memory, or no descriptors, for another client");
		return;
	}
	*client = (struct fcl_bd_client){.used = true,
					 .socket = socket,
					 .control = -1,
					 .life = life_of(peer->pid),
					 .shared = shared,
					 .peer = *peer,
					 .out = {server->packet.fds[0], server->packet.fds[1]}};
	server->packet.fds[0] = server->packet.fds[1] = -1;
	fcl_bd_packet_close(&server->packet);
	fcl_bd_log("process %d (user %u) has connected", (int)peer->pid, (unsigned)peer->uid);
	if (welcome(server, client))
		fcl_bd_client_leave(server, client);
}

bool fcl_bd_client_message(struct fcl_bd_server *server, struct fcl_bd_client *client)
{
	struct fcl_err err = {0};
	int error = fcl_bd_receive(client->socket, MSG_DONTWAIT, &server->packet, &err);

	if (error == -EAGAIN)
		return true;
	if (!error)
		fcl_bd_packet_close(&server->packet);
	if (!error && server->packet.head.op == FCL_BD_FRESH) {
		end_executor(server, client);
		return welcome(server, client) != -EPIPE;
	}
	if (error != -EPIPE)
		fcl_bd_log("process %d: %s", (int)client->peer.pid,
			   error ? err.text : "an unexpected message");
	return false;
}

/* --- requests of executors -------------------------------------------------------------------- */

static int clients_charge(struct fcl_bd_server *server, struct fcl_bd_client *client, uint64_t bank,
			  uint64_t bytes, struct fcl_err *err)
{
	uint64_t size, free, most, taken = 0, rounded = (bytes + GRAIN - 1) / GRAIN * GRAIN;

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
				   server->facts.banks[bank].tag, server->options->name, bytes,
				   free, size, client->charged[bank]);
	most = size / 100 * server->options->user_memory_percent;
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (server->clients[i].used && server->clients[i].peer.uid == client->peer.uid)
			taken += server->clients[i].charged[bank];
	if (!client->peer.operates && rounded > (most > taken ? most - taken : 0))
		return fcl_err_set(err, -ENOMEM,
				   "user %u may have %u %% of bank %s of board %s "
				   "(--user-memory): %" PRIu64 " bytes requested, %" PRIu64
				   " of %" PRIu64 " taken",
				   (unsigned)client->peer.uid, server->options->user_memory_percent,
				   server->facts.banks[bank].tag, server->options->name, bytes,
				   taken, most);
	server->used[bank] += rounded;
	client->charged[bank] += rounded;
	return 0;
}

static int refund(struct fcl_bd_server *server, struct fcl_bd_client *client, uint64_t bank,
		  uint64_t bytes)
{
	uint64_t rounded = (bytes + GRAIN - 1) / GRAIN * GRAIN;

	if (bank >= server->facts.nbanks || rounded < bytes || rounded > client->charged[bank])
		return -EINVAL;
	client->charged[bank] -= rounded;
	server->used[bank] -= rounded;
	return 0;
}

static int leased(struct fcl_bd_server *server, struct fcl_bd_packet *packet, struct fcl_err *err)
{
	uint32_t active = server->active;

	if (!active || !server->images[active - 1].leases)
		return fcl_err_set(err, -ENOENT, "board %s holds no image", server->options->name);
	memcpy(packet->payload, server->images[active - 1].uuid, 16);
	packet->head.payload = 16;
	return 0;
}

/*
 * Without Landlock, an executor may not open any file for writing, even its own memory, so the
 * board process does. Only accepts files that cannot shrink: these are memory of executors or of
 * this process, which executors can write to anyway.
 */
static int clients_open_again(struct fcl_bd_packet *packet, struct fcl_err *err)
{
	int seals = fcntl(packet->fds[0], F_GET_SEALS), fd = -1;
	char path[64];

	if (seals >= 0 && seals & F_SEAL_SHRINK) {
		snprintf(path, sizeof(path), "/proc/self/fd/%d", packet->fds[0]);
		fd = open(path, O_RDWR | O_CLOEXEC);
	}
	fcl_bd_packet_close(packet);
	packet->fds[0] = fd;
	return fd >= 0 ? 0
		       : fcl_err_set(err, -EPERM, "the descriptor is not the memory of a board");
}

/* Serves calls that have an answer. -EBADMSG: there is no such call. */
static int clients_serve(struct fcl_bd_server *server, struct fcl_bd_client *client,
			 struct fcl_err *err)
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
		error = fcl_bd_lease(server, client, packet->payload, &number, err);
		v[0] = number;
		return error;
	case FCL_BD_UNLEASE:
		fcl_bd_unlease(server, client);
		return 0;
	case FCL_BD_LEASED:
		return leased(server, packet, err);
	case FCL_BD_CHARGE:
		return clients_charge(server, client, v[0], v[1], err);
	case FCL_BD_REFUND:
		return refund(server, client, v[0], v[1]);
	case FCL_BD_OPEN:
		return clients_open_again(packet, err);
	default:
		return -EBADMSG;
	}
}

bool fcl_bd_executor_message(struct fcl_bd_server *server, struct fcl_bd_client *client)
{
	struct fcl_bd_packet *packet = &server->packet;
	struct fcl_err err = {0};
	int error = fcl_bd_receive(client->control, MSG_DONTWAIT, packet, &err);

	if (error == -EAGAIN)
		return true;
	if (error)
		return false;
	if (packet->head.op != FCL_BD_OPEN)
		fcl_bd_packet_close(packet);
	if (packet->head.op == FCL_BD_NOTICE) {
		snprintf(client->words, sizeof(client->words), "%s", packet->head.text);
		return true;
	}
	if (packet->head.op == FCL_BD_WANT) {
		if (client->image && !client->wants_since_ns)
			client->wants_since_ns = fcl_now_ns();
		return true;
	}
	error = clients_serve(server, client, &err);
	if (error == -EBADMSG)
		return false;
	fcl_bd_answer(packet, error, &err);
	error = fcl_bd_send(client->control, packet);
	fcl_bd_packet_close(packet);
	return !error;
}
