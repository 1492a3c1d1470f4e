/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/rack/wire.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { WAITING = 64 };

static int wire_find(const char *address, int flags, struct addrinfo **ret_list,
		     struct fcl_err *err)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags};
	const char *colon = strrchr(address, ':');
	size_t length = colon ? (size_t)(colon - address) : 0;
	char host[256];
	int error;

	if (!length || length >= sizeof(host))
		return fcl_err_set(err, -EINVAL, "'%s' is no HOST:PORT", address);
	if (*address == '[' && address[length - 1] == ']')
		snprintf(host, sizeof(host), "%.*s", (int)length - 2, address + 1);
	else
		snprintf(host, sizeof(host), "%.*s", (int)length, address);
	error = getaddrinfo(host, colon + 1, &hints, ret_list);
	return error ? fcl_err_set(err, -EINVAL, "%s: %s", address, gai_strerror(error)) : 0;
}

void fcl_wire_set_up(int socket)
{
	const struct timeval patience = {.tv_sec = FCL_WIRE_PATIENCE_S};
	const int on = 1;

	setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
}

int fcl_wire_connect(const char *address, struct fcl_err *err)
{
	struct addrinfo *list, *each;
	int error = wire_find(address, 0, &list, err), made = -1;

	if (error)
		return error;
	error = -ECONNREFUSED;
	for (each = list; each && made < 0; each = each->ai_next) {
		made = socket(each->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
		if (made < 0 || !connect(made, each->ai_addr, each->ai_addrlen))
			continue;
		error = -errno;
		close(made);
		made = -1;
	}
	freeaddrinfo(list);
	if (made < 0)
		return fcl_err_set(err, error, "%s: %s", address, strerror(-error));
	fcl_wire_set_up(made);
	return made;
}

int fcl_wire_listen(const char *address, struct fcl_err *err)
{
	struct addrinfo *list;
	const int on = 1;
	int error = wire_find(address, AI_PASSIVE, &list, err), made;

	if (error)
		return error;
	made = socket(list->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (made >= 0)
		setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (made < 0 || bind(made, list->ai_addr, list->ai_addrlen) || listen(made, WAITING))
		error = fcl_err_set(err, -errno, "%s: %s", address, strerror(errno));
	freeaddrinfo(list);
	if (!error) {
		fcl_wire_set_up(made);
		return made;
	}
	if (made >= 0)
		close(made);
	return error;
}

bool fcl_wire_read(int socket, void *bytes, size_t size)
{
	char *at = bytes;

	while (size) {
		ssize_t count = recv(socket, at, size, 0);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return false;
		at += count;
		size -= (size_t)count;
	}
	return true;
}

bool fcl_wire_write(int socket, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size) {
		ssize_t count = send(socket, at, size, MSG_NOSIGNAL);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return false;
		at += count;
		size -= (size_t)count;
	}
	return true;
}
