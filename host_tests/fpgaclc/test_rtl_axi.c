/* SPDX-License-Identifier: Apache-2.0 */
/* The memory seen by RTL kernels: a minimal AXI4 master against the payload's slave. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tools/fpgaclc/payload/rtl/rtl.h"
#include "tools/fpgaclc/payload/rtl/rtl_snap.h"

enum { BASE = 0x10000, BYTES = 0x4000, FIXED = 0, INCR = 1, WRAP = 2 };

/* The master's signals on a 64-bit bus, and the memory behind the slave. */
static uint8_t arvalid, arready, arlen, arsize, arburst, arid, rvalid, rready, rlast, rid;
static uint8_t awvalid, awready, awlen, awsize, awburst, awid, wvalid, wready, wlast, wstrb;
static uint8_t bvalid, bready, bid;
static uint8_t arqos, awcache, wuser;
static uint64_t araddr, awaddr, rdata, wdata;
static uint8_t memory_bytes[BYTES];
static char failure[320], logged[320];
static jmp_buf failed;

#define IN(name, bits)                                                                             \
	{                                                                                          \
		"m_" #name, &name, bits, 0                                                         \
	}
#define OUT(name, bits)                                                                            \
	{                                                                                          \
		"M_" #name, &name, bits, 1                                                         \
	}
static struct fclc_rtl_named signals[] = {
	OUT(arvalid, 1), IN(arready, 1), OUT(arlen, 8),  OUT(arsize, 3),  OUT(arburst, 2),
	OUT(arid, 4),    IN(rvalid, 1),  OUT(rready, 1), IN(rlast, 1),    IN(rid, 4),
	OUT(awvalid, 1), IN(awready, 1), OUT(awlen, 8),  OUT(awsize, 3),  OUT(awburst, 2),
	OUT(awid, 4),    OUT(wvalid, 1), IN(wready, 1),  OUT(wlast, 1),   OUT(wstrb, 8),
	IN(bvalid, 1),   OUT(bready, 1), IN(bid, 4),     OUT(araddr, 64), OUT(awaddr, 64),
	IN(rdata, 64),   OUT(wdata, 64), OUT(arqos, 4),  OUT(awcache, 4), OUT(wuser, 4),
};
static const struct fclc_rtl_design design = {.nsignals = sizeof(signals) / sizeof(signals[0])};
static struct fclc_rtl rtl;
static struct fcl_model_port_use uses[4];
static struct fclc_axi axi;

static void *memory(struct fcl_cu *cu, uint32_t port, uint64_t address, uint64_t bytes)
{
	(void)cu;
	assert_int_equal(port, 3);
	if (address >= BASE && address + bytes <= BASE + BYTES)
		return memory_bytes + (address - BASE);
	snprintf(failure, sizeof(failure), "nothing at 0x%llx", (unsigned long long)address);
	longjmp(failed, 1);
}

static void log_text(struct fcl_cu *cu, int level, const char *text)
{
	(void)cu;
	(void)level;
	snprintf(logged, sizeof(logged), "%s", text);
}

void fclc_rtl_fail(struct fclc_rtl *of, const char *format, ...)
{
	va_list args;

	(void)of;
	va_start(args, format);
	vsnprintf(failure, sizeof(failure), format, args);
	va_end(args);
	longjmp(failed, 1);
}

void fclc_rtl_log(struct fclc_rtl *of, int level, const char *text)
{
	log_text(of->cu, level, text);
}

/* Nothing is replayed here. */
void fclc_snap_diverge(struct fclc_rtl *of)
{
	(void)of;
	abort();
}

static const struct fcl_model_host host = {.memory = memory, .log = log_text};
static struct fcl_cu cu = {.host = &host};

static int start(void **state)
{
	(void)state;
	memset(uses, 0, sizeof(uses));
	rtl = (struct fclc_rtl){.design = &design, .cu = &cu, .signals = signals, .uses = uses};
	memset(&axi, 0, sizeof(axi));
	arvalid = awvalid = wvalid = rready = bready = 0;
	*failure = *logged = 0;
	for (int i = 0; i < BYTES; i++)
		memory_bytes[i] = (uint8_t)(i * 7 + i / 256);
	fclc_axi_open(&axi, &rtl, "m", 3);
	fclc_axi_drive(&axi);
	return 0;
}

