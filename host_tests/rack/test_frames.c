/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The network's kernels, as they are in payloads, between queues of this program: whatever arrives, they
 * neither crash nor read or write outside of their memory (with ASan), and answer afterwards as before.
 */
#include "host_tests/base/unit_test.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "fpgacl/ethernet.h"
#include "fpgacl/external.h"
#include "fpgacl/packets.h"
#include "fpgacl/rt.h"
#include "fpgacl_model.h"

enum { WIDTH = 64, PORTS = 4, PLACES = 512, LARGEST = 40000 };

/* A transfer as it is in a FIFO. */
struct transfer {
	unsigned char data[WIDTH], keep[8], user[12], last, dest[2];
};

struct queue {
	struct transfer transfers[PLACES];
	unsigned first, end;
};

struct unit {
	struct fcl_cu cu;
	struct fcl_model_host host;
	void *state;
	unsigned char regs[0x2000];
	struct queue queues[PORTS];
	unsigned char *arrived; /* at the port of the board; NULL: nothing */
	uint32_t arrived_size, arrived_flags;
	unsigned sent, sent_size;
	jmp_buf idle;
};

static struct unit unit;

#define FIELD(NAME, BITS)                                                                          \
	.NAME = {offsetof(struct transfer, NAME), sizeof(((struct transfer *)0)->NAME), (BITS)}

#define STREAM(OUT)                                                                                \
	{                                                                                          \
		.out = (OUT), .width = WIDTH, .packet_size = sizeof(struct transfer),              \
		FIELD(data, 512), FIELD(keep, 64), FIELD(user, 96), FIELD(last, 1),                \
		FIELD(dest, 16)                                                                    \
	}

static const struct fclc_packets streams[] = {STREAM(0), STREAM(1), STREAM(0), STREAM(1)};

static unsigned chance(void)
{
	static uint64_t state = 1;

	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33);
}

/* --- the board --------------------------------------------------------------------------------- */

struct fcl_model_fifo *fclc_rt_fifo(struct fcl_cu *cu, unsigned port, unsigned long packet_size)
{
	(void)cu;
	(void)port;
	(void)packet_size;
	return NULL;
}

static int try_read(struct fcl_cu *cu, uint32_t port, void *packet)
{
	struct queue *queue = &unit.queues[port];

	(void)cu;
	if (queue->first == queue->end)
		return 0;
	memcpy(packet, &queue->transfers[queue->first++ % PLACES], sizeof(struct transfer));
	return 1;
}

static int try_write(struct fcl_cu *cu, uint32_t port, const void *packet)
{
	struct queue *queue = &unit.queues[port];

	(void)cu;
	if (queue->end - queue->first == PLACES)
		return 0;
	memcpy(&queue->transfers[queue->end++ % PLACES], packet, sizeof(struct transfer));
	return 1;
}

static void wait_outside(struct fcl_cu *cu, int descriptor, uint32_t events, const uint32_t *ports,
			 uint32_t count)
{
	(void)cu;
	(void)descriptor;
	(void)events;
	(void)ports;
	(void)count;
	longjmp(unit.idle, 1);
}

static int link_open(struct fcl_cu *cu, const char *port, struct fcl_model_link **ret_link)
{
	(void)cu;
	(void)port;
	*ret_link = (struct fcl_model_link *)&unit;
	return 0;
}

static void link_close(struct fcl_model_link *link)
{
	(void)link;
}

static int link_send(struct fcl_model_link *link, const void *bytes, uint32_t size, uint32_t flags)
{
	const unsigned char *at = bytes;
	unsigned sum = 0;

	(void)link;
	(void)flags;
	for (uint32_t i = 0; i < size; i++)
		sum += at[i];
	assert_true(sum < UINT32_MAX);
	unit.sent++;
	unit.sent_size = size;
	return 1;
}

static const void *link_receive(struct fcl_model_link *link, uint32_t *ret_size,
				uint32_t *ret_flags)
{
	(void)link;
	*ret_size = unit.arrived_size;
	*ret_flags = unit.arrived_flags;
	return unit.arrived;
}

