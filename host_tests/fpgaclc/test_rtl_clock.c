/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks, registers and starts of RTL kernels, with a small C model in place of the HDL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tools/fpgaclc/payload/include/fpgacl/rt.h"
#include "tools/fpgaclc/payload/rtl/rtl.h"

/* Once started, counts from `value` for `cycles` cycles; its stream gets the result. */
struct kernel {
	uint8_t clk, rst_n, awvalid, awready, wvalid, wready, bvalid, bready;
	uint8_t arvalid, arready, rvalid, rready, tvalid, tready, clk_2, was_high_2;
	uint32_t awaddr, wdata, araddr, rdata, tdata;
	uint32_t value, cycles, left, resets, was_high, running, done, continued;
	uint32_t edges, edges_2, resets_2; /* not part of the kernel's state */
	uint8_t *never;                    /* a signal that does not rise any more */
};

static struct kernel *current;
static uint32_t sent[8], nsent, room;
static char failure[1024];
static jmp_buf failed;

static void *create(struct fclc_rtl_named *signals)
{
	struct kernel *k = calloc(1, sizeof(*k));
	const struct fclc_rtl_named all[] = {
		{"ap_clk", &k->clk, 1, 0},        {"ap_rst_n", &k->rst_n, 1, 0},
		{"s_awvalid", &k->awvalid, 1, 0}, {"s_awready", &k->awready, 1, 1},
		{"s_awaddr", &k->awaddr, 32, 0},  {"s_wvalid", &k->wvalid, 1, 0},
		{"s_wready", &k->wready, 1, 1},   {"s_wdata", &k->wdata, 32, 0},
		{"s_bvalid", &k->bvalid, 1, 1},   {"s_bready", &k->bready, 1, 0},
		{"s_arvalid", &k->arvalid, 1, 0}, {"s_arready", &k->arready, 1, 1},
		{"s_araddr", &k->araddr, 32, 0},  {"s_rvalid", &k->rvalid, 1, 1},
		{"s_rready", &k->rready, 1, 0},   {"s_rdata", &k->rdata, 32, 1},
		{"out_tvalid", &k->tvalid, 1, 1}, {"out_tready", &k->tready, 1, 0},
		{"out_tdata", &k->tdata, 32, 1},  {"ap_clk_2", &k->clk_2, 1, 0},
	};

	memcpy(signals, all, sizeof(all));
	current = k;
	return k;
}

static void destroy(void *model)
{
	free(model);
}

static void write_register(struct kernel *k)
{
	if (k->awaddr == 0) {
		k->running |= k->wdata & 1;
		k->continued += k->wdata >> 4 & 1;
		k->left = k->cycles;
	} else if (k->awaddr == 0x10) {
		k->value = k->wdata;
	} else if (k->awaddr == 0x18) {
		k->cycles = k->wdata;
	}
}

static void registers(struct kernel *k)
{
	if (k->bvalid && k->bready)
		k->bvalid = 0;
	else if (k->awvalid && k->wvalid && k->awready && k->wready) {
		write_register(k);
		k->bvalid = 1;
	}
	if (k->rvalid && k->rready)
		k->rvalid = 0;
	else if (k->arvalid && k->arready) {
		k->rdata = k->araddr ? k->value : k->running | k->done << 1;
		k->rvalid = 1;
		if (!k->araddr)
			k->done = 0;
	}
	k->awready = k->wready = !k->bvalid;
	k->arready = !k->rvalid;
	if (k->never)
		*k->never = 0;
}

static void posedge(struct kernel *k)
{
	if (!k->rst_n) {
		k->resets++;
		k->running = k->done = k->tvalid = k->bvalid = k->rvalid = 0;
		return;
	}
	if (k->tvalid && k->tready) {
		k->tvalid = 0;
		k->running = 0;
		k->done = 1;
	} else if (k->running && k->left) {
		k->left--;
		k->value++;
	} else if (k->running) {
		k->tvalid = 1;
		k->tdata = k->value;
	}
	registers(k);
}

