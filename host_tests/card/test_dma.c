/* SPDX-License-Identifier: Apache-2.0 */
/* XDMA's channels: descriptors of all shapes, ends, errors, interrupts. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/pci_regs.h>

#include "base/clock.h"
#include "client.h"
#include "dma.h"
#include "host_tests/image/cmocka_all.h"

static pid_t card;
static struct client client;

static int setup(void **state)
{
	(void)state;
	card = card_start((const char *const[]){"--channels", "4", NULL});
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	card_stop(card);
	return 0;
}

/* Opens the card as a host does: whatever the one before has left is gone after a reset. */
static void open_card(bool fd)
{
	for (int i = 0; client_open(&client); i++) {
		assert_true(i < 1000);
		fcl_pause_us(1000);
	}
	assert_int_equal(client_call(&client, FCL_VU_RESET, NULL, 0, NULL, 0, NULL, NULL), 0);
	client_prepare(&client, fd);
}

static int open_mapped(void **state)
{
	(void)state;
	open_card(true);
	return 0;
}

static int open_by_messages(void **state)
{
	(void)state;
	open_card(false);
	return 0;
}

static int close_card(void **state)
{
	(void)state;
	client_close(&client);
	return 0;
}

static void fill(uint64_t offset, uint64_t size, unsigned seed)
{
	for (uint64_t i = 0; i < size; i++)
		client.memory[offset + i] = (uint8_t)(seed + i * 7 + i / 251);
}

/* Any size and alignment; the bytes around stay. */
static void sizes(void **state)
{
	static const uint32_t lengths[] = {1,    2,    3,    63,     64,     65,     4095,
					   4096, 4097, 9999, 131072, 131073, 1000001};
	const uint64_t back = DATA + (2 << 20);

	(void)state;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		uint64_t at = DATA + i % 7, where = DDR + 0x1000 * i + i % 5;

		fill(at, lengths[i], (unsigned)i);
		memset(client.memory + back, 0xee, lengths[i] + 64);
		assert_int_equal(dma_move(&client, CHANNEL(0, i % 4), where, at, lengths[i]),
				 STOPPED | COMPLETED);
		assert_int_equal(dma_move(&client, CHANNEL(1, i % 4), where, back + 32, lengths[i]),
				 STOPPED | COMPLETED);
		assert_memory_equal(client.memory + at, client.memory + back + 32, lengths[i]);
		assert_int_equal(client.memory[back + 31], 0xee);
		assert_int_equal(client.memory[back + 32 + lengths[i]], 0xee);
	}
	assert_int_equal(dma_move(&client, CHANNEL(0, 0), DDR, DATA, 0), STOPPED | COMPLETED);
}

/*
 * A list of single descriptors, blocks of adjacent ones, and both. Each adds a piece; `next` inside
 * of a block is not followed.
 */
static void lists(void **state)
{
	enum { PIECES = 90, PIECE = 100 };
	unsigned shapes[] = {1, 2, 16, 64};

	(void)state;
	for (size_t s = 0; s < sizeof(shapes) / sizeof(*shapes); s++) {
		unsigned block = shapes[s], count = 0;
		uint64_t first = client.base + LIST, page = LIST;

		fill(DATA, PIECES * PIECE, (unsigned)s);
		for (unsigned i = 0; i < PIECES; i += block, page += 0x1000) {
			unsigned here = PIECES - i < block ? PIECES - i : block;
			unsigned after = PIECES - i - here;
			unsigned next = after < block ? after : block;

			for (unsigned j = 0; j < here; j++, count++) {
				bool last = count + 1 == PIECES, ends = j + 1 == here;

				dma_put(&client, page + 32 * j,
					last ? STOP_FLAG | COMPLETED_FLAG : 0,
					ends && next ? next - 1 : 0,
					client.base + DATA + count * PIECE,
					DDR + (PIECES - 1 - count) * PIECE, PIECE,
					ends ? client.base + page + 0x1000 : 0x666);
			}
		}
		dma_start(&client, CHANNEL(0, 0), first, shapes[s] - 1, STOPPED | ERRORS);
		assert_int_equal(dma_wait(&client, CHANNEL(0, 0)), STOPPED);
		assert_int_equal(get32(&client, XDMA, 0x48), PIECES);
		assert_int_equal(
			dma_move(&client, CHANNEL(1, 0), DDR, DATA + (1 << 20), PIECES * PIECE),
			STOPPED | COMPLETED);
		for (unsigned i = 0; i < PIECES; i++)
			assert_memory_equal(client.memory + DATA + (1 << 20) +
						    (PIECES - 1 - i) * PIECE,
					    client.memory + DATA + i * PIECE, PIECE);
	}
}

