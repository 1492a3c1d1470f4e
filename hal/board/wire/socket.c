/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/wire/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/trust.h"

const char *fcl_bd_folder(unsigned index, char *ret_path, size_t size)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");
	bool own = runtime && *runtime == '/';

	if (index > own)
		return NULL;
	if (index == 0 && own)
		snprintf(ret_path, size, "%s/fpgacl", runtime);
	else
		snprintf(ret_path, size, "/run/fpgacl");
	return ret_path;
}

static int socket_check_length(const char *name, int length, size_t size, struct fcl_err *err)
{
	if (length < 0 || (size_t)length >= size ||
	    (size_t)length >= sizeof(((struct sockaddr_un *)0)->sun_path))
		return fcl_err_set(err, -EINVAL, "the path of the socket of '%s' is too long",
				   name);
	return 0;
}

int fcl_bd_path(const char *name, unsigned index, char *ret_path, size_t size, struct fcl_err *err)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-.";
	char folder[512];

	if (strchr(name, '/') && !index)
		return socket_check_length(name, snprintf(ret_path, size, "%s", name), size, err);
	if (!*name || *name == '.' || name[strspn(name, letters)])
		return fcl_err_set(err, -ENOENT,
				   "'%s' names no board process: expected letters, digits, '_', "
				   "'-' and '.', or the path of a socket",
				   name);
	if (!fcl_bd_folder(index, folder, sizeof(folder)))
		return -ENOENT;
	return socket_check_length(name, snprintf(ret_path, size, "%s/%s.sock", folder, name), size,
				   err);
}

static int new_socket(const char *path, struct sockaddr_un *ret_address)
{
	*ret_address = (struct sockaddr_un){.sun_family = AF_UNIX};
	memcpy(ret_address->sun_path, path, strlen(path) + 1);
	return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
}

static int explain_connect(const char *name, const char *path, int error, struct fcl_err *err)
{
	if (error == ENOENT)
		return fcl_err_set(
			err, -ENOENT,
			"there is no board process %s: no socket %s (`fpgacl board start` "
			"starts one)",
			name, path);
	if (error == ECONNREFUSED || error == EPROTOTYPE)
		return fcl_err_set(
			err, -ENOENT,
			"no board process is listening at %s any more: start it again with `fpgacl board start`",
			path);
	if (error == EACCES || error == EPERM)
		return fcl_err_set(err, -EPERM, "this user may not use board process %s (%s)", name,
				   path);
	if (error == EAGAIN)
		return fcl_err_set(
			err, -ENODEV,
			"board process %s (%s) has accepted no connection for %d s: it is stopped or hangs",
			name, path, FCL_BD_ANSWER_S);
	return fcl_err_set(err, -ENODEV, "cannot connect to %s: %s", path, strerror(error));
}

/*
 * A stopped process accepts no connections; once its backlog is full, connect() would block.
 * Returns 0 or an errno.
 */
static int connect_in_time(int fd, const struct sockaddr_un *address)
{
	enum { PAUSE_MS = 10 };
	const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000 * 1000};
	int error = 0;

	fcntl(fd, F_SETFL, O_NONBLOCK);
	for (int left = FCL_BD_ANSWER_S * 1000 / PAUSE_MS; left; left--) {
		error = connect(fd, (const struct sockaddr *)address, sizeof(*address)) ? errno : 0;
		if (error != EAGAIN && error != EINTR)
			break;
		nanosleep(&pause, NULL);
	}
	fcntl(fd, F_SETFL, 0);
	return error;
}

/*
 * Another user's board process may serve this one, in a folder of its own which somebody with the
 * right to has named: the user, or root for /run/fpgacl. The user's own folder has to be the user's.
 */
static int socket_check_folder(const char *path, uid_t *ret_owner, struct fcl_err *err)
{
	char own[512];
	bool is_own = fcl_bd_folder(1, own, sizeof(own)) && fcl_bd_folder(0, own, sizeof(own)) &&
		      !strncmp(path, own, strlen(own)) && path[strlen(own)] == '/';
	int error;

	*ret_owner = geteuid();
	error = fcl_trust_folder_of(path, is_own ? NULL : ret_owner, err);
	/* Then there is no socket, either, which connect() explains. */
	return error == -ENOENT || error == -ENOTDIR || error == -EACCES ? 0 : error;
}

static int connect_path(const char *name, const char *path, int *ret_fd, struct fcl_err *err)
{
	struct sockaddr_un address;
	uid_t owner;
	int error = socket_check_folder(path, &owner, err),
	    fd = error ? -1 : new_socket(path, &address);

	if (error)
		return error;
	if (fd < 0)
		return fcl_err_set(err, -EMFILE, "no socket: %s", strerror(errno));
	error = connect_in_time(fd, &address);
	if (error)
		error = explain_connect(name, path, error, err);
	else
		error = fcl_trust_peer(fd, owner, err);
	if (error)
		close(fd);
	else
		*ret_fd = fd;
	return error;
}

