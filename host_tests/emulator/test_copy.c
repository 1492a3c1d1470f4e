/* SPDX-License-Identifier: Apache-2.0 */
/* Large copies, in which idle workers help: every byte arrives, and none beyond. */
#include "host_tests/emulator/unit_test.h"

#include <pthread.h>
#include <time.h>

#include "emulator/board.h"
#include "emulator/execution/workers/submit.h"
#include "emulator/memory/canary.h"
#include "emulator/memory/memory.h"
#include "emulator/primitives/stream_copy.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "hal/box.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { ROUNDS = 1 };
#else
enum { ROUNDS = 6 };
#endif
enum { MIB = 1 << 20, THREADS = 4, EDGE = 64 };

/* One copy, and its host memory. */
struct copy {
	struct fcl_hal_request request; /* must be first, so that the pointers convert */
	_Atomic bool ended;
	_Atomic int status, times;
};

static struct fcl_emu_board *board;

static int open_board(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	return fcl_emu_open("u250", 0, &board, &err);
}

static int close_board(void **state)
{
	(void)state;
	fcl_emu_close(board);
	return 0;
}

static struct fcl_hal_buffer *take(uint64_t size)
{
	struct fcl_emu_buffer *buffer = NULL;
	struct fcl_err err = {0};

	assert_int_equal(fcl_emu_buffer_alloc(board, 0, size, &buffer, &err), 0);
	return (struct fcl_hal_buffer *)buffer;
}

static void give(struct fcl_hal_buffer *buffer)
{
	uint64_t offset = 0;

	/* Nothing may have been written past its end either. */
	assert_true(fcl_emu_canary_check((struct fcl_emu_buffer *)buffer, &offset));
	fcl_emu_buffer_free((struct fcl_emu_buffer *)buffer);
}

static void fill(char *memory, size_t bytes, uint32_t seed)
{
	for (size_t i = 0; i + 4 <= bytes; i += 4) {
		uint32_t value = next_number(&seed) ^ (uint32_t)i;

		memcpy(memory + i, &value, 4);
	}
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct copy *copy = (struct copy *)request;

	(void)text;
	copy->status = status;
	copy->times++;
	copy->ended = true;
}

/* Like a waiting host: runs what it can, or leaves everything to the workers. */
static void run(struct copy *copy, bool wait)
{
	struct fcl_hal_request *request = &copy->request;

	copy->ended = false;
	copy->times = 0;
	request->done = on_done;
	request->tag = copy;
	assert_int_equal(fcl_emu_submit(board, &request, 1), 0);
	if (wait)
		fcl_emu_progress(board, copy);
	fcl_emu_kick(board);
	while (!copy->ended)
		nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
	assert_int_equal(copy->status, 0);
}

static void transfer(enum fcl_hal_op op, struct fcl_hal_buffer *buffer, uint64_t offset, void *host,
		     struct fcl_hal_box box, bool wait)
{
	struct copy *copy = aligned_alloc(64, (sizeof(*copy) + 63) / 64 * 64);

	assert_non_null(copy);
	memset(copy, 0, sizeof(*copy));
	copy->request.op = op;
	copy->request.u.transfer.buffer = buffer;
	copy->request.u.transfer.offset = offset;
	copy->request.u.transfer.host = host;
	copy->request.u.transfer.box = box;
	run(copy, wait);
	assert_int_equal(copy->times, 1);
	free(copy);
}

/* There and back, with a guard byte on each side that must not change. */
static void there_and_back(uint64_t bytes, uint64_t offset, size_t shift, bool wait)
{
	struct fcl_hal_buffer *buffer = take(offset + bytes + EDGE);
	char *board_side = fcl_emu_buffer_host((struct fcl_emu_buffer *)buffer);
	char *from = malloc(bytes + 2 * EDGE), *to = malloc(bytes + 2 * EDGE);

	assert_non_null(from);
	assert_non_null(to);
	fill(from, bytes + 2 * EDGE, (uint32_t)bytes);
	memset(to, 0x3C, bytes + 2 * EDGE);
	memset(board_side, 0x3C, offset + bytes + EDGE);
	transfer(FCL_HAL_WRITE, buffer, offset, from + shift, fcl_hal_linear_box(bytes), wait);
	assert_memory_equal(board_side + offset, from + shift, bytes);
	assert_true(!offset || board_side[offset - 1] == 0x3C);
	assert_int_equal(board_side[offset + bytes], 0x3C);
	transfer(FCL_HAL_READ, buffer, offset, to + shift, fcl_hal_linear_box(bytes), wait);
	assert_memory_equal(to + shift, from + shift, bytes);
	assert_int_equal(to[shift + bytes], 0x3C);
	assert_true(!shift || to[shift - 1] == 0x3C);
	free(from);
	free(to);
	give(buffer);
}

