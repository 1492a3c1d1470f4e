/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "host_tests/hal/suite.h"

enum { BYTES = 4096, THREADS = 4, TIMES = 200 };

static void fill_pattern(unsigned char *bytes, size_t size, unsigned seed)
{
	for (size_t i = 0; i < size; i++)
		bytes[i] = (unsigned char)(i * 7 + seed + (i >> 8));
}

static void write_read(void **state)
{
	struct fcl_hal_buffer *buffer;
	unsigned char sent[BYTES], got[BYTES] = {0};

	(void)state;
	need_memory();
	buffer = alloc_buffer(BYTES);
	fill_pattern(sent, BYTES, 3);
	put(buffer, 0, sent, BYTES);
	put(buffer, 1000, sent, 17);
	get(buffer, 0, got, BYTES);
	assert_memory_equal(got, sent, 1000);
	assert_memory_equal(got + 1000, sent, 17);
	assert_memory_equal(got + 1017, sent + 1017, BYTES - 1017);
	free_buffer(buffer);
}

/* Boxes compared with a byte model on the host. */
static void rectangles(void **state)
{
	struct fcl_hal_buffer *buffer;
	unsigned char model[BYTES], host[BYTES], got[BYTES] = {0};
	struct work work;

	(void)state;
	need_memory();
	buffer = alloc_buffer(BYTES);
	fill_pattern(model, BYTES, 1);
	fill_pattern(host, BYTES, 99);
	put(buffer, 0, model, BYTES);
	work_transfer(&work, FCL_HAL_WRITE, buffer, 130, host, 1);
	work.request.u.transfer.box = (struct fcl_hal_box){{10, 5, 3}, 64, 640, 20, 200};
	assert_int_equal(work_run(&work), 0);
	for (size_t z = 0; z < 3; z++)
		for (size_t y = 0; y < 5; y++)
			memcpy(model + 130 + z * 640 + y * 64, host + z * 200 + y * 20, 10);
	get(buffer, 0, got, BYTES);
	assert_memory_equal(got, model, BYTES);
	memset(got, 0, BYTES);
	work_transfer(&work, FCL_HAL_READ, buffer, 130, got, 1);
	work.request.u.transfer.box = (struct fcl_hal_box){{10, 5, 3}, 64, 640, 20, 200};
	assert_int_equal(work_run(&work), 0);
	for (size_t z = 0; z < 3; z++)
		for (size_t y = 0; y < 5; y++)
			assert_memory_equal(got + z * 200 + y * 20, host + z * 200 + y * 20, 10);
	assert_int_equal(got[10], 0);
	free_buffer(buffer);
}

/* Anything that extends past the end is refused at submit, and nothing is written. */
static void out_of_bounds(void **state)
{
	static const struct {
		uint64_t offset;
		struct fcl_hal_box box;
	} bad[] = {
		{BYTES, {{1, 1, 1}, 1, 1, 1, 1}},
		{BYTES - 3, {{4, 1, 1}, 4, 4, 4, 4}},
		{UINT64_MAX, {{1, 1, 1}, 1, 1, 1, 1}},
		{0, {{SIZE_MAX, 1, 1}, SIZE_MAX, SIZE_MAX, 1, 1}},
		{0, {{8, 2, 1}, BYTES - 4, BYTES, 8, 16}},
		{0, {{8, SIZE_MAX, 1}, 8, 8, 8, 8}},
		{0, {{8, 3, SIZE_MAX}, SIZE_MAX / 2, SIZE_MAX / 2, 8, 8}},
		{0, {{0, 1, 1}, 1, 1, 1, 1}},
	};
	struct fcl_hal_buffer *buffer = alloc_buffer(BYTES);
	unsigned char host[64] = {0}, before[BYTES], after[BYTES] = {0};
	struct work work;

	(void)state;
	fill_pattern(before, BYTES, 11);
	put(buffer, 0, before, BYTES);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		work_transfer(&work, FCL_HAL_WRITE, buffer, bad[i].offset, host, 1);
		work.request.u.transfer.box = bad[i].box;
		assert_int_equal(work_submit(&work), -EINVAL);
		assert_int_equal(work.done, 0);
	}
	work_transfer(&work, FCL_HAL_WRITE, NULL, 0, host, 1);
	assert_int_equal(work_submit(&work), -EINVAL);
	work_transfer(&work, FCL_HAL_READ, buffer, BYTES - 3, host, 4);
	assert_int_equal(work_submit(&work), -EINVAL);
	work_transfer(&work, (enum fcl_hal_op)99, buffer, 0, host, 1);
	assert_int_equal(work_submit(&work), -EINVAL);
	get(buffer, 0, after, BYTES);
	if (suite.stores)
		assert_memory_equal(after, before, BYTES);
	free_buffer(buffer);
}

