/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hostile processes and operators' mistakes: test_hostile FPGACL. The board process must release
 * what such clients held, and continue.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "hal/board/client/backend.h"
#include "hal/board/wire/ring.h"
#include "hal/board/wire/socket.h"
#include "hal/include/fcl_hal.h"
#include "host_tests/image/cmocka_all.h"
#include "process.h"
#include "runtime/devices/registry.h"
#include "silent_file.h"

static struct fcl_bd_packet packet;

static int connect_raw(void)
{
	int fd = -1;
	struct fcl_err err = {0};

	assert_int_equal(fcl_bd_connect("t", &fd, &err), 0);
	return fd;
}

/* Sends a message with that many bytes and descriptors. */
static void send_many(int fd, size_t bytes, unsigned count)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(16 * sizeof(int))];
	} control = {.head = {0}};
	struct iovec part = {&packet.head, bytes};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &control,
				 .msg_controllen = CMSG_SPACE(count * sizeof(int))};

	control.head.cmsg_level = SOL_SOCKET;
	control.head.cmsg_type = SCM_RIGHTS;
	control.head.cmsg_len = CMSG_LEN(count * sizeof(int));
	for (unsigned i = 0; i < count; i++)
		memcpy(CMSG_DATA(&control.head) + i * sizeof(int), &(int){STDERR_FILENO},
		       sizeof(int));
	assert_int_equal(sendmsg(fd, &message, MSG_NOSIGNAL), bytes);
}

/* Waits until the board process has as few descriptors as before. */
static void expect_descriptors(unsigned count)
{
	unsigned now = 0;

	for (int i = 0; i < 500; i++) {
		now = process_descriptors(process_board);
		if (now <= count)
			return;
		fcl_pause_us(10000);
	}
	fail_msg("%u descriptors, expected %u", now, count);
}

/* Too many descriptors, descriptors with an empty message, and with a message that takes none. */
static void descriptors_that_nobody_wants(void **state)
{
	static const enum fcl_bd_op ops[] = {FCL_BD_HELLO, FCL_BD_QUERY, FCL_BD_NOTICE};
	unsigned before = process_descriptors(process_board);
	struct fcl_err err = {0};

	(void)state;
	for (unsigned i = 0; i < 48; i++) {
		int fd = connect_raw();

		fcl_bd_packet_init(&packet, ops[i % 3]);
		send_many(fd, i < 12 ? 0 : sizeof(packet.head), 1 + i % 16);
		fcl_bd_receive(fd, 0, &packet, &err);
		fcl_bd_packet_close(&packet);
		close(fd);
	}
	assert_true(process_is_up("t"));
	expect_descriptors(before);
}

/* --- descriptors that are slow to close --- */

/* A TCP connection that takes a minute to close: its peer does not read. */
static int slow_to_close(int *ret_peer)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
				      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	const struct linger linger = {.l_onoff = 1, .l_linger = 60};
	int listener = socket(AF_INET, SOCK_STREAM, 0), fd = socket(AF_INET, SOCK_STREAM, 0);
	socklen_t size = sizeof(address);
	static char bytes[65536];

	assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(listen(listener, 1), 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	*ret_peer = accept(listener, NULL, NULL);
	close(listener);
	while (send(fd, bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
		;
	assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger)), 0);
	return fd;
}

/*
 * Sends the socket, `copies` times in one message, so that the board process has the last
 * reference. A second message stays unread.
 */
static int send_slow(enum fcl_bd_op op, unsigned copies, bool twice)
{
	int connection = connect_raw(), peer, fd = slow_to_close(&peer), old = dup(STDERR_FILENO);

	/* send_many() sends this descriptor. */
	dup2(fd, STDERR_FILENO);
	close(fd);
	fcl_bd_packet_init(&packet, op);
	send_many(connection, sizeof(packet.head), copies);
	if (twice)
		send_many(connection, sizeof(packet.head), copies);
	dup2(old, STDERR_FILENO);
	close(old);
	close(connection);
	return peer;
}