static void cycle(void)
{
	fclc_axi_sample(&axi);
	rtl.now++;
	fclc_axi_drive(&axi);
}

static void ask(uint64_t address, unsigned beats, unsigned size, unsigned burst, unsigned id)
{
	araddr = address;
	arlen = (uint8_t)(beats - 1);
	arsize = (uint8_t)size;
	arburst = (uint8_t)burst;
	arid = (uint8_t)id;
	arvalid = 1;
	assert_true(arready);
	cycle();
	arvalid = 0;
}

/* Expects one beat, of which `bytes` from that address on must match the memory. */
static void expect_beat(uint64_t address, unsigned bytes, int last, unsigned id)
{
	for (int i = 0; !rvalid && i < 4; i++)
		cycle();
	assert_true(rvalid);
	assert_int_equal(rlast, last);
	assert_int_equal(rid, id);
	assert_memory_equal((uint8_t *)&rdata + address % 8, memory_bytes + (address - BASE),
			    bytes);
	rready = 1;
	cycle();
	rready = 0;
}

static void reads_incr(void **state)
{
	(void)state;
	ask(BASE + 0x20, 3, 3, INCR, 5);
	for (unsigned i = 0; i < 3; i++)
		expect_beat(BASE + 0x20 + 8 * i, 8, i == 2, 5);
	assert_false(rvalid);
}

/* The first beat ends where an aligned one would. */
static void reads_unaligned(void **state)
{
	(void)state;
	ask(BASE + 0x23, 2, 3, INCR, 0);
	expect_beat(BASE + 0x23, 5, 0, 0);
	expect_beat(BASE + 0x28, 8, 1, 0);
}

/* 16-bit beats use the bus's byte lanes in turn. */
static void reads_narrow(void **state)
{
	(void)state;
	cu.size = sizeof(cu);
	ask(BASE + 0x44, 4, 1, INCR, 1);
	cu.size = 0;
	assert_int_equal(cu.beat, 2); /* the board knows which bytes beyond a buffer count */
	for (unsigned i = 0; i < 4; i++)
		expect_beat(BASE + 0x44 + 2 * i, 2, i == 3, 1);
}

static void reads_wrap(void **state)
{
	static const unsigned order[] = {0x50, 0x58, 0x40, 0x48};

	(void)state;
	ask(BASE + 0x50, 4, 3, WRAP, 2);
	for (unsigned i = 0; i < 4; i++)
		expect_beat(BASE + order[i], 8, i == 3, 2);
}

static void reads_fixed(void **state)
{
	(void)state;
	ask(BASE + 0x64, 3, 2, FIXED, 3);
	for (unsigned i = 0; i < 3; i++)
		expect_beat(BASE + 0x64, 4, i == 2, 3);
}

/* Several requests are accepted before the first one is served; each keeps its id. */
static void reads_outstanding(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 8; i++)
		ask(BASE + 0x100 * i, 2, 3, INCR, i);
	for (unsigned i = 0; i < 8; i++) {
		expect_beat(BASE + 0x100 * i, 8, 0, i);
		expect_beat(BASE + 0x100 * i + 8, 8, 1, i);
	}
}

/* With RREADY always high, a burst has no gaps. */
static void reads_every_cycle(void **state)
{
	unsigned beats = 0;

	(void)state;
	ask(BASE, 16, 3, INCR, 0);
	rready = 1;
	for (int i = 0; i < 16; i++) {
		beats += rvalid;
		cycle();
	}
	assert_int_equal(beats, 16);
}

struct side_signal {
	uint8_t *valid, *ready, *signal;
	const char *message;
};

