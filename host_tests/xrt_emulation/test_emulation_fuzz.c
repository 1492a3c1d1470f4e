/* SPDX-License-Identifier: Apache-2.0 */
/*
 * xrt_emulation_fuzz [FIRST LAST]: sessions of XRT's calls with damage in them, one for each seed. The process
 * answers, or ends by itself or by SIGTERM: any other end is a fault of its own.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/xrt_emulation/session.h"

enum { CALLS = 40, BODY = 512 };

static unsigned first_seed, last_seed = 40;
static unsigned short random_state[3];

static uint64_t random_below(uint64_t limit)
{
	return ((uint64_t)nrand48(random_state) << 31 | (uint64_t)nrand48(random_state)) % limit;
}

/* Small numbers, numbers near limits, addresses that mean something. */
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

/* Fields 1 to 6 with numbers or bytes, some of which are what the call expects. */
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
	uint32_t value = (uint32_t)random_below(256);

	switch (random_below(5)) {
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
	const uint32_t known[] = {CLOSE,          LOAD,           ALLOC,  FREE,
				  WRITE,          READ,           COPY,   CONTROL_WRITE,
				  CONTROL_READ,   SETUP_INSTANCE, IMPORT, COPY_FROM_FILE,
				  REGISTER_WRITE, REGISTER_READ};
	uint8_t body[BODY];
	size_t size = make_body(body);

	return peer_send(peer, known[random_below(sizeof(known) / sizeof(known[0]))], size, body,
			 size) &&
	       peer_receive(peer);
}

static void run_seed(unsigned seed)
{
	static struct peer peer;
	int status;

	random_state[0] = (unsigned short)seed;
	random_state[1] = (unsigned short)(seed >> 16);
	random_state[2] = 0x330e;
	peer_start(&peer);
	for (int i = 0; i < CALLS; i++)
		if (!(random_below(3) ? send_valid(&peer) : send_damaged(&peer)))
			break;
	status = peer_end(&peer);
	if (WIFSIGNALED(status) ? WTERMSIG(status) != SIGTERM : WEXITSTATUS(status) != 0)
		fail_msg("seed %u: wait status 0x%x", seed, (unsigned)status);
}

static void test_fuzz(void **state)
{
	(void)state;
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
