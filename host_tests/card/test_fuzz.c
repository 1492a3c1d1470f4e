/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broken messages and descriptors: whatever a client sends, the card goes on, and the next client can
 * use it. card_fuzz TOOL IMAGE … [SEED] repeats a run.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "client.h"
#include "dma.h"
#include "host_tests/image/cmocka_all.h"

enum { MUTANTS = 10000, PER_CLIENT = 40, LISTS = 2000, UNIT = 0x1810000, MOST = 256 };

static pid_t card;
static const char *image;
static uint64_t seed = 1;
static struct client client;

/* Knuth's MMIX generator. */
static uint32_t random_below(uint32_t limit)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)((seed >> 33) % limit);
}

static void open_card(void)
{
	int status;

	for (int i = 0; client_open(&client); i++) {
		assert_true(i < 5000);
		assert_int_equal(waitpid(card, &status, WNOHANG), 0);
		fcl_pause_us(1000);
	}
}

static int setup(void **state)
{
	(void)state;
	print_message("seed %llu\n", (unsigned long long)seed);
	card = card_start((const char *const[]){"--image", image, NULL});
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	card_stop(card);
	return 0;
}

/* --- messages ------------------------------------------------------------------------------------ */

struct message {
	struct fcl_vu_header header;
	uint8_t body[MOST];
	unsigned nfds;
};

static void put_body(struct message *message, enum fcl_vu_command command, const void *body,
		     size_t size, const void *more, size_t extra)
{
	memset(message, 0, sizeof(*message));
	message->header.command = (uint16_t)command;
	message->header.id = (uint16_t)random_below(4);
	message->header.size = (uint32_t)(sizeof(message->header) + size + extra);
	if (size)
		memcpy(message->body, body, size);
	if (extra)
		memcpy(message->body + size, more, extra);
}

static void put_map(struct message *message)
{
	struct fcl_vu_dma_map map = {sizeof(map), 3, 0x1000ull * random_below(8),
				     CLIENT_IOVA + 0x1000ull * random_below(64), 0x4000};

	put_body(message, FCL_VU_DMA_MAP, &map, sizeof(map), NULL, 0);
	message->nfds = random_below(3) != 0;
}

static void put_unmap(struct message *message)
{
	struct fcl_vu_dma_unmap unmap = {sizeof(unmap), random_below(2) * 2,
					 CLIENT_IOVA + 0x1000ull * random_below(64), 0x4000};

	if (unmap.flags)
		unmap.iova = unmap.size = 0;
	put_body(message, FCL_VU_DMA_UNMAP, &unmap, sizeof(unmap), NULL, 0);
}

static void put_fact(struct message *message)
{
	const uint32_t words[8] = {32, 0, random_below(10)};
	const enum fcl_vu_command commands[] = {FCL_VU_INFO, FCL_VU_REGION_INFO, FCL_VU_IRQ_INFO,
						FCL_VU_REGION_IO_FDS, FCL_VU_FEATURE};

	put_body(message, commands[random_below(5)], words, sizeof(words), NULL, 0);
}

static void put_irqs(struct message *message)
{
	struct vfio_irq_set set = {.argsz = sizeof(set),
				   .flags = 1u << random_below(3) | 8u << random_below(3),
				   .index = random_below(VFIO_PCI_NUM_IRQS),
				   .start = random_below(4),
				   .count = random_below(5)};
	const uint8_t bools[4] = {1, 0, 1, 1};

	put_body(message, FCL_VU_SET_IRQS, &set, sizeof(set), bools, sizeof(bools));
	message->nfds = set.flags & VFIO_IRQ_SET_DATA_EVENTFD ? set.count : 0;
}