/* A descriptor's data may be in several mappings, and the descriptors themselves, too. */
static void split_mappings(void **state)
{
	const uint64_t iova = UINT64_C(0x700000000000);
	const uint32_t both = FCL_VU_DMA_READABLE | FCL_VU_DMA_WRITABLE;

	(void)state;
	/* Page by page, in the opposite order. */
	for (unsigned i = 0; i < 16; i++)
		assert_int_equal(client_map(&client, iova + 0x1000 * i, DATA + 0x1000 * (15 - i),
					    0x1000, both, true),
				 0);
	fill(DATA, 0x10000, 3);
	dma_put(&client, LIST, STOP_FLAG, 0, iova + 100, DDR, 0x10000 - 200, 0);
	dma_start(&client, CHANNEL(0, 1), client.base + LIST, 0, STOPPED | ERRORS);
	assert_int_equal(dma_wait(&client, CHANNEL(0, 1)), STOPPED);
	assert_int_equal(dma_move(&client, CHANNEL(1, 1), DDR, DATA + 0x20000, 0x10000 - 200),
			 STOPPED | COMPLETED);
	for (unsigned i = 100; i < 0x10000 - 100; i++)
		assert_int_equal(client.memory[DATA + 0x20000 + i - 100],
				 client.memory[DATA + (0xf000 - (i & 0xf000)) + (i & 0xfff)]);
}

static void all_channels(void **state)
{
	enum { SIZE = 300000 };

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		fill(DATA + i * SIZE, SIZE, i * 50);
		dma_put(&client, LIST + 0x40 * i, STOP_FLAG, 0, client.base + DATA + i * SIZE,
			DDR + i * (UINT64_C(1) << 32), SIZE, 0);
	}
	for (unsigned i = 0; i < 4; i++)
		dma_start(&client, CHANNEL(0, i), client.base + LIST + 0x40 * i, 0, STOPPED);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(dma_wait(&client, CHANNEL(0, i)), STOPPED);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(dma_move(&client, CHANNEL(1, i), DDR + i * (UINT64_C(1) << 32),
					  DATA + 4 * SIZE, SIZE),
				 STOPPED | COMPLETED);
		assert_memory_equal(client.memory + DATA + i * SIZE,
				    client.memory + DATA + 4 * SIZE, SIZE);
	}
}

/* The word has the number of completed descriptors, and is written for those that ask for it. */
static void poll_mode(void **state)
{
	volatile uint32_t *word = (void *)(client.memory + WORD);

	(void)state;
	for (unsigned i = 0; i < 5; i++)
		dma_put(&client, LIST + 32 * i, i == 4 ? STOP_FLAG | COMPLETED_FLAG : 0, 0,
			client.base + DATA, DDR, 64, client.base + LIST + 32 * (i + 1));
	put32(&client, XDMA, 0x88, (uint32_t)(client.base + WORD));
	put32(&client, XDMA, 0x8c, (uint32_t)((client.base + WORD) >> 32));
	*word = 0;
	dma_start(&client, 0, client.base + LIST, 4, POLL | COMPLETED | ERRORS);
	for (uint64_t end = fcl_now_ns() + PATIENCE_MS * UINT64_C(1000000); !*word;) {
		assert_true(fcl_now_ns() < end);
		get32(&client, XDMA, 0); /* serves messages */
	}
	assert_int_equal(*word, 5);
	dma_wait(&client, 0);
	*word = 0;
	dma_start(&client, 0, client.base + LIST, 4, COMPLETED);
	dma_wait(&client, 0);
	assert_int_equal(*word, 0);
}

/* A status bit is recorded only if the control register has it. */
static void status_bits(void **state)
{
	(void)state;
	dma_put(&client, LIST, STOP_FLAG | COMPLETED_FLAG, 0, client.base + DATA, DDR, 64, 0);
	dma_start(&client, 0, client.base + LIST, 0, 0);
	assert_int_equal(dma_wait(&client, 0), 0);
	dma_start(&client, 0, client.base + LIST, 0, COMPLETED | 1 << 6);
	while (get32(&client, XDMA, 0x40) & BUSY)
		;
	assert_int_equal(get32(&client, XDMA, 0x40), COMPLETED);
	put32(&client, XDMA, 0x40, COMPLETED);
	assert_int_equal(get32(&client, XDMA, 0x40), 0);
	/* Idle after Run was cleared. */
	put32(&client, XDMA, 0x0c, RUN);
	assert_int_equal(get32(&client, XDMA, 0x44), 1 << 6);
	assert_int_equal(get32(&client, XDMA, 0x44), 0);
}

