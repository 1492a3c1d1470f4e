/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/pcie/card.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

#include "base/clock.h"
#include "hal/pcie/backend.h"

enum { BYTES = 6 << 20 };

static struct card card;
static unsigned char sent[BYTES], got[BYTES];

static void fill(unsigned seed)
{
	for (size_t i = 0; i < BYTES; i++)
		sent[i] = (unsigned char)(i * 7 + (i >> 8) + seed);
}

/* Sizes around those of words, pages, bounce buffers; at odd addresses on both sides. */
static void round_trips(bool pins)
{
	static const size_t sizes[] = {1,
				       2,
				       3,
				       4,
				       5,
				       63,
				       64,
				       4095,
				       4096,
				       4097,
				       65537,
				       1 << 20,
				       (2 << 20) - 1,
				       2 << 20,
				       (2 << 20) + 1,
				       (4 << 20) + 3};
	struct fcl_hal_buffer *buffer;
	struct job job;

	model_init(&card.model);
	card.model.pins = card.model.transport.pins = pins;
	card_open(&card);
	buffer = card_alloc(&card, BYTES);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		for (unsigned shift = 0; shift < 3; shift++) {
			size_t bytes = sizes[i], at = shift * 5, offset = shift * 3;

			fill((unsigned)i * 3 + shift);
			memset(got, 0, at + bytes + 1);
			job_transfer(&job, FCL_HAL_WRITE, buffer, offset, sent + at, bytes);
			assert_int_equal(job_run(&card, &job), 0);
			job_transfer(&job, FCL_HAL_READ, buffer, offset, got + at, bytes);
			assert_int_equal(job_run(&card, &job), 0);
			assert_memory_equal(got + at, sent + at, bytes);
			assert_true(!at || !got[at - 1]);
			assert_int_equal(got[at + bytes], 0);
		}
	assert_int_equal(card.model.direct > 0, pins);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

static void copied(void **state)
{
	(void)state;
	round_trips(false);
}

static void pinned(void **state)
{
	(void)state;
	round_trips(true);
}

/* More rows than descriptors in a run, and than fit in a bounce buffer. */
static void rows(void **state)
{
	static const struct fcl_hal_box boxes[] = {
		{{10, 500, 3}, 64, 40000, 20, 10000},
		{{1, 300, 1}, 7, 0, 3, 0},
		{{5000, 900, 1}, 5001, 0, 5003, 0},
	};
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)state;
	model_init(&card.model);
	card_open(&card);
	buffer = card_alloc(&card, BYTES);
	fill(9);
	for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
		const struct fcl_hal_box *box = &boxes[i];

		job_transfer(&job, FCL_HAL_WRITE, buffer, 13, sent, 1);
		job.request.u.transfer.box = *box;
		assert_int_equal(job_run(&card, &job), 0);
		memset(got, 0, BYTES);
		job_transfer(&job, FCL_HAL_READ, buffer, 13, got, 1);
		job.request.u.transfer.box = *box;
		assert_int_equal(job_run(&card, &job), 0);
		for (size_t z = 0; z < box->region[2]; z++)
			for (size_t y = 0; y < box->region[1]; y++) {
				size_t at = z * box->other_slice_pitch + y * box->other_row_pitch;

				assert_memory_equal(got + at, sent + at, box->region[0]);
			}
	}
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* Within a buffer: boxes that are more than a piece, rows that are longer than one. */
static void copies_within_the_card(void **state)
{
	static const struct fcl_hal_box boxes[] = {
		{{(2 << 20) + 77, 1, 1}, 0, 0, 0, 0},
		{{(1 << 20) + 1, 2, 1}, (1 << 20) + 3, 0, (1 << 20) + 1, 0},
		{{3000, 800, 1}, 3001, 0, 3000, 0},
		{{7, 300, 20}, 8, 3000, 9, 2800},
	};
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)state;
	model_init(&card.model);
	card_open(&card);
	buffer = card_alloc(&card, BYTES);
	for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
		const struct fcl_hal_box *box = &boxes[i];
		const size_t from = 11, to = BYTES / 2 + 5;

		fill((unsigned)i + 20);
		job_transfer(&job, FCL_HAL_WRITE, buffer, 0, sent, BYTES);
		assert_int_equal(job_run(&card, &job), 0);
		job_transfer(&job, FCL_HAL_COPY, buffer, 0, NULL, 1);
		job.request.u.copy.source = job.request.u.copy.target = buffer;
		job.request.u.copy.source_offset = from;
		job.request.u.copy.target_offset = to;
		job.request.u.copy.box = *box;
		assert_int_equal(job_run(&card, &job), 0);
		job_transfer(&job, FCL_HAL_READ, buffer, 0, got, BYTES);
		assert_int_equal(job_run(&card, &job), 0);
		for (size_t z = 0; z < box->region[2]; z++)
			for (size_t y = 0; y < box->region[1]; y++)
				memmove(sent + to + z * box->other_slice_pitch +
						y * box->other_row_pitch,
					sent + from + z * box->slice_pitch + y * box->row_pitch,
					box->region[0]);
		assert_memory_equal(got, sent, BYTES);
	}
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* A pattern goes on from piece to piece. */
static void fills_within_the_card(void **state)
{
	static const uint64_t sizes[] = {0, 1 << 20, (1 << 20) + 128};
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)state;
	model_init(&card.model);
	card_open(&card);
	buffer = card_alloc(&card, BYTES);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		fill((unsigned)i + 40);
		job_transfer(&job, FCL_HAL_WRITE, buffer, 0, sent, 2 << 20);
		assert_int_equal(job_run(&card, &job), 0);
		job_transfer(&job, FCL_HAL_FILL, buffer, 0, NULL, 1);
		job.request.u.fill.buffer = buffer;
		job.request.u.fill.offset = 256;
		job.request.u.fill.bytes = sizes[i];
		job.request.u.fill.pattern_size = 128;
		for (unsigned byte = 0; byte < 128; byte++)
			job.request.u.fill.pattern[byte] = (unsigned char)(byte * 2 + i);
		for (size_t at = 0; at < sizes[i]; at++)
			sent[256 + at] = (unsigned char)(at % 128 * 2 + i);
		assert_int_equal(job_run(&card, &job), 0);
		job_transfer(&job, FCL_HAL_READ, buffer, 0, got, 2 << 20);
		assert_int_equal(job_run(&card, &job), 0);
		assert_memory_equal(got, sent, 2 << 20);
	}
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* A host may write constants, which no page of may be made writable. */
static void from_read_only_memory(void **state)
{
	struct fcl_hal_buffer *buffer;
	unsigned char *constant;
	struct job job;

	(void)state;
	constant = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	fill(5);
	memcpy(constant, sent, 4 << 20);
	mprotect(constant, 4 << 20, PROT_READ);
	for (int pins = 0; pins < 2; pins++) {
		model_init(&card.model);
		card.model.pins = card.model.transport.pins = pins;
		card_open(&card);
		buffer = card_alloc(&card, BYTES);
		job_transfer(&job, FCL_HAL_WRITE, buffer, 1, constant, 4 << 20);
		assert_int_equal(job_run(&card, &job), 0);
		assert_memory_equal(card.model.memory + 1, sent, 4 << 20);
		fcl_hal_pcie_backend.buffer_free(card.device, buffer);
		card_close(&card);
	}
	munmap(constant, 4 << 20);
}