static void link_take(struct fcl_model_link *link)
{
	(void)link;
	unit.arrived = NULL;
}

static int link_wait(struct fcl_model_link *link, uint32_t what)
{
	(void)link;
	(void)what;
	return 0;
}

static void begin(int (*open)(struct fcl_cu *, const struct fclc_external *), unsigned nports)
{
	static struct fclc_external external = {.place = "qsfp0", .ports = streams, .sockets = 16};

	memset(&unit, 0, sizeof(unit));
	external.nports = nports;
	unit.host = (struct fcl_model_host){.size = sizeof(unit.host),
					    .stream_try_read = try_read,
					    .stream_try_write = try_write,
					    .wait_outside = wait_outside,
					    .link_open = link_open,
					    .link_close = link_close,
					    .link_send = link_send,
					    .link_receive = link_receive,
					    .link_take = link_take,
					    .link_wait = link_wait};
	unit.cu = (struct fcl_cu){.size = sizeof(unit.cu),
				  .host = &unit.host,
				  .name = "unit_1",
				  .regs = unit.regs,
				  .regs_size = sizeof(unit.regs),
				  .state = &unit.state};
	assert_int_equal(open(&unit.cu, &external), 0);
}

static void run(int (*function)(struct fcl_cu *))
{
	if (!setjmp(unit.idle))
		function(&unit.cu);
}

/* --- frames ------------------------------------------------------------------------------------ */

/* Puts a packet into a stream, as a kernel or a MAC does. */
static void put(unsigned port, const unsigned char *bytes, unsigned size, unsigned dest)
{
	for (unsigned at = 0; at < size; at += WIDTH) {
		struct transfer transfer = {
			.last = at + WIDTH >= size,
			.dest = {(unsigned char)dest, (unsigned char)(dest >> 8)}};
		unsigned count = size - at < WIDTH ? size - at : WIDTH;

		memcpy(transfer.data, bytes + at, count);
		for (unsigned i = 0; i < count; i++)
			transfer.keep[i / 8] |= (unsigned char)(1u << i % 8);
		try_write(&unit.cu, port, &transfer);
	}
}

/* Takes a packet from a stream; 0: there is none. */
static unsigned take(unsigned port, unsigned char *bytes)
{
	struct transfer transfer;
	unsigned size = 0;

	while (try_read(&unit.cu, port, &transfer)) {
		for (unsigned i = 0; i < WIDTH; i++)
			if (transfer.keep[i / 8] >> i % 8 & 1) {
				assert_true(size < FCLC_ETHERNET_LARGEST);
				bytes[size++] = transfer.data[i];
			}
		if (transfer.last)
			break;
	}
	return size;
}

/* For the stack at 192.168.0.5: a request for its address, an answer, a ping, a datagram. */
static unsigned make(unsigned kind, unsigned char *frame)
{
	static const unsigned char peer[] = {192, 168, 0, 7}, own[] = {192, 168, 0, 5};
	static const unsigned char arp[] = {8, 6, 0, 1, 8, 0, 6, 4, 0, 1};
	static const unsigned char ip[] = {8, 0, 0x45, 0, 0, 46, 0, 0, 0, 0, 64, 1};

	memset(frame, 0, 60);
	memset(frame + 6, 2, 6);
	if (kind < 2) {
		memcpy(frame + 12, arp, sizeof(arp));
		frame[21] = (unsigned char)(kind + 1);
		memset(frame + 22, 2, 6);
		memcpy(frame + 28, peer, 4);
		memcpy(frame + 38, own, 4);
		return 60;
	}
	memcpy(frame + 12, ip, sizeof(ip));
	frame[23] = kind == 2 ? 1 : 17;
	memcpy(frame + 26, peer, 4);
	memcpy(frame + 30, own, 4);
	frame[34] = kind == 2 ? 8 : 0;
	return 60;
}

