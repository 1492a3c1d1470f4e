/* SPDX-License-Identifier: Apache-2.0 */
/* Each fault that the card shows on request, as a client sees it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/pci_regs.h>

#include "base/clock.h"
#include "client.h"
#include "dma.h"
#include "host_tests/image/cmocka_all.h"

enum { VADD = 0x1800000, H2C = CHANNEL(0, 0), C2H = CHANNEL(1, 0), FINE = STOPPED | COMPLETED };

static struct client client;
static pid_t card;
static const char *image;

static void open_card(void)
{
	assert_int_equal(client_open(&client), 0);
	client_prepare(&client, true);
	client_take_vectors(&client);
}

static void start_with(const char *fault)
{
	card = card_start((const char *const[]){"--image", image, "--fault", fault, NULL});
	open_card();
}

static void end(void)
{
	client_close(&client);
	card_stop(card);
}

static void reset(void)
{
	assert_int_equal(client_call(&client, FCL_VU_RESET, NULL, 0, NULL, 0, NULL, NULL), 0);
}

/* Two descriptors, the second one with Stop. */
static uint32_t move_two(uint32_t channel, uint32_t control)
{
	for (unsigned i = 0; i < 2; i++) {
		uint64_t host = client.base + DATA + 0x1000 * i, at = DDR + 0x1000 * i;

		dma_put(&client, LIST + 32 * i, COMPLETED_FLAG | i, 0, channel & 0x1000 ? at : host,
			channel & 0x1000 ? host : at, 0x1000, client.base + LIST + 32);
	}
	dma_start(&client, channel, client.base + LIST, 0, control);
	return dma_wait(&client, channel);
}

/* Every error bit, in the first and in a later descriptor; a retry works. */
static void error_bits(void **state)
{
	(void)state;
	for (unsigned bit = 3; bit <= 23; bit++)
		for (unsigned at = 1; at <= 2 && bit != 7 && bit != 8; at++) {
			char fault[64];

			snprintf(fault, sizeof(fault), "h2c=error%u@%u&c2h=error%u@%u", bit, at,
				 bit, at);
			start_with(fault);
			for (unsigned c2h = 0; c2h < 2; c2h++) {
				uint32_t status = move_two(CHANNEL(c2h, 0), FINE | ERRORS);

				assert_int_equal(status, 1u << bit | (at == 2 ? COMPLETED : 0));
				assert_int_equal(get32(&client, XDMA, CHANNEL(c2h, 0) + 0x48),
						 at - 1);
				assert_int_equal(move_two(CHANNEL(c2h, 0), FINE | ERRORS), FINE);
			}
			end();
		}
}

/* Half of the data has been moved, no more. */
static void half_of_the_data(void **state)
{
	(void)state;
	start_with("c2h=error10@1");
	memset(client.memory + DATA, 0x11, 0x2000);
	assert_int_equal(dma_move(&client, H2C, DDR, DATA, 0x1000), FINE);
	memset(client.memory + DATA, 0x22, 0x2000);
	assert_int_equal(dma_move(&client, C2H, DDR, DATA, 0x1000), 1 << 10);
	assert_int_equal(client.memory[DATA + 0x7ff], 0x11);
	assert_int_equal(client.memory[DATA + 0x800], 0x22);
	end();
}

static void stuck(void **state)
{
	(void)state;
	start_with("h2c=stuck@2");
	assert_int_equal(dma_move(&client, H2C, DDR, DATA, 64), FINE);
	dma_put(&client, LIST, STOP_FLAG, 0, client.base + DATA, DDR, 64, 0);
	dma_start(&client, H2C, client.base + LIST, 0, FINE);
	for (unsigned i = 0; i < 200; i++) {
		assert_int_equal(get32(&client, XDMA, H2C + 0x40), BUSY);
		if (i == 100)
			put32(&client, XDMA, H2C + 0x04, 0);
	}
	assert_int_equal(dma_move(&client, C2H, DDR, DATA, 64), FINE);
	reset();
	assert_int_equal(dma_move(&client, H2C, DDR, DATA, 64), FINE);
	end();
}