static void check_side_signal(const struct side_signal *side)
{
	assert_int_equal(fclc_check_open(&rtl), 0);
	*side->valid = 1;
	*side->ready = 0;
	fclc_check_cycle(&rtl);
	fclc_check_cycle(&rtl);
	assert_string_equal(failure, "");
	++*side->signal;
	if (!setjmp(failed)) {
		fclc_check_cycle(&rtl);
		fail_msg("expected %s", side->message);
	}
	assert_string_equal(failure, side->message);
	*failure = 0;
	*side->valid = 0;
	fclc_check_close(&rtl);
}

/* Signals that the memory does not use must also stay stable while their address or data waits. */
static void checks_side_signals(void **state)
{
	static const struct fcl_model_watch watch = {.protocol = 1};
	static const struct side_signal sides[] = {
		{&arvalid, &arready, &arqos,
		 "cycle 1, port m: ARQOS changed while ARVALID waited for ARREADY"},
		{&awvalid, &awready, &awcache,
		 "cycle 1, port m: AWCACHE changed while AWVALID waited for AWREADY"},
		{&wvalid, &wready, &wuser,
		 "cycle 1, port m: WUSER changed while WVALID waited for WREADY"},
	};

	(void)state;
	rtl.watch = &watch;
	rtl.masters = &axi;
	rtl.nmasters = 1;
	for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++)
		check_side_signal(&sides[i]);
}

static void tell(uint64_t address, unsigned beats, unsigned size, unsigned burst, unsigned id)
{
	awaddr = address;
	awlen = (uint8_t)(beats - 1);
	awsize = (uint8_t)size;
	awburst = (uint8_t)burst;
	awid = (uint8_t)id;
	awvalid = 1;
	assert_true(awready);
	cycle();
	awvalid = 0;
}

static void give(uint64_t data, unsigned strobes, int last)
{
	wdata = data;
	wstrb = (uint8_t)strobes;
	wlast = (uint8_t)last;
	wvalid = 1;
	for (int i = 0; !wready && i < 4; i++)
		cycle();
	assert_true(wready);
	cycle();
	wvalid = 0;
}

static void expect_answer(unsigned id)
{
	for (int i = 0; !bvalid && i < 4; i++)
		cycle();
	assert_true(bvalid);
	assert_int_equal(bid, id);
	bready = 1;
	cycle();
	bready = 0;
}

static uint64_t word(unsigned offset)
{
	uint64_t value;

	memcpy(&value, memory_bytes + offset, sizeof(value));
	return value;
}

static void writes_strobes(void **state)
{
	uint64_t before = word(0x28);

	(void)state;
	tell(BASE + 0x20, 2, 3, INCR, 9);
	give(0x1122334455667788, 0xff, 0);
	assert_false(bvalid);
	give(0xaabbccddeeff0011, 0x3c, 1);
	expect_answer(9);
	assert_int_equal(word(0x20), 0x1122334455667788);
	assert_int_equal(word(0x28), (before & 0xffff00000000ffff) | 0x0000ccddeeff0000);
}

static void writes_wrap_and_narrow(void **state)
{
	(void)state;
	tell(BASE + 0x8c, 4, 2, WRAP, 1);
	give(0x1111111100000000, 0xf0, 0);
	give(0x0000000022222222, 0x0f, 0);
	give(0x3333333300000000, 0xf0, 0);
	give(0x0000000044444444, 0x0f, 1);
	expect_answer(1);
	assert_int_equal(word(0x88), 0x1111111144444444);
	assert_int_equal(word(0x80), 0x3333333322222222);
	assert_string_equal(logged, "");
}

/* Strobes outside a narrow transfer's byte lanes write nothing, and are reported once. */
static void writes_beside_lanes(void **state)
{
	uint64_t before = word(0x10);

	(void)state;
	tell(BASE + 0x10, 1, 2, INCR, 0);
	give(0x5555555566666666, 0xff, 1);
	expect_answer(0);
	assert_int_equal(word(0x10), (before & 0xffffffff00000000) | 0x66666666);
	assert_non_null(strstr(logged, "WSTRB"));
}