/* If memory cannot be mapped, its bytes are copied. */
static void unmappable_memory_is_copied(void **state)
{
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)state;
	model_init(&card.model);
	card.model.pins = card.model.transport.pins = true;
	card.model.map_fails = true;
	card_open(&card);
	buffer = card_alloc(&card, BYTES);
	fill(6);
	job_transfer(&job, FCL_HAL_WRITE, buffer, 0, sent, BYTES);
	assert_int_equal(job_run(&card, &job), 0);
	assert_memory_equal(card.model.memory, sent, BYTES);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

/* What was in the card's memory belongs to somebody else; what this process wrote stays. */
static void new_memory_is_cleared(void **state)
{
	struct fcl_hal_buffer *first, *second;
	struct job job;

	(void)state;
	model_init(&card.model);
	card_open(&card);
	first = card_alloc(&card, 100000);
	second = card_alloc(&card, 5 << 20);
	memset(got, 1, BYTES);
	job_transfer(&job, FCL_HAL_READ, first, 0, got, 100000);
	assert_int_equal(job_run(&card, &job), 0);
	job_transfer(&job, FCL_HAL_READ, second, 0, got + 100000, 5 << 20);
	assert_int_equal(job_run(&card, &job), 0);
	for (size_t i = 0; i < 100000 + (5 << 20); i++)
		assert_int_equal(got[i], 0);
	assert_int_equal(card.model.memory[MODEL_MEMORY - 1], 0xa5);
	fcl_hal_pcie_backend.buffer_free(card.device, first);
	fcl_hal_pcie_backend.buffer_free(card.device, second);
	card_close(&card);
}