static void errors(void **state)
{
	const uint32_t control = STOPPED | ERRORS;
	uint32_t *words = (void *)(client.memory + LIST);

	(void)state;
	/* Bad magic. */
	dma_put(&client, LIST, STOP_FLAG, 0, client.base + DATA, DDR, 64, 0);
	words[0] = 0xad4a0001;
	dma_start(&client, 0, client.base + LIST, 0, control);
	assert_int_equal(dma_wait(&client, 0), 1 << 4);
	assert_int_equal(get32(&client, XDMA, 0x48), 0);
	/* The second of two: the first one counts. */
	dma_put(&client, LIST, 0, 0, client.base + DATA, DDR, 64, client.base + LIST + 0x20);
	dma_put(&client, LIST + 0x20, STOP_FLAG, 0, client.base + DATA, 0x1234, 64, 0);
	dma_start(&client, 0, client.base + LIST, 0, control);
	assert_int_equal(dma_wait(&client, 0), 1 << 14);
	assert_int_equal(get32(&client, XDMA, 0x48), 1);
	/* From an address of the card that decodes to nothing. */
	assert_int_equal(dma_move(&client, CHANNEL(1, 0), 0x1234, DATA, 64), 1 << 9);
	/* Host memory that is not mapped: read, descriptor, descriptors across a page. */
	dma_put(&client, LIST, STOP_FLAG, 0, 0x5000, DDR, 64, 0);
	dma_start(&client, 0, client.base + LIST, 0, control);
	assert_int_equal(dma_wait(&client, 0), 1 << 9);
	dma_start(&client, 0, 0x5000, 0, control);
	assert_int_equal(dma_wait(&client, 0), 1 << 19);
	dma_start(&client, 0, client.base + LIST + 0x1000 - 32, 1, control);
	assert_int_equal(dma_wait(&client, 0), 1 << 19);
	/* Without Stop the channel follows `next`, wherever that is. */
	dma_put(&client, LIST, 0, 0, client.base + DATA, DDR, 64, 0);
	dma_start(&client, 0, client.base + LIST, 0, control);
	assert_int_equal(dma_wait(&client, 0), 1 << 19);
	/* A write to host memory that is not mapped is lost; nobody is told. */
	dma_put(&client, LIST, STOP_FLAG, 0, DDR, 0x5000, 9000, 0);
	dma_start(&client, CHANNEL(1, 0), client.base + LIST, 0, control);
	assert_int_equal(dma_wait(&client, CHANNEL(1, 0)), STOPPED);
	/* And the channels still work. */
	assert_int_equal(dma_move(&client, 0, DDR, DATA, 64), STOPPED | COMPLETED);
}

/* The end of a bank: what fits is moved, the rest is an error. */
static void end_of_bank(void **state)
{
	const uint64_t end = DDR + (UINT64_C(16) << 30);

	(void)state;
	fill(DATA, 128, 1);
	assert_int_equal(dma_move(&client, 0, end - 64, DATA, 64), STOPPED | COMPLETED);
	assert_int_equal(dma_move(&client, 0, end - 64, DATA, 65), 1 << 14);
	assert_int_equal(dma_move(&client, CHANNEL(1, 0), end - 64, DATA + 4096, 64),
			 STOPPED | COMPLETED);
	assert_memory_equal(client.memory + DATA, client.memory + DATA + 4096, 64);
}

/* A client may truncate its file, or answer with an error. */
static void memory_goes_away(void **state)
{
	(void)state;
	assert_int_equal(ftruncate(client.file, DATA), 0);
	assert_int_equal(dma_move(&client, 0, DDR, DATA, 64), 1 << 9);
	assert_int_equal(ftruncate(client.file, CLIENT_MEMORY), 0);
	assert_int_equal(dma_move(&client, 0, DDR, DATA, 64), STOPPED | COMPLETED);
}

