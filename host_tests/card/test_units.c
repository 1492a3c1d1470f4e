/* SPDX-License-Identifier: Apache-2.0 */
/* Compute units behind the card, in C++ and in Verilog: started and watched through registers. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "client.h"
#include "dma.h"
#include "host_tests/image/cmocka_all.h"

enum {
	VADD = 0x1800000, /* where fpgaclc puts compute units */
	SCALE = 0x1810000,
	SPIN = 0x1820000,
	CONTROL = 0,
	GIE = 4,
	IER = 8,
	ISR = 12,
	AP_START = 1,
	AP_DONE = 2,
	AP_IDLE = 4,
	AP_READY = 8,
	AP_CONTINUE = 16,
	COUNT = 1000,
};

static pid_t card;
static struct client client;
static const char *image, *verilog_image;

static int start(const char *path)
{
	card = card_start((const char *const[]){"--image", path, NULL});
	assert_int_equal(client_open(&client), 0);
	client_prepare(&client, true);
	client_take_vectors(&client);
	return 0;
}

static int setup(void **state)
{
	(void)state;
	return start(image);
}

static int setup_verilog(void **state)
{
	(void)state;
	return start(verilog_image);
}

static int teardown(void **state)
{
	(void)state;
	client_close(&client);
	card_stop(card);
	return 0;
}

static void put_pointer(uint32_t at, uint64_t address)
{
	put32(&client, USER, at, (uint32_t)address);
	put32(&client, USER, at + 4, (uint32_t)(address >> 32));
}

/* COUNT numbers from the client's memory to the card. */
static void send_numbers(uint64_t address, int first, int step)
{
	int32_t *numbers = (void *)(client.memory + DATA);

	for (int i = 0; i < COUNT; i++)
		numbers[i] = first + i * step;
	assert_int_equal(dma_move(&client, CHANNEL(0, 0), address, DATA, 4 * COUNT),
			 STOPPED | COMPLETED);
}

static void expect_numbers(uint64_t address, int first, int step)
{
	const int32_t *numbers = (void *)(client.memory + DATA);

	memset(client.memory + DATA, 0xff, 4 * COUNT);
	assert_int_equal(dma_move(&client, CHANNEL(1, 0), address, DATA, 4 * COUNT),
			 STOPPED | COMPLETED);
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(numbers[i], first + i * step);
}

/* Reads the control register until one of the bits is set; returns that value. */
static uint32_t wait_for(uint32_t unit, uint32_t bits)
{
	uint64_t end = fcl_now_ns() + PATIENCE_MS * UINT64_C(1000000);
	uint32_t value;

	while (!((value = get32(&client, USER, unit + CONTROL)) & bits))
		assert_true(fcl_now_ns() < end);
	return value;
}

static void put_vadd(int n)
{
	put_pointer(VADD + 0x10, DDR);
	put_pointer(VADD + 0x1c, DDR + 0x10000);
	put_pointer(VADD + 0x28, DDR + 0x20000);
	put32(&client, USER, VADD + 0x34, (uint32_t)n);
}

static void put_scale(uint64_t from, uint64_t to, int factor)
{
	put_pointer(SCALE + 0x18, from);
	put_pointer(SCALE + 0x24, to);
	put32(&client, USER, SCALE + 0x30, (uint32_t)factor);
	put32(&client, USER, SCALE + 0x38, COUNT);
}

/* --- ap_ctrl_hs ---------------------------------------------------------------------------------- */

static void starts_and_ends(void **state)
{
	(void)state;
	send_numbers(DDR, 5, 3);
	send_numbers(DDR + 0x10000, 1000, -1);
	put_vadd(COUNT);
	assert_int_equal(get32(&client, USER, VADD), AP_IDLE);
	for (int i = 0; i < 100; i++) {
		put32(&client, USER, VADD, AP_START);
		assert_int_equal(wait_for(VADD, AP_DONE), AP_DONE | AP_IDLE | AP_READY);
		/* Reading has cleared it. */
		assert_int_equal(get32(&client, USER, VADD), AP_IDLE);
	}
	expect_numbers(DDR + 0x20000, 1005, 2);
	assert_int_equal(client_read(&client, USER, VADD + 0x10, 8), DDR);
}

/* An argument of less than a register: the other bytes stay. */
static void bytes_of_registers(void **state)
{
	(void)state;
	put32(&client, USER, VADD + 0x34, 0x11223344);
	client_write(&client, USER, VADD + 0x35, 0xaabb, 2);
	assert_int_equal(get32(&client, USER, VADD + 0x34), 0x11aabb44);
	client_write(&client, USER, VADD + 0x10, UINT64_C(0x1122334455667788), 8);
	assert_int_equal(client_read(&client, USER, VADD + 0x10, 8), UINT64_C(0x1122334455667788));
	assert_int_equal(client_read(&client, USER, VADD + 0x12, 2), 0x5566);
}

static void addresses(void **state)
{
	(void)state;
	/* The uuid, nothing, a register that a unit does not have, beyond the last unit. */
	assert_int_not_equal(get32(&client, USER, 0), UINT32_MAX);
	assert_int_equal(get32(&client, USER, 16), UINT32_MAX);
	assert_int_equal(get32(&client, USER, VADD - 4), UINT32_MAX);
	assert_int_equal(get32(&client, USER, VADD + 0xff00), 0);
	assert_int_equal(get32(&client, USER, SPIN + 0x10000), UINT32_MAX);
	put32(&client, USER, SPIN + 0x10000, 1);
}