/* Registers that matter: channels, vectors, a compute unit. */
static void put_access(struct message *message)
{
	static const struct {
		uint32_t region, offset;
	} places[] = {{XDMA, 0x04},   {XDMA, 0x1004},   {XDMA, 0x4080},   {XDMA, 0x5080},
		      {XDMA, 0x4084}, {XDMA, 0x5084},   {XDMA, 0x4088},   {XDMA, 0x2004},
		      {XDMA, 0x2010}, {XDMA, 0x20a0},   {XDMA, 0x6010},   {XDMA, 0x6020},
		      {XDMA, 0x90},   {XDMA, 0x88},     {XDMA, 0xc0},     {XDMA, 0x8000},
		      {USER, UNIT},   {USER, UNIT + 4}, {USER, UNIT + 8}, {USER, UNIT + 0x18},
		      {SPACE, 4},     {SPACE, 0x44},    {SPACE, 0x78},    {SPACE, 0x62}};
	uint32_t i = random_below(sizeof(places) / sizeof(*places));
	struct fcl_vu_access access = {places[i].offset, places[i].region, 4u << random_below(2)};
	const uint32_t values[] = {1, 0xfffe7f, 0x6, (uint32_t)CLIENT_IOVA, 0xffffffff, 0};
	uint32_t data[2] = {values[random_below(6)], random_below(2)};
	bool writes = random_below(3);

	put_body(message, writes ? FCL_VU_REGION_WRITE : FCL_VU_REGION_READ, &access,
		 sizeof(access), data, writes ? access.count : 0);
}

/* As if it answered a DMA_READ or a DMA_WRITE. */
static void put_reply(struct message *message)
{
	struct fcl_vu_dma_access access = {CLIENT_IOVA, 32};
	const uint8_t data[32] = {1, 0, 0x4b, 0xad, 64};

	put_body(message, FCL_VU_DMA_READ + random_below(2), &access, sizeof(access), data,
		 sizeof(data));
	message->header.flags = FCL_VU_REPLY | (random_below(4) ? 0 : FCL_VU_ERROR);
}

static void put_offer(struct message *message)
{
	static const char text[] =
		"\0\0\0\0{\"capabilities\":{\"max_msg_fds\":8,\"max_data_xfer_size\":4096,"
		"\"twin_socket\":{\"supported\":true},\"pgsizes\":[4096,{\"a\":\"\\u0041\"}]}}";

	put_body(message, FCL_VU_VERSION, text, sizeof(text), NULL, 0);
}

static void make(struct message *message)
{
	static void (*const makers[])(struct message *) = {
		put_map,    put_map,    put_unmap,  put_fact,  put_irqs,
		put_access, put_access, put_access, put_reply, put_offer};

	if (random_below(30))
		makers[random_below(sizeof(makers) / sizeof(*makers))](message);
	else
		put_body(message, FCL_VU_RESET, NULL, 0, NULL, 0);
}

/* Changes up to three things; the size in the header may be wrong afterwards. */
static void mutate(struct message *message)
{
	uint8_t *bytes = (uint8_t *)&message->header;
	uint32_t size = message->header.size;

	for (uint32_t i = random_below(4); i; i--) {
		uint32_t at = random_below(size), how = random_below(5);

		if (how == 0)
			bytes[at] ^= (uint8_t)(1u << random_below(8));
		else if (how == 1)
			bytes[at] = (uint8_t)random_below(256);
		else if (how == 2)
			memset(bytes + at, random_below(2) ? 0xff : 0,
			       size - at < 8 ? size - at : 8);
		else if (how == 3)
			message->header.size = random_below(MOST);
		else
			message->nfds = random_below(6);
	}
}

/* Reads and forgets what the card has sent. */
static void drain(void)
{
	static uint8_t room[65536];

	while (recv(client.fd, room, sizeof(room), MSG_DONTWAIT) > 0)
		;
}

