/* SPDX-License-Identifier: Apache-2.0 */
/*
 * xrt_emulation_fuzz [FIRST LAST]: damaged sessions of XRT's calls, one per seed. Every second
 * session is one of hw_emu, whose messages about host memory are damaged, too. The process answers,
 * exits, or is ended by its own SIGTERM; any other end is a bug.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/xrt_emulation/session.h"
#include "tools/xrt_emulation/announcement.h"

enum { CALLS = 40, BODY = 512 };

static unsigned first_seed, last_seed = 40;
static unsigned short random_state[3];
static uint64_t host_base; /* address of the image's HOST memory */

static uint64_t random_below(uint64_t limit)
{
	return ((uint64_t)nrand48(random_state) << 31 | (uint64_t)nrand48(random_state)) % limit;
}

/* Small numbers, numbers near limits, and addresses that are in use. */
static uint64_t some_number(void)
{
	const uint64_t known[] = {0,
				  1,
				  4,
				  0x1000,
				  0x100000000,
				  UINT32_MAX,
				  UINT64_MAX,
				  INT64_MAX,
				  host_base,
				  FCL_XEMU_ANNOUNCEMENT,
				  image->cus[0].base,
				  image->cus[random_below(image->ncus)].base + 0x10};

	return known[random_below(sizeof(known) / sizeof(known[0]))] + random_below(3) * 4;
}

static size_t put_varint(uint8_t *at, uint64_t value)
{
	size_t size = 0;

	do {
		at[size++] = (uint8_t)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
		value >>= 7;
	} while (value);
	return size;
}

/* Fields 1 to 6 with numbers or bytes, some of which the call expects. */
static size_t make_body(uint8_t body[BODY])
{
	size_t size = 0;

	for (uint8_t field = 1; field <= 6; field++) {
		uint64_t length = random_below(40);

		if (random_below(4) < 3) {
			body[size++] = (uint8_t)(field << 3);
			size += put_varint(body + size, some_number());
			continue;
		}
		body[size++] = (uint8_t)(field << 3 | 2);
		size += put_varint(body + size, length);
		for (uint64_t i = 0; i < length; i++)
			body[size++] = (uint8_t)random_below(256);
	}
	for (uint64_t i = random_below(3); i; i--)
		body[random_below(size)] ^= (uint8_t)(1u << random_below(8));
	return size;
}

static bool send_valid(struct peer *peer)
{
	static char bytes[4096];
	uint64_t address = random_below(8) * 0x1000;
	uint64_t span[2] = {host_base + address, random_below(0x4000)};
	uint32_t value = (uint32_t)random_below(256);
	uint8_t regs[256] = {0};

	switch (random_below(7)) {
	case 5: /* a buffer in the host's memory */
		return session_write(peer, FCL_XEMU_ANNOUNCEMENT, span, sizeof(span));
	case 6: /* a start with pointers to it */
		regs[0] = 1;
		for (int at = 0x10; at < 0x40; at += 12)
			memcpy(regs + at, &span[0], sizeof(span[0]));
		regs[0x34] = 16;
		return session_control(peer, image->cus[0].base, regs, sizeof(regs));
	case 0:
		return session_alloc(peer, address, 1 + random_below(0x1000)) >= 0;
	case 1:
		return session_free(peer, address) >= 0;
	case 2:
		return session_load(peer, payload_file) >= 0;
	case 3:
		return session_control(peer, image->cus[0].base + random_below(16) * 4, &value, 4);
	default:
		return session_write(peer, address, bytes, random_below(sizeof(bytes)));
	}
}

static bool send_damaged(struct peer *peer)
{
	const uint32_t known[] = {CLOSE,
				  LOAD,
				  ALLOC,
				  FREE,
				  WRITE,
				  READ,
				  COPY,
				  CONTROL_WRITE,
				  CONTROL_READ,
				  SETUP_INSTANCE,
				  IMPORT,
				  COPY_FROM_FILE,
				  REGISTER_WRITE,
				  REGISTER_READ,
				  8,
				  10,
				  17,
				  18,
				  19};
	uint8_t body[BODY];
	size_t size = make_body(body);

	return peer_send(peer, known[random_below(sizeof(known) / sizeof(known[0]))], size, body,
			 size) &&
	       peer_receive(peer);
}

/* --- the host's memory -------------------------------------------------------------------------- */

struct memory {
	int fd;
	unsigned short random[3];
};

