/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/config.h"
#include "tools/board/clients.h"
#include "tools/board/closing.h"
#include "tools/board/images.h"
#include "tools/board/log.h"
#include "tools/board/server.h"
#include "tools/board/spawn.h"

enum { SPARE_TRIES = 20 };

/* --- guests: connections that have not yet sent HELLO or a query ------------------------------ */

static void drop_guest(struct fcl_bd_guest *guest)
{
	fcl_bd_closing_for(guest->peer.uid);
	fcl_bd_let_go(guest->socket);
	guest->socket = -1;
}

/* Non-blocking, so that a client that does not read its answers cannot block this process. */
static int serve_accept_one(const struct fcl_bd_server *server)
{
	return accept4(server->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

static void pause_accepting(struct fcl_bd_server *server)
{
	server->paused_until_ns = fcl_now_ns() + FCL_BD_ACCEPT_PAUSE_MS * UINT64_C(1000000);
}

/* Another thread is closing what frees a descriptor (closing.c), usually at once. */
static bool take_spare(struct fcl_bd_server *server, int tries)
{
	while (server->spare < 0 && tries--) {
		server->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
		if (server->spare < 0 && tries)
			fcl_pause_us(1000);
	}
	return server->spare >= 0;
}

/*
 * Without a free descriptor, poll() would return immediately for each waiting connection. Refuses
 * it with an answer, through the spare descriptor. If the system has no descriptors at all, stops
 * accepting for a while.
 */
static void refuse_one(struct fcl_bd_server *server, int error)
{
	int fd = -1;

	if (error == EAGAIN || error == EINTR || error == ECONNABORTED)
		return;
	if (server->spare >= 0) {
		close(server->spare);
		server->spare = -1;
		fd = serve_accept_one(server);
	}
	if (fd >= 0)
		fcl_bd_refuse(server, fd, "has no descriptors for another client");
	if (take_spare(server, SPARE_TRIES) && fd >= 0)
		return;
	fcl_bd_log("no connection can be accepted for %d ms: %s", FCL_BD_ACCEPT_PAUSE_MS,
		   strerror(error));
	pause_accepting(server);
}

static unsigned guests_of(const struct fcl_bd_server *server, uid_t user)
{
	unsigned count = 0;

	for (unsigned i = 0; i < FCL_BD_GUESTS; i++)
		count += server->guests[i].socket >= 0 && server->guests[i].peer.uid == user;
	return count;
}

/*
 * A place for another guest. If there is none, the oldest guest goes: of this user, or, if this user
 * has few, of all who have more.
 */
static struct fcl_bd_guest *serve_find_place(struct fcl_bd_server *server, uid_t user)
{
	bool own = guests_of(server, user) >= FCL_BD_USER_GUESTS;
	struct fcl_bd_guest *oldest = NULL;

	for (struct fcl_bd_guest *at = server->guests; at < server->guests + FCL_BD_GUESTS; at++) {
		if (at->socket < 0)
			return at;
		if (own ? at->peer.uid != user
			: guests_of(server, at->peer.uid) <= FCL_BD_USER_GUESTS)
			continue;
		if (!oldest || at->since_ns < oldest->since_ns)
			oldest = at;
	}
	return oldest ? oldest : server->guests;
}

static void accept_guest(struct fcl_bd_server *server)
{
	struct fcl_bd_guest *guest;
	struct fcl_bd_peer peer;
	int fd;

	/* Without the spare descriptor, nobody could be refused. */
	if (!take_spare(server, 1)) {
		pause_accepting(server);
		return;
	}
	fd = serve_accept_one(server);
	if (fd < 0) {
		refuse_one(server, errno);
		return;
	}
	peer = fcl_bd_peer_of(fd, server->options->operators);
	fcl_bd_closing_for(peer.uid);
	if (fcl_bd_closing_behind(peer.uid) >= FCL_BD_BEHIND) {
		fcl_bd_refuse(server, fd, "is still closing descriptors that this user has sent");
		pause_accepting(server);
		return;
	}
	guest = serve_find_place(server, peer.uid);
	if (guest->socket >= 0)
		drop_guest(guest);
	*guest = (struct fcl_bd_guest){fd, fcl_now_ns(), peer};
}

static int forbid(const struct fcl_bd_server *server, const struct fcl_bd_peer *peer,
		  enum fcl_bd_op op, struct fcl_err *err)
{
	fcl_bd_log("process %d (user %u) may not %s the board", (int)peer->pid, (unsigned)peer->uid,
		   op == FCL_BD_STOP ? "stop" : "reset");
	return fcl_err_set(
		err, -EPERM,
		"user %u may not %s board %s: only the user who started it, root, and the group given "
		"with --operators may",
		(unsigned)peer->uid, op == FCL_BD_STOP ? "stop" : "reset", server->options->name);
}

static void answer_guest(struct fcl_bd_server *server, const struct fcl_bd_guest *guest)
{
	struct fcl_bd_packet *packet = &server->packet;
	enum fcl_bd_op op = packet->head.op;
	struct fcl_err err = {0};
	int error = 0;

	fcl_bd_packet_close(packet);
	fcl_bd_packet_init(packet, op);
	if (op == FCL_BD_QUERY) {
		fcl_bd_describe(server, (struct fcl_bd_state *)(void *)packet->payload);
		packet->head.payload = sizeof(struct fcl_bd_state);
	} else if (op != FCL_BD_STOP && op != FCL_BD_RESET_ALL) {
		error = -EPROTO;
	} else if (!guest->peer.operates) {
		error = forbid(server, &guest->peer, op, &err);
	} else if (op == FCL_BD_STOP) {
		server->stop = true;
	} else {
		fcl_bd_reset_executors(server);
	}
	fcl_bd_answer(packet, error, &err);
	fcl_bd_send(guest->socket, packet);
}

static void hear_guest(struct fcl_bd_server *server, struct fcl_bd_guest *place)
{
	struct fcl_bd_guest guest = *place;
	struct fcl_err err = {0};
	int fd = guest.socket, error;

	fcl_bd_closing_for(guest.peer.uid);
	error = fcl_bd_receive(fd, MSG_DONTWAIT, &server->packet, &err);
	if (error == -EAGAIN)
		return;
	place->socket = -1;
	if (!error && server->packet.head.op == FCL_BD_HELLO) {
		fcl_bd_client_enter(server, fd, &guest.peer);
		return;
	}
	if (!error) {
		answer_guest(server, &guest);
	} else if (error == -EPROTO) {
		fcl_bd_log("a connection is closed: %s", err.text);
		fcl_bd_packet_init(&server->packet, FCL_BD_WELCOME);
		fcl_bd_answer(&server->packet, -EPROTO, &err);
		fcl_bd_send(fd, &server->packet);
	}
	fcl_bd_let_go(fd);
}

static void drop_silent_guests(struct fcl_bd_server *server)
{
	uint64_t now = fcl_now_ns();

	for (unsigned i = 0; i < FCL_BD_GUESTS; i++)
		if (server->guests[i].socket >= 0 &&
		    now - server->guests[i].since_ns > FCL_BD_GUEST_S * UINT64_C(1000000000))
			drop_guest(&server->guests[i]);
}

/* --- the loop --------------------------------------------------------------------------------- */

static void serve_reap(struct fcl_bd_server *server)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		fcl_bd_lingering_ended(server, pid);
		for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
			if (server->clients[i].used && server->clients[i].executor == pid)
				fcl_bd_executor_ended(server, &server->clients[i], status);
	}
}