static void uuid(void **state)
{
	const char *arguments[] = {"state", card_socket, NULL};
	char text[1000], expected[64];
	uint8_t bytes[16];

	(void)state;
	for (unsigned i = 0; i < 16; i++)
		bytes[i] = (uint8_t)client_read(&client, USER, i, 1);
	assert_memory_equal(bytes, "\xff\xff\xff\xff", 0);
	snprintf(expected, sizeof(expected), "\"image\":\"%02x%02x%02x%02x-%02x%02x-", bytes[0],
		 bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]);
	assert_int_equal(card_run(arguments, text, sizeof(text)), 0);
	assert_non_null(strstr(text, expected));
	assert_int_equal(get32(&client, SPACE, 0x104), get32(&client, USER, 0));
}

/* --- interrupts ---------------------------------------------------------------------------------- */

/* The level stays until ISR is cleared, which a written 1 toggles; only a new rise is a message. */
static void user_interrupt(uint32_t unit, unsigned irq, unsigned vector)
{
	uint32_t vectors = 0x2080 + irq / 4 * 4;

	put32(&client, XDMA, vectors, vector << 8 * (irq % 4));
	put32(&client, USER, unit + GIE, 1);
	put32(&client, USER, unit + IER, 1);
	put32(&client, XDMA, 0x2008, 1u << irq);
	for (unsigned i = 0; i < 50; i++) {
		put32(&client, USER, unit, AP_START);
		assert_int_equal(client_vector(&client, vector, PATIENCE_MS), 1);
		assert_int_equal(get32(&client, XDMA, 0x2040), 1u << irq);
		assert_int_equal(get32(&client, XDMA, 0x2048), 1u << irq);
		assert_int_equal(get32(&client, USER, unit + ISR), 1);
		assert_int_equal(wait_for(unit, AP_DONE) & AP_DONE, AP_DONE);
		assert_int_equal(client_vector(&client, vector, 0), 0);
		put32(&client, USER, unit + ISR, 1);
		assert_int_equal(get32(&client, USER, unit + ISR), 0);
		assert_int_equal(get32(&client, XDMA, 0x2048), 0);
		put32(&client, USER, unit, AP_CONTINUE);
	}
	/* A 1 that is written to a clear bit sets it. */
	put32(&client, USER, unit + ISR, 1);
	assert_int_equal(client_vector(&client, vector, PATIENCE_MS), 1);
	put32(&client, USER, unit + GIE, 0);
	assert_int_equal(get32(&client, XDMA, 0x2048), 0);
	put32(&client, USER, unit + ISR, 1);
}

static void interrupts(void **state)
{
	(void)state;
	put_vadd(COUNT);
	user_interrupt(VADD, 0, 5);
	put_scale(DDR, DDR + 0x20000, 2);
	user_interrupt(SCALE, 1, 31);
}

/* --- ap_ctrl_chain ------------------------------------------------------------------------------- */

static void chain(void **state)
{
	(void)state;
	send_numbers(DDR, 1, 1);
	for (int factor = 1; factor < 20; factor++) {
		put_scale(DDR, DDR + 0x20000, factor);
		put32(&client, USER, SCALE, AP_START);
		wait_for(SCALE, AP_DONE);
		/* Done stays until it is continued. */
		assert_true(get32(&client, USER, SCALE) & AP_DONE);
		put32(&client, USER, SCALE, AP_CONTINUE);
		assert_false(get32(&client, USER, SCALE) & AP_DONE);
		expect_numbers(DDR + 0x20000, factor, factor);
	}
}

/* --- reset --------------------------------------------------------------------------------------- */

/* A unit that never ends stops with a reset, and memory keeps its contents. */
static void reset_ends_units(void **state)
{
	(void)state;
	send_numbers(DDR + 0x100000, 0, 1);
	put_pointer(SPIN + 0x10, DDR + 0x100000);
	put32(&client, USER, SPIN, AP_START);
	for (unsigned i = 0; i < 100; i++)
		assert_int_equal(get32(&client, USER, SPIN), AP_START);
	assert_int_equal(client_call(&client, FCL_VU_RESET, NULL, 0, NULL, 0, NULL, NULL), 0);
	assert_int_equal(get32(&client, USER, SPIN), AP_IDLE);
	expect_numbers(DDR + 0x100000, 0, 1);
	put_pointer(SPIN + 0x10, DDR + 0x100004);
	put32(&client, USER, SPIN, AP_START);
	wait_for(SPIN, AP_DONE);
}

/* --- Verilog ------------------------------------------------------------------------------------- */

static void verilog(void **state)
{
	(void)state;
	send_numbers(DDR, 7, 2);
	put_pointer(VADD + 0x10, DDR);
	put_pointer(VADD + 0x1c, DDR + 0x20000);
	put32(&client, USER, VADD + 0x28, COUNT);
	put32(&client, USER, VADD + 0x30, 3);
	put32(&client, USER, VADD, AP_START);
	wait_for(VADD, AP_DONE);
	expect_numbers(DDR + 0x20000, 21, 6);
	assert_int_equal(get32(&client, USER, VADD + 0x28), COUNT);
	put32(&client, USER, VADD + 0x28, 4);
	user_interrupt(VADD, 0, 9);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(starts_and_ends),  cmocka_unit_test(bytes_of_registers),
		cmocka_unit_test(addresses),        cmocka_unit_test(uuid),
		cmocka_unit_test(interrupts),       cmocka_unit_test(chain),
		cmocka_unit_test(reset_ends_units),
	};
	const struct CMUnitTest verilog_tests[] = {cmocka_unit_test(verilog)};
	int failed;

	if (argc < 3)
		return 2;
	card_tool = argv[1];
	image = argv[2];
	failed = cmocka_run_group_tests(tests, setup, teardown);
	if (argc == 3)
		return failed;
	verilog_image = argv[3];
	return failed | cmocka_run_group_tests(verilog_tests, setup_verilog, teardown);
}