static void counts_and_write_backs(void **state)
{
	volatile uint32_t *word;

	(void)state;
	start_with("h2c=short@1&h2c=writeback-lost@4&h2c=writeback-clean@5");
	word = (void *)(client.memory + WORD);
	put32(&client, XDMA, 0x88, (uint32_t)(client.base + WORD));
	put32(&client, XDMA, 0x8c, (uint32_t)((client.base + WORD) >> 32));
	assert_int_equal(move_two(H2C, FINE | ERRORS | POLL), FINE);
	assert_int_equal(get32(&client, XDMA, 0x48), 1);
	assert_int_equal(*word, 1);
	/* Only the first of two is written back. */
	assert_int_equal(move_two(H2C, FINE | ERRORS | POLL), FINE);
	assert_int_equal(get32(&client, XDMA, 0x48), 2);
	assert_int_equal(*word, 1);
	*word = 77;
	assert_int_equal(move_two(H2C, FINE | ERRORS | POLL), 1 << 14);
	assert_int_equal(*word, 0);
	/* An error that is not a fault says so. */
	assert_int_equal(dma_move(&client, H2C, DDR, DATA, 64), FINE);
	dma_put(&client, LIST, STOP_FLAG, 0, client.base + DATA, 0x1234, 64, 0);
	dma_start(&client, H2C, client.base + LIST, 0, FINE | ERRORS | POLL);
	assert_int_equal(dma_wait(&client, H2C), 1 << 14);
	assert_int_equal(*word, 1u << 31);
	end();
}

static void unmapped(void **state)
{
	(void)state;
	start_with("h2c=unmapped@1&c2h=unmapped@1");
	memset(client.memory + DATA, 0x33, 64);
	assert_int_equal(dma_move(&client, H2C, DDR, DATA, 64), 1 << 9);
	assert_int_equal(dma_move(&client, C2H, DDR, DATA, 64), FINE);
	assert_int_equal(client.memory[DATA], 0x33);
	end();
}

static void late(void **state)
{
	uint64_t before;

	(void)state;
	start_with("h2c=late@1&late=50ms");
	before = fcl_now_ns();
	assert_int_equal(dma_move(&client, H2C, DDR, DATA, 64), FINE);
	assert_true(fcl_now_ns() - before >= 50 * UINT64_C(1000000));
	end();
}

static void messages(void **state)
{
	(void)state;
	start_with("irq=lost@1&irq=doubled@2&irq=wrong@3&h2c=early-irq@5");
	put32(&client, XDMA, 0x20a0, 4);
	put32(&client, XDMA, 0x2014, 1);
	put32(&client, XDMA, H2C + 0x90, STOPPED);
	dma_move(&client, H2C, DDR, DATA, 64);
	assert_int_equal(client_vector(&client, 4, 0), 0);
	dma_move(&client, H2C, DDR, DATA, 64);
	assert_int_equal(client_vector(&client, 4, PATIENCE_MS), 2);
	dma_move(&client, H2C, DDR, DATA, 64);
	assert_int_equal(client_vector(&client, 5, PATIENCE_MS), 1);
	assert_int_equal(client_vector(&client, 4, 0), 0);
	dma_move(&client, H2C, DDR, DATA, 64);
	assert_int_equal(client_vector(&client, 4, PATIENCE_MS), 1);
	/* Without the bit of the status, nothing else would send one. */
	put32(&client, XDMA, H2C + 0x90, 0);
	dma_move(&client, H2C, DDR, DATA, 64);
	assert_int_equal(client_vector(&client, 4, PATIENCE_MS), 1);
	end();
}

static uint32_t poll_unit(unsigned times)
{
	uint32_t seen = 0;

	for (unsigned i = 0; i < times; i++) {
		seen |= get32(&client, USER, VADD);
		fcl_pause_us(100);
	}
	return seen;
}

static void start_unit(void)
{
	put32(&client, USER, VADD + 0x34, 0);
	put32(&client, USER, VADD, 1);
}

static void units(void **state)
{
	(void)state;
	start_with("cu=done-lost@1&cu=irq-stuck@2&cu=never-idle@3");
	put32(&client, XDMA, 0x2008, 1);
	put32(&client, USER, VADD + 8, 1);
	put32(&client, USER, VADD + 4, 1);
	start_unit();
	assert_int_equal(client_vector(&client, 0, PATIENCE_MS), 1);
	assert_int_equal(poll_unit(10) & 6, 4);
	put32(&client, USER, VADD + 12, 1);
	assert_int_equal(get32(&client, XDMA, 0x2048), 0);
	start_unit();
	assert_int_equal(client_vector(&client, 0, PATIENCE_MS), 1);
	put32(&client, USER, VADD + 12, 1);
	assert_int_equal(get32(&client, XDMA, 0x2048), 1);
	start_unit();
	assert_int_equal(poll_unit(20) & 6, 0);
	reset();
	assert_int_equal(get32(&client, XDMA, 0x2048), 0);
	assert_int_equal(get32(&client, USER, VADD), 4);
	end();
}