/* Of any size, with changes at some places, most of them in the headers. */
static unsigned make_hostile(unsigned char *frame)
{
	unsigned size = make(chance() % 4, frame), changes = chance() % 6;
	unsigned wanted = chance() % 4 ? 1 + chance() % 80 : 1 + chance() % LARGEST;

	for (unsigned i = size; i < wanted; i++)
		frame[i] = (unsigned char)chance();
	if (chance() % 2)
		size = wanted;
	for (; changes; changes--)
		frame[chance() % (chance() % 4 || size > 64 ? 50 : size)] = (unsigned char)chance();
	return size;
}

static void open_socket(unsigned theirs, unsigned mine)
{
	fclc_network_write(&unit.cu, 0x820, 0xc0a80007);
	fclc_network_write(&unit.cu, 0x820 + 8 * 16, theirs);
	fclc_network_write(&unit.cu, 0x820 + 16 * 16, mine);
	fclc_network_write(&unit.cu, 0x820 + 24 * 16, 1);
}

/* The stack answers a ping, and passes a datagram on. */
static void judge_stack(void)
{
	static unsigned char frame[LARGEST], answer[LARGEST];
	unsigned size = make(2, frame);

	while (take(1, answer) || take(3, answer))
		run(fclc_network_run);
	put(0, frame, size, 0);
	run(fclc_network_run);
	assert_int_equal(take(1, answer), 60);
	assert_int_equal(answer[34], 0);
	assert_memory_equal(answer + 30, frame + 26, 4);
	size = make(3, frame);
	frame[35] = 9;
	frame[37] = 4;
	frame[42] = 77;
	put(0, frame, size, 0);
	run(fclc_network_run);
	assert_int_equal(take(3, answer), 60 - 42);
	assert_int_equal(answer[0], 77);
}

static void stack(void **state)
{
	static unsigned char frame[LARGEST], out[LARGEST];
	unsigned answers = 0;

	(void)state;
	begin(fclc_network_open, 4);
	open_socket(9, 4);
	judge_stack();
	for (unsigned i = 0; i < 50000; i++) {
		bool datagram = chance() % 4 == 0;
		unsigned size = make_hostile(frame), sent;

		put(datagram ? 2 : 0, frame, size, chance() % 20);
		run(fclc_network_run);
		while ((sent = take(1, out)) != 0) {
			assert_true(sent >= 43);
			answers++;
		}
		while (take(3, out))
			;
	}
	assert_true(answers > 1000);
	/* The end of a packet may be missing: the next one ends it. */
	put(0, frame, 1, 0);
	run(fclc_network_run);
	judge_stack();
	fclc_network_close(&unit.cu);
}

static void mac(void **state)
{
	static unsigned char frame[LARGEST], out[LARGEST];
	unsigned received = 0;

	(void)state;
	begin(fclc_cmac_open, 2);
	for (unsigned i = 0; i < 20000; i++) {
		unsigned size = make_hostile(frame), taken;
		bool bad = chance() % 4 == 0;

		/* A copy of its size, so that what lies behind it is not the frame's. */
		unit.arrived = malloc(size);
		assert_non_null(unit.arrived);
		memcpy(unit.arrived, frame, size);
		unit.arrived_size = size;
		unit.arrived_flags = bad ? FCL_MODEL_LINK_BAD : FCL_MODEL_LINK_LAST;
		{
			unsigned char *kept = unit.arrived;

			run(fclc_cmac_run);
			free(kept);
		}
		taken = take(0, out);
		assert_int_equal(taken, bad || size > FCLC_ETHERNET_LARGEST ? 0 : size);
		assert_memory_equal(out, frame, taken);
		received += taken != 0;
		/* The other way: what is longer than the largest frame is not sent. */
		unit.sent_size = 0;
		put(1, frame, size % (PLACES * WIDTH) + 1, 0);
		run(fclc_cmac_run);
		assert_true(unit.sent_size <= FCLC_ETHERNET_LARGEST);
		assert_true(!unit.sent_size || unit.sent_size >= FCLC_ETHERNET_SMALLEST);
	}
	assert_true(received > 5000 && unit.sent > 5000);
	fclc_cmac_close(&unit.cu);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(stack), cmocka_unit_test(mac)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