/* Returns false if the card has closed the connection. */
static bool send_bytes(const struct message *message, size_t size)
{
	struct iovec part = {(void *)(uintptr_t)&message->header, size};
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int) * 8)];
	} control = {.head = {.cmsg_level = SOL_SOCKET,
			      .cmsg_type = SCM_RIGHTS,
			      .cmsg_len = CMSG_LEN(sizeof(int) * message->nfds)}};
	struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};
	int fds[8];

	for (unsigned i = 0; i < message->nfds; i++)
		fds[i] = i || message->header.command != FCL_VU_DMA_MAP ? client.events[0]
									: client.file;
	if (message->nfds) {
		memcpy(CMSG_DATA(&control.head), fds, sizeof(int) * message->nfds);
		packet.msg_control = &control;
		packet.msg_controllen = CMSG_SPACE(sizeof(int) * message->nfds);
	}
	drain();
	return sendmsg(client.fd, &packet, MSG_NOSIGNAL) >= 0;
}

/* The card works: it can be reset, and moves data. */
static void expect_well(void)
{
	open_card();
	assert_int_equal(client_call(&client, FCL_VU_RESET, NULL, 0, NULL, 0, NULL, NULL), 0);
	client_prepare(&client, true);
	memset(client.memory + DATA, 0x5a, 4096);
	memset(client.memory + DATA + 4096, 0, 4096);
	assert_int_equal(dma_move(&client, CHANNEL(0, 0), DDR, DATA, 4096), STOPPED | COMPLETED);
	assert_int_equal(dma_move(&client, CHANNEL(1, 0), DDR, DATA + 4096, 4096),
			 STOPPED | COMPLETED);
	assert_memory_equal(client.memory + DATA, client.memory + DATA + 4096, 4096);
	client_close(&client);
}

static void messages(void **state)
{
	struct message message;
	unsigned sent = 0;

	(void)state;
	while (sent < MUTANTS) {
		bool open = true;

		open_card();
		client.events[0] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		if (random_below(4))
			client_prepare(&client, random_below(2));
		for (unsigned i = 0; open && i < PER_CLIENT; i++, sent++) {
			size_t size;

			make(&message);
			size = message.header.size;
			mutate(&message);
			open = send_bytes(&message, size);
		}
		client_close(&client);
		if (sent % 1000 < PER_CLIENT)
			expect_well();
	}
	expect_well();
}

/* --- descriptors --------------------------------------------------------------------------------- */

static void put_random_descriptor(uint64_t at)
{
	uint64_t host = client.base + random_below(CLIENT_MEMORY),
		 where = DDR + random_below(1 << 20);
	uint64_t next = client.base + LIST + 32 * random_below(64);
	uint32_t adjacent = random_below(4) ? 0 : random_below(64);
	bool swaps = random_below(2);

	dma_put(&client, at, random_below(32), adjacent, swaps ? where : host, swaps ? host : where,
		random_below(4096), next);
	if (!random_below(8))
		client.memory[at + random_below(32)] ^= (uint8_t)(1u << random_below(8));
}

/* Lists that go anywhere, also in circles; a channel that does not end is stopped. */
static void descriptors(void **state)
{
	(void)state;
	open_card();
	client_prepare(&client, true);
	for (unsigned i = 0; i < LISTS; i++) {
		uint32_t channel = CHANNEL(random_below(2), random_below(2));

		for (unsigned j = 0; j < 64; j++)
			put_random_descriptor(LIST + 32 * j);
		dma_start(&client, channel, client.base + LIST + 32 * random_below(64),
			  random_below(3) ? 0 : random_below(64),
			  random_below(2) ? 0xfffe7e : random_below(UINT32_MAX));
		for (unsigned j = 0; j < 5 && get32(&client, XDMA, channel + 0x40) & BUSY; j++)
			;
		put32(&client, XDMA, channel + 0x0c, RUN);
		dma_wait(&client, channel);
	}
	client_close(&client);
	expect_well();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages),
		cmocka_unit_test(descriptors),
	};

	if (argc < 3)
		return 2;
	card_tool = argv[1];
	image = argv[2];
	if (argc > 4)
		seed = strtoull(argv[4], NULL, 10);
	return cmocka_run_group_tests(tests, setup, teardown);
}