static void hear_signals(struct fcl_bd_server *server)
{
	struct signalfd_siginfo info;

	while (read(server->signals, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo == SIGCHLD)
			serve_reap(server);
		else
			server->stop = true;
}

static void serve_client(struct fcl_bd_server *server, unsigned index, short message, short control,
			 short death)
{
	struct fcl_bd_client *client = &server->clients[index];

	fcl_bd_closing_for(client->peer.uid);
	/* An executor that closes its socket, or sends an invalid message, is misbehaving. */
	if (control && client->control >= 0 && !fcl_bd_executor_message(server, client) &&
	    client->executor) {
		kill(client->executor, SIGKILL);
		fcl_bd_let_go(client->control);
		client->control = -1;
	}
	if (death || (message && !fcl_bd_client_message(server, client)))
		fcl_bd_client_leave(server, client);
}

enum { ENTRIES = FCL_BD_OWN_FDS + FCL_BD_GUESTS + 3 * FCL_BD_CLIENTS };

static void serve_gather(const struct fcl_bd_server *server, struct pollfd entries[ENTRIES])
{
	struct pollfd *entry = entries;

	*entry++ = (struct pollfd){.fd = server->paused_until_ns ? -1 : server->listener,
				   .events = POLLIN};
	*entry++ = (struct pollfd){.fd = server->signals, .events = POLLIN};
	for (unsigned i = 0; i < FCL_BD_GUESTS; i++)
		*entry++ = (struct pollfd){.fd = server->guests[i].socket, .events = POLLIN};
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++) {
		const struct fcl_bd_client *client = &server->clients[i];

		*entry++ = (struct pollfd){.fd = client->used ? client->socket : -1,
					   .events = POLLIN};
		*entry++ = (struct pollfd){.fd = client->used ? client->control : -1,
					   .events = POLLIN};
		*entry++ = (struct pollfd){.fd = client->used ? client->life : -1,
					   .events = POLLIN};
	}
}

