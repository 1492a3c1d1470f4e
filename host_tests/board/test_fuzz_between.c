/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A man in the middle damages part of the traffic between a client and its board process, in both
 * directions: messages, descriptors, rings and blocks. Most of it stays right, so that damage gets
 * far. Every call of the client must return; the board process must release everything and keep
 * serving others. AddressSanitizer makes this stricter. FPGACL_TEST_FUZZ: number of rounds;
 * FPGACL_TEST_SEED: seed of the first one.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "clients.h"
#include "fuzz.h"
#include "hal/board/wire/ring.h"
#include "process.h"

enum { MOST_MESSAGES = 200, ROUND_MS = 1000 };
enum side {
	CLIENT,
	BOARD,
	CALLER,
	EXECUTOR,
	SIDES
}; /* pairs of neighbours that talk to each other */

static const char name[] = "between";
static struct fcl_image *image;

struct between {
	struct fuzz random;
	uint32_t rate;  /* one in this many messages is damaged */
	int fds[SIDES]; /* -1: none */
	struct fcl_bd_shared *shared;
	unsigned messages;
};

static void damage(struct between *between, struct fcl_bd_packet *packet)
{
	struct fuzz *random = &between->random;
	uint32_t at = fuzz_number(random);

	switch (fuzz_number(random) % 6) {
	case 0:
		fuzz_head(random, packet);
		break;
	case 1:
		packet->head.v[at % 6] = fuzz_edge(random);
		break;
	case 2:
		packet->head.v[at % 6] += fuzz_number(random) % 9 - 4;
		break;
	case 3:
		packet->head.op = fuzz_number(random) % 70;
		break;
	case 4:
		if (packet->head.payload)
			fuzz_bits(random, packet->payload, packet->head.payload);
		else
			packet->head.payload = fuzz_number(random) % 300;
		break;
	default: /* another file, or one too many */
		if (packet->fds[at % 2] >= 0)
			close(packet->fds[at % 2]);
		packet->fds[at % 2] = fuzz_file(random);
	}
}

