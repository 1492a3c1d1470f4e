/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/rack/relay.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/rack/end.h"
#include "base/rack/inject.h"
#include "base/thread.h"
#include "tools/fpgacl/rack/wire.h"

/*
 * A port of another machine has a stand-in here: a relay reads its mailbox, and sends what comes to the
 * relay of its machine, while the port itself is open there. So local boards see it as any other port:
 * it is up or not, and makes them wait. Each port has a connection, so that none waits for another.
 */

enum { TEXT_BYTES = 256, RETRY_NS = 200 * 1000 * 1000, FULL_NS = 500 * 1000, ASK_MS = 50 };

struct relay {
	const struct fcl_rack *rack;
	uint32_t machine;
	int listener;
};

/* One connection; or one that is to be made. */
struct line {
	const struct relay *relay;
	uint32_t port;
	int socket;
	char letter; /* the last that the other side has said; 0: it is gone */
};

static void pause_for(long ns)
{
	nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
}

static const struct fcl_rack_port *line_port(const struct line *line)
{
	return &line->relay->rack->ports[line->port];
}

static void line_say(const struct line *line, const char *text)
{
	fcl_log(FCL_LOG_WARN, "rack relay", "%s: %s", line_port(line)->name, text);
}

/* --- frames for another machine ---------------------------------------------------------------- */

/* Takes the next letter of the other side. */
static void line_hear(struct line *line)
{
	char text[TEXT_BYTES] = "";

	if (!fcl_wire_read(line->socket, &line->letter, 1))
		line->letter = 0;
	if (line->letter == FCL_WIRE_OPEN || line->letter == FCL_WIRE_CLOSED)
		return;
	if (line->letter == FCL_WIRE_REFUSED && recv(line->socket, text, sizeof(text) - 1, 0) > 0)
		line_say(line, text);
	line->letter = 0;
}

/*
 * Waits until there is a letter, or one of these events. A side from which nothing comes is gone; one whose
 * port makes others wait goes on telling.
 */
static void line_wait(struct line *line, short events, int other)
{
	struct pollfd waits[2] = {{.fd = line->socket, .events = events | POLLIN},
				  {.fd = other, .events = POLLIN}};

	if (!poll(waits, 2, FCL_WIRE_PATIENCE_S * 1000))
		line->letter = 0;
	else if (waits[0].revents & ~POLLOUT)
		line_hear(line);
}

static bool line_send(struct line *line, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size && line->letter) {
		ssize_t count = send(line->socket, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (count > 0) {
			at += count;
			size -= (size_t)count;
		} else if (count < 0 && errno == EAGAIN) {
			line_wait(line, POLLOUT, -1);
		} else if (!count || errno != EINTR) {
			line->letter = 0;
		}
	}
	return !size;
}

static void line_forward(struct line *line, struct fcl_rack_end *end)
{
	const struct fcl_rack_frame *frame;

	while ((frame = fcl_rack_receive(end))) {
		const struct fcl_wire_frame head = {frame->size, frame->flags, frame->from};

		if (!line_send(line, &head, sizeof(head)) ||
		    !line_send(line, frame->bytes, frame->size))
			return;
		fcl_rack_take(end);
	}
}

/* While the port is open on its machine. */
static void line_stand_in(struct line *line)
{
	struct fcl_rack_end *end;
	struct fcl_err err;
	int descriptor;

	if (fcl_rack_open(line->relay->rack, line->port, &end, &err)) {
		line_say(line, err.text);
		line->letter = 0;
		return;
	}
	while (line->letter == FCL_WIRE_OPEN) {
		line_forward(line, end);
		if (line->letter == FCL_WIRE_OPEN && fcl_rack_wait(end, true, false, &descriptor))
			line_wait(line, 0, descriptor);
	}
	fcl_rack_close(end);
	if (!line->letter)
		line_say(line,
			 "the connection with its machine is over: what was under way is lost");
}

static void line_talk(struct line *line)
{
	struct fcl_wire_hello hello = {
		.magic = FCL_WIRE_MAGIC, .version = FCL_WIRE_VERSION, .port = line->port};

	memcpy(hello.rack, line->relay->rack->id, sizeof(hello.rack));
	if (!fcl_wire_write(line->socket, &hello, sizeof(hello)))
		return;
	for (line_hear(line); line->letter;)
		if (line->letter == FCL_WIRE_OPEN)
			line_stand_in(line);
		else
			line_hear(line);
}

static void *line_out(void *data)
{
	struct line *line = data;
	const struct fcl_rack *rack = line->relay->rack;
	const char *address = rack->machines[line_port(line)->machine].address;
	struct fcl_err err;

	for (;;) {
		line->socket = fcl_wire_connect(address, &err);
		if (line->socket >= 0) {
			line_talk(line);
			close(line->socket);
		}
		pause_for(RETRY_NS);
	}
	return NULL;
}

/* --- frames from another machine --------------------------------------------------------------- */

/* NULL, or what is wrong with a greeting. */
static const char *hello_is_wrong(const struct relay *relay, const struct fcl_wire_hello *hello)
{
	const struct fcl_rack *rack = relay->rack;

	if (hello->magic != FCL_WIRE_MAGIC)
		return "it is no relay of a rack";
	if (hello->version != FCL_WIRE_VERSION)
		return "the relays are of different versions of fpgacl";
	if (memcmp(hello->rack, rack->id, sizeof(hello->rack)) != 0)
		return "the machines have different descriptions of the rack";
	if (hello->port >= rack->nports || rack->ports[hello->port].machine != relay->machine ||
	    rack->ports[hello->port].link == FCL_RACK_NONE)
		return "the port is not on this machine";
	return NULL;
}