static void client_answers_with_an_error(void **state)
{
	(void)state;
	dma_put(&client, LIST, STOP_FLAG, 0, client.base + DATA, DDR, 64, 0);
	client.refuse = 1;
	dma_start(&client, 0, client.base + LIST, 0, STOPPED | ERRORS);
	assert_int_equal(dma_wait(&client, 0), 1 << 19);
	assert_int_equal(dma_move(&client, 0, DDR, DATA, 64), STOPPED | COMPLETED);
	assert_true(client.served > 2);
}

static void fixed_address(void **state)
{
	(void)state;
	fill(DATA, 256, 9);
	dma_put(&client, LIST, STOP_FLAG, 0, client.base + DATA, DDR, 256, 0);
	dma_start(&client, 0, client.base + LIST, 0, STOPPED | FIXED);
	assert_int_equal(dma_wait(&client, 0), STOPPED);
	assert_int_equal(dma_move(&client, CHANNEL(1, 0), DDR, DATA + 4096, 64),
			 STOPPED | COMPLETED);
	assert_memory_equal(client.memory + DATA + 192, client.memory + DATA + 4096, 64);
}

/* Without bus mastering, while halted, or without credits, a channel waits. */
static void waits(void **state)
{
	(void)state;
	client_write(&client, SPACE, PCI_COMMAND, PCI_COMMAND_MEMORY, 2);
	dma_put(&client, LIST, 0, 0, client.base + DATA, DDR, 64, client.base + LIST + 32);
	dma_put(&client, LIST + 32, STOP_FLAG, 0, client.base + DATA, DDR, 64, 0);
	dma_start(&client, 0, client.base + LIST, 0, STOPPED);
	for (unsigned i = 0; i < 100; i++)
		assert_int_equal(get32(&client, XDMA, 0x40), BUSY);
	put32(&client, XDMA, 0x6014, 1);
	client_write(&client, SPACE, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, 2);
	for (unsigned i = 0; i < 100; i++)
		assert_int_equal(get32(&client, XDMA, 0x40), BUSY);
	put32(&client, XDMA, 0x6024, 1);
	put32(&client, XDMA, 0x6018, 1);
	for (unsigned i = 0; i < 100; i++)
		assert_int_equal(get32(&client, XDMA, 0x48), 0);
	put32(&client, XDMA, DESCRIPTORS(0) + 0x8c, 1);
	while (get32(&client, XDMA, 0x48) != 1)
		;
	assert_int_equal(get32(&client, XDMA, 0x40), BUSY);
	put32(&client, XDMA, DESCRIPTORS(0) + 0x8c, 1);
	assert_int_equal(dma_wait(&client, 0), STOPPED);
	assert_int_equal(get32(&client, XDMA, 0x48), 2);
}

/* Clearing Run ends a list that would go on for ever. */
static void stopping(void **state)
{
	uint32_t completed;

	(void)state;
	dma_put(&client, LIST, 0, 0, client.base + DATA, DDR, 64, client.base + LIST);
	dma_start(&client, 0, client.base + LIST, 0, STOPPED | 1 << 6);
	while (get32(&client, XDMA, 0x48) < 10)
		;
	put32(&client, XDMA, 0x0c, RUN);
	assert_int_equal(dma_wait(&client, 0), 1 << 6);
	completed = get32(&client, XDMA, 0x48);
	assert_int_equal(get32(&client, XDMA, 0x48), completed);
	put32(&client, XDMA, 0x08, RUN);
	while (get32(&client, XDMA, 0x48) < 10)
		;
	assert_int_equal(client_call(&client, FCL_VU_RESET, NULL, 0, NULL, 0, NULL, NULL), 0);
	assert_int_equal(get32(&client, XDMA, 0x40), 0);
}