static void eval(void *model)
{
	struct kernel *k = model;

	if (k->clk && !k->was_high) {
		k->edges++;
		posedge(k);
	}
	if (k->clk_2 && !k->was_high_2) {
		k->edges_2++;
		k->resets_2 += !k->rst_n;
	}
	k->was_high = k->clk;
	k->was_high_2 = k->clk_2;
}

static const void *state(void *model)
{
	return model;
}

static int try_write(struct fcl_cu *cu, uint32_t port, const void *packet)
{
	(void)cu;
	assert_int_equal(port, 0);
	if (nsent == room)
		return 0;
	memcpy(&sent[nsent++], packet, sizeof(*sent));
	return 1;
}

static void fail_cu(struct fcl_cu *cu, const char *text)
{
	(void)cu;
	snprintf(failure, sizeof(failure), "%s", text);
	longjmp(failed, 1);
}

void fclc_rt_keep_memory(const struct fcl_cu *cu)
{
	(void)cu;
}

static const struct fcl_model_host host = {.stream_try_write = try_write, .fail = fail_cu};
static const struct fclc_rtl_clock clocks[] = {{"ap_clk", 1000}};
static const struct fclc_rtl_reset resets[] = {{"ap_rst_n", 0}};
static const struct fclc_rtl_register arguments[] = {{0x10, 4}, {0x18, 4}};
static const struct fclc_rtl_bus buses[] = {{"out", FCL_MODEL_PORT_STREAM_OUT, 4, {{0, 4, 32}}}};
static struct fclc_rtl_design design = {.nsignals = 20,
					.nbuses = 1,
					.nregisters = 2,
					.nclocks = 1,
					.nresets = 1,
					.buses = buses,
					.registers = arguments,
					.clocks = clocks,
					.resets = resets,
					.slave = "s",
					.create = create,
					.destroy = destroy,
					.eval = eval,
					.state = state,
					.state_size = offsetof(struct kernel, edges)};
static uint32_t regs[64];
static void *instance;
static struct fcl_cu cu = {.size = sizeof(cu),
			   .regs_size = sizeof(regs),
			   .host = &host,
			   .regs = (uint8_t *)regs,
			   .state = &instance};

static void start(uint32_t control, uint32_t value, uint32_t cycles)
{
	design.control = control;
	nsent = 0;
	room = 8;
	*failure = 0;
	regs[4] = value;
	regs[6] = cycles;
	assert_int_equal(fclc_rtl_open(&cu, &design), 0);
}

/*
 * Like the engine: asserts ap_start, then calls step() until it returns something other than busy.
 */
static int run(unsigned most)
{
	uint32_t cycles;
	int result = FCL_STEP_BUSY;

	cu.wait_port = UINT32_MAX;
	for (unsigned i = 0; result == FCL_STEP_BUSY && i < most; i++)
		result = fclc_rtl_step(&cu, 4096, &cycles);
	return result;
}

static void test_start_and_done(void **unused)
{
	(void)unused;
	start(FCL_MODEL_CTRL_HS, 100, 1000);
	assert_int_equal(current->resets, 20);
	for (unsigned i = 0; i < 3; i++) {
		regs[0] |= FCL_AP_START;
		assert_int_equal(run(1), FCL_STEP_DONE);
		assert_int_equal(nsent, i + 1);
		assert_int_equal(sent[i], 1100);
		assert_false(regs[0] & FCL_AP_START);
	}
	assert_int_equal(current->continued, 0);
	fclc_rtl_close(&cu);
}

/*
 * Other clocks run at their ratio, whether faster or slower, and their registers see the reset as
 * well.
 */