/* Sizes around those from which copies are split and streamed, with any alignment. */
static void linear(void **state)
{
	static const uint64_t sizes[] = {4 * MIB - 1, 4 * MIB,      4 * MIB + 1,  5 * MIB + 4097,
					 8 * MIB - 1, 8 * MIB + 63, 17 * MIB + 5, 32 * MIB};

	(void)state;
	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			there_and_back(sizes[i], i * 7 % 64, (i * 13 + (size_t)round) % EDGE,
				       (round + (int)i) % 2);
}

/* Rows and slices with gaps, which must not change. */
static void box_of(size_t bytes, size_t rows, size_t slices)
{
	struct fcl_hal_box box = {{bytes, rows, slices},
				  bytes + 24,
				  (bytes + 24) * rows + 8,
				  bytes + 5,
				  (bytes + 5) * rows + 3};
	uint64_t own = box.slice_pitch * slices, other = box.other_slice_pitch * slices;
	struct fcl_hal_buffer *buffer = take(own);
	char *board_side = fcl_emu_buffer_host((struct fcl_emu_buffer *)buffer);
	char *from = malloc(other), *expected = malloc(own), *back = malloc(other);
	size_t row = 0, at, there;

	fill(from, other, (uint32_t)rows);
	memset(expected, 0x3C, own);
	memset(board_side, 0x3C, own);
	memcpy(back, from, other);
	while (fcl_hal_box_next(&box, &row, &at, &there)) {
		memcpy(expected + at, from + there, bytes);
		memset(back + there, 0, bytes);
	}
	transfer(FCL_HAL_WRITE, buffer, 0, from, box, false);
	assert_memory_equal(board_side, expected, own);
	transfer(FCL_HAL_READ, buffer, 0, back, box, false);
	assert_memory_equal(back, from, other);
	free(from);
	free(expected);
	free(back);
	give(buffer);
}

static void boxes(void **state)
{
	(void)state;
	box_of(1000, 1500, 4);
	box_of(7, 1000, 900);
	box_of(130 * 1024, 11, 5);
	box_of(700 * 1024 + 1, 3, 5);
	box_of(128 * 1024, 100, 1);
	box_of(5 * MIB + 3, 2, 1);
}

static void on_the_board(void **state)
{
	enum { SIZE = 9 * MIB + 11 };
	struct fcl_hal_buffer *from = take(SIZE), *to = take(SIZE + 100);
	struct copy *copy = aligned_alloc(64, (sizeof(*copy) + 63) / 64 * 64);
	char *target = fcl_emu_buffer_host((struct fcl_emu_buffer *)to);

	(void)state;
	fill(fcl_emu_buffer_host((struct fcl_emu_buffer *)from), SIZE, 5);
	memset(target, 0x3C, SIZE + 100);
	memset(copy, 0, sizeof(*copy));
	copy->request.op = FCL_HAL_COPY;
	copy->request.u.copy.source = from;
	copy->request.u.copy.target = to;
	copy->request.u.copy.target_offset = 13;
	copy->request.u.copy.box = fcl_hal_linear_box(SIZE);
	run(copy, false);
	assert_memory_equal(target + 13, fcl_emu_buffer_host((struct fcl_emu_buffer *)from), SIZE);
	assert_int_equal(target[12], 0x3C);
	assert_int_equal(target[13 + SIZE], 0x3C);
	free(copy);
	give(from);
	give(to);
}

/* --- many at once ----------------------------------------------------------------------------- */

static void *copy_much(void *data)
{
	uint32_t seed = (uint32_t)(uintptr_t)data + 1;

	for (int i = 0; i < ROUNDS * 2; i++)
		there_and_back(3 * MIB + next_number(&seed) % (6 * MIB), next_number(&seed) % 64,
			       next_number(&seed) % EDGE, i % 2);
	return NULL;
}

