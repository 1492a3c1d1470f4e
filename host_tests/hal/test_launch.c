/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "host_tests/hal/models/model.h"
#include "host_tests/hal/suite.h"

enum { COUNT = 100 };

static struct fcl_hal_program *program;

static void set_add(struct work *work, struct fcl_hal_buffer *a, struct fcl_hal_buffer *b,
		    struct fcl_hal_buffer *out, uint64_t out_offset, const uint32_t *n)
{
	work_launch(work, program, K_ADD, 2);
	work_buffer(work, 0, a, 0);
	work_buffer(work, 1, b, 0);
	work_buffer(work, 2, out, out_offset);
	work_bytes(work, 3, n, sizeof(*n));
}

static void add(void **state)
{
	struct fcl_hal_buffer *a, *b, *out;
	uint32_t left[COUNT], right[COUNT], got[COUNT] = {0}, n = COUNT;
	struct work work;

	(void)state;
	program = load_program(); /* before any buffers exist, as these might be lost */
	a = alloc_buffer(COUNT * 4);
	b = alloc_buffer(COUNT * 4);
	out = alloc_buffer(COUNT * 4 + 64);
	for (uint32_t i = 0; i < COUNT; i++) {
		left[i] = i * 3;
		right[i] = 1000 - i;
	}
	put(a, 0, left, sizeof(left));
	put(b, 0, right, sizeof(right));
	set_add(&work, a, b, out, 64, &n);
	work.request.flags = FCL_HAL_TIMED;
	assert_int_equal(work_run(&work), 0);
	assert_int_equal(work.done, 1);
	assert_true(work.request.start_ns <= work.request.end_ns);
	/* 0: the backend traces executions itself. */
	assert_true(!work.request.u.launch.ran_on ||
		    work.request.u.launch.ran_on - 1 - first_cu(K_ADD) < 2);
	get(out, 64, got, sizeof(got));
	for (uint32_t i = 0; suite.computes && i < COUNT; i++)
		assert_int_equal(got[i], left[i] + right[i]);
	/* A null buffer becomes a null pointer. */
	set_add(&work, a, NULL, out, 64, &n);
	assert_int_equal(work_run(&work), 0);
	get(out, 64, got, sizeof(got));
	for (uint32_t i = 0; suite.computes && i < COUNT; i++)
		assert_int_equal(got[i], left[i]);
	free_buffer(a);
	free_buffer(b);
	free_buffer(out);
}

static void malformed(void **state)
{
	uint32_t n = 1, foreign;
	struct fcl_hal_buffer *out = alloc_buffer(64);
	struct work work;

	(void)state;
	set_add(&work, NULL, NULL, out, 0, &n);
	work.request.u.launch.kernel = K_COUNT;
	assert_int_equal(work_submit(&work), -EINVAL);
	set_add(&work, NULL, NULL, out, 0, &n);
	work.request.u.launch.ncus = 0;
	assert_int_equal(work_submit(&work), -EINVAL);
	set_add(&work, NULL, NULL, out, 0, &n);
	foreign = first_cu(K_WHERE);
	work.request.u.launch.cus = &foreign;
	work.request.u.launch.ncus = 1;
	assert_int_equal(work_submit(&work), -EINVAL);
	set_add(&work, NULL, NULL, out, 65, &n);
	assert_int_equal(work_submit(&work), -EINVAL);
	set_add(&work, NULL, NULL, out, 0, &n);
	work.request.u.launch.range.work_dim = 4;
	assert_int_equal(work_submit(&work), -EINVAL);
	assert_int_equal(work.done, 0);
	free_buffer(out);
}