static void test_two_clocks(void **unused)
{
	static const unsigned periods[] = {7300, 370};
	struct fclc_rtl_clock two[2] = {{"ap_clk", 1000}, {"ap_clk_2", 0}};

	(void)unused;
	for (int i = 0; i < 2; i++) {
		uint32_t ticks, wanted;

		two[1].period_ps = periods[i];
		design.clocks = two;
		design.nclocks = 2;
		start(FCL_MODEL_CTRL_HS, 1, 100);
		assert_true(current->resets >= 20);
		assert_true(current->resets_2 >= 20);
		regs[0] = FCL_AP_START;
		assert_int_equal(run(1000), FCL_STEP_DONE);
		ticks = current->edges;
		wanted = (uint32_t)(1000ull * ticks / periods[i]);
		assert_in_range(current->edges_2, wanted, wanted + 1);
		fclc_rtl_close(&cu);
	}
	design.clocks = clocks;
	design.nclocks = 1;
}

static void test_chain(void **unused)
{
	(void)unused;
	start(FCL_MODEL_CTRL_CHAIN, 0, 7);
	regs[0] |= FCL_AP_START;
	assert_int_equal(run(1), FCL_STEP_DONE);
	assert_int_equal(current->continued, 1);
	fclc_rtl_close(&cu);
}

/* A full FIFO is the only thing it waits for, and it continues from there. */
static void test_waits(void **unused)
{
	(void)unused;
	start(FCL_MODEL_CTRL_HS, 5, 10);
	room = 0;
	regs[0] |= FCL_AP_START;
	/* The packet has left the kernel: the execution ends, and the next packet waits. */
	assert_int_equal(run(4), FCL_STEP_DONE);
	regs[0] |= FCL_AP_START;
	assert_int_equal(run(4), FCL_STEP_WAIT);
	assert_int_equal(cu.wait_port, 0);
	room = 8;
	assert_int_equal(run(4), FCL_STEP_DONE);
	assert_int_equal(nsent, 2);
	fclc_rtl_close(&cu);
}

/* The previous execution was aborted: the kernel starts as after loading. */
static void test_begins_anew(void **unused)
{
	uint32_t cycles;

	(void)unused;
	start(FCL_MODEL_CTRL_HS, 1, 1000000);
	regs[0] |= FCL_AP_START;
	assert_int_equal(fclc_rtl_step(&cu, 4096, &cycles), FCL_STEP_BUSY);
	regs[6] = 3;
	regs[0] |= FCL_AP_START;
	assert_int_equal(run(1), FCL_STEP_DONE);
	assert_int_equal(nsent, 1);
	assert_int_equal(sent[0], 4);
	fclc_rtl_close(&cu);
}

/* User-managed: the host writes and reads registers while the clock runs or is stopped. */
static void test_user_managed(void **unused)
{
	(void)unused;
	start(FCL_MODEL_CTRL_NONE, 0, 0);
	/* The emulator's start at load time does not reach the kernel. */
	regs[0] |= FCL_AP_START;
	assert_int_equal(run(50), FCL_STEP_IDLE);
	assert_int_equal(nsent, 0);
	assert_int_equal(fclc_rtl_reg_read(&cu, 0x00), 0);
	fclc_rtl_reg_write(&cu, 0x10, 40);
	fclc_rtl_reg_write(&cu, 0x18, 5000);
	assert_int_equal(fclc_rtl_reg_read(&cu, 0x10), 40);
	fclc_rtl_reg_write(&cu, 0x00, 1);
	assert_int_equal(fclc_rtl_reg_read(&cu, 0x00) & 1, 1);
	assert_int_equal(run(50), FCL_STEP_IDLE);
	assert_int_equal(nsent, 1);
	assert_int_equal(sent[0], 5040);
	assert_int_equal(fclc_rtl_reg_read(&cu, 0x00), 2);
	assert_int_equal(fclc_rtl_reg_read(&cu, 0x00), 0);
	assert_int_equal(fclc_rtl_reg_read(&cu, 0x10), 5040);
	fclc_rtl_close(&cu);
}

/* --- handshakes that never end --- */

/* Runs the kernel without one of its signals, and returns why it failed. */
static const char *run_without(size_t signal, uint32_t cycles)
{
	start(FCL_MODEL_CTRL_HS, 5, cycles);
	current->never = (uint8_t *)current + signal;
	regs[0] |= FCL_AP_START;
	if (!setjmp(failed))
		run(4); /* of 4,096 cycles each */
	fclc_rtl_close(&cu);
	return failure;
}

