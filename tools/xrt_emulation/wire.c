/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/xrt_emulation/wire.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/sockios.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/trust.h"

/*
 * A header is a protobuf message of fixed size. Field 1 is a fixed64, the number of bytes that
 * follow; in a call, field 2 is a fixed32, the call's number.
 */
enum { TAG_SIZE = 0x09, TAG_API = 0x15, CALL_HEADER = 14, REPLY_HEADER = 9 };

enum { STEP = 1 << 20 }; /* the buffer grows by this much while a message arrives */

/*
 * The same path as XRT's unix_socket, which ignores the id for the first socket if USER is not set.
 */
static int socket_path(struct sockaddr_un *address, enum fcl_xemu_socket kind, struct fcl_err *err)
{
	const char *user = getenv("USER"), *id = getenv("EMULATION_SOCKETID");
	bool second = kind == FCL_XEMU_HOST_MEMORY, has_id = id && *id;
	const char *prefix = !second ? "" : has_id ? "D2X_unix_sock_" : "D2X_unix_sock";
	const char *name = has_id && (second || user) ? id : second ? "" : "xcl_sock";
	int length;

	address->sun_family = AF_UNIX;
	length = snprintf(address->sun_path, sizeof(address->sun_path), "/tmp/%s%s%s%s",
			  user ? user : "", user ? "/" : "", prefix, name);
	if (length < 0 || (size_t)length >= sizeof(address->sun_path))
		return fcl_err_set(err, -ENAMETOOLONG,
				   "the name of the socket in EMULATION_SOCKETID is too long");
	return 0;
}

/*
 * XRT creates the folder, and may remove it as soon as it has accepted the connection. If another
 * user had made it, or listened there, that user would decide which image this process loads, and so
 * which code it runs. -EPERM: it did.
 */
static int try_connect(int fd, const struct sockaddr_un *address, struct fcl_err *err)
{
	int error = fcl_trust_folder_of(address->sun_path, NULL, err);

	if (!error && connect(fd, (const struct sockaddr *)address, sizeof(*address)))
		error = fcl_err_set(err, -errno, "%s", strerror(errno));
	else if (!error)
		error = fcl_trust_peer(fd, geteuid(), err);
	return error;
}

int fcl_xemu_connect(struct fcl_xemu_wire *wire, enum fcl_xemu_socket kind, int parent,
		     struct fcl_err *err)
{
	const int tries = kind == FCL_XEMU_CALLS ? 6000 : 300;
	const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
	struct sockaddr_un address = {0};
	struct fcl_err why = {.code = -ETIMEDOUT};
	int error = socket_path(&address, kind, err);

	wire->fd = error ? -1 : socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (wire->fd < 0)
		return error ? error : fcl_err_set(err, -errno, "socket: %s", strerror(errno));
	for (int i = 0; i < tries && getppid() == parent; i++) {
		error = try_connect(wire->fd, &address, &why);
		if (!error)
			return 0;
		if (error == -EPERM)
			break;
		nanosleep(&pause, NULL);
	}
	fcl_xemu_disconnect(wire);
	return fcl_err_set(err, why.code,
			   "cannot connect to %s: %s; XRT starts this program, and listens there",
			   address.sun_path, why.text);
}

/* Returns -ESHUTDOWN if the connection ended before the first byte. */
static int wire_read_all(int fd, void *bytes, size_t size, struct fcl_err *err)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = recv(fd, (char *)bytes + done, size - done, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fcl_err_set(err, -errno, "receiving from the host: %s",
					   strerror(errno));
		if (!n && !done)
			return fcl_err_set(err, -ESHUTDOWN, "the host has closed the connection");
		if (!n)
			return fcl_err_set(err, -EPROTO,
					   "the host's message ends after %zu of %zu bytes", done,
					   size);
		done += (size_t)n;
	}
	return 0;
}

static int wire_grow(struct fcl_xemu_wire *wire, size_t size, struct fcl_err *err)
{
	uint8_t *bytes;

	if (size <= wire->room)
		return 0;
	bytes = realloc(wire->bytes, size);
	if (!bytes)
		return fcl_err_set(err, -ENOMEM, "out of memory for a message of %zu bytes", size);
	wire->bytes = bytes;
	wire->room = size;
	return 0;
}