/* The timeout for poll(): at most `wait` ms unless that is negative. */
static int wait_ms(struct fcl_bd_server *server, int wait)
{
	int most = server->paused_until_ns ? FCL_BD_ACCEPT_PAUSE_MS : FCL_BD_COUNT_MS;

	if (server->paused_until_ns && fcl_now_ns() >= server->paused_until_ns)
		server->paused_until_ns = 0;
	return wait < 0 || wait > most ? most : wait;
}

/*
 * Polls the entries that are in use and copies their `revents`: poll() counts unused entries, too,
 * and fails if there are more than the limit for descriptors. Returns false if there are no events.
 */
static bool poll_entries(struct pollfd entries[ENTRIES], int wait)
{
	struct pollfd used[ENTRIES];
	nfds_t count = 0;
	int found;

	for (unsigned i = 0; i < ENTRIES; i++)
		if (entries[i].fd >= 0)
			used[count++] = entries[i];
	found = poll(used, count, wait);
	if (found < 0 && errno != EINTR)
		fcl_pause_us(FCL_BD_ACCEPT_PAUSE_MS * 1000);
	count = 0;
	for (unsigned i = 0; i < ENTRIES && found > 0; i++)
		entries[i].revents = entries[i].fd >= 0 ? used[count++].revents : 0;
	return found > 0;
}

static void board_serve_once(struct fcl_bd_server *server)
{
	struct pollfd entries[ENTRIES];
	int wait = wait_ms(server, fcl_bd_arbitrate(server));

	serve_gather(server, entries);
	if (poll_entries(entries, wait)) {
		for (unsigned i = 0; i < FCL_BD_CLIENTS; i++) {
			const struct pollfd *entry =
				&entries[FCL_BD_OWN_FDS + FCL_BD_GUESTS + 3 * i];

			serve_client(server, i, entry[0].revents, entry[1].revents,
				     entry[2].revents);
		}
		if (entries[1].revents)
			hear_signals(server);
		for (unsigned i = 0; i < FCL_BD_GUESTS; i++)
			if (entries[FCL_BD_OWN_FDS + i].revents)
				hear_guest(server, &server->guests[i]);
		if (entries[0].revents)
			accept_guest(server);
	}
	drop_silent_guests(server);
	fcl_bd_count_threads(server);
	fcl_bd_closing_nudge();
}

/* --- start and end ---------------------------------------------------------------------------- */

static int serve_take_signals(struct fcl_bd_server *server)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	server->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return server->signals < 0 ? -errno : 0;
}

