/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/trust.h"
#include "tools/card/board.h"
#include "tools/card/engine.h"
#include "tools/card/fault.h"
#include "tools/card/irqs.h"
#include "tools/card/maps.h"
#include "tools/card/messages.h"
#include "tools/card/socket.h"
#include "tools/card/space.h"
#include "tools/card/units.h"
#include "tools/card/xdma.h"

enum {
	SILENT_MS = 10 * 1000,  /* a connection that has not sent VERSION */
	TURN = 32,              /* messages of a connection before the engines have their turn */
	MOST_QUEUED = 16 << 20, /* bytes of replies; further commands wait until some are read */
	OWN_ENTRIES = 2,
};

#define SECOND UINT64_C(1000000000)

/* --- connections --------------------------------------------------------------------------------- */

/* Mappings and interrupts of a client end with it; the card's state stays. */
static void server_drop(struct fcl_card *card, struct fcl_card_connection *connection,
			const char *why)
{
	if (connection == card->client) {
		fcl_log(FCL_LOG_INFO, "card", "process %d has released the card: %s",
			connection->pid, why);
		card->client = NULL;
		fcl_card_maps_clear(card);
		fcl_card_irqs_clear(card);
		for (unsigned i = 0; i < card->nengines; i++)
			if (card->engines[i].wait.waits) {
				card->engines[i].wait.ended = true;
				card->engines[i].wait.error = -EFAULT;
			}
	}
	fcl_card_disconnect(connection);
}

/* A free place, or that of the connection which has been silent for longest. */
static struct fcl_card_connection *server_find_place(struct fcl_card *card)
{
	struct fcl_card_connection *oldest = NULL;

	for (unsigned i = 0; i < FCL_CARD_CONNECTIONS; i++) {
		struct fcl_card_connection *connection = &card->connections[i];

		if (connection->socket < 0)
			return connection;
		if (connection != card->client &&
		    (!oldest || connection->since_ns < oldest->since_ns))
			oldest = connection;
	}
	server_drop(card, oldest, "others connect");
	return oldest;
}

static void server_accept_one(struct fcl_card *card)
{
	struct fcl_err err = {0};
	int fd = accept4(card->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0) {
		/* Without descriptors, poll() would return at once again. */
		if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
			fcl_pause_us(10000);
		return;
	}
	if (fcl_trust_peer(fd, geteuid(), &err)) {
		fcl_log(FCL_LOG_ERROR, "card", "a connection is refused: %s", err.text);
		close(fd);
		return;
	}
	fcl_card_connect(server_find_place(card), fd);
}

static const char *reason(int error)
{
	switch (error) {
	case -EPIPE:
		return "it has closed its socket";
	case -EPROTO:
		return "its message has a bad size";
	case -EMFILE:
		return "descriptors of its message were lost: there were too many";
	default:
		return strerror(-error);
	}
}

static void hear(struct fcl_card *card, struct fcl_card_connection *connection)
{
	for (unsigned i = 0; i < TURN && !connection->closing; i++) {
		struct fcl_err err = {0};
		int got = fcl_card_receive(connection);

		if (!got)
			return;
		if (got < 0) {
			server_drop(card, connection, reason(got));
			return;
		}
		if (fcl_card_message(card, connection, &err)) {
			server_drop(card, connection, err.text);
			return;
		}
		fcl_card_received(connection);
		fcl_card_xdma_update(card);
	}
}

static void serve_connection(struct fcl_card *card, struct fcl_card_connection *connection,
			     short events)
{
	if (events & POLLOUT && fcl_card_flush(connection)) {
		server_drop(card, connection, "it has closed its socket");
		return;
	}
	if (events & (POLLIN | POLLHUP | POLLERR) && !connection->closing)
		hear(card, connection);
	if (connection->socket >= 0 && connection->closing &&
	    (!connection->queue || events & (POLLHUP | POLLERR)))
		server_drop(card, connection, "refused");
}

static void drop_silent(struct fcl_card *card, uint64_t now)
{
	for (unsigned i = 0; i < FCL_CARD_CONNECTIONS; i++) {
		struct fcl_card_connection *connection = &card->connections[i];

		if (connection->socket >= 0 && connection != card->client &&
		    now - connection->since_ns > SILENT_MS * UINT64_C(1000000))
			server_drop(card, connection, "silent");
	}
}

/* --- the loop ------------------------------------------------------------------------------------ */

static void server_gather(const struct fcl_card *card, struct pollfd *entries)
{
	entries[0] = (struct pollfd){.fd = card->listener, .events = POLLIN};
	entries[1] = (struct pollfd){.fd = card->signals, .events = POLLIN};
	for (unsigned i = 0; i < FCL_CARD_CONNECTIONS; i++) {
		const struct fcl_card_connection *connection = &card->connections[i];
		struct pollfd *entry = &entries[OWN_ENTRIES + i];

		*entry = (struct pollfd){.fd = connection->socket};
		if (connection->queued < MOST_QUEUED && !connection->closing)
			entry->events |= POLLIN;
		if (connection->queue)
			entry->events |= POLLOUT;
	}
}

static bool has_guests(const struct fcl_card *card)
{
	for (unsigned i = 0; i < FCL_CARD_CONNECTIONS; i++)
		if (card->connections[i].socket >= 0 && &card->connections[i] != card->client)
			return true;
	return false;
}

static uint64_t sooner(uint64_t one, uint64_t other)
{
	return !one || (other && other < one) ? other : one;
}

