/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/pcie/card.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "hal/pcie/backend.h"

enum { BYTES = 5 << 20 };

static struct card card;
static unsigned char sent[BYTES], got[BYTES];

static void begin(void)
{
	setenv("FPGACL_PCIE_TIMEOUT_MS", "200", 1);
	model_init(&card.model);
	card_open(&card);
	for (size_t i = 0; i < BYTES; i++)
		sent[i] = (unsigned char)(i * 11 + (i >> 9));
}

static struct fcl_hal_buffer *filled(void)
{
	struct fcl_hal_buffer *buffer = card_alloc(&card, BYTES);
	struct job job;

	job_transfer(&job, FCL_HAL_WRITE, buffer, 0, sent, BYTES);
	assert_int_equal(job_run(&card, &job), 0);
	return buffer;
}

static int go(struct job *job, enum fcl_hal_op op, struct fcl_hal_buffer *buffer)
{
	/* Rows, so that a run has several descriptors. */
	memset(got, 0, BYTES);
	job_transfer(job, op, buffer, 0, op == FCL_HAL_WRITE ? sent : got, 1);
	job->request.u.transfer.box =
		(struct fcl_hal_box){{1000, 5000, 1}, 1001, 5005000, 1001, 5005000};
	return job_run(&card, job);
}

static void check_rows(const unsigned char *bytes)
{
	for (size_t row = 0; row < 5000; row++)
		assert_memory_equal(bytes + row * 1001, sent + row * 1001, 1000);
}

/*
 * Each error that the engine can report, in the first descriptor and in a later one, early and late in
 * the transfer: once, which is repaired, and always, which is reported. After that the channel works.
 */
static void every_status_bit(void **state)
{
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)state;
	begin();
	buffer = filled();
	for (unsigned bit = 3; bit <= 23; bit++) {
		if (bit > 5 && bit < 9)
			continue;
		for (unsigned how = 0; how < 4; how++) {
			enum fcl_hal_op op = how % 2 ? FCL_HAL_READ : FCL_HAL_WRITE;

			card.model.faults = (struct model_faults){.status = 1u << bit,
								  .at = how / 2 * 17,
								  .times = 1,
								  .poll_without_error = bit % 2};
			assert_int_equal(go(&job, op, buffer), 0);
			check_rows(op == FCL_HAL_READ ? got : card.model.memory);
			card.model.faults.times = 100;
			assert_int_equal(go(&job, op, buffer), -EIO);
			assert_non_null(strstr(job.text, op == FCL_HAL_READ ? "C2H" : "H2C"));
			card.model.faults.times = 0;
			assert_int_equal(go(&job, op, buffer), 0);
		}
	}
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* What gets lost on the way costs time only. */
static void lost_news(void **state)
{
	static const struct model_faults faults[] = {
		{.lose_poll = true},
		{.lose_interrupts = true},
		{.lose_poll = true, .lose_interrupts = true},
		{.double_interrupts = true},
		{.short_count = 1},
	};
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		for (unsigned slow = 0; slow < 2; slow++) {
			begin();
			buffer = filled();
			card.model.run_ns = slow ? 500000 : 0;
			card.model.faults = faults[i];
			assert_int_equal(go(&job, FCL_HAL_WRITE, buffer), 0);
			check_rows(card.model.memory);
			assert_int_equal(go(&job, FCL_HAL_READ, buffer), 0);
			check_rows(got);
			fcl_hal_pcie_backend.buffer_free(card.device, buffer);
			card_close(&card);
		}
}

/* Writes to the host that get lost, which the engine cannot know; and data that looks as if it was. */
static void lost_data(void **state)
{
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)state;
	begin();
	for (size_t i = 0; i < BYTES / 4; i++) {
		const uint32_t word = i % 3 ? 0x9e3779b1 : ~0x9e3779b1u;

		memcpy(sent + i * 4, &word, 4);
	}
	buffer = filled();
	for (unsigned bytes = 1; bytes < 9000; bytes = bytes * 3 + 1) {
		memset(got, 0, bytes);
		job_transfer(&job, FCL_HAL_READ, buffer, 0, got, bytes);
		assert_int_equal(job_run(&card, &job), 0);
		assert_memory_equal(got, sent, bytes);
		card.model.faults.lose_data = 1;
		assert_int_equal(job_run(&card, &job), 0);
		assert_memory_equal(got, sent, bytes);
		card.model.faults.lose_data = 100;
		assert_int_equal(job_run(&card, &job), -EIO);
		assert_non_null(strstr(job.text, "did not arrive"));
		card.model.faults.lose_data = 0;
	}
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* An engine that does not stop keeps its memory, and the card needs a reset. */
static void busy_until_reset(void **state)
{
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	struct job job;

	(void)state;
	begin();
	buffer = filled();
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), 0);
	card.model.faults.stay_busy = true;
	/* Both channels of this direction get stuck, then none is left. */
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(go(&job, FCL_HAL_WRITE, buffer), -EIO);
		assert_non_null(strstr(job.text, "reset"));
	}
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), -EIO);
	card.model.faults.stay_busy = false;
	assert_int_equal(fcl_hal_pcie_backend.reset(card.device, &err), 0);
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), 0);
	assert_int_equal(go(&job, FCL_HAL_WRITE, buffer), 0);
	assert_int_equal(go(&job, FCL_HAL_READ, buffer), 0);
	check_rows(got);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* A run that takes too long fails within the limit. It may end late, which must not disturb the next. */