static int make_turns(struct fcl_bd_server *server)
{
	void *map;

	server->turns_fd = fcl_bd_sealed_file("fpgacl-turns", sizeof(struct fcl_bd_turns));
	if (server->turns_fd < 0)
		return -ENOMEM;
	map = mmap(NULL, sizeof(struct fcl_bd_turns), PROT_READ | PROT_WRITE, MAP_SHARED,
		   server->turns_fd, 0);
	server->turns = map == MAP_FAILED ? NULL : map;
	return server->turns ? 0 : -ENOMEM;
}

/* As many descriptors as the system allows: see limit_files() in spawn.c. */
static void raise_limit(struct fcl_bd_server *server)
{
	struct rlimit most;

	getrlimit(RLIMIT_NOFILE, &server->files);
	most = server->files;
	most.rlim_cur = most.rlim_max;
	setrlimit(RLIMIT_NOFILE, &most);
}

/* The socket is open to no group before it has the right one. */
static int listen_for_users(struct fcl_bd_server *server, struct fcl_err *err)
{
	const struct fcl_bd_options *options = server->options;
	bool shared = options->users != (gid_t)FCL_BD_NO_GROUP;
	int error = fcl_bd_listen(server->path, shared ? options->mode & ~077u : options->mode,
				  &server->listener, err);

	if (error || !shared)
		return error;
	if (!chown(server->path, (uid_t)-1, options->users) && !chmod(server->path, options->mode))
		return 0;
	error = -errno;
	unlink(server->path);
	return fcl_err_set(err, error, "cannot give the socket %s to the group of the users: %s",
			   server->path, strerror(-error));
}

static int serve_begin(struct fcl_bd_server *server, struct fcl_err *err)
{
	uint64_t age = fcl_config_number(FCL_CONFIG_SWAP_AGE_MS);
	int error = serve_take_signals(server);

	fcl_bd_closing_begin();
	raise_limit(server);
	server->swap_age_ns = (age ? age : 20) * UINT64_C(1000000);
	for (unsigned i = 0; i < FCL_BD_GUESTS; i++)
		server->guests[i].socket = -1;
	server->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (!error)
		error = make_turns(server);
	if (error)
		return fcl_err_set(err, error, "no memory for a board process: %s",
				   strerror(-error));
	error = fcl_bd_probe(server, err);
	if (!error)
		error = listen_for_users(server, err);
	if (!error && lstat(server->path, &server->socket_at))
		error = fcl_err_set(err, -errno, "the socket %s is gone: %s", server->path,
				    strerror(errno));
	return error;
}

/* An operator may have removed the socket and started another board process with a new one. */
static void serve_remove_socket(const struct fcl_bd_server *server)
{
	struct stat there;

	if (!lstat(server->path, &there) && there.st_dev == server->socket_at.st_dev &&
	    there.st_ino == server->socket_at.st_ino)
		unlink(server->path);
}

static void serve_end(struct fcl_bd_server *server)
{
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (server->clients[i].used)
			fcl_bd_client_leave(server, &server->clients[i]);
	serve_remove_socket(server);
	fcl_bd_log("board %s is stopped", server->options->name);
}

int fcl_bd_serve(const struct fcl_bd_options *options, int ready)
{
	struct fcl_bd_server *server = calloc(1, sizeof(*server));
	struct fcl_err err = {0};
	char path[600];
	int error = server ? fcl_bd_path(options->name, 0, path, sizeof(path), &err)
			   : fcl_err_set(&err, -ENOMEM, "out of memory");

	if (!error) {
		server->options = options;
		server->path = path;
		error = serve_begin(server, &err);
	}
	if (error) {
		fprintf(stderr, "fpgacl: %s\n", err.text);
		free(server);
		return 1;
	}
	fcl_bd_log("board %s (%s) is at %s", server->options->name, server->options->spec, path);
	if (ready >= 0 && write(ready, "", 1) != 1)
		fcl_bd_log("the process that started this one has ended");
	while (!server->stop)
		board_serve_once(server);
	serve_end(server);
	munmap(server->turns, sizeof(*server->turns));
	free(server);
	return 0;
}
