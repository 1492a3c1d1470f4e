/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/xrt_emulation/peer.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests/image/cmocka_all.h"

enum { PATIENCE_MS = 60000, CALL_TIMESTAMP = 17 };

static void choose_id(void)
{
	static unsigned count;
	char name[64], id[64];

	snprintf(name, sizeof(name), "fpgacl-test-%d", getpid());
	snprintf(id, sizeof(id), "device0_%u_%d", count++, getpid());
	setenv("USER", name, 1);
	setenv("EMULATION_SOCKETID", id, 1);
}

static uid_t listens_as;

static int listen_at(const char *prefix, char path[108])
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	char folder[64];
	int fd;

	snprintf(folder, sizeof(folder), "/tmp/%.50s", getenv("USER"));
	snprintf(path, 108, "%.50s/%.20s%.30s", folder, prefix, getenv("EMULATION_SOCKETID"));
	assert_true(!mkdir(folder, 0700) || errno == EEXIST);
	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	/* The system notes the user who calls listen(). */
	assert_int_equal(seteuid(listens_as), 0);
	assert_int_equal(listen(fd, 1), 0);
	assert_int_equal(seteuid(getuid()), 0);
	return fd;
}

static void await(int fd)
{
	struct pollfd poller = {.fd = fd, .events = POLLIN};
	int ready;

	do /* the process may send SIGTERM, for which the fuzz test has a handler */
		ready = poll(&poller, 1, PATIENCE_MS);
	while (ready < 0 && errno == EINTR);
	if (ready != 1)
		fail_msg("the board's process does not answer");
}

static int accept_from(int listener)
{
	int fd;

	await(listener);
	fd = accept(listener, NULL, NULL);
	assert_true(fd >= 0);
	close(listener);
	return fd;
}

/* The second connection comes with the first call: newer versions of XRT close it if it is made before. */
static int accept_later(struct peer *peer, int listener)
{
	struct pollfd waiting = {.fd = listener, .events = POLLIN};
	int fd;

	assert_int_equal(poll(&waiting, 1, 50), 0);
	assert_true(peer_send(peer, CALL_TIMESTAMP, 0, NULL, 0));
	fd = accept_from(listener);
	assert_true(peer_receive(peer));
	return fd;
}

static void start(struct peer *peer, const char *image, uid_t user)
{
	char path[108], memory_path[108];
	int listener, memory;

	choose_id();
	listens_as = user;
	listener = listen_at("", path);
	memory = image ? listen_at("D2X_unix_sock_", memory_path) : -1;
	signal(SIGPIPE, SIG_IGN);
	peer->process = fork();
	assert_true(peer->process >= 0);
	if (!peer->process) {
		execl(MODEL, MODEL, image ? "--image" : NULL, image, (char *)NULL);
		_exit(127);
	}
	peer->fd = accept_from(listener);
	peer->memory = image ? accept_later(peer, memory) : -1;
	unlink(path);
	if (image)
		unlink(memory_path);
	*strrchr(path, '/') = '\0';
	rmdir(path);
}

void peer_start(struct peer *peer)
{
	start(peer, NULL, geteuid());
}

void peer_start_as(struct peer *peer, uid_t user)
{
	start(peer, NULL, user);
}

void peer_launch(struct peer *peer, const char *image)
{
	start(peer, image, geteuid());
}

bool peer_send_raw(struct peer *peer, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size) {
		ssize_t n = send(peer->fd, at, size, MSG_NOSIGNAL);

		if (n < 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

bool peer_send(struct peer *peer, uint32_t api, uint64_t claimed, const void *body, size_t size)
{
	uint8_t header[14] = {0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0x15};

	memcpy(header + 1, &claimed, sizeof(claimed));
	memcpy(header + 10, &api, sizeof(api));
	return peer_send_raw(peer, header, sizeof(header)) && peer_send_raw(peer, body, size);
}

static bool receive(struct peer *peer, void *bytes, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n;

		await(peer->fd);
		n = recv(peer->fd, (char *)bytes + done, size - done, 0);
		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

bool peer_receive(struct peer *peer)
{
	uint8_t header[9];
	uint64_t size;

	if (!receive(peer, header, sizeof(header)))
		return false;
	assert_int_equal(header[0], 0x09);
	memcpy(&size, header + 1, sizeof(size));
	assert_in_range(size, 0, sizeof(peer->reply));
	peer->size = size;
	return receive(peer, peer->reply, size);
}

void *peer_call(struct peer *peer, uint32_t api, const ProtobufCMessage *call,
		const ProtobufCMessageDescriptor *reply)
{
	size_t size = protobuf_c_message_get_packed_size(call);
	uint8_t *body = malloc(size + 1);
	bool alive;
	void *answer;

	assert_non_null(body);
	protobuf_c_message_pack(call, body);
	alive = peer_send(peer, api, size, body, size) && peer_receive(peer);
	free(body);
	if (!alive)
		return NULL;
	answer = protobuf_c_message_unpack(reply, NULL, peer->size, peer->reply);
	assert_non_null(answer);
	return answer;
}

int peer_ack(struct peer *peer, uint32_t api, const ProtobufCMessage *call)
{
	Xrt__Ack *ack = peer_call(peer, api, call, &xrt__ack__descriptor);
	int answer = ack ? ack->ack : -1;

	if (ack)
		xrt__ack__free_unpacked(ack, NULL);
	return answer;
}

int peer_end(struct peer *peer)
{
	int status = 0;

	close(peer->fd);
	if (peer->memory >= 0)
		close(peer->memory);
	alarm(PATIENCE_MS / 1000);
	assert_int_equal(waitpid(peer->process, &status, 0), peer->process);
	alarm(0);
	return status;
}