int fcl_bd_connect(const char *name, int *ret_fd, struct fcl_err *err)
{
	struct fcl_err other = {0};
	char path[600];
	int error = fcl_bd_path(name, 0, path, sizeof(path), err);

	if (!error)
		error = connect_path(name, path, ret_fd, err);
	if (error == -ENOENT && !fcl_bd_path(name, 1, path, sizeof(path), &other) &&
	    !connect_path(name, path, ret_fd, &other))
		error = 0;
	return error;
}

/* Removes a socket that a killed process left; keeps anything else. */
static int clear_path(const char *path, struct fcl_err *err)
{
	int error = fcl_trust_clear_socket(path, SOCK_SEQPACKET, err);

	if (error != -EADDRINUSE)
		return error;
	return fcl_err_set(
		err, -EEXIST,
		"another board process is listening at %s: stop it (`fpgacl board stop`), "
		"or choose another --name",
		path);
}

static int socket_listen_at(const char *path, unsigned mode, int *ret_fd, struct fcl_err *err)
{
	struct sockaddr_un address;
	int error = clear_path(path, err), fd;
	mode_t mask;

	if (error)
		return error;
	fd = new_socket(path, &address);
	mask = umask(0777 & ~mode); /* chmod() would leave a moment with a wider mode */
	error = fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)) || listen(fd, 64)
			? -errno
			: 0;
	umask(mask);
	if (!error) {
		*ret_fd = fd;
		return 0;
	}
	if (fd >= 0)
		close(fd);
	return fcl_err_set(err, error, "cannot listen at %s: %s", path, strerror(-error));
}

int fcl_bd_listen(const char *path, unsigned mode, int *ret_fd, struct fcl_err *err)
{
	int lock = -1, error = fcl_trust_lock_folder_of(path, &lock, err);

	if (error)
		return error;
	error = socket_listen_at(path, mode, ret_fd, err);
	close(lock);
	return error;
}

void fcl_bd_packet_init(struct fcl_bd_packet *packet, enum fcl_bd_op op)
{
	memset(&packet->head, 0, sizeof(packet->head));
	packet->head.magic = FCL_BD_MAGIC;
	packet->head.version = FCL_BD_VERSION;
	packet->head.op = op;
	for (int i = 0; i < FCL_BD_FDS; i++)
		packet->fds[i] = -1;
}

static void close_plainly(int fd)
{
	close(fd);
}

static void (*close_received)(int fd) = close_plainly;

void fcl_bd_close_with(void (*function)(int fd))
{
	close_received = function;
}

void fcl_bd_packet_close(struct fcl_bd_packet *packet)
{
	for (int i = 0; i < FCL_BD_FDS; i++) {
		if (packet->fds[i] >= 0)
			close_received(packet->fds[i]);
		packet->fds[i] = -1;
	}
}

enum { MOST_FDS = 253 }; /* in a message, by any sender: SCM_MAX_FD */

union control {
	struct cmsghdr head;
	char room[CMSG_SPACE(MOST_FDS * sizeof(int))];
};

int fcl_bd_send(int fd, struct fcl_bd_packet *packet)
{
	struct iovec parts[2] = {{&packet->head, sizeof(packet->head)},
				 {packet->payload, packet->head.payload}};
	struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
	union control control;
	size_t count = 0;
	ssize_t sent;

	while (count < FCL_BD_FDS && packet->fds[count] >= 0)
		count++;
	if (count) {
		memset(&control, 0, sizeof(control));
		message.msg_control = &control;
		message.msg_controllen = CMSG_SPACE(count * sizeof(int));
		control.head.cmsg_level = SOL_SOCKET;
		control.head.cmsg_type = SCM_RIGHTS;
		control.head.cmsg_len = CMSG_LEN(count * sizeof(int));
		memcpy(CMSG_DATA(&control.head), packet->fds, count * sizeof(int));
	}
	do
		sent = sendmsg(fd, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent < 0 ? -errno : 0;
}

/* Keeps as many descriptors as a message of this protocol may have. */
static void take_descriptors(struct msghdr *message, struct fcl_bd_packet *packet)
{
	size_t count = 0;

	for (struct cmsghdr *head = CMSG_FIRSTHDR(message); head;
	     head = CMSG_NXTHDR(message, head)) {
		size_t bytes = head->cmsg_len - CMSG_LEN(0);

		if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t at = 0; at + sizeof(int) <= bytes; at += sizeof(int)) {
			int fd;

			memcpy(&fd, CMSG_DATA(head) + at, sizeof(fd));
			if (count < FCL_BD_FDS)
				packet->fds[count++] = fd;
			else
				close_received(fd);
		}
	}
}