/* All or nothing: if one request is invalid, the valid one before it is refused, too. */
static void batch_is_whole(void **state)
{
	struct fcl_hal_buffer *buffer = alloc_buffer(64);
	struct fcl_hal_request *requests[2];
	unsigned char host[64] = {0};
	struct work good, bad;

	(void)state;
	work_transfer(&good, FCL_HAL_WRITE, buffer, 0, host, 1);
	work_transfer(&bad, FCL_HAL_WRITE, buffer, 1, host, 64);
	requests[0] = &good.request;
	requests[1] = &bad.request;
	assert_int_equal(submit_batch(requests, 2), -EINVAL);
	assert_int_equal(good.done, 0);
	work_transfer(&bad, FCL_HAL_WRITE, buffer, 1, host, 63);
	assert_int_equal(submit_batch(requests, 2), 0);
	work_wait(&good);
	work_wait(&bad);
	assert_int_equal(good.done + bad.done, 2);
	free_buffer(buffer);
}

static void copy_within(void **state)
{
	struct fcl_hal_buffer *from = alloc_buffer(BYTES), *to = alloc_buffer(BYTES);
	unsigned char sent[BYTES], got[BYTES];
	struct work work;

	(void)state;
	work_transfer(&work, FCL_HAL_COPY, NULL, 0, NULL, 1);
	work.request.u.copy.source = from;
	work.request.u.copy.target = to;
	work.request.u.copy.source_offset = 10;
	work.request.u.copy.target_offset = 2000;
	work.request.u.copy.box = (struct fcl_hal_box){{100, 4, 1}, 200, 800, 300, 1200};
	if (!(suite.info->caps & FCL_HAL_CAP_COPY)) {
		assert_int_equal(work_submit(&work), -EOPNOTSUPP);
		free_buffer(from);
		free_buffer(to);
		need(FCL_HAL_CAP_COPY);
	}
	fill_pattern(sent, BYTES, 5);
	memset(got, 0, BYTES);
	put(from, 0, sent, BYTES);
	put(to, 0, got, BYTES);
	assert_int_equal(work_run(&work), 0);
	get(to, 0, got, BYTES);
	for (size_t y = 0; suite.stores && y < 4; y++)
		assert_memory_equal(got + 2000 + y * 300, sent + 10 + y * 200, 100);
	if (suite.stores)
		assert_int_equal(got[2100], 0);
	work.request.u.copy.target_offset = BYTES - 999;
	assert_int_equal(work_submit(&work), -EINVAL);
	free_buffer(from);
	free_buffer(to);
}