/* Copies of several hosts share the helpers and the board's DMA channels. */
static void many_hosts(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	for (uintptr_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, copy_much, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

/* The board may be closed as soon as the copy has ended, whichever threads helped. */
static void closed_at_once(void **state)
{
	for (int i = 0; i < ROUNDS * 4; i++) {
		there_and_back(4 * MIB + 17, 1, 0, i % 2);
		close_board(state);
		assert_int_equal(open_board(state), 0);
	}
}

static void *reset_again_and_again(void *data)
{
	_Atomic bool *ended = data;
	struct fcl_err err = {0};

	while (!*ended)
		assert_int_equal(fcl_emu_reset(board, &err), 0);
	return NULL;
}

/* A reset loses the contents; every copy ends exactly once. */
static void reset_midway(void **state)
{
	enum { SIZE = 8 * MIB };
	struct fcl_hal_buffer *buffer = take(SIZE);
	char *host = calloc(1, SIZE);
	_Atomic bool ended = false;
	pthread_t thread;

	(void)state;
	pthread_create(&thread, NULL, reset_again_and_again, &ended);
	for (int i = 0; i < ROUNDS * 2; i++) {
		transfer(FCL_HAL_WRITE, buffer, 0, host, fcl_hal_linear_box(SIZE), i % 2);
		transfer(FCL_HAL_READ, buffer, 0, host, fcl_hal_linear_box(SIZE), i % 2);
	}
	ended = true;
	pthread_join(thread, NULL);
	free(host);
	give(buffer);
}

/* --- past the caches -------------------------------------------------------------------------- */

static void streamed(void **state)
{
	char from[1024], to[1024], expected[1024];

	(void)state;
	fill(from, sizeof(from), 1);
	for (size_t start = 0; start < 80; start++)
		for (size_t bytes = 0; bytes < 400; bytes += bytes < 140 ? 1 : 37) {
			size_t source = (start * 3 + bytes) % 97;

			memset(to, 0x3C, sizeof(to));
			memset(expected, 0x3C, sizeof(expected));
			memcpy(expected + start, from + source, bytes);
			fcl_emu_stream_copy(to + start, from + source, bytes);
			assert_memory_equal(to, expected, sizeof(to));
		}
}

/* How many of `count` copies are streamed if they take these times. */
static unsigned count_streamed(struct fcl_emu_stream_choice *choice, unsigned count,
			       const uint64_t ns[2])
{
	unsigned streams = 0;

	for (unsigned i = 0; i < count; i++) {
		bool streamed = fcl_emu_stream_choose(choice);

		fcl_emu_stream_learn(choice, streamed, 64 << 20, ns[streamed]);
		streams += streamed;
	}
	return streams;
}

/* Nearly all copies are done in the faster way, and that adapts to changes. */
static void faster_way(void **state)
{
	static const uint64_t plain[2] = {4000000, 6000000}, streams[2] = {6000000, 4000000};
	struct fcl_emu_stream_choice choice = {0};

	(void)state;
	assert_in_range(count_streamed(&choice, 1000, plain), 1, 30);
	assert_in_range(count_streamed(&choice, 1000, streams), 900, 999);
	assert_in_range(count_streamed(&choice, 1000, plain), 1, 100);
	/* The first copies to fresh pages are slow in any case, and must not affect the choice. */
	for (int slow = 0; slow < 2; slow++) {
		choice = (struct fcl_emu_stream_choice){0};
		for (int i = 0; i < 2; i++)
			fcl_emu_stream_learn(&choice, fcl_emu_stream_choose(&choice), 64 << 20,
					     i == slow ? 50000000 : 4000000);
		assert_in_range(count_streamed(&choice, 1000, plain), 1, 30);
		assert_in_range(count_streamed(&choice, 1000, streams), 900, 999);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(streamed),     cmocka_unit_test(faster_way),
		cmocka_unit_test(linear),       cmocka_unit_test(boxes),
		cmocka_unit_test(on_the_board), cmocka_unit_test(many_hosts),
		cmocka_unit_test(reset_midway), cmocka_unit_test(closed_at_once),
	};

	/* Makes sure that there are helpers on any machine. */
	setenv("FPGACL_EMU_THREADS", "4", 1);
	return cmocka_run_group_tests(tests, open_board, close_board);
}