static void gone(void **state)
{
	(void)state;
	start_with("bar=gone@3-");
	assert_int_equal(get32(&client, XDMA, 0), 0x1fc00006);
	get32(&client, XDMA, 0);
	assert_int_equal(get32(&client, XDMA, 0), UINT32_MAX);
	assert_int_equal(get32(&client, USER, VADD), UINT32_MAX);
	assert_int_equal(get32(&client, SPACE, 0), 0x903f10ee);
	end();
	/* In the middle of a transfer; a reset brings the card back. */
	start_with("h2c=gone@2");
	dma_put(&client, LIST, 0, 0, client.base + DATA, DDR, 64, client.base + LIST);
	dma_start(&client, H2C, client.base + LIST, 0, FINE);
	while (get32(&client, XDMA, 0) != UINT32_MAX)
		;
	assert_int_equal(get32(&client, SPACE, 0), UINT32_MAX);
	reset();
	assert_int_equal(get32(&client, SPACE, 0), 0x903f10ee);
	assert_int_equal(dma_move(&client, H2C, DDR, DATA, 64), FINE);
	end();
	start_with("card=gone@5");
	for (unsigned i = 0; i < 5; i++)
		get32(&client, SPACE, 0);
	assert_int_equal(get32(&client, SPACE, 0), UINT32_MAX);
	assert_int_equal(get32(&client, XDMA, 0), UINT32_MAX);
	end();
}

static void connection(void **state)
{
	struct fcl_vu_access access = {0, SPACE, 4};
	struct fcl_vu_header header = {.command = FCL_VU_REGION_READ, .size = 32};
	char byte;

	(void)state;
	/* VERSION does not count; prepare and the vectors are the first four. */
	start_with("socket=closed@5");
	assert_int_equal(send(client.fd, &header, sizeof(header), MSG_NOSIGNAL), sizeof(header));
	assert_int_equal(send(client.fd, &access, sizeof(access), MSG_NOSIGNAL), sizeof(access));
	assert_int_equal(recv(client.fd, &byte, 1, 0), 0);
	client_close(&client);
	open_card();
	assert_int_equal(get32(&client, SPACE, 0), 0x903f10ee);
	end();
}

static void events(void **state)
{
	struct vfio_irq_set set = {.argsz = sizeof(set),
				   .flags = VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER,
				   .count = 1};
	int fds[2] = {eventfd(0, EFD_NONBLOCK), eventfd(0, EFD_NONBLOCK)};
	uint64_t count;

	(void)state;
	start_with("socket=release-request@7&socket=bus-error@8");
	for (unsigned i = 0; i < 2; i++) {
		set.index = i ? VFIO_PCI_REQ_IRQ_INDEX : VFIO_PCI_ERR_IRQ_INDEX;
		assert_int_equal(client_call(&client, FCL_VU_SET_IRQS, &set, sizeof(set), &fds[i],
					     1, NULL, NULL),
				 0);
	}
	assert_int_equal(read(fds[1], &count, sizeof(count)), -1);
	get32(&client, SPACE, 0);
	assert_int_equal(read(fds[1], &count, sizeof(count)), sizeof(count));
	assert_int_equal(read(fds[0], &count, sizeof(count)), -1);
	get32(&client, SPACE, 0);
	assert_int_equal(read(fds[0], &count, sizeof(count)), sizeof(count));
	close(fds[0]);
	close(fds[1]);
	end();
}

static void other_ids(void **state)
{
	(void)state;
	start_with("reset=wrong-ids@2");
	reset();
	assert_int_equal(get32(&client, SPACE, 0), 0x903f10ee);
	reset();
	assert_int_equal(get32(&client, SPACE, 0), 0x903e10ee);
	end();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(error_bits), cmocka_unit_test(half_of_the_data),
		cmocka_unit_test(stuck),      cmocka_unit_test(counts_and_write_backs),
		cmocka_unit_test(unmapped),   cmocka_unit_test(late),
		cmocka_unit_test(messages),   cmocka_unit_test(units),
		cmocka_unit_test(gone),       cmocka_unit_test(connection),
		cmocka_unit_test(events),     cmocka_unit_test(other_ids),
	};

	if (argc < 3)
		return 2;
	card_tool = argv[1];
	image = argv[2];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
