/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/rack/join.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/rack/end.h"

enum { SMALLEST_FRAME = 60 }; /* bytes of an Ethernet frame without its check sequence */

/* --- the host's side --------------------------------------------------------------------------- */

static int open_tap(const struct fcl_rack_port *port, struct fcl_err *err)
{
	struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
	int tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	int error;

	if (tap < 0)
		return fcl_err_set(err, -errno, "cannot open /dev/net/tun: %s", strerror(errno));
	if (strlen(port->address) >= sizeof(request.ifr_name)) {
		close(tap);
		return fcl_err_set(err, -EINVAL,
				   "[host %s]: the name of a TAP has up to %zu letters", port->name,
				   sizeof(request.ifr_name) - 1);
	}
	strcpy(request.ifr_name, port->address);
	if (!ioctl(tap, TUNSETIFF, &request))
		return tap;
	error = -errno;
	close(tap);
	return fcl_err_set(
		err, error, "cannot make the TAP %s: %s%s", port->address, strerror(-error),
		error == -EPERM ? "; it takes CAP_NET_ADMIN, or a TAP that was made for this "
				  "user: ip tuntap add NAME mode tap user USER; or use udp="
				: "");
}

/* "127.0.0.1:9000" or "[::1]:9000". */
static int find_address(const struct fcl_rack_port *port, const char *text,
			struct addrinfo **ret_list, struct fcl_err *err)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_DGRAM,
				       .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
	const char *colon = strrchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : 0;
	char host[64];
	int error;

	if (*text == '[' && length > 2 && text[length - 1] == ']') {
		text++;
		length -= 2;
	}
	if (!length || length >= sizeof(host))
		return fcl_err_set(err, -EINVAL, "[host %s]: '%s' is no ADDRESS:PORT", port->name,
				   text);
	snprintf(host, sizeof(host), "%.*s", (int)length, text);
	error = getaddrinfo(host, colon + 1, &hints, ret_list);
	if (error)
		return fcl_err_set(err, -EINVAL, "[host %s]: '%s' is no ADDRESS:PORT: %s",
				   port->name, text, gai_strerror(error));
	return 0;
}

static int open_udp(const struct fcl_rack_port *port, struct fcl_err *err)
{
	struct addrinfo *own = NULL, *peer = NULL;
	int error = find_address(port, port->address, &own, err), udp = -1;

	if (!error)
		error = find_address(port, port->peer, &peer, err);
	if (!error) {
		udp = socket(own->ai_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
		if (udp < 0 || bind(udp, own->ai_addr, own->ai_addrlen) ||
		    connect(udp, peer->ai_addr, peer->ai_addrlen))
			error = fcl_err_set(err, -errno, "[host %s]: UDP from %s to %s: %s",
					    port->name, port->address, port->peer, strerror(errno));
	}
	if (own)
		freeaddrinfo(own);
	if (peer)
		freeaddrinfo(peer);
	if (error && udp >= 0)
		close(udp);
	return error ? error : udp;
}

/* --- both ways --------------------------------------------------------------------------------- */

/* All that the host sends; a frame that finds no room is lost, as in a network card. */
static int from_host(int host, struct fcl_rack_end *end, unsigned char *frame)
{
	for (;;) {
		ssize_t size = read(host, frame, FCL_RACK_MAX_FRAME);

		/* A datagram that nobody received is no end. */
		if (size < 0)
			return errno == EAGAIN || errno == EINTR || errno == ECONNREFUSED ? 0
											  : -errno;
		if (!size)
			continue;
		if (size < SMALLEST_FRAME) {
			memset(frame + size, 0, (size_t)(SMALLEST_FRAME - size));
			size = SMALLEST_FRAME;
		}
		fcl_rack_send(end, frame, (uint32_t)size, FCL_RACK_LAST, false);
	}
}

static int to_host(int host, struct fcl_rack_end *end)
{
	const struct fcl_rack_frame *frame;

	while ((frame = fcl_rack_receive(end))) {
		/* A card drops a frame whose check sequence is wrong; an interface that is down, all. */
		if (!(frame->flags & FCL_RACK_BAD) && write(host, frame->bytes, frame->size) < 0 &&
		    errno != EAGAIN && errno != EINTR && errno != EIO && errno != ECONNREFUSED)
			return -errno;
		fcl_rack_take(end);
	}
	return 0;
}

static int join_loop(int host, int signals, struct fcl_rack_end *end, unsigned char *frame)
{
	struct pollfd waits[3] = {{.fd = signals, .events = POLLIN},
				  {.fd = host, .events = POLLIN}};
	int error = 0;

	while (!error) {
		if (!fcl_rack_wait(end, true, false, &waits[2].fd)) {
			error = to_host(host, end);
			continue;
		}
		waits[2].events = POLLIN;
		if (poll(waits, 3, -1) < 0 && errno != EINTR)
			return -errno;
		if (waits[0].revents)
			return 0;
		error = from_host(host, end, frame);
	}
	return error;
}

static int open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

int fcl_tool_rack_join(const struct fcl_rack *rack, uint32_t port, struct fcl_err *err)
{
	const struct fcl_rack_port *facts = &rack->ports[port];
	bool tap = facts->outside == FCL_RACK_TAP;
	int host = tap ? open_tap(facts, err) : open_udp(facts, err), signals, error;
	unsigned char *frame = malloc(FCL_RACK_MAX_FRAME);
	struct fcl_rack_end *end = NULL;

	error = host < 0 ? host : fcl_rack_open(rack, port, &end, err);
	if (!error && !frame)
		error = fcl_err_set(err, -ENOMEM, "out of memory");
	if (!error) {
		signals = open_signals();
		printf("%s is joined by %s%s\n", facts->name, tap ? "the TAP " : "UDP at ",
		       facts->address);
		fflush(stdout);
		error = join_loop(host, signals, end, frame);
		if (error)
			fcl_err_set(err, error, "%s: %s", facts->address, strerror(-error));
		close(signals);
	}
	fcl_rack_close(end);
	if (host >= 0)
		close(host);
	free(frame);
	return error;
}
