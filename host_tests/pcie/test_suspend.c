/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The machine is suspended while a host has a card: the card keeps its state, or comes back without it. Others
 * can reset it, too.
 */
#include "host_tests/pcie/card.h"

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "hal/pcie/backend.h"
#include "hal/pcie/pcie.h"

enum { BYTES = 4096 };

static struct card card;
static unsigned char sent[BYTES], got[BYTES];
static struct fcl_hal_buffer *a, *out;
static _Atomic uint64_t suspended;
static const uint32_t b = 5, n = 4;

static uint64_t fake_clock(void)
{
	return suspended;
}

static void begin(void)
{
	struct job job;

	suspended = 1000;
	model_init(&card.model);
	card_open(&card);
	card.device->suspended_ns = fake_clock;
	card.device->known_suspended_ns = suspended;
	card_load(&card);
	a = card_alloc(&card, BYTES);
	out = card_alloc(&card, BYTES);
	for (size_t i = 0; i < BYTES; i++)
		sent[i] = (unsigned char)(i * 7 + 1);
	job_transfer(&job, FCL_HAL_WRITE, a, 0, sent, BYTES);
	assert_int_equal(job_run(&card, &job), 0);
	/* The registers of all compute units have the arguments after this. */
	for (unsigned i = 0; i < 2 * MODEL_UNITS; i++) {
		job_launch(&card, &job, a, out, &b, &n);
		assert_int_equal(job_run(&card, &job), 0);
	}
}

static void end(void)
{
	fcl_hal_pcie_backend.buffer_free(card.device, a);
	fcl_hal_pcie_backend.buffer_free(card.device, out);
	card_close(&card);
}

static void suspend(bool loses)
{
	struct fcl_err err = {0};

	if (loses)
		assert_int_equal(card.device->transport->ops->reset(card.device->transport, &err),
				 0);
	suspended += UINT64_C(3000000000);
}

static void keeps_its_state(void **state)
{
	struct fcl_err err = {0};
	struct job job;

	(void)state;
	begin();
	for (unsigned i = 0; i < 3; i++) {
		suspend(false);
		job_launch(&card, &job, a, out, &b, &n);
		assert_int_equal(job_run(&card, &job), 0);
		suspend(false);
		job_transfer(&job, FCL_HAL_READ, a, 0, got, BYTES);
		assert_int_equal(job_run(&card, &job), 0);
		assert_memory_equal(got, sent, BYTES);
		assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), 0);
	}
	end();
}

/* The compute unit has none of the arguments that this process has written to it. */
static void loses_its_state(void **state)
{
	struct fcl_hal_request *request;
	struct fcl_err err = {0};
	struct job job;

	(void)state;
	begin();
	suspend(true);
	job_launch(&card, &job, a, out, &b, &n);
	assert_int_equal(job_run(&card, &job), -ENODEV);
	assert_non_null(strstr(job.text, "while the machine was suspended"));
	job_transfer(&job, FCL_HAL_READ, a, 0, got, BYTES);
	request = &job.request;
	assert_int_equal(fcl_hal_pcie_backend.submit(card.device, &request, 1), -ENODEV);
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), -ENODEV);
	assert_non_null(strstr(err.text, "while the machine was suspended"));
	assert_int_equal(fcl_hal_pcie_backend.reset(card.device, &err), -ENODEV);
	end();
}

/* A launch that the reset has ended looks as if it had ended by itself. */
static void loses_it_during_a_launch(void **state)
{
	struct job job;

	(void)state;
	begin();
	card.model.unit_ns = 100 * 1000 * 1000;
	job_launch(&card, &job, a, out, &b, &n);
	job_submit(&card, &job);
	fcl_hal_pcie_backend.progress(card.device, &job);
	suspend(true);
	assert_int_equal(job_await(&card, &job), -ENODEV);
	assert_non_null(strstr(job.text, "while the machine was suspended"));
	end();
}

static void loses_it_before_a_transfer(void **state)
{
	struct job job;

	(void)state;
	begin();
	suspend(true);
	job_transfer(&job, FCL_HAL_READ, a, 0, got, BYTES);
	assert_int_equal(job_run(&card, &job), -ENODEV);
	assert_non_null(strstr(job.text, "while the machine was suspended"));
	end();
}

/* Nobody gets a byte of what is in its memory then. */
static void reset_by_others(void **state)
{
	struct fcl_err err = {0};
	struct job job;

	(void)state;
	begin();
	assert_int_equal(card.device->transport->ops->reset(card.device->transport, &err), 0);
	job_transfer(&job, FCL_HAL_READ, a, 0, got, BYTES);
	assert_int_equal(job_run(&card, &job), -ENODEV);
	assert_non_null(strstr(job.text, "somebody else has reset it"));
	assert_int_equal(fcl_hal_pcie_backend.health(card.device, &err), -ENODEV);
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_its_state),
		cmocka_unit_test(loses_its_state),
		cmocka_unit_test(loses_it_during_a_launch),
		cmocka_unit_test(loses_it_before_a_transfer),
		cmocka_unit_test(reset_by_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