#define WITHOUT(SIGNAL, CYCLES, EXPECTED)                                                          \
	assert_non_null(strstr(run_without(offsetof(struct kernel, SIGNAL), CYCLES), EXPECTED))

static void test_open_handshakes(void **unused)
{
	(void)unused;
	WITHOUT(bvalid, 10,
		", port s: the write of 0x5 to address 0x10, begun in cycle 1, has not ended: AWREADY and WREADY have risen, BVALID has not");
	assert_int_equal(strncmp(failure, "cycle ", 6), 0);
	assert_true(strtol(failure + 6, NULL, 10) < 200);
	assert_non_null(
		strstr(failure, ". For a waveform, link with --waves and set FPGACL_WAVES"));
	WITHOUT(awready, 10, "WREADY has risen, AWREADY has not");
	WITHOUT(wready, 10, "AWREADY has risen, WREADY has not");
	/* While the kernel counts, its state changes in each cycle. */
	WITHOUT(arready, 1000000, "the read of address 0x0, begun in cycle ");
	assert_non_null(strstr(failure, ", has not ended: ARREADY has not risen"));
	WITHOUT(rvalid, 1000000, "ARREADY has risen, RVALID has not");
}

/* --- protocols --- */

static const struct fcl_model_watch wanted = {.size = sizeof(wanted), .protocol = 1};

static const struct fcl_model_watch *watch(struct fcl_cu *unit)
{
	(void)unit;
	return &wanted;
}

static struct fcl_model_host checking_host(void)
{
	struct fcl_model_host checking = host;

	checking.size = sizeof(checking);
	checking.watch = watch;
	checking.memory_speed = NULL;
	checking.executed = NULL;
	return checking;
}

/* --- snapshots --- */

static struct fcl_model_watch waved;
static uint64_t dumps, sum;

static const struct fcl_model_watch *watch_waves(struct fcl_cu *unit)
{
	(void)unit;
	return &waved;
}

static int wave_open(void *model, const char *path)
{
	(void)model;
	(void)path;
	return 1;
}

static void wave_dump(void *model, uint64_t time)
{
	const uint8_t *bytes = model;

	dumps++;
	sum = sum * 31 + time;
	for (size_t i = 0; i < offsetof(struct kernel, edges); i++)
		sum = sum * 31 + bytes[i];
}

static void wave_close(void *model)
{
	(void)model;
}

static int wave_asked(void *model)
{
	(void)model;
	return 1;
}

static const char *wave_dumpfile(void *model)
{
	(void)model;
	return "";
}

static void *whole(void *model, size_t *ret_size)
{
	*ret_size = sizeof(struct kernel);
	return model;
}

/*
 * The host writes so many registers that the log is half full, and a second snapshot is taken; then
 * it starts the kernel, which sends a packet.
 */
static void write_and_run(void)
{
	uint32_t cycles;

	for (uint32_t i = 0; i < 30000; i++) {
		fclc_rtl_reg_write(&cu, 0x10, i);
		if (i % 1000 == 0)
			fclc_rtl_step(&cu, 100, &cycles);
	}
	fclc_rtl_reg_write(&cu, 0x18, 500);
	fclc_rtl_reg_write(&cu, 0x00, 1);
	assert_int_equal(run(50), FCL_STEP_IDLE);
	assert_int_equal(nsent, 1);
	assert_int_equal(sent[0], 30499);
	assert_int_equal(fclc_rtl_reg_read(&cu, 0x00), 2);
}

/* A waveform from the start, after the reset. */
static uint64_t record_all(uint64_t *ret_dumps)
{
	waved = (struct fcl_model_watch){.size = sizeof(waved),
					 .waves = ".",
					 .last_run = UINT64_MAX,
					 .last_cycle = UINT64_MAX};
	start(FCL_MODEL_CTRL_NONE, 0, 0);
	dumps = sum = 0;
	write_and_run();
	fclc_rtl_close(&cu);
	*ret_dumps = dumps;
	return sum;
}