/* Lets the engines and compute units go on. Returns when to do so again; 0: after the next event. */
static uint64_t server_work(struct fcl_card *card)
{
	uint64_t now, due = 0;
	bool more = fcl_card_engines_run(card, &due);

	now = fcl_now_ns();
	/* Without a client, nobody gets the interrupts. */
	if (card->client)
		due = sooner(due, fcl_card_units_watch(card, now));
	fcl_card_xdma_update(card);
	if (has_guests(card)) {
		drop_silent(card, now);
		due = sooner(due, now + SECOND);
	}
	return more ? now : due;
}

static void wait_for_events(struct pollfd *entries, uint64_t due)
{
	uint64_t now = due ? fcl_now_ns() : 0, ns = due > now ? due - now : 0;
	const struct timespec time = {.tv_sec = (time_t)(ns / SECOND),
				      .tv_nsec = (long)(ns % SECOND)};

	if (ppoll(entries, OWN_ENTRIES + FCL_CARD_CONNECTIONS, due ? &time : NULL, NULL) <= 0)
		for (unsigned i = 0; i < OWN_ENTRIES + FCL_CARD_CONNECTIONS; i++)
			entries[i].revents = 0;
}

static void server_serve_once(struct fcl_card *card)
{
	struct pollfd entries[OWN_ENTRIES + FCL_CARD_CONNECTIONS];
	uint64_t due = server_work(card);

	server_gather(card, entries);
	wait_for_events(entries, due);
	for (unsigned i = 0; i < FCL_CARD_CONNECTIONS; i++)
		if (entries[OWN_ENTRIES + i].revents && card->connections[i].socket >= 0)
			serve_connection(card, &card->connections[i],
					 entries[OWN_ENTRIES + i].revents);
	card->stop |= entries[1].revents != 0;
	if (entries[0].revents)
		server_accept_one(card);
}

/* --- start and end ------------------------------------------------------------------------------- */

static int server_take_signals(struct fcl_card *card, struct fcl_err *err)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	card->signals = signalfd(-1, &set, SFD_CLOEXEC);
	if (card->signals < 0)
		return fcl_err_set(err, -errno, "no descriptor for signals: %s", strerror(errno));
	return 0;
}

static int bind_at(struct fcl_card *card, const char *path, struct fcl_err *err)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	mode_t mask;
	int error;

	strcpy(address.sun_path, path);
	card->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	mask = umask(0177);
	error = card->listener < 0 ||
				bind(card->listener, (struct sockaddr *)&address,
				     sizeof(address)) ||
				listen(card->listener, FCL_CARD_CONNECTIONS) ||
				lstat(path, &card->socket_at)
			? -errno
			: 0;
	umask(mask);
	return error ? fcl_err_set(err, error, "cannot listen at %s: %s", path, strerror(-error))
		     : 0;
}

static int server_listen_at(struct fcl_card *card, struct fcl_err *err)
{
	const char *path = card->options->socket;
	int lock, error;

	if (strlen(path) >= sizeof(((struct sockaddr_un *)NULL)->sun_path))
		return fcl_err_set(err, -EINVAL, "the path %s is too long for a socket", path);
	error = fcl_trust_lock_folder_of(path, &lock, err);
	if (error)
		return error;
	error = fcl_trust_clear_socket(path, SOCK_STREAM, err);
	if (error == -EADDRINUSE)
		fcl_err_set(err, error,
			    "another card is listening at %s: stop it (`fpgacl card stop %s`), or "
			    "choose another --socket",
			    path, path);
	if (!error)
		error = bind_at(card, path, err);
	close(lock);
	return error;
}

/* Another card may have been started at the same path, after the socket was removed. */
static void server_remove_socket(const struct fcl_card *card)
{
	struct stat there;

	if (!lstat(card->options->socket, &there) && there.st_dev == card->socket_at.st_dev &&
	    there.st_ino == card->socket_at.st_ino)
		unlink(card->options->socket);
}

static void server_init(struct fcl_card *card, const struct fcl_card_options *options)
{
	card->options = options;
	card->listener = card->signals = card->error_event = card->request_event = -1;
	for (unsigned i = 0; i < FCL_CARD_VECTORS; i++)
		card->vectors[i] = -1;
	for (unsigned i = 0; i < FCL_CARD_CONNECTIONS; i++)
		card->connections[i].socket = -1;
}

static int server_begin(struct fcl_card *card, struct fcl_err *err)
{
	int error = 0;

	for (unsigned i = 0; i < card->options->nfaults && !error; i++)
		error = fcl_card_fault_read(card, card->options->faults[i], err);
	if (!error)
		error = server_take_signals(card, err);
	if (!error)
		error = fcl_card_board_open(card, err);
	if (error)
		return error;
	fcl_card_space_init(card);
	fcl_card_xdma_reset(card);
	return server_listen_at(card, err);
}

static void server_end(struct fcl_card *card)
{
	for (unsigned i = 0; i < FCL_CARD_CONNECTIONS; i++)
		if (card->connections[i].socket >= 0)
			server_drop(card, &card->connections[i], "the card is stopped");
	if (card->socket_at.st_ino)
		server_remove_socket(card);
	if (card->listener >= 0)
		close(card->listener);
	if (card->signals >= 0)
		close(card->signals);
}

int fcl_card_serve(const struct fcl_card_options *options,
		   void (*ready)(const struct fcl_card_options *options), struct fcl_err *err)
{
	static struct fcl_card the_card; /* of this process; its board outlives this function */
	struct fcl_card *card = &the_card;
	int error;

	server_init(card, options);
	error = server_begin(card, err);
	if (!error)
		ready(options);
	while (!error && !card->stop)
		server_serve_once(card);
	server_end(card);
	return error;
}