/* Scalars of every size arrive in their registers, zero-extended. */
static void scalars(void **state)
{
	struct fcl_hal_buffer *out;
	unsigned char value[16], got[REGISTERS_SIZE] = {0};
	static const struct {
		uint32_t size, offset;
	} places[] = {{1, 0x1c}, {2, 0x24}, {4, 0x2c}, {8, 0x34}, {16, 0x40}, {3, 0x54}};
	struct work work;

	(void)state;
	need_results();
	out = alloc_buffer(REGISTERS_SIZE);
	for (unsigned i = 0; i < sizeof(value); i++)
		value[i] = (unsigned char)(0xA0 + i);
	work_launch(&work, program, K_REGISTERS, 1);
	work_buffer(&work, 0, out, 0);
	for (uint32_t i = 0; i < 6; i++)
		work_bytes(&work, i + 1, value, places[i].size);
	assert_int_equal(work_run(&work), 0);
	get(out, 0, got, sizeof(got));
	for (unsigned i = 0; i < 6; i++) {
		assert_memory_equal(got + places[i].offset, value, places[i].size);
		assert_int_equal(got[places[i].offset + places[i].size], 0);
	}
	free_buffer(out);
}

/* A launch only runs on CUs of its set. */
static void cu_sets(void **state)
{
	struct fcl_hal_buffer *out;
	struct work work;

	(void)state;
	need_results();
	out = alloc_buffer(64);
	for (uint32_t i = 0; i < kernel_shapes[K_WHERE].ncus; i++) {
		uint32_t cu = first_cu(K_WHERE) + i;
		char expected[64], got[64];

		work_launch(&work, program, K_WHERE, 1);
		work.request.u.launch.cus = &cu;
		work_buffer(&work, 0, out, 0);
		assert_int_equal(work_run(&work), 0);
		get(out, 0, got, sizeof(got));
		snprintf(expected, sizeof(expected), "where:where_%u", i + 1);
		assert_string_equal(got, expected);
	}
	free_buffer(out);
}

/* The first launch only ends after a later DMA and a later launch on another CU. */
static void overlap(void **state)
{
	struct fcl_hal_buffer *flags;
	uint32_t zeros[8] = {0}, one = 1, three = 3, mine[2] = {0, 1};
	struct work kernels[2], dma;

	(void)state;
	need_results();
	flags = alloc_buffer(4096);
	put(flags, 0, zeros, sizeof(zeros));
	for (unsigned i = 0; i < 2; i++) {
		work_launch(&kernels[i], program, K_RENDEZVOUS, 3);
		work_buffer(&kernels[i], 0, flags, 0);
		work_bytes(&kernels[i], 1, &mine[i], sizeof(mine[i]));
		work_bytes(&kernels[i], 2, &three, sizeof(three));
	}
	work_transfer(&dma, FCL_HAL_WRITE, flags, 8, &one, sizeof(one));
	assert_int_equal(work_submit(&kernels[0]), 0);
	assert_int_equal(work_submit(&dma), 0);
	assert_int_equal(work_submit(&kernels[1]), 0);
	assert_int_equal(work_wait(&kernels[0]), 0);
	assert_int_equal(work_wait(&kernels[1]), 0);
	assert_int_equal(work_wait(&dma), 0);
	free_buffer(flags);
}

/* More launches than CUs: each of them runs exactly once. */
static void queueing(void **state)
{
	struct fcl_hal_buffer *out = alloc_buffer(64);
	static struct work works[64];
	uint32_t total = 0, got = 0;

	(void)state;
	for (unsigned i = 0; i < 64; i++) {
		work_launch(&works[i], program, K_TALLY, 2);
		work_buffer(&works[i], 0, out, 0);
		assert_int_equal(work_submit(&works[i]), 0);
	}
	for (unsigned i = 0; i < 64; i++) {
		assert_int_equal(work_wait(&works[i]), 0);
		total += works[i].done;
	}
	assert_int_equal(total, 64);
	/* Each CU counts in its own static data: one more run on each adds up to 66. */
	for (uint32_t i = 0, sum = 0; suite.computes && i < 2; i++) {
		uint32_t cu = first_cu(K_TALLY) + i;

		work_launch(&works[0], program, K_TALLY, 1);
		work_buffer(&works[0], 0, out, 0);
		works[0].request.u.launch.cus = &cu;
		assert_int_equal(work_run(&works[0]), 0);
		get(out, 0, &got, sizeof(got));
		sum += got;
		if (i == 1)
			assert_int_equal(sum, 66);
	}
	free_buffer(out);
}