static int check_packet(struct fcl_bd_packet *packet, size_t bytes, struct fcl_err *err)
{
	struct fcl_bd_message *head = &packet->head;

	if (bytes < 2 * sizeof(uint32_t) || head->magic != FCL_BD_MAGIC)
		return fcl_err_set(err, -EPROTO,
				   "the other side sent %zu bytes that are not an fpgacl message",
				   bytes);
	if (head->version != FCL_BD_VERSION)
		return fcl_err_set(
			err, -EPROTO,
			"the other side speaks version %u of the protocol, this side %d: use the same release of fpgacl on both",
			head->version, FCL_BD_VERSION);
	if (bytes < sizeof(*head) || head->payload != bytes - sizeof(*head))
		return fcl_err_set(err, -EPROTO, "a message of %zu bytes is cut short or too long",
				   bytes);
	head->text[sizeof(head->text) - 1] = '\0';
	return 0;
}

int fcl_bd_receive(int fd, int flags, struct fcl_bd_packet *ret_packet, struct fcl_err *err)
{
	struct iovec parts[2] = {{&ret_packet->head, sizeof(ret_packet->head)},
				 {ret_packet->payload, sizeof(ret_packet->payload)}};
	union control control;
	struct msghdr message = {.msg_iov = parts,
				 .msg_iovlen = 2,
				 .msg_control = &control,
				 .msg_controllen = sizeof(control)};
	ssize_t bytes;
	int error, failure;

	for (int i = 0; i < FCL_BD_FDS; i++)
		ret_packet->fds[i] = -1;
	do
		bytes = recvmsg(fd, &message, flags | MSG_CMSG_CLOEXEC);
	while (bytes < 0 && errno == EINTR);
	failure = errno;
	if (bytes < 0 && failure == EAGAIN)
		return -EAGAIN;
	/* An empty message looks like end of file, but may carry descriptors. */
	if (bytes >= 0)
		take_descriptors(&message, ret_packet);
	if (bytes > 0)
		error = check_packet(ret_packet, (size_t)bytes, err);
	else if (!bytes || failure == ECONNRESET)
		error = fcl_err_set(err, -EPIPE, "the other side has closed the socket");
	else
		error = fcl_err_set(err, -EPIPE, "the socket cannot be read: %s",
				    strerror(failure));
	if (error)
		fcl_bd_packet_close(ret_packet);
	return error;
}

int fcl_bd_wait(int fd, int ms)
{
	struct pollfd entry = {.fd = fd, .events = POLLIN};
	uint64_t now = fcl_now_ns(), end = now + (uint64_t)ms * 1000000u;
	int found;

	/*
	 * A host's timer signals may interrupt every poll(), so EINTR must not restart the timeout.
	 */
	do {
		found = poll(&entry, 1, end > now ? (int)((end - now + 999999) / 1000000) : 0);
		now = fcl_now_ns();
	} while (found < 0 && errno == EINTR);
	return found > 0 ? 0 : found ? -errno : -ETIMEDOUT;
}

int fcl_bd_call(int fd, struct fcl_bd_packet *packet, int seconds, struct fcl_err *err)
{
	uint32_t op = packet->head.op;
	int error = fcl_bd_send(fd, packet);

	if (error == -EPIPE || error == -ECONNRESET || error == -ENOTCONN)
		return fcl_err_set(err, -EPIPE, "the other side has closed the socket");
	if (error)
		return fcl_err_set(err, error, "a message cannot be sent: %s", strerror(-error));
	if (fcl_bd_wait(fd, seconds * 1000))
		return fcl_err_set(err, -EPIPE, "no answer within %d s", seconds);
	error = fcl_bd_receive(fd, 0, packet, err);
	if (error)
		return error;
	if (packet->head.op != op) {
		fcl_bd_packet_close(packet);
		return fcl_err_set(err, -EPROTO, "the answer to message %u is of kind %u", op,
				   packet->head.op);
	}
	error = packet->head.error > 0 ? -EPROTO : packet->head.error;
	return error ? fcl_err_set(err, error, "%s", packet->head.text) : 0;
}

void fcl_bd_answer(struct fcl_bd_packet *packet, int error, const struct fcl_err *err)
{
	packet->head.error = error;
	snprintf(packet->head.text, sizeof(packet->head.text), "%s",
		 error && err && *err->text ? err->text
		 : error                    ? strerror(-error)
					    : "");
}