static void closing_blocks_nobody(void **state)
{
	static const enum fcl_bd_op ops[] = {FCL_BD_HELLO, FCL_BD_QUERY, FCL_BD_STOP + 100};
	unsigned before = process_descriptors(process_board);
	int peers[18];

	(void)state;
	/* It must not close a socket before this process has. */
	kill(process_board, SIGSTOP);
	for (unsigned i = 0; i < 18; i++)
		peers[i] = send_slow(ops[i % 3], i % 2 ? 1 : 16, i > 8);
	kill(process_board, SIGCONT);
	alarm(60);
	for (unsigned i = 0; i < 20; i++)
		assert_true(process_is_up("t"));
	alarm(0);
	/* They are closed in the end. */
	expect_descriptors(before);
	for (unsigned i = 0; i < 18; i++)
		close(peers[i]);
}

/* The server of a file system decides how long it takes to learn anything about a file. */
static void examining_blocks_nobody(void **state)
{
	unsigned before = process_descriptors(process_board);
	pid_t server;
	int connection = connect_raw(), file = silent_file_open(&server);

	(void)state;
	if (file < 0) {
		close(connection);
		skip();
	}
	fcl_bd_packet_init(&packet, FCL_BD_HELLO);
	packet.fds[0] = file;
	assert_int_equal(fcl_bd_send(connection, &packet), 0);
	alarm(60);
	for (unsigned i = 0; i < 20; i++)
		assert_true(process_is_up("t"));
	alarm(0);
	close(connection);
	kill(server, SIGKILL);
	process_end(server);
	close(file);
	expect_descriptors(before);
}

/* Says hello as a program whose output is that file. Returns the answer's error. */
static int greet(int file)
{
	int connection = connect_raw(), error;
	struct fcl_err err = {0};

	fcl_bd_packet_init(&packet, FCL_BD_HELLO);
	packet.fds[0] = packet.fds[1] = file;
	assert_int_equal(fcl_bd_send(connection, &packet), 0);
	assert_int_equal(fcl_bd_receive(connection, 0, &packet, &err), 0);
	error = packet.head.error;
	fcl_bd_packet_close(&packet);
	fcl_pause_us(100000);
	close(connection);
	return error;
}

/* An executor that waits for such a file cannot be killed: one client could leave any number. */
static void few_executors_linger(void **state)
{
	pid_t server;
	int file = silent_file_open(&server), error = 0;
	unsigned count = 0;

	(void)state;
	if (file < 0)
		skip();
	for (; count < 20 && !error; count++)
		error = greet(file);
	kill(server, SIGKILL);
	process_end(server);
	close(file);
	assert_int_equal(error, -EAGAIN);
	assert_in_range(count, 2, 12);
	for (int i = 0; i < 100 && error; i++)
		error = greet(STDERR_FILENO);
	assert_int_equal(error, 0);
}

/* A kernel could send messages through a socket with the credentials of the board process's user. */
static void output_is_no_socket(void **state)
{
	int fd = connect_raw(), pair[2];
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair), 0);
	fcl_bd_packet_init(&packet, FCL_BD_HELLO);
	packet.fds[0] = pair[0];
	assert_int_equal(fcl_bd_send(fd, &packet), 0);
	assert_int_equal(fcl_bd_receive(fd, 0, &packet, &err), 0);
	assert_int_equal(packet.head.error, -EBUSY);
	assert_non_null(strstr(packet.head.text, "a file, a pipe or a terminal"));
	fcl_bd_packet_close(&packet);
	close(pair[0]);
	close(pair[1]);
	close(fd);
}

/* --- sockets ---------------------------------------------------------------------------------- */

enum { PATH_BYTES = sizeof(((struct sockaddr_un *)0)->sun_path) };

static void path_of(const char *name, char path[PATH_BYTES])
{
	struct fcl_err err = {0};

	assert_int_equal(fcl_bd_path(name, 0, path, PATH_BYTES, &err), 0);
}

/* Creates a socket of that kind at the path, which listens or is stale. */
static int put_socket(const char *path, int kind, int backlog)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, kind, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	if (backlog >= 0)
		assert_int_equal(listen(fd, backlog), 0);
	return fd;
}

