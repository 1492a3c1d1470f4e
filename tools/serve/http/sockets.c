/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/trust.h"

enum { BACKLOG = 1024 };

/*
 * The lock outlives the socket's file, so that only one of two workers that find a stale socket
 * proceeds. The lock file stays: removing it could remove one that another process has just locked.
 */
static int take_lock(struct fcl_serve_socket *socket, struct fcl_err *err)
{
	char path[sizeof(socket->path) + 8];
	int error;

	snprintf(path, sizeof(path), "%s.lock", socket->path);
	error = fcl_trust_folder_of(path, NULL, err);
	if (!error)
		error = fcl_trust_open(path, O_RDWR | O_CREAT, 0600, &socket->lock, err);
	if (error)
		return error;
	if (!flock(socket->lock, LOCK_EX | LOCK_NB))
		return 0;
	close(socket->lock);
	socket->lock = -1;
	return fcl_err_set(err, -EADDRINUSE, "another worker is listening at %s", socket->path);
}

static int open_path(const char *path, struct fcl_serve_socket *socket_out, struct fcl_err *err)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int error;

	if (!*path || strlen(path) >= sizeof(address.sun_path))
		return fcl_err_set(err, -EINVAL,
				   "--listen: the path of a socket has 1 to %zu bytes",
				   sizeof(address.sun_path) - 1);
	strcpy(address.sun_path, path);
	strcpy(socket_out->path, path);
	snprintf(socket_out->name, sizeof(socket_out->name), "unix:%s", path);
	error = take_lock(socket_out, err);
	if (!error)
		error = fcl_trust_clear_socket(path, SOCK_STREAM, err);
	if (error)
		return error;
	socket_out->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (socket_out->fd >= 0 &&
	    !bind(socket_out->fd, (const struct sockaddr *)&address, sizeof(address)) &&
	    !listen(socket_out->fd, BACKLOG))
		return 0;
	return fcl_err_set(err, -errno, "%s: %s", path, strerror(errno));
}

static void name_address(struct fcl_serve_socket *socket)
{
	struct sockaddr_storage address;
	socklen_t size = sizeof(address);
	char host[256] = "", port[32] = "";

	getsockname(socket->fd, (struct sockaddr *)&address, &size);
	getnameinfo((struct sockaddr *)&address, size, host, sizeof(host), port, sizeof(port),
		    NI_NUMERICHOST | NI_NUMERICSERV);
	snprintf(socket->name, sizeof(socket->name), strchr(host, ':') ? "[%s]:%s" : "%s:%s", host,
		 port);
}

static int bind_address(const struct addrinfo *found, struct fcl_serve_socket *socket_out)
{
	int yes = 1;

	socket_out->fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (socket_out->fd < 0)
		return -errno;
	setsockopt(socket_out->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(socket_out->fd, found->ai_addr, found->ai_addrlen) ||
	    listen(socket_out->fd, BACKLOG))
		return -errno;
	name_address(socket_out);
	return 0;
}

static int open_address(const char *text, struct fcl_serve_socket *socket, struct fcl_err *err)
{
	const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
				       .ai_socktype = SOCK_STREAM};
	const char *colon = strrchr(text, ':');
	struct addrinfo *found;
	char host[64];
	size_t length;
	int error;

	if (!colon || colon == text || colon - text >= (ptrdiff_t)sizeof(host) || !colon[1])
		return fcl_err_set(err, -EINVAL,
				   "--listen: expected ADDRESS:PORT, [ADDRESS]:PORT or unix:PATH, "
				   "found '%s'",
				   text);
	length = (size_t)(colon - text);
	memcpy(host, text, length);
	host[length] = '\0';
	if (*host == '[' && host[length - 1] == ']') {
		host[length - 1] = '\0';
		memmove(host, host + 1, length - 1);
	}
	error = getaddrinfo(host, colon + 1, &hints, &found);
	if (error)
		return fcl_err_set(err, -EINVAL, "--listen: '%s': %s", text, gai_strerror(error));
	error = bind_address(found, socket);
	freeaddrinfo(found);
	if (error == -EADDRINUSE)
		return fcl_err_set(err, error, "another program is listening at %s", text);
	return error ? fcl_err_set(err, error, "--listen: '%s': %s", text, strerror(-error)) : 0;
}

int fcl_serve_socket_open(const char *listen, struct fcl_serve_socket *ret_socket,
			  struct fcl_err *err)
{
	int error;

	*ret_socket = (struct fcl_serve_socket){.fd = -1, .lock = -1};
	if (!strncmp(listen, "unix:", 5))
		error = open_path(listen + 5, ret_socket, err);
	else
		error = open_address(listen, ret_socket, err);
	if (error && ret_socket->fd >= 0)
		close(ret_socket->fd);
	if (error && ret_socket->lock >= 0)
		close(ret_socket->lock);
	return error;
}

void fcl_serve_socket_leave(struct fcl_serve_socket *socket)
{
	if (*socket->path)
		unlink(socket->path);
	if (socket->lock >= 0)
		close(socket->lock);
	socket->lock = -1;
}