/* An allocation has to clear memory while all channels are in use, and gets one when they end. */
static void clearing_waits_for_a_channel(void **state)
{
	struct fcl_hal_buffer *buffer, *second;
	struct job jobs[2];

	(void)state;
	model_init(&card.model);
	card_open(&card);
	buffer = card_alloc(&card, 4096);
	card.model.run_ns = 20 * 1000 * 1000;
	for (unsigned i = 0; i < 2; i++) {
		job_transfer(&jobs[i], FCL_HAL_WRITE, buffer, 0, sent, 4096);
		job_submit(&card, &jobs[i]);
	}
	/* Until both threads have taken theirs. */
	fcl_pause_us(5000);
	second = card_alloc(&card, 1 << 20);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(job_await(&card, &jobs[i]), 0);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	fcl_hal_pcie_backend.buffer_free(card.device, second);
	card_close(&card);
}

/* Memory that the driver allocates needs no copies. */
static void host_memory(void **state)
{
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	struct job job;
	void *pointer;

	(void)state;
	model_init(&card.model);
	card_open(&card);
	assert_int_equal(fcl_hal_pcie_backend.host_alloc(card.device, BYTES, &pointer, &err), 0);
	buffer = card_alloc(&card, BYTES);
	fill(8);
	memcpy(pointer, sent, BYTES);
	card.model.most_piece = 0;
	job_transfer(&job, FCL_HAL_WRITE, buffer, 0, pointer, BYTES);
	assert_int_equal(job_run(&card, &job), 0);
	assert_memory_equal(card.model.memory, sent, BYTES);
	assert_int_equal(card.model.most_piece, BYTES);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	fcl_hal_pcie_backend.host_free(card.device, pointer, BYTES);
	card_close(&card);
}

static _Atomic unsigned signals;

static void on_signal(int number)
{
	(void)number;
	signals++;
}

/* Signals interrupt system calls of the thread that helps, and nothing else. */
static void signals_do_no_harm(void **state)
{
	const struct itimerval often = {{0, 300}, {0, 300}}, never = {0};
	struct sigaction action = {.sa_handler = on_signal}, before;
	struct fcl_hal_buffer *buffer;
	struct job job;

	(void)state;
	model_init(&card.model);
	card.model.run_ns = 400000; /* longer than what is polled, so threads sleep */
	card_open(&card);
	buffer = card_alloc(&card, 200000);
	sigaction(SIGALRM, &action, &before);
	setitimer(ITIMER_REAL, &often, NULL);
	for (unsigned i = 0; i < 100 || signals < 20; i++) {
		fill(i);
		job_transfer(&job, FCL_HAL_WRITE, buffer, i, sent, 150000);
		assert_int_equal(job_run(&card, &job), 0);
		memset(got, 0, 150000);
		job_transfer(&job, FCL_HAL_READ, buffer, i, got, 150000);
		assert_int_equal(job_run(&card, &job), 0);
		assert_memory_equal(got, sent, 150000);
	}
	setitimer(ITIMER_REAL, &never, NULL);
	sigaction(SIGALRM, &before, NULL);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copied),
		cmocka_unit_test(pinned),
		cmocka_unit_test(rows),
		cmocka_unit_test(copies_within_the_card),
		cmocka_unit_test(fills_within_the_card),
		cmocka_unit_test(from_read_only_memory),
		cmocka_unit_test(unmappable_memory_is_copied),
		cmocka_unit_test(new_memory_is_cleared),
		cmocka_unit_test(clearing_waits_for_a_channel),
		cmocka_unit_test(host_memory),
		cmocka_unit_test(signals_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