/*
 * Many processes start while there is a stale socket: exactly one of them gets the name, and keeps
 * it.
 */
static void starts_race_for_a_name(void **state)
{
	enum { STARTS = 6, ROUNDS = 4 };
	struct fcl_err err = {0};
	char path[PATH_BYTES];

	(void)state;
	path_of("r", path);
	for (int round = 0; round < ROUNDS; round++) {
		pid_t pids[STARTS];
		int ended = 0;

		close(put_socket(path, SOCK_SEQPACKET, 1));
		for (int i = 0; i < STARTS; i++)
			pids[i] = process_start("r", NULL);
		/* All but one give up. */
		while (ended < STARTS - 1) {
			int status = -1;

			assert_true(waitpid(-1, &status, 0) > 0);
			assert_int_equal(WEXITSTATUS(status), 1);
			ended++;
		}
		assert_true(process_is_up("r"));
		assert_int_equal(fcl_bd_stop("r", &err), 0);
		for (int i = 0; i < STARTS; i++)
			waitpid(pids[i], NULL, 0);
		assert_int_not_equal(access(path, F_OK), 0);
	}
}

/*
 * Sockets on which other processes listen stay: one of another kind, and one with a full backlog.
 */
static void sockets_of_others_stay(void **state)
{
	struct fcl_err err = {0};
	char path[PATH_BYTES];
	int fd, listener = -1;

	(void)state;
	path_of("s", path);
	fd = put_socket(path, SOCK_STREAM, 1);
	assert_int_equal(fcl_bd_listen(path, 0600, &listener, &err), -EEXIST);
	close(fd);
	unlink(path);
	fd = put_socket(path, SOCK_SEQPACKET, 0);
	for (int i = 0, other; i < 3; i++) {
		struct sockaddr_un address = {.sun_family = AF_UNIX};

		snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
		other = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0);
		(void)connect(other, (struct sockaddr *)&address, sizeof(address));
	}
	alarm(20); /* instead of waiting in the backlog forever */
	assert_int_equal(fcl_bd_listen(path, 0600, &listener, &err), -EEXIST);
	alarm(0);
	close(fd);
	assert_int_equal(fcl_bd_listen(path, 0600, &listener, &err), 0);
	close(listener);
	unlink(path);
}

/* A board process only removes its own socket. */
static void a_later_socket_stays(void **state)
{
	struct fcl_err err = {0};
	char path[PATH_BYTES];
	pid_t first = process_start("u", NULL), second;
	int fd = -1;

	(void)state;
	process_wait_up("u");
	path_of("u", path);
	assert_int_equal(fcl_bd_connect("u", &fd, &err), 0);
	unlink(path);
	second = process_start("u", NULL);
	process_wait_up("u");
	kill(first, SIGTERM);
	assert_int_equal(process_end(first), 0);
	close(fd);
	assert_true(process_is_up("u"));
	assert_int_equal(fcl_bd_stop("u", &err), 0);
	assert_int_equal(process_end(second), 0);
}

/* Started with a permissive umask, as in some containers. */
static void folders_are_not_open(void **state)
{
	struct stat facts;
	struct fcl_err err = {0};
	char name[100];
	mode_t mask = umask(0);
	pid_t pid;

	(void)state;
	snprintf(name, sizeof(name), "%s/open/b.sock", getenv("XDG_RUNTIME_DIR"));
	pid = process_start(name, NULL);
	umask(mask);
	process_wait_up(name);
	*strrchr(name, '/') = '\0';
	assert_int_equal(stat(name, &facts), 0);
	assert_int_equal(facts.st_mode & 0777, 0755);
	name[strlen(name)] = '/';
	assert_int_equal(stat(name, &facts), 0);
	assert_int_equal(facts.st_mode & 0777, 0600);
	assert_int_equal(fcl_bd_stop(name, &err), 0);
	assert_int_equal(process_end(pid), 0);
	*strrchr(name, '/') = '\0';
	assert_int_equal(rmdir(name), 0);
}

