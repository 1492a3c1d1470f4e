/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/pcie/card.h"

#include <errno.h>
#include <string.h>

#include "hal/pcie/backend.h"

enum { COUNT = 100, MANY = 40 };

static struct card card;

static void check_sum(struct fcl_hal_buffer *out, uint32_t addend)
{
	uint32_t got[COUNT] = {0};
	struct job job;

	job_transfer(&job, FCL_HAL_READ, out, 0, got, sizeof(got));
	assert_int_equal(job_run(&card, &job), 0);
	for (uint32_t i = 0; i < COUNT; i++)
		assert_int_equal(got[i], i * 3 + addend);
}

static struct fcl_hal_buffer *numbers(void)
{
	struct fcl_hal_buffer *buffer = card_alloc(&card, COUNT * 4);
	uint32_t values[COUNT];
	struct job job;

	for (uint32_t i = 0; i < COUNT; i++)
		values[i] = i * 3;
	job_transfer(&job, FCL_HAL_WRITE, buffer, 0, values, sizeof(values));
	assert_int_equal(job_run(&card, &job), 0);
	return buffer;
}

/* Launches that are polled and that are waited for, one at a time and many at once. */
static void run_all(void)
{
	struct fcl_hal_buffer *a, *out[MANY];
	static struct job jobs[MANY];
	uint32_t n = COUNT, b[MANY];

	card_load(&card);
	a = numbers();
	for (uint32_t i = 0; i < MANY; i++) {
		b[i] = 1000 + i;
		out[i] = card_alloc(&card, COUNT * 4);
	}
	for (uint32_t i = 0; i < 8; i++) {
		job_launch(&card, &jobs[i], a, out[i], &b[i], &n);
		if (i % 2) {
			assert_int_equal(job_run(&card, &jobs[i]), 0);
		} else {
			job_submit(&card, &jobs[i]);
			assert_int_equal(job_await(&card, &jobs[i]), 0);
		}
		check_sum(out[i], b[i]);
	}
	for (uint32_t i = 0; i < MANY; i++) {
		job_launch(&card, &jobs[i], a, out[i], &b[i], &n);
		job_submit(&card, &jobs[i]);
	}
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(i % 3 ? job_wait(&card, &jobs[i]) : job_await(&card, &jobs[i]), 0);
	for (uint32_t i = 0; i < MANY; i++) {
		check_sum(out[i], b[i]);
		fcl_hal_pcie_backend.buffer_free(card.device, out[i]);
	}
	fcl_hal_pcie_backend.buffer_free(card.device, a);
	assert_int_equal(card.model.executions, MANY + 8);
	card_close(&card);
}

static void both_protocols(void **state)
{
	(void)state;
	for (int chain = 0; chain < 2; chain++) {
		model_init(&card.model);
		card.model.chain = chain;
		card_open(&card);
		run_all();
	}
}

/* Executions that are too long to be polled for, with both kinds of interrupt status. */
static void by_interrupt(void **state)
{
	(void)state;
	for (int isr = MODEL_TOGGLES; isr <= MODEL_CLEARS_ON_READ; isr++) {
		model_init(&card.model);
		card.model.isr = (enum model_isr)isr;
		card.model.chain = isr == MODEL_CLEARS_ON_READ;
		card.model.unit_ns = 300000;
		card_open(&card);
		run_all();
		assert_true(card.model.interrupts > 10);
	}
}

static void without_interrupts(void **state)
{
	(void)state;
	model_init(&card.model);
	card.model.transport.nvectors = 0;
	card.model.unit_ns = 300000;
	card_open(&card);
	run_all();
	assert_int_equal(card.model.interrupts, 0);
}

static void strange_units(void **state)
{
	static const struct model_faults faults[] = {
		{.lose_done = true},
		{.never_idle = true},
		{.user_never = true},
		{.lose_interrupts = true, .lose_poll = true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		model_init(&card.model);
		card.model.unit_ns = 200000;
		card_open(&card);
		card.model.faults = faults[i];
		/* A unit that is never idle cannot be told from one that another process uses. */
		if (faults[i].never_idle) {
			card_load(&card);
			card_close(&card);
			continue;
		}
		run_all();
	}
}

/* A range is one execution for each work-group; an empty one ends without any. */
static void work_groups(void **state)
{
	struct fcl_hal_buffer *a, *out;
	uint32_t n = COUNT, b = 5;
	struct job job;

	(void)state;
	model_init(&card.model);
	card_open(&card);
	card_load(&card);
	a = numbers();
	out = card_alloc(&card, COUNT * 4);
	job_launch(&card, &job, a, out, &b, &n);
	job.request.u.launch.range = (struct fcl_hal_range){2, {0}, {6, 4, 1}, {2, 2, 1}};
	assert_int_equal(job_run(&card, &job), 0);
	assert_int_equal(card.model.executions, 6);
	job.request.u.launch.range.global_size[0] = 0;
	assert_int_equal(job_run(&card, &job), 0);
	assert_int_equal(card.model.executions, 6);
	check_sum(out, 5);
	fcl_hal_pcie_backend.buffer_free(card.device, a);
	fcl_hal_pcie_backend.buffer_free(card.device, out);
	card_close(&card);
}

/* A host that writes a register itself changes what a launch has to write. */
static void registers(void **state)
{
	struct fcl_hal_buffer *a, *out;
	uint32_t n = COUNT, b = 5, cu = 1, value = 0;
	struct fcl_err err = {0};
	struct job job;

	(void)state;
	model_init(&card.model);
	card_open(&card);
	card_load(&card);
	a = numbers();
	out = card_alloc(&card, COUNT * 4);
	for (int i = 0; i < 3; i++) {
		job_launch(&card, &job, a, out, &b, &n);
		job.request.u.launch.cus = &cu;
		job.request.u.launch.ncus = 1;
		assert_int_equal(job_run(&card, &job), 0);
		check_sum(out, 5);
		assert_int_equal(fcl_hal_pcie_backend.reg_write(card.device, card.program, cu,
								MODEL_ARG_B, 77, &err),
				 0);
		assert_int_equal(fcl_hal_pcie_backend.reg_read(card.device, card.program, cu,
							       MODEL_ARG_B, &value, &err),
				 0);
		assert_int_equal(value, 77);
	}
	assert_int_equal(fcl_hal_pcie_backend.reg_read(card.device, card.program, cu, 0x100000,
						       &value, &err),
			 -EINVAL);
	assert_int_equal(
		fcl_hal_pcie_backend.reg_read(card.device, card.program, cu, 2, &value, &err),
		-EINVAL);
	fcl_hal_pcie_backend.buffer_free(card.device, a);
	fcl_hal_pcie_backend.buffer_free(card.device, out);
	card_close(&card);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_protocols),     cmocka_unit_test(by_interrupt),
		cmocka_unit_test(without_interrupts), cmocka_unit_test(strange_units),
		cmocka_unit_test(work_groups),        cmocka_unit_test(registers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