static bool is_lucky(struct memory *memory, unsigned n)
{
	return (unsigned)nrand48(memory->random) % n == 0;
}

/* Sends an answer of that size that means yes, no, or something else. */
static bool answer_memory(struct memory *memory, uint32_t wanted)
{
	static uint8_t message[14 + 32 + (2 << 20)];
	uint32_t length = is_lucky(memory, 8) ? wanted / 2 : wanted;
	uint8_t *body = message + 14;
	uint64_t size = 2;

	memset(message, 0, 14);
	message[0] = 0x09;
	message[9] = 0x15;
	body[0] = 1 << 3;
	body[1] = !is_lucky(memory, 4);
	body[size++] = 2 << 3 | 2;
	size += put_varint(body + size, length);
	size += length;
	if (is_lucky(memory, 10))
		message[14 + nrand48(memory->random) % 40] ^= 1 << nrand48(memory->random) % 8;
	memcpy(message + 1, &size, sizeof(size));
	/* If an answer is missing, the connection ends: no host keeps it open without answering. */
	if (is_lucky(memory, 20)) {
		send(memory->fd, message, (uint64_t)nrand48(memory->random) % size, MSG_NOSIGNAL);
		return false;
	}
	return send(memory->fd, message, 14 + size, MSG_NOSIGNAL) == (ssize_t)(14 + size) &&
	       !is_lucky(memory, 30);
}

static void *be_memory(void *user)
{
	struct memory *memory = user;
	static uint8_t body[(1 << 20) + 4096];
	uint8_t header[14];
	uint64_t size;

	while (recv(memory->fd, header, sizeof(header), MSG_WAITALL) == sizeof(header)) {
		memcpy(&size, header + 1, sizeof(size));
		if (size > sizeof(body) ||
		    (size && recv(memory->fd, body, size, MSG_WAITALL) != (ssize_t)size))
			break;
		/* Read calls are short; their last bytes are the size, as a varint. */
		if (header[10] != 1 && !answer_memory(memory, size < 32 ? 4096 : 0))
			break;
	}
	shutdown(memory->fd, SHUT_RDWR);
	return NULL;
}

static void find_host_base(void)
{
	for (uint32_t i = 0; i < image->nmems; i++)
		if (!strncmp(image->mems[i].tag, "HOST", 4))
			host_base = image->mems[i].base;
	assert_true(host_base > 0);
}

static struct peer peer;

/*
 * A process of hw_emu ends its host by SIGTERM; a SIGTERM from any other process still ends this
 * program.
 */
static void terminate(int number, siginfo_t *info, void *context)
{
	(void)context;
	if (info->si_pid == peer.process)
		return;
	signal(number, SIG_DFL);
	raise(number);
}

static void run_seed(unsigned seed)
{
	struct memory memory = {.random = {(unsigned short)seed, 1, 2}};
	pthread_t thread;
	int status;

	random_state[0] = (unsigned short)seed;
	random_state[1] = (unsigned short)(seed >> 16);
	random_state[2] = 0x330e;
	if (seed % 2)
		peer_launch(&peer, payload_file);
	else
		peer_start(&peer);
	memory.fd = peer.memory;
	if (seed % 2)
		assert_int_equal(pthread_create(&thread, NULL, be_memory, &memory), 0);
	for (int i = 0; i < CALLS; i++)
		if (!(random_below(3) ? send_valid(&peer) : send_damaged(&peer)))
			break;
	if (seed % 2) {
		shutdown(peer.memory, SHUT_RDWR);
		pthread_join(thread, NULL);
	}
	status = peer_end(&peer);
	if (WIFSIGNALED(status) ? WTERMSIG(status) != SIGTERM : WEXITSTATUS(status) != 0)
		fail_msg("seed %u: wait status 0x%x", seed, (unsigned)status);
}

static void test_fuzz(void **state)
{
	struct sigaction action = {.sa_sigaction = terminate, .sa_flags = SA_SIGINFO | SA_RESTART};

	(void)state;
	assert_int_equal(sigaction(SIGTERM, &action, NULL), 0);
	find_host_base();
	for (unsigned seed = first_seed; seed < last_seed; seed++)
		run_seed(seed);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_fuzz)};

	if (argc == 3) {
		first_seed = (unsigned)atoi(argv[1]);
		last_seed = (unsigned)atoi(argv[2]);
	}
	return cmocka_run_group_tests(tests, session_setup, session_teardown);
}
