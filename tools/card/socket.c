/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/socket.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"

/* --- sending ------------------------------------------------------------------------------------- */

static ssize_t send_some(int socket, struct fcl_card_message *message)
{
	struct iovec part = {message->bytes + message->sent, message->size - message->sent};
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control = {.head = {.cmsg_level = SOL_SOCKET,
			      .cmsg_type = SCM_RIGHTS,
			      .cmsg_len = CMSG_LEN(sizeof(int))}};
	struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};

	if (message->fd >= 0 && !message->sent) {
		memcpy(CMSG_DATA(&control.head), &message->fd, sizeof(message->fd));
		packet.msg_control = &control;
		packet.msg_controllen = sizeof(control);
	}
	return sendmsg(socket, &packet, MSG_DONTWAIT | MSG_NOSIGNAL);
}

int fcl_card_flush(struct fcl_card_connection *connection)
{
	while (connection->queue) {
		struct fcl_card_message *message = connection->queue;
		ssize_t sent = send_some(connection->socket, message);

		if (sent < 0)
			return errno == EAGAIN || errno == EINTR ? 0 : -EPIPE;
		message->sent += (size_t)sent;
		if (message->sent < message->size)
			continue;
		connection->queue = message->next;
		connection->queued -= message->size;
		if (!connection->queue)
			connection->queue_last = &connection->queue;
		free(message);
	}
	return 0;
}

static int queue_message(struct fcl_card_connection *connection, struct fcl_vu_header *header,
			 const void *body, size_t size, const void *data, size_t bytes, int fd)
{
	size_t all = sizeof(*header) + size + bytes;
	struct fcl_card_message *message = malloc(sizeof(*message) + all);

	if (!message)
		return -ENOMEM;
	header->size = (uint32_t)all;
	message->next = NULL;
	message->size = all;
	message->sent = 0;
	message->fd = fd;
	memcpy(message->bytes, header, sizeof(*header));
	if (size)
		memcpy(message->bytes + sizeof(*header), body, size);
	if (bytes)
		memcpy(message->bytes + sizeof(*header) + size, data, bytes);
	*connection->queue_last = message;
	connection->queue_last = &message->next;
	connection->queued += all;
	return fcl_card_flush(connection);
}

int fcl_card_send(struct fcl_card_connection *connection, struct fcl_vu_header *header,
		  const void *body, size_t size, const void *data, size_t bytes)
{
	return queue_message(connection, header, body, size, data, bytes, -1);
}

int fcl_card_send_fd(struct fcl_card_connection *connection, struct fcl_vu_header *header,
		     const void *body, size_t size, int fd)
{
	return queue_message(connection, header, body, size, NULL, 0, fd);
}

/* --- receiving ----------------------------------------------------------------------------------- */

union control {
	struct cmsghdr head;
	char room[CMSG_SPACE(sizeof(int) * FCL_CARD_FDS)];
};

/* Keeps the descriptors that there is room for. */
static void take_fds(struct fcl_card_connection *connection, struct msghdr *message)
{
	for (struct cmsghdr *head = CMSG_FIRSTHDR(message); head;
	     head = CMSG_NXTHDR(message, head)) {
		size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);

		if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < count; i++) {
			int fd;

			memcpy(&fd, CMSG_DATA(head) + i * sizeof(int), sizeof(fd));
			if (connection->nfds < FCL_CARD_FDS)
				connection->fds[connection->nfds++] = fd;
			else
				close(fd);
		}
	}
}

/* Receives at most `size` bytes: 1 or more, 0: none now, or a negative errno. */
static ssize_t socket_receive(struct fcl_card_connection *connection, void *to, size_t size)
{
	struct iovec part = {to, size};
	union control control;
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &control,
				 .msg_controllen = sizeof(control)};
	ssize_t got = recvmsg(connection->socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -EPIPE;
	take_fds(connection, &message);
	if (message.msg_flags & MSG_CTRUNC)
		return -EMFILE;
	return got ? got : -EPIPE;
}

static int socket_check_header(struct fcl_card_connection *connection)
{
	size_t size = connection->header.size;

	if (size < sizeof(connection->header) || size > sizeof(connection->header) + FCL_CARD_BODY)
		return -EPROTO;
	connection->body = malloc(size - sizeof(connection->header) + 1);
	return connection->body ? 0 : -ENOMEM;
}

/*
 * The header and the body are received one after the other, so that descriptors belong to the
 * message that they came with.
 */
int fcl_card_receive(struct fcl_card_connection *connection)
{
	const size_t head = sizeof(connection->header);
	ssize_t got;
	int error;

	if (connection->received < head) {
		got = socket_receive(connection, (char *)&connection->header + connection->received,
				     head - connection->received);
		if (got <= 0)
			return (int)got;
		connection->received += (size_t)got;
		if (connection->received < head)
			return 0;
		error = socket_check_header(connection);
		if (error)
			return error;
	}
	while (connection->received < connection->header.size) {
		got = socket_receive(connection, connection->body + (connection->received - head),
				     connection->header.size - connection->received);
		if (got <= 0)
			return (int)got;
		connection->received += (size_t)got;
	}
	return 1;
}

void fcl_card_received(struct fcl_card_connection *connection)
{
	for (unsigned i = 0; i < connection->nfds; i++)
		if (connection->fds[i] >= 0)
			close(connection->fds[i]);
	connection->nfds = 0;
	free(connection->body);
	connection->body = NULL;
	connection->received = 0;
}

/* --- connections --------------------------------------------------------------------------------- */

void fcl_card_connect(struct fcl_card_connection *connection, int socket)
{
	struct ucred peer = {0};
	socklen_t size = sizeof(peer);

	getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size);
	*connection = (struct fcl_card_connection){.socket = socket,
						   .pid = peer.pid,
						   .since_ns = fcl_now_ns(),
						   .most_data = FCL_VU_MAX_DATA};
	connection->queue_last = &connection->queue;
}

void fcl_card_disconnect(struct fcl_card_connection *connection)
{
	fcl_card_received(connection);
	while (connection->queue) {
		struct fcl_card_message *message = connection->queue;

		connection->queue = message->next;
		free(message);
	}
	close(connection->socket);
	connection->socket = -1;
}