static void fill(void **state)
{
	struct fcl_hal_buffer *buffer = alloc_buffer(BYTES);
	unsigned char got[BYTES];
	struct work work;

	(void)state;
	for (uint32_t size = 1; size <= 128; size *= 2) {
		work_transfer(&work, FCL_HAL_FILL, NULL, 0, NULL, 1);
		work.request.u.fill.buffer = buffer;
		work.request.u.fill.offset = 128;
		work.request.u.fill.bytes = 1024 + 128;
		work.request.u.fill.pattern_size = size;
		fill_pattern(work.request.u.fill.pattern, size, size);
		if (!(suite.info->caps & FCL_HAL_CAP_FILL)) {
			assert_int_equal(work_submit(&work), -EOPNOTSUPP);
			free_buffer(buffer);
			need(FCL_HAL_CAP_FILL);
		}
		memset(got, 0xEE, BYTES);
		put(buffer, 0, got, BYTES);
		assert_int_equal(work_run(&work), 0);
		get(buffer, 0, got, BYTES);
		for (size_t i = 0; suite.stores && i < BYTES; i++)
			assert_int_equal(got[i],
					 i < 128 || i >= 128 + 1152
						 ? 0xEE
						 : work.request.u.fill.pattern[(i - 128) % size]);
	}
	/* No size is a multiple of another. */
	work.request.u.fill.pattern[0] ^= 0xFF;
	work.request.u.fill.bytes = 0;
	assert_int_equal(work_run(&work), 0);
	get(buffer, 0, got, BYTES);
	if (suite.stores)
		assert_int_equal(got[128] ^ 0xFF, work.request.u.fill.pattern[0]);
	work.request.u.fill.pattern_size = 3;
	assert_int_equal(work_submit(&work), -EINVAL);
	work.request.u.fill.pattern_size = 128;
	work.request.u.fill.bytes = BYTES;
	assert_int_equal(work_submit(&work), -EINVAL);
	free_buffer(buffer);
}

/* If this thread is delayed, the request may already have ended, but not every time. */
static void assert_submit_returns_first(struct work *work)
{
	bool done_at_return = true;

	for (unsigned tries = 0; tries < 5 && done_at_return; tries++) {
		work->done = 0;
		assert_int_equal(work_submit(work), 0);
		done_at_return = work->done;
		assert_int_equal(work_wait(work), 0);
		if (!suite.stores)
			return;
	}
	assert_false(done_at_return);
}

static void work_fill(struct work *work, struct fcl_hal_buffer *buffer, uint64_t bytes)
{
	work_transfer(work, FCL_HAL_FILL, NULL, 0, NULL, 1);
	work->request.u.fill.buffer = buffer;
	work->request.u.fill.bytes = bytes;
	work->request.u.fill.pattern_size = 4;
}

/* ThreadSanitizer shadows each byte with several, and so takes longer. */
#ifdef __SANITIZE_THREAD__
enum { LARGEST = 1 << 27 };
#else
enum { LARGEST = 1 << 30 };
#endif

/* A gigabyte (or half a bank) takes a while, but submit() does not, in either direction. */
static void submit_does_not_copy(void **state)
{
	uint64_t bank = suite.info->banks[suite.info->default_bank].size;
	size_t bytes = bank / 2 < LARGEST ? (size_t)bank / 2 : LARGEST;
	struct fcl_hal_buffer *buffer = alloc_buffer(bytes);
	unsigned char *host = calloc(1, bytes);
	const size_t most_read = LARGEST / 2;
	struct work work;

	(void)state;
	assert_non_null(host);
	work_transfer(&work, FCL_HAL_WRITE, buffer, 0, host, bytes);
	assert_submit_returns_first(&work);
	if (suite.info->caps & FCL_HAL_CAP_FILL) {
		work_fill(&work, buffer, bytes);
		assert_submit_returns_first(&work);
	}
	/* Half of it is enough, because host memory is really allocated here. */
	work_transfer(&work, FCL_HAL_READ, buffer, 0, host, bytes < most_read ? bytes : most_read);
	assert_submit_returns_first(&work);
	free_buffer(buffer);
	free(host);
}

static void *transfer_many(void *data)
{
	unsigned char sent[256], got[256];
	unsigned seed = (unsigned)(uintptr_t)data;
	struct fcl_hal_buffer *buffer = alloc_buffer(sizeof(sent));
	uintptr_t wrong = 0;

	for (unsigned i = 0; i < TIMES; i++) {
		struct work write, read;

		fill_pattern(sent, sizeof(sent), seed + i);
		work_transfer(&write, FCL_HAL_WRITE, buffer, 0, sent, sizeof(sent));
		work_transfer(&read, FCL_HAL_READ, buffer, 0, got, sizeof(got));
		wrong += work_submit(&write) || work_wait(&write) || work_submit(&read) ||
			 work_wait(&read);
		wrong += write.done != 1 || read.done != 1;
		wrong += suite.stores && memcmp(sent, got, sizeof(got)) != 0;
	}
	free_buffer(buffer);
	return (void *)wrong;
}