/* Replaces the executor's socket: gives the client another one, and keeps the original. */
static void take_executor(struct between *between, struct fcl_bd_packet *packet)
{
	struct stat facts;
	int ends[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
	for (int side = CALLER; side <= EXECUTOR; side++)
		if (between->fds[side] >= 0)
			close(between->fds[side]);
	between->fds[CALLER] = ends[0];
	between->fds[EXECUTOR] = packet->fds[0];
	packet->fds[0] = ends[1];
	if (between->shared)
		munmap(between->shared, sizeof(*between->shared));
	assert_int_equal(fstat(packet->fds[1], &facts), 0);
	assert_true((size_t)facts.st_size >= sizeof(*between->shared));
	between->shared = mmap(NULL, sizeof(*between->shared), PROT_READ | PROT_WRITE, MAP_SHARED,
			       packet->fds[1], 0);
	assert_true(between->shared != MAP_FAILED);
}

/* Returns false if one side has disconnected. */
static bool pass_on(struct between *between, enum side from)
{
	static struct fcl_bd_packet packet;
	int to = between->fds[from ^ 1];
	struct fcl_err err = {0};

	if (fcl_bd_receive(between->fds[from], MSG_DONTWAIT, &packet, &err))
		return false;
	between->messages++;
	if (from == BOARD && packet.fds[0] >= 0 && packet.fds[1] >= 0)
		take_executor(between, &packet);
	if (fuzz_one_in(&between->random, between->rate))
		damage(between, &packet);
	fcl_bd_send(to, &packet);
	fcl_bd_packet_close(&packet);
	return true;
}

/* Damages memory shared by client and executor; most requests are in the first blocks. */
static void damage_shared(struct between *between)
{
	struct fuzz *random = &between->random;
	struct fcl_bd_shared *shared = between->shared;
	struct fcl_bd_ring *ring = fuzz_one_in(random, 2) ? &shared->submitted : &shared->ended;

	if (!fuzz_one_in(random, 8))
		fuzz_bits(random, shared->blocks[fuzz_number(random) % 4], FCL_BD_BODY + 256);
	else if (fuzz_one_in(random, 2))
		ring->blocks[fuzz_number(random) % FCL_BD_BLOCKS] = fuzz_number(random) % 200;
	else if (fuzz_one_in(random, 4))
		atomic_fetch_add(&ring->tail, fuzz_number(random) % 4);
	fcl_bd_wake(&shared->waiter_sleeps);
	fcl_bd_wake(&shared->reader_sleeps);
	fcl_bd_wake(&shared->executor_sleeps);
}

/* Relays for a while, then disconnects both sides. */
static void stand_between(struct between *between)
{
	uint64_t until = fcl_now_ns() + ROUND_MS * UINT64_C(1000000);
	bool goes_on = true;

	while (goes_on && between->messages < MOST_MESSAGES && fcl_now_ns() < until) {
		struct pollfd entries[SIDES];

		for (int side = 0; side < SIDES; side++)
			entries[side] = (struct pollfd){.fd = between->fds[side], .events = POLLIN};
		poll(entries, SIDES, 1);
		/* Relay the executor's messages first, as later ones may close its sockets. */
		for (int side = SIDES - 1; side >= 0 && goes_on; side--)
			if (entries[side].fd == between->fds[side] && entries[side].revents)
				goes_on = pass_on(between, side) || side >= CALLER;
		if (between->shared && fuzz_one_in(&between->random, between->rate))
			damage_shared(between);
	}
}

static void one_round(int listener, uint64_t seed)
{
	struct between between = {.random = {seed * 2654435761u}, .fds = {-1, -1, -1, -1}};
	struct fcl_err err = {0};
	pid_t child = fork();

	if (!child) {
		close(listener);
		fuzz_client(name, image);
	}
	between.rate = 4 << fuzz_number(&between.random) % 4;
	between.fds[CLIENT] = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	assert_true(between.fds[CLIENT] >= 0);
	assert_int_equal(fcl_bd_connect("t", &between.fds[BOARD], &err), 0);
	stand_between(&between);
	for (int side = 0; side < SIDES; side++)
		if (between.fds[side] >= 0)
			close(between.fds[side]);
	if (between.shared)
		munmap(between.shared, sizeof(*between.shared));
	assert_int_equal(process_end(child), 0);
	wait_users("t", 0, 0);
}

/* Checks that another client can use the board. */
static void check_board(void)
{
	struct fcl_hal_device *device = open_on("t");
	struct fcl_err err = {0};
	struct fcl_hal_program *program = load_seed(1, 0, &err);

	assert_int_equal(run_add(program, 5), 0);
	done_with(device, program);
}

static void damage_hurts_nobody(void **state)
{
	const char *text = getenv("FPGACL_TEST_FUZZ"), *first = getenv("FPGACL_TEST_SEED");
	unsigned rounds = text ? (unsigned)atoi(text) : 20;
	uint64_t seed = first ? (uint64_t)atoll(first) : 1;
	struct fcl_hal_device *device;
	struct fcl_err err = {0};
	char path[108];
	int listener = -1;

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	device = open_on("t");
	image = make_image(1, MODELS);
	suite.hal->close(device);
	assert_int_equal(fcl_bd_path(name, 0, path, sizeof(path), &err), 0);
	assert_int_equal(fcl_bd_listen(path, 0600, &listener, &err), 0);
	for (unsigned i = 0; i < rounds; i++) {
		print_message("seed %llu\n", (unsigned long long)seed + i);
		fflush(stdout);
		one_round(listener, seed + i);
		if (i % 8 == 7)
			check_board();
	}
	check_board();
	close(listener);
	unlink(path);
	fcl_image_unref(image);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(damage_hurts_nobody)};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, clients_set_up, clients_take_down);
}