static bool frame_is_good(const struct line *line, const struct fcl_wire_frame *head)
{
	const struct fcl_rack *rack = line->relay->rack;

	return head->size && head->size <= FCL_RACK_MAX_FRAME && head->from < rack->nports &&
	       rack->ports[head->from].link == line_port(line)->link &&
	       rack->ports[head->from].machine != line->relay->machine &&
	       !(head->flags & ~(uint32_t)(FCL_RACK_LAST | FCL_RACK_BAD));
}

/* Says whether the port is open, if that has changed, or a second ago. */
static bool line_report(const struct line *line, const struct fcl_rack_inlet *inlet, char *last,
			uint64_t *said_ns)
{
	char letter = fcl_rack_inlet_is_read(inlet) ? FCL_WIRE_OPEN : FCL_WIRE_CLOSED;
	uint64_t now = fcl_now_ns();

	if (letter == *last && now - *said_ns < 1000000000)
		return true;
	*last = letter;
	*said_ns = now;
	return fcl_wire_write(line->socket, &letter, 1);
}

static void line_deliver(const struct line *line, unsigned char *bytes)
{
	struct pollfd wait = {.fd = line->socket, .events = POLLIN};
	struct fcl_rack_inlet *inlet;
	struct fcl_wire_frame head;
	struct fcl_err err;
	uint64_t said_ns = 0;
	char last = 0;

	if (fcl_rack_inlet_open(line->relay->rack, line->port, &inlet, &err)) {
		line_say(line, err.text);
		return;
	}
	while (line_report(line, inlet, &last, &said_ns)) {
		if (poll(&wait, 1, ASK_MS) <= 0)
			continue;
		if (!fcl_wire_read(line->socket, &head, sizeof(head)))
			break;
		if (!frame_is_good(line, &head)) {
			line_say(line, "another machine's relay sends what is no frame");
			break;
		}
		if (!fcl_wire_read(line->socket, bytes, head.size))
			break;
		/* What is for a board that has gone is lost. */
		while (last == FCL_WIRE_OPEN &&
		       !fcl_rack_inject(inlet, head.from, head.flags, bytes, head.size) &&
		       line_report(line, inlet, &last, &said_ns))
			pause_for(FULL_NS);
	}
	fcl_rack_inlet_close(inlet);
}

static void *line_in(void *data)
{
	struct line *line = data;
	unsigned char *bytes = malloc(FCL_RACK_MAX_FRAME);
	struct fcl_wire_hello hello;
	const char *wrong;
	char text[TEXT_BYTES];

	if (bytes && fcl_wire_read(line->socket, &hello, sizeof(hello))) {
		wrong = hello_is_wrong(line->relay, &hello);
		line->port = hello.port;
		if (!wrong) {
			line_deliver(line, bytes);
		} else {
			snprintf(text, sizeof(text), "%c%s", FCL_WIRE_REFUSED, wrong);
			fcl_wire_write(line->socket, text, strlen(text));
			fcl_log(FCL_LOG_WARN, "rack relay", "refused a connection: %s", wrong);
		}
	}
	close(line->socket);
	free(bytes);
	free(line);
	return NULL;
}

static void *accept_all(void *data)
{
	const struct relay *relay = data;

	for (;;) {
		int made = accept4(relay->listener, NULL, NULL, SOCK_CLOEXEC);
		struct line *line = made >= 0 ? malloc(sizeof(*line)) : NULL;

		if (line) {
			*line = (struct line){.relay = relay, .socket = made};
			fcl_wire_set_up(made);
			if (!fcl_thread_start(line_in, line))
				continue;
		}
		free(line);
		if (made >= 0)
			close(made);
		pause_for(RETRY_NS);
	}
	return NULL;
}

/* --- the relay --------------------------------------------------------------------------------- */

/* Whether the port is on another machine, and a link leads there from this one. */
static bool needs_stand_in(const struct relay *relay, uint32_t port)
{
	const struct fcl_rack *rack = relay->rack;
	const struct fcl_rack_link *link;

	if (rack->ports[port].machine == relay->machine || rack->ports[port].link == FCL_RACK_NONE)
		return false;
	link = &rack->links[rack->ports[port].link];
	for (uint32_t i = 0; i < link->nports; i++)
		if (rack->ports[link->ports[i]].machine == relay->machine)
			return true;
	return false;
}

/* The number of ports that stand for others, or a negative errno. */
static int start_lines(const struct relay *relay)
{
	int count = 0;

	for (uint32_t i = 0; i < relay->rack->nports; i++) {
		struct line *line;

		if (!needs_stand_in(relay, i))
			continue;
		line = malloc(sizeof(*line));
		if (!line)
			return -ENOMEM;
		*line = (struct line){.relay = relay, .port = i, .socket = -1};
		if (fcl_thread_start(line_out, line)) {
			free(line);
			return -EAGAIN;
		}
		count++;
	}
	return count;
}

int fcl_tool_rack_relay(const struct fcl_rack *rack, uint32_t machine, struct fcl_err *err)
{
	/* Static: its threads go on until the process ends. */
	static struct relay relay;
	const char *address = rack->machines[machine].address;
	sigset_t ends;
	int count, got;

	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &ends, NULL);
	relay = (struct relay){.rack = rack, .machine = machine};
	relay.listener = fcl_wire_listen(address, err);
	if (relay.listener < 0)
		return relay.listener;
	count = start_lines(&relay);
	if (count >= 0 && fcl_thread_start(accept_all, &relay))
		count = -EAGAIN;
	if (count < 0)
		return fcl_err_set(err, count, "cannot start a thread: %s", strerror(-count));
	printf("%s relays at %s for %d ports of other machines\n", rack->machines[machine].name,
	       address, count);
	fflush(stdout);
	sigwait(&ends, &got);
	exit(0);
}