/* Whether the address that FAILING_ADDRESS writes to exists on the board. */
static bool address_exists(void)
{
	for (uint32_t i = 0; i < suite.info->nbanks; i++)
		if (!suite.info->banks[i].base)
			return true;
	return false;
}

static void failures_are_reported(void **state)
{
	static const struct {
		uint32_t how;
		const char *text;
	} ways[] = {{FAILING_RETURN, "-5"},
		    {FAILING_FAIL, FAILING_TEXT},
		    {FAILING_ASSERT, FAILING_TEXT},
		    {FAILING_ADDRESS, "0x40"}};
	struct work work;
	uint32_t well = FAILING_NOT;

	(void)state;
	need_results();
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (ways[i].how == FAILING_ADDRESS && address_exists())
			continue;
		work_launch(&work, program, K_FAILING, 1);
		work_bytes(&work, 0, &ways[i].how, sizeof(ways[i].how));
		assert_true(work_run(&work) < 0);
		assert_non_null(strstr(work.text, "failing:failing_1"));
		assert_non_null(strstr(work.text, ways[i].text));
		work_launch(&work, program, K_FAILING, 1);
		work_bytes(&work, 0, &well, sizeof(well));
		assert_int_equal(work_run(&work), 0);
	}
}

static void work_groups(void **state)
{
	struct group_record got[32];
	struct fcl_hal_buffer *out;
	struct work work;

	(void)state;
	need_results();
	out = alloc_buffer(sizeof(got));
	memset(got, 0, sizeof(got));
	put(out, 0, got, sizeof(got));
	work_launch(&work, program, K_GROUPS, 1);
	work_buffer(&work, 0, out, 0);
	work.request.u.launch.range = (struct fcl_hal_range){3, {0}, {8, 6, 4}, {2, 3, 1}};
	assert_int_equal(work_run(&work), 0);
	get(out, 0, got, sizeof(got));
	for (unsigned z = 0; z < 4; z++)
		for (unsigned y = 0; y < 2; y++)
			for (unsigned x = 0; x < 4; x++) {
				const struct group_record *record = &got[(z * 2 + y) * 4 + x];

				assert_int_equal(record->runs, 1);
				assert_true(record->id[0] == x && record->id[1] == y &&
					    record->id[2] == z);
				assert_int_equal(record->local_size, 6);
			}
	work.request.u.launch.range.global_size[1] = 0;
	work.done = 0;
	assert_int_equal(work_run(&work), 0);
	free_buffer(out);
}

static void whole_range(void **state)
{
	uint64_t got[11] = {0};
	struct fcl_hal_buffer *out;
	struct work work;

	(void)state;
	need_results();
	out = alloc_buffer(sizeof(got));
	put(out, 0, got, sizeof(got));
	work_launch(&work, program, K_WHOLE, 1);
	work_buffer(&work, 0, out, 0);
	work.request.u.launch.range = (struct fcl_hal_range){2, {5, 6, 0}, {8, 4, 1}, {2, 2, 1}};
	assert_int_equal(work_run(&work), 0);
	get(out, 0, got, sizeof(got));
	assert_int_equal(got[0], 2);
	assert_true(got[1] == 5 && got[2] == 6 && got[4] == 8 && got[5] == 4 && got[7] == 2);
	assert_int_equal(got[10], 1);
	free_buffer(out);
}