/* From the status to the vector: both masks, both vectors, and one message for each request. */
static void interrupts(void **state)
{
	const uint32_t channel = CHANNEL(1, 2); /* the seventh: bit 6, third byte of 0xa4 */

	(void)state;
	client_take_vectors(&client);
	put32(&client, XDMA, 0x20a4, 19 << 16);
	dma_move(&client, channel, DDR, DATA, 64);
	put32(&client, XDMA, channel + 0x90, STOPPED);
	put32(&client, XDMA, 0x2014, 1 << 6);
	dma_put(&client, LIST, STOP_FLAG, 0, DDR, client.base + DATA, 64, 0);
	dma_start(&client, channel, client.base + LIST, 0, STOPPED);
	assert_int_equal(client_vector(&client, 19, PATIENCE_MS), 1);
	assert_int_equal(get32(&client, XDMA, 0x2044), 1 << 6);
	assert_int_equal(get32(&client, XDMA, 0x204c), 1 << 6);
	/* Masked and unmasked while it is pending: another message. */
	put32(&client, XDMA, 0x2018, 1 << 6);
	assert_int_equal(get32(&client, XDMA, 0x2044), 0);
	assert_int_equal(get32(&client, XDMA, 0x204c), 1 << 6);
	put32(&client, XDMA, 0x2014, 1 << 6);
	assert_int_equal(client_vector(&client, 19, PATIENCE_MS), 1);
	assert_int_equal(get32(&client, XDMA, channel + 0x44), STOPPED);
	assert_int_equal(get32(&client, XDMA, 0x204c), 0);
	/* Not enabled in the channel: none. */
	put32(&client, XDMA, channel + 0x98, STOPPED);
	dma_start(&client, channel, client.base + LIST, 0, STOPPED);
	assert_int_equal(dma_wait(&client, channel), STOPPED);
	for (unsigned i = 0; i < CLIENT_VECTORS; i++)
		assert_int_equal(client_vector(&client, i, 0), 0);
}

static void counters(void **state)
{
	(void)state;
	put32(&client, XDMA, 0xc0, 2);
	put32(&client, XDMA, 0xc0, 4);
	assert_int_equal(dma_move(&client, 0, DDR, DATA, 6400), STOPPED | COMPLETED);
	assert_int_equal(get32(&client, XDMA, 0xcc), 100);
	assert_true(get32(&client, XDMA, 0xc4) > 0);
	assert_int_equal(get32(&client, XDMA, 0xd0), 0);
	put32(&client, XDMA, 0xc0, 6);
	assert_int_equal(get32(&client, XDMA, 0xcc), 0);
}

/* A client that ends amid a transfer leaves a card that the next one can use. */
static void client_ends(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 20; i++) {
		dma_put(&client, LIST, 0, 0, client.base + DATA, DDR, 1 << 20, client.base + LIST);
		dma_start(&client, 0, client.base + LIST, 0, ERRORS);
		client_close(&client);
		open_card(i % 2);
		assert_int_equal(dma_move(&client, 0, DDR, DATA, 4096), STOPPED | COMPLETED);
	}
}

/* The same if it is killed, wherever that is in its work. */
static void killed_client(void **state)
{
	(void)state;
	client_close(&client);
	for (unsigned i = 0; i < 50; i++) {
		pid_t child = fork();

		if (!child) {
			open_card(i % 2);
			dma_put(&client, LIST, 0, 0, client.base + DATA, DDR, 1 << 20,
				client.base + LIST);
			for (;;)
				dma_start(&client, i % 4 * 0x100, client.base + LIST, 0, ERRORS);
		}
		fcl_pause_us(i * 500);
		assert_int_equal(kill(child, SIGKILL), 0);
		assert_int_equal(waitpid(child, NULL, 0), child);
	}
	open_card(true);
	assert_int_equal(dma_move(&client, 0, DDR, DATA, 4096), STOPPED | COMPLETED);
}

#define MAPPED_TEST(test) cmocka_unit_test_setup_teardown(test, open_mapped, close_card)
#define MESSAGES_TEST(test)                                                                        \
	{                                                                                          \
#test "_by_messages", test, open_by_messages, close_card, NULL                     \
	}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		MAPPED_TEST(sizes),
		MAPPED_TEST(lists),
		MAPPED_TEST(split_mappings),
		MAPPED_TEST(all_channels),
		MAPPED_TEST(poll_mode),
		MAPPED_TEST(status_bits),
		MAPPED_TEST(errors),
		MAPPED_TEST(end_of_bank),
		MAPPED_TEST(memory_goes_away),
		MAPPED_TEST(fixed_address),
		MAPPED_TEST(waits),
		MAPPED_TEST(stopping),
		MAPPED_TEST(interrupts),
		MAPPED_TEST(counters),
		MAPPED_TEST(client_ends),
		MAPPED_TEST(killed_client),
		MESSAGES_TEST(sizes),
		MESSAGES_TEST(lists),
		MESSAGES_TEST(all_channels),
		MESSAGES_TEST(poll_mode),
		MESSAGES_TEST(errors),
		MESSAGES_TEST(client_answers_with_an_error),
	};

	card_tool = argc > 1 ? argv[1] : "fpgacl";
	return cmocka_run_group_tests(tests, setup, teardown);
}