static int read_body(struct fcl_xemu_wire *wire, uint64_t size, struct fcl_err *err)
{
	int error = 0;

	wire->size = 0;
	while (!error && wire->size < size) {
		uint64_t step = size - wire->size;
		size_t room = wire->room > wire->size ? wire->room - wire->size : STEP;

		step = step < room ? step : room;
		/*
		 * Grow by at least doubling, so that a large message is only moved a few times. A
		 * reply may have left little room.
		 */
		if (wire->size + step > wire->room)
			error = wire_grow(wire, wire->room > STEP ? wire->room * 2 : 2 * STEP, err);
		if (!error)
			error = wire_read_all(wire->fd, wire->bytes + wire->size, step, err);
		wire->size += step;
	}
	return error == -ESHUTDOWN
		       ? fcl_err_set(err, -EPROTO, "the host's message ends after its header")
		       : error;
}

int fcl_xemu_receive(struct fcl_xemu_wire *wire, struct fcl_err *err)
{
	uint8_t header[CALL_HEADER];
	uint64_t size;
	int error = wire_read_all(wire->fd, header, sizeof(header), err);

	if (error)
		return error;
	memcpy(&size, header + 1, sizeof(size));
	memcpy(&wire->api, header + 10, sizeof(wire->api));
	if (header[0] != TAG_SIZE || header[9] != TAG_API)
		return fcl_err_set(err, -EPROTO,
				   "the host's message begins with 0x%02x…0x%02x, expected XRT's "
				   "header 0x%02x…0x%02x",
				   header[0], header[9], TAG_SIZE, TAG_API);
	if (size > FCL_XEMU_MESSAGE_MOST)
		return fcl_err_set(err, -EPROTO,
				   "the host announces a message of %" PRIu64
				   " bytes, expected at most %u",
				   size, FCL_XEMU_MESSAGE_MOST);
	return read_body(wire, size, err);
}

static int wire_send_all(int fd, const uint8_t *bytes, size_t size, struct fcl_err *err)
{
	while (size) {
		ssize_t n = send(fd, bytes, size, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fcl_err_set(err, -errno, "sending to the host: %s", strerror(errno));
		bytes += n;
		size -= (size_t)n;
	}
	return 0;
}

int fcl_xemu_reply(struct fcl_xemu_wire *wire, const ProtobufCMessage *reply, struct fcl_err *err)
{
	uint64_t size = protobuf_c_message_get_packed_size(reply);
	int error = wire_grow(wire, REPLY_HEADER + size, err);

	if (error)
		return error;
	wire->bytes[0] = TAG_SIZE;
	memcpy(wire->bytes + 1, &size, sizeof(size));
	protobuf_c_message_pack(reply, wire->bytes + REPLY_HEADER);
	return wire_send_all(wire->fd, wire->bytes, REPLY_HEADER + size, err);
}

static int send_call(struct fcl_xemu_wire *wire, uint32_t api, const ProtobufCMessage *call,
		     struct fcl_err *err)
{
	uint64_t size = call ? protobuf_c_message_get_packed_size(call) : 0;
	int error = wire_grow(wire, CALL_HEADER + size, err);

	if (error)
		return error;
	wire->bytes[0] = TAG_SIZE;
	memcpy(wire->bytes + 1, &size, sizeof(size));
	wire->bytes[9] = TAG_API;
	memcpy(wire->bytes + 10, &api, sizeof(api));
	if (call)
		protobuf_c_message_pack(call, wire->bytes + CALL_HEADER);
	return wire_send_all(wire->fd, wire->bytes, CALL_HEADER + size, err);
}

/* The host's replies have the same header as calls. */
int fcl_xemu_call(struct fcl_xemu_wire *wire, uint32_t api, const ProtobufCMessage *call,
		  struct fcl_err *err)
{
	int error = send_call(wire, api, call, err);

	return error || !call ? error : fcl_xemu_receive(wire, err);
}

void fcl_xemu_drain(const struct fcl_xemu_wire *wire)
{
	const struct timespec pause = {.tv_nsec = 200 * 1000};
	int unread = 0;

	for (int i = 0; i < 10000 && !ioctl(wire->fd, SIOCOUTQ, &unread) && unread; i++)
		nanosleep(&pause, NULL);
}

void fcl_xemu_disconnect(struct fcl_xemu_wire *wire)
{
	if (wire->fd >= 0)
		close(wire->fd);
	wire->fd = -1;
	free(wire->bytes);
	wire->bytes = NULL;
	wire->size = wire->room = 0;
}