static void many_threads(void **state)
{
	pthread_t threads[THREADS];
	void *wrong;

	(void)state;
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, transfer_many, (void *)(i * 50)),
				 0);
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &wrong);
		assert_null(wrong);
	}
}

/* A request that submits its successor when it ends, until none is left. */
struct chained {
	struct work work; /* must be first: on_chained() gets a pointer to its request */
	struct chained *next;
	_Atomic int *errors, *left;
};

static void on_chained(struct fcl_hal_request *request, int status, const char *text)
{
	struct chained *chained = (struct chained *)request, *next = chained->next;
	_Atomic int *left = chained->left;

	(void)text;
	suite.ended++;
	chained->work.done++;
	if (status || (next && work_submit(&next->work)))
		++*chained->errors;
	--*left;
}

static void done_may_submit(void **state)
{
	enum { LINKS = 100 };
	static struct chained chain[LINKS];
	struct fcl_hal_buffer *buffer = alloc_buffer(LINKS);
	unsigned char host[LINKS], got[LINKS] = {0};
	_Atomic int errors = 0, left = LINKS;

	(void)state;
	fill_pattern(host, LINKS, 21);
	for (int i = 0; i < LINKS; i++) {
		work_transfer(&chain[i].work, FCL_HAL_WRITE, buffer, (uint64_t)i, &host[i], 1);
		chain[i].work.request.done = on_chained;
		chain[i].next = i + 1 < LINKS ? &chain[i + 1] : NULL;
		chain[i].errors = &errors;
		chain[i].left = &left;
	}
	assert_int_equal(work_submit(&chain[0].work), 0);
	while (left && !errors)
		suite.hal->kick(suite.device);
	assert_int_equal(errors, 0);
	for (int i = 0; i < LINKS; i++)
		assert_int_equal(chain[i].work.done, 1);
	get(buffer, 0, got, LINKS);
	if (suite.stores)
		assert_memory_equal(got, host, LINKS);
	free_buffer(buffer);
}

static void timed(void **state)
{
	struct fcl_hal_buffer *buffer = alloc_buffer(64);
	unsigned char host[64] = {0};
	struct work work;

	(void)state;
	work_transfer(&work, FCL_HAL_WRITE, buffer, 0, host, 64);
	work.request.flags = FCL_HAL_TIMED;
	assert_int_equal(work_run(&work), 0);
	assert_true(work.request.start_ns && work.request.start_ns <= work.request.end_ns);
	free_buffer(buffer);
}

/* progress() runs requests with its tag and leaves the others to the board's own threads. */
static void progress(void **state)
{
	struct fcl_hal_buffer *buffer = alloc_buffer(64);
	unsigned char host[64] = {0};
	struct work work;

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_PROGRESS)) {
		assert_int_equal(suite.hal->progress(suite.device, &work), -EOPNOTSUPP);
		free_buffer(buffer);
		need(FCL_HAL_CAP_PROGRESS);
	}
	for (unsigned i = 0; i < 1000; i++) {
		int ran;

		work_transfer(&work, FCL_HAL_WRITE, buffer, 0, host, 64);
		assert_int_equal(work_submit(&work), 0);
		ran = suite.hal->progress(suite.device, &work);
		assert_in_range(ran, 0, 1);
		if (ran)
			assert_int_equal(work.done, 1);
		assert_int_equal(work_wait(&work), 0);
		assert_int_equal(suite.hal->progress(suite.device, &work), 0);
	}
	free_buffer(buffer);
}

/*
 * A caller that announces progress() also calls kick() if that ran nothing: then the request is
 * executed.
 */
static void soon(void **state)
{
	struct fcl_hal_buffer *buffer = alloc_buffer(64);
	unsigned char host[64] = {0};
	struct work work;

	(void)state;
	for (unsigned i = 0; i < 1000; i++) {
		const void *tag = i % 2 ? (const void *)&work : buffer;

		work_transfer(&work, FCL_HAL_WRITE, buffer, 0, host, 64);
		work.request.flags = FCL_HAL_SOON;
		assert_int_equal(work_submit(&work), 0);
		if (suite.hal->progress(suite.device, tag) != 1)
			suite.hal->kick(suite.device);
		for (unsigned k = 0; k < 10000 && !work.done; k++)
			fcl_pause_us(1000);
		assert_int_equal(work.done, 1);
		assert_int_equal(work_wait(&work), 0);
	}
	free_buffer(buffer);
}