/* --- a board process and an executor that lie ----------------------------------------------------- */

static int answer(int fd, enum fcl_bd_op expected, int (*fill)(struct fcl_bd_packet *))
{
	struct fcl_err err = {0};
	uint32_t number;
	int result;

	if (fcl_bd_receive(fd, 0, &packet, &err) || packet.head.op != expected)
		return -1;
	number = packet.head.number;
	fcl_bd_packet_close(&packet);
	fcl_bd_packet_init(&packet, expected == FCL_BD_HELLO ? FCL_BD_WELCOME : packet.head.op);
	packet.head.number = number;
	result = fill(&packet);
	return fcl_bd_send(fd, &packet) ? -1 : result;
}

static struct fcl_bd_shared *rings;

/* Returns the executor's end. */
static int fill_welcome(struct fcl_bd_packet *welcome)
{
	int fd = memfd_create("rings", MFD_ALLOW_SEALING), pair[2];

	if (ftruncate(fd, sizeof(*rings)) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair))
		return -1;
	rings = mmap(NULL, sizeof(*rings), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	welcome->fds[0] = pair[0];
	welcome->fds[1] = fd;
	return pair[1];
}

static int fill_facts(struct fcl_bd_packet *facts)
{
	struct fcl_bd_facts *said = (struct fcl_bd_facts *)(void *)facts->payload;

	memset(said, 0, sizeof(*said));
	snprintf(said->name, sizeof(said->name), "liar");
	said->nbanks = said->max_cus = 1;
	said->host_alignment = said->buffer_alignment = 64;
	said->banks[0] = (struct fcl_bd_bank){.tag = "DDR[0]", .size = 1 << 20};
	facts->head.payload = sizeof(*said);
	return 0;
}

/* Reports more and more ended requests, faster than anyone can read. */
static void lie(int listener)
{
	int fd = accept(listener, NULL, NULL);
	int call = fd < 0 ? -1 : answer(fd, FCL_BD_HELLO, fill_welcome);

	if (call < 0 || answer(call, FCL_BD_INFO, fill_facts))
		_exit(1);
	alarm(60);
	for (;;) {
		atomic_fetch_add(&rings->ended.tail, FCL_BD_BLOCKS / 2);
		fcl_bd_wake(&rings->reader_sleeps);
	}
}

static void rings_that_never_end(void **state)
{
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *device = NULL;
	struct fcl_err err = {0};
	const char *name = NULL;
	int listener = -1;
	pid_t liar;
	char path[PATH_BYTES];

	(void)state;
	path_of("l", path);
	assert_int_equal(fcl_bd_listen(path, 0600, &listener, &err), 0);
	liar = fork();
	if (!liar)
		lie(listener);
	hal = fcl_backend_of("board:l", &name, &err);
	assert_non_null(hal);
	if (hal->open(name, 0, &device, &err))
		fail_msg("%s", err.text);
	for (int i = 0; i < 3000 && !hal->health(device, &err); i++)
		fcl_pause_us(10000);
	assert_int_equal(hal->health(device, &err), -EIO);
	alarm(30); /* closing waits for the thread that reads the ring */
	hal->close(device);
	alarm(0);
	kill(liar, SIGKILL);
	process_end(liar);
	close(listener);
	unlink(path);
}

/*
 * --- start and end
 * --------------------------------------------------------------------------------
 */

static int set_up(void **state)
{
	(void)state;
	return process_set_up();
}

static int take_down(void **state)
{
	(void)state;
	return process_take_down();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(descriptors_that_nobody_wants),
		cmocka_unit_test(closing_blocks_nobody),
		cmocka_unit_test(examining_blocks_nobody),
		cmocka_unit_test(few_executors_linger),
		cmocka_unit_test(output_is_no_socket),
		cmocka_unit_test(starts_race_for_a_name),
		cmocka_unit_test(sockets_of_others_stay),
		cmocka_unit_test(a_later_socket_stays),
		cmocka_unit_test(folders_are_not_open),
		cmocka_unit_test(rings_that_never_end),
	};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, set_up, take_down);
}