static void too_slow(void **state)
{
	struct fcl_hal_buffer *buffer;
	struct job job;
	uint64_t start;

	(void)state;
	begin();
	buffer = filled();
	card.model.run_ns = 900 * 1000 * 1000;
	start = fcl_now_ns();
	assert_int_not_equal(go(&job, FCL_HAL_READ, buffer), 0);
	assert_non_null(strstr(job.text, "C2H"));
	card.model.run_ns = 0;
	assert_true(fcl_now_ns() - start < UINT64_C(20000000000));
	for (unsigned i = 0; i < 4; i++)
		if (!go(&job, FCL_HAL_READ, buffer))
			check_rows(got);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* A card that is gone stays gone, and everything ends. */
static void gone(void **state)
{
	struct fcl_hal_request *request;
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	struct job job, launch;
	uint32_t b = 1, n = 4;

	(void)state;
	begin();
	card_load(&card);
	buffer = filled();
	card.model.unit_ns = 20 * 1000 * 1000;
	job_launch(&card, &launch, buffer, buffer, &b, &n);
	job_submit(&card, &launch);
	card.model.faults.gone = true;
	assert_int_equal(job_await(&card, &launch), -ENODEV);
	job_transfer(&job, FCL_HAL_READ, buffer, 0, got, BYTES);
	request = &job.request;
	if (!fcl_hal_pcie_backend.submit(card.device, &request, 1))
		assert_int_equal(job_wait(&card, &job), -ENODEV);
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), -ENODEV);
	card.model.faults.gone = false;
	assert_int_equal(fcl_hal_pcie_backend.submit(card.device, &request, 1), -ENODEV);
	assert_int_equal(fcl_hal_pcie_backend.reset(card.device, &err), -ENODEV);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* A reset ends what runs, and what waits. */
static void reset_ends_all(void **state)
{
	static struct job jobs[6];
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	uint32_t b = 1, n = 4;
	struct job job;

	(void)state;
	begin();
	card_load(&card);
	buffer = filled();
	card.model.unit_ns = 100 * 1000 * 1000;
	for (unsigned i = 0; i < 6; i++) {
		job_launch(&card, &jobs[i], buffer, buffer, &b, &n);
		job_submit(&card, &jobs[i]);
	}
	assert_int_equal(fcl_hal_pcie_backend.reset(card.device, &err), 0);
	for (unsigned i = 0; i < 6; i++) {
		assert_int_equal(jobs[i].ended, 1);
		assert_int_equal(jobs[i].status, -EIO);
	}
	card.model.unit_ns = 0;
	job_launch(&card, &job, buffer, buffer, &b, &n);
	assert_int_equal(job_run(&card, &job), 0);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* A unit that does not end within the limit is not used again until a reset; the other one is. */
static void endless_unit(void **state)
{
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	uint32_t b = 1, n = 4;
	struct job job;

	(void)state;
	setenv("FPGACL_TIMEOUT_S", "1", 1);
	begin();
	unsetenv("FPGACL_TIMEOUT_S");
	card_load(&card);
	buffer = filled();
	card.model.unit_ns = 1500 * 1000 * 1000;
	job_launch(&card, &job, buffer, buffer, &b, &n);
	assert_int_equal(job_run(&card, &job), -ETIMEDOUT);
	assert_non_null(strstr(job.text, "add:add_1: it has not ended within 1 s"));
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), -EIO);
	card.model.unit_ns = 0;
	job_launch(&card, &job, buffer, buffer, &b, &n);
	assert_int_equal(job_run(&card, &job), 0);
	assert_int_equal(job.request.u.launch.ran_on, 2);
	job.request.u.launch.ncus = 1;
	assert_int_equal(job_run(&card, &job), -EIO);
	assert_int_equal(fcl_hal_pcie_backend.reset(card.device, &err), 0);
	assert_int_equal(job_run(&card, &job), 0);
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), 0);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_status_bit), cmocka_unit_test(lost_news),
		cmocka_unit_test(lost_data),        cmocka_unit_test(busy_until_reset),
		cmocka_unit_test(too_slow),         cmocka_unit_test(gone),
		cmocka_unit_test(reset_ends_all),   cmocka_unit_test(endless_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