/* help() runs no transfers, and does not delay any for long. */
static void no_transfers_in_help(void **state)
{
	struct fcl_hal_buffer *buffer = alloc_buffer(64);
	unsigned char host[64] = {0};
	struct work work;

	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		int ran;

		work_transfer(&work, FCL_HAL_WRITE, buffer, 0, host, 64);
		assert_int_equal(work_submit(&work), 0);
		ran = suite.hal->help(suite.device, &work);
		assert_true(ran == 0 || ran == -EOPNOTSUPP);
		assert_int_equal(work_wait(&work), 0);
	}
	free_buffer(buffer);
}

static void work_copy(struct work *work, struct fcl_hal_buffer *source,
		      struct fcl_hal_buffer *target, uint64_t target_offset, size_t bytes)
{
	work_transfer(work, FCL_HAL_COPY, NULL, 0, NULL, bytes);
	work->request.u.copy.source = source;
	work->request.u.copy.target = target;
	work->request.u.copy.source_offset = 8;
	work->request.u.copy.target_offset = target_offset;
	work->request.u.copy.box = fcl_hal_linear_box(bytes);
}

/* Copies from this board to another one of the same kind: all of the bytes, and none beyond. */
static void copy_to_a_peer(struct fcl_hal_device *other)
{
	struct fcl_hal_device *own = suite.device;
	struct fcl_hal_buffer *source = alloc_buffer(BYTES), *target;
	unsigned char sent[BYTES], got[BYTES] = {0}, zeros[BYTES] = {0};
	struct fcl_hal_request *request;
	struct work work;

	fill_pattern(sent, BYTES, 5);
	put(source, 0, sent, BYTES);
	suite.device = other;
	target = alloc_buffer(BYTES);
	put(target, 0, zeros, BYTES);
	/* The target buffer's board is not the one that copies. */
	work_copy(&work, source, target, 100, 1000);
	request = &work.request;
	assert_int_equal(submit_batch(&request, 1), -EINVAL);
	suite.device = own;
	assert_int_equal(work_run(&work), 0);
	work_copy(&work, source, target, BYTES - 999, 1000);
	assert_int_equal(submit_batch(&request, 1), -EINVAL);
	suite.device = other;
	get(target, 0, got, BYTES);
	assert_memory_equal(got, zeros, 100);
	assert_memory_equal(got + 100, sent + 8, 1000);
	assert_memory_equal(got + 1100, zeros, BYTES - 1100);
	free_buffer(target);
	suite.device = own;
	free_buffer(source);
}

static void peers(void **state)
{
	struct fcl_hal_device *other = NULL;
	struct fcl_err err = {0};

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_PEER))
		assert_int_equal(suite.hal->peer(suite.device, suite.device), -EOPNOTSUPP);
	need(FCL_HAL_CAP_PEER | FCL_HAL_CAP_COPY);
	if (suite.hal->open(suite.board, 1, &other, &err))
		skip_test(); /* there is no second one */
	if (!suite.hal->peer(suite.device, other))
		copy_to_a_peer(other);
	suite.hal->close(other);
}

const struct CMUnitTest transfer_tests[] = {
	cmocka_unit_test(write_read),
	cmocka_unit_test(rectangles),
	cmocka_unit_test(out_of_bounds),
	cmocka_unit_test(batch_is_whole),
	cmocka_unit_test(copy_within),
	cmocka_unit_test(fill),
	cmocka_unit_test(submit_does_not_copy),
	cmocka_unit_test(many_threads),
	cmocka_unit_test(done_may_submit),
	cmocka_unit_test(timed),
	cmocka_unit_test(progress),
	cmocka_unit_test(soon),
	cmocka_unit_test(no_transfers_in_help),
	cmocka_unit_test(peers),
};
const size_t ntransfer_tests = sizeof(transfer_tests) / sizeof(transfer_tests[0]);