/* All cycles run again across two snapshots, and their waveform is as if it had always been on. */
static void test_snapshots(void **unused)
{
	static const struct fclc_rtl_waves waves = {"test",     wave_open,  wave_dump,
						    wave_close, wave_asked, wave_dumpfile};
	struct fcl_model_host watching = checking_host();
	uint64_t all, wanted;
	const char *text;

	(void)unused;
	watching.size = offsetof(struct fcl_model_host, memory_speed);
	watching.watch = watch_waves;
	cu.host = &watching;
	cu.name = "k:k_1";
	design.waves = &waves;
	design.whole = whole;
	wanted = record_all(&all);
	waved.waves = NULL;
	waved.last_waves = ".";
	waved.last_cycles = 1000000;
	start(FCL_MODEL_CTRL_NONE, 0, 0);
	dumps = sum = 0;
	write_and_run();
	assert_int_equal(dumps, 0);
	text = fclc_rtl_failed(&cu);
	assert_non_null(text);
	assert_non_null(strstr(text, " clock cycles are in ./k_1.test"));
	assert_null(strstr(text, "differ"));
	assert_true(dumps == all);
	assert_true(sum == wanted);
	assert_int_equal(nsent, 1);
	/* It is written once, and the unit is as it was. */
	assert_null(fclc_rtl_failed(&cu));
	assert_int_equal(fclc_rtl_reg_read(&cu, 0x10), 30499);
	fclc_rtl_close(&cu);
	assert_true(dumps == all);
	design.waves = NULL;
	design.whole = NULL;
	cu.host = &host;
}

/*
 * Clocks a kernel that `change` modifies in a cycle in which its packet waits. Returns the violated
 * rule.
 */
static const char *break_rule(void (*change)(struct kernel *k))
{
	static unsigned waited; /* static, so that longjmp() does not clobber it */
	struct fcl_model_host checking = checking_host();
	struct fclc_rtl *rtl;

	/* The last services are for executions, which these are not. */
	checking.size = offsetof(struct fcl_model_host, memory_speed);
	cu.host = &checking;
	start(FCL_MODEL_CTRL_HS, 5, 10);
	rtl = *(struct fclc_rtl **)cu.state;
	room = waited = 0;
	current->running = 1;
	current->left = 0;
	if (!setjmp(failed))
		for (unsigned i = 0; i < 40; i++) {
			uint32_t cycles;

			fclc_rtl_step(&cu, 1, &cycles);
			current->running = 1;
			/* Not before it has waited for one cycle. */
			if (current->tvalid && !current->tready && waited++)
				change(current);
		}
	assert_ptr_equal(rtl, *(struct fclc_rtl **)cu.state);
	fclc_rtl_close(&cu);
	cu.host = &host;
	return failure;
}

static void drop_valid(struct kernel *k)
{
	k->tvalid = 0;
}

static void change_data(struct kernel *k)
{
	k->tdata++;
}

static void answer_nothing(struct kernel *k)
{
	k->bvalid = 1;
}

static void keep_rules(struct kernel *k)
{
	(void)k;
}

static void test_protocol(void **unused)
{
	(void)unused;
	assert_string_equal(break_rule(keep_rules), "");
	assert_non_null(
		strstr(break_rule(drop_valid), ", port out: TVALID fell before TREADY rose"));
	assert_non_null(strstr(break_rule(change_data),
			       ", port out: TDATA changed while TVALID waited for TREADY"));
	assert_non_null(strstr(break_rule(answer_nothing),
			       ", port s: BVALID rose without a write that was accepted"));
	assert_int_equal(strncmp(failure, "cycle ", 6), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_start_and_done), cmocka_unit_test(test_chain),
		cmocka_unit_test(test_two_clocks),     cmocka_unit_test(test_waits),
		cmocka_unit_test(test_begins_anew),    cmocka_unit_test(test_user_managed),
		cmocka_unit_test(test_snapshots),      cmocka_unit_test(test_open_handshakes),
		cmocka_unit_test(test_protocol),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