/* A clocked model and a function model in one image. */
static void stepped(void **state)
{
	struct fcl_hal_buffer *data;
	uint32_t values[COUNT], n = COUNT, addend = 7;
	struct work work;

	(void)state;
	need_results();
	data = alloc_buffer(COUNT * 4);
	for (uint32_t i = 0; i < COUNT; i++)
		values[i] = i;
	put(data, 0, values, sizeof(values));
	for (unsigned times = 0; times < 2; times++) {
		work_launch(&work, program, K_STEP_ADD, 1);
		work_buffer(&work, 0, data, 0);
		work_bytes(&work, 1, &n, sizeof(n));
		work_bytes(&work, 2, &addend, sizeof(addend));
		assert_int_equal(work_run(&work), 0);
	}
	get(data, 0, values, sizeof(values));
	for (uint32_t i = 0; i < COUNT; i++)
		assert_int_equal(values[i], i + 14);
	free_buffer(data);
}

static uint32_t reg_read(uint32_t cu, uint32_t offset)
{
	uint32_t value = 0;
	struct fcl_err err = {0};

	assert_int_equal(suite.hal->reg_read(suite.device, program, cu, offset, &value, &err), 0);
	return value;
}

static void reg_write(uint32_t cu, uint32_t offset, uint32_t value)
{
	struct fcl_err err = {0};

	assert_int_equal(suite.hal->reg_write(suite.device, program, cu, offset, value, &err), 0);
}

/* A host that implements the HLS control protocol itself. */
static void registers(void **state)
{
	struct fcl_hal_buffer *out;
	uint32_t cu = first_cu(K_ADD), counter = first_cu(K_COUNTER), value = 7;
	struct fcl_err err = {0};
	uint64_t address;

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_REGISTERS))
		assert_int_equal(suite.hal->reg_read(suite.device, program, cu, 0, &value, &err),
				 -EOPNOTSUPP);
	need(FCL_HAL_CAP_REGISTERS | FCL_HAL_CAP_ADDRESS);
	out = alloc_buffer(64);
	assert_int_equal(suite.hal->reg_read(suite.device, program, cu, 0x3FFC, &value, &err),
			 -EINVAL);
	assert_int_equal(suite.hal->reg_read(suite.device, program, cu, 2, &value, &err), -EINVAL);
	assert_int_equal(suite.hal->reg_write(suite.device, program, 10000, 0, 1, &err), -EINVAL);
	while (!(reg_read(cu, 0) & FCL_AP_IDLE))
		;
	put(out, 0, &value, sizeof(value));
	address = suite.hal->buffer_address(suite.device, out);
	for (uint32_t offset = 0x10; offset < 0x28; offset += 4)
		reg_write(cu, offset, 0);
	reg_write(cu, 0x28, (uint32_t)address);
	reg_write(cu, 0x2c, (uint32_t)(address >> 32));
	reg_write(cu, 0x34, 1);
	assert_int_equal(reg_read(cu, 0x34), 1);
	reg_write(cu, 0, FCL_AP_START);
	while (!(reg_read(cu, 0) & FCL_AP_DONE))
		;
	assert_true(reg_read(cu, 0) & FCL_AP_IDLE);
	get(out, 0, &value, sizeof(value));
	if (suite.computes)
		assert_int_equal(value, 0);
	/* A model with its own register slave. */
	reg_write(counter, COUNTER_ADD, 5);
	reg_write(counter, COUNTER_ADD, 6);
	assert_int_equal(reg_read(counter, COUNTER_TOTAL), 11);
	free_buffer(out);
}

static void unload(void **state)
{
	(void)state;
	suite.hal->unprogram(suite.device, program);
}

const struct CMUnitTest launch_tests[] = {
	cmocka_unit_test(add),
	cmocka_unit_test(malformed),
	cmocka_unit_test(scalars),
	cmocka_unit_test(cu_sets),
	cmocka_unit_test(overlap),
	cmocka_unit_test(queueing),
	cmocka_unit_test(failures_are_reported),
	cmocka_unit_test(work_groups),
	cmocka_unit_test(whole_range),
	cmocka_unit_test(stepped),
	cmocka_unit_test(registers),
	cmocka_unit_test(unload),
};
const size_t nlaunch_tests = sizeof(launch_tests) / sizeof(launch_tests[0]);