static void answers_in_order(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++)
		tell(BASE + 0x200 + 8 * i, 1, 3, INCR, i + 4);
	for (unsigned i = 0; i < 4; i++)
		give(i, 0xff, 1);
	for (unsigned i = 0; i < 4; i++)
		expect_answer(i + 4);
}

static bool is_refused(uint64_t address, unsigned beats, unsigned size, unsigned burst)
{
	if (setjmp(failed))
		return true;
	ask(address, beats, size, burst, 0);
	return false;
}

static bool is_beat_refused(unsigned beats, int last)
{
	if (setjmp(failed))
		return true;
	tell(BASE, beats, 3, INCR, 0);
	give(0, 0xff, last);
	return false;
}

/* Each one must end the execution with the port, the address and the reason. */
static void refuses(void **state)
{
	static const struct {
		uint64_t address;
		unsigned beats, size, burst;
		const char *text;
	} cases[] = {
		{BASE + 0xff8, 2, 3, INCR,
		 "port m, read at 0x10ff8: a burst of 16 bytes crosses a boundary of 4 KiB"},
		{BASE + 0xffc, 2, 3, INCR, "crosses a boundary of 4 KiB"},
		{BASE, 3, 3, WRAP, "a WRAP burst of 3 beats"},
		{BASE + 4, 4, 3, WRAP, "a WRAP burst of 4 beats of 8 bytes"},
		{BASE, 17, 3, FIXED, "a FIXED burst of 17 beats"},
		{BASE, 1, 4, INCR, "beats of 16 bytes on a bus of 8"},
		{BASE, 1, 3, 3, "burst type 3 is reserved"},
		{BASE + BYTES, 1, 3, INCR, "nothing at 0x14000"},
		{BASE - 8, 1, 3, INCR, "nothing at 0xfff8"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		start(state);
		assert_true(is_refused(cases[i].address, cases[i].beats, cases[i].size,
				       cases[i].burst));
		if (!strstr(failure, cases[i].text) ||
		    (strncmp(failure, "cycle ", 6) != 0 && strncmp(failure, "nothing", 7) != 0))
			fail_msg("expected '%s', found '%s'", cases[i].text, failure);
	}
}

/* A burst that ends at the boundary, or wraps below it, does not cross it. */
static void takes_up_to_boundary(void **state)
{
	start(state);
	ask(BASE + 0xff0, 2, 3, INCR, 0);
	ask(BASE + 0xff8, 2, 3, WRAP, 0);
	ask(BASE + 0xff9, 1, 3, INCR, 0);
	assert_string_equal(failure, "");
}

static void refuses_wlast(void **state)
{
	start(state);
	assert_true(is_beat_refused(2, 1));
	assert_non_null(strstr(failure, "cycle 1, port m, write at 0x"));
	assert_non_null(strstr(failure, "WLAST is 1 at beat 1 of 2"));
	start(state);
	assert_true(is_beat_refused(1, 0));
	assert_non_null(strstr(failure, "WLAST is 0 at beat 1 of 1"));
}

static void expect_open(const char *expected)
{
	char text[600];

	rtl.masters = &axi;
	rtl.nmasters = 1;
	fclc_hang_describe(&rtl, text, sizeof(text));
	if (!strstr(text, expected))
		fail_msg("expected '%s', found '%s'", expected, text);
}

/* For each channel, what is said of a kernel that stops there. */
static void tells_open_handshakes(void **state)
{
	start(state);
	expect_open("no handshake is open");
	ask(BASE, 2, 3, INCR, 0);
	cycle();
	expect_open(
		"port m: the read at 0x10000, accepted in cycle 1, is at beat 1 of 2: RVALID is high, RREADY has not risen");
	start(state);
	tell(BASE + 8, 2, 3, INCR, 0);
	expect_open(
		"port m: the write at 0x10008, accepted in cycle 1, is at beat 1 of 2: AWVALID and AWREADY have risen, WVALID has not");
	give(0, 0xff, 0);
	give(0, 0xff, 1);
	cycle();
	expect_open(
		"port m: the write at 0x10008, accepted in cycle 1: BVALID is high, BREADY has not risen");
	start(state);
	wvalid = 1;
	expect_open("port m: WVALID is high for data without an address: AWVALID has not risen");
}

/* A kernel that does not accept its data must not lose requests: the queue fills up, then waits. */
static void holds_back(void **state)
{
	unsigned taken = 0;

	(void)state;
	arlen = 0;
	arsize = 3;
	arburst = INCR;
	araddr = BASE;
	arvalid = 1;
	for (int i = 0; i < 100; i++) {
		taken += arready;
		arid = (uint8_t)(taken & 15);
		cycle();
	}
	arvalid = 0;
	assert_int_equal(taken, FCLC_OUTSTANDING);
	assert_false(arready);
	rready = 1;
	for (unsigned i = 0; i < taken; i++) {
		assert_true(rvalid);
		cycle();
	}
	assert_false(rvalid);
	assert_true(arready);
}

/* A memory that responds after 10 cycles and provides a beat of 8 bytes every 4 cycles. */
static void speed(struct fcl_cu *unit, uint32_t port, uint64_t *ret_latency_ns,
		  uint64_t *ret_peak_mb)
{
	(void)unit;
	assert_int_equal(port, 3);
	*ret_latency_ns = 100;
	*ret_peak_mb = 200;
}

static void slow_start(void)
{
	static const struct fclc_rtl_clock clocks[] = {{"clk", 10000}};
	static struct fcl_model_host slow;
	static struct fclc_rtl_design slow_design;

	slow = host;
	slow.size = sizeof(slow);
	slow.memory_speed = speed;
	slow_design = design;
	slow_design.nclocks = 1;
	slow_design.clocks = clocks;
	cu.host = &slow;
	rtl.design = &slow_design;
	fclc_axi_open(&axi, &rtl, "m", 3);
	fclc_axi_drive(&axi);
}

/* Cycles until the signal is high; must be fewer than `most`. */
static unsigned until(const uint8_t *signal, unsigned most)
{
	unsigned cycles = 0;

	for (; !*signal && cycles < most; cycles++)
		cycle();
	assert_true(*signal);
	return cycles;
}

static void waits_for_memory(void **state)
{
	uint64_t began;

	(void)state;
	slow_start();
	began = rtl.now;
	ask(BASE, 4, 3, INCR, 0);
	arvalid = 0;
	rready = 1;
	until(&rvalid, 100);
	assert_int_equal(rtl.now - began, 10);
	for (unsigned i = 0; i < 3; i++) {
		cycle();
		assert_false(rvalid);
		assert_int_equal(until(&rvalid, 100), 3);
	}
	cycle();
	/* 9 before the first beat, 3 before each of the others. */
	assert_int_equal(uses[3].waited, 9 + 3 * 3);
	assert_int_equal(uses[3].read, 32);
	assert_int_equal(uses[3].bursts, 1);
	assert_int_equal(uses[3].outstanding, 1);
	cu.host = &host;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(reads_incr, start),
		cmocka_unit_test_setup(reads_unaligned, start),
		cmocka_unit_test_setup(reads_narrow, start),
		cmocka_unit_test_setup(reads_wrap, start),
		cmocka_unit_test_setup(reads_fixed, start),
		cmocka_unit_test_setup(reads_outstanding, start),
		cmocka_unit_test_setup(reads_every_cycle, start),
		cmocka_unit_test_setup(checks_side_signals, start),
		cmocka_unit_test_setup(writes_strobes, start),
		cmocka_unit_test_setup(writes_wrap_and_narrow, start),
		cmocka_unit_test_setup(writes_beside_lanes, start),
		cmocka_unit_test_setup(answers_in_order, start),
		cmocka_unit_test(refuses),
		cmocka_unit_test(takes_up_to_boundary),
		cmocka_unit_test(tells_open_handshakes),
		cmocka_unit_test(refuses_wlast),
		cmocka_unit_test_setup(holds_back, start),
		cmocka_unit_test_setup(waits_for_memory, start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
