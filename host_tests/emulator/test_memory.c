/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Board memory: addresses lie in their banks, contents are separate, and no data is left for the
 * next owner.
 */
#include "host_tests/emulator/unit_test.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "emulator/board.h"
#include "emulator/memory/arena.h"
#include "emulator/memory/canary.h"
#include "emulator/memory/memory.h"
#include "emulator/memory/svm.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"

enum { MANY = 100000 };

static struct fcl_emu_board *board;

static struct fcl_emu_buffer *take(uint32_t bank, uint64_t size)
{
	struct fcl_emu_buffer *buffer = NULL;
	struct fcl_err err = {0};

	assert_int_equal(fcl_emu_buffer_alloc(board, bank, size, &buffer, &err), 0);
	return buffer;
}

static void addresses(void **state)
{
	(void)state;
	for (uint32_t bank = 0; bank < board->info.nbanks; bank++) {
		const struct fcl_hal_bank *facts = &board->info.banks[bank];
		struct fcl_emu_buffer *first = take(bank, 100), *second = take(bank, 5000);
		uint64_t a = fcl_emu_buffer_address(first), b = fcl_emu_buffer_address(second);

		assert_true(a >= facts->base && a + 100 <= facts->base + facts->size);
		assert_true(b >= facts->base && b + 5000 <= facts->base + facts->size);
		assert_true(b >= a + 100 || a >= b + 5000);
		assert_int_equal(a % board->info.buffer_alignment, 0);
		assert_ptr_equal(fcl_emu_translate(board, a, 100), fcl_emu_buffer_host(first));
		assert_ptr_equal(fcl_emu_translate(board, b + 17, 1),
				 fcl_emu_buffer_host(second) + 17);
		fcl_emu_buffer_free(second);
		fcl_emu_buffer_free(first);
	}
	assert_null(fcl_emu_translate(board, UINT64_MAX - 10, 100));
}

/* The file also contains other buffers, so any other offset is invalid. */
static void exported_from_its_start(void **state)
{
	struct fcl_emu_buffer *buffer = take(0, 3 * 4096), *other = take(0, 3 * 4096);
	struct fcl_emu_buffer *imported = NULL;
	struct fcl_err err = {0};
	uint64_t bytes = 0;
	off_t start;
	int fd;

	(void)state;
	assert_int_equal(fcl_emu_buffer_export(buffer, &fd, &err), 0);
	start = lseek(fd, 0, SEEK_CUR);
	assert_int_equal(fcl_emu_import_size(fd, &bytes, &err), 0);
	assert_int_equal(bytes, 3 * 4096);
	assert_true(lseek(fd, start + 4096, SEEK_SET) == start + 4096);
	assert_int_equal(fcl_emu_import_size(fd, &bytes, &err), -EINVAL);
	assert_int_equal(fcl_emu_buffer_import(board, fd, 3 * 4096, &imported, &err), -EINVAL);
	assert_null(imported);
	close(fd);
	fcl_emu_buffer_free(other);
	fcl_emu_buffer_free(buffer);
}

static void full_bank(void **state)
{
	uint64_t size = board->info.banks[0].size;
	struct fcl_emu_buffer *large = take(0, size - (1 << 20)), *none = NULL;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(fcl_emu_buffer_alloc(board, 0, 2 << 20, &none, &err), -ENOMEM);
	assert_null(none);
	assert_non_null(strstr(err.text, board->info.banks[0].tag));
	fcl_emu_buffer_free(large);
	fcl_emu_buffer_free(take(0, 2 << 20));
}

/*
 * Buffers fill their bank to the last byte: canaries and guard pages do not reduce it. A wrong byte
 * after any of them is still detected.
 */
static void filled_bank(void **state)
{
	enum { COUNT = 16 };
	uint64_t size = board->info.banks[0].size / COUNT, offset = 0;
	struct fcl_emu_buffer *buffers[COUNT], *none = NULL;
	struct fcl_err err = {0};

	(void)state;
	for (int i = 0; i < COUNT; i++)
		buffers[i] = take(0, size);
	assert_int_equal(fcl_emu_buffer_alloc(board, 0, 1, &none, &err), -ENOMEM);
	for (int i = 0; i < COUNT; i++) {
		uint64_t address = fcl_emu_buffer_address(buffers[i]);
		char *host = fcl_emu_buffer_host(buffers[i]);

		host[0] = host[size - 1] = (char)i;
		assert_ptr_equal(fcl_emu_translate(board, address + size - 1, 1), host + size - 1);
	}
	for (int i = 0; i < COUNT; i++) {
		char *host = fcl_emu_buffer_host(buffers[i]);

		assert_true(fcl_emu_canary_check(buffers[i], &offset));
		assert_true(host[0] == i && host[size - 1] == i);
		host[size] ^= 1;
		assert_false(fcl_emu_canary_check(buffers[i], &offset));
		assert_int_equal(offset, size);
	}
	for (int i = 0; i < COUNT; i++)
		fcl_emu_buffer_free(buffers[i]);
}

/* One buffer can take all of any bank, except the page at device address 0. */
static void whole_banks(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < board->info.nbanks; i++) {
		struct fcl_emu_buffer *buffer = take(i, board->info.banks[i].size), *none = NULL;
		struct fcl_err err = {0};

		fcl_emu_buffer_host(buffer)[board->info.banks[i].size - 1] = 1;
		assert_int_equal(fcl_emu_buffer_alloc(board, i, 1, &none, &err), -ENOMEM);
		assert_non_null(strstr(err.text, " 0 of "));
		fcl_emu_buffer_free(buffer);
	}
}

static void bank_at_address_0(void **state)
{
	struct fcl_emu_buffer *buffer = NULL;
	struct fcl_emu_board *hbm = NULL;
	struct fcl_err err = {0};
	uint64_t size;

	(void)state;
	assert_int_equal(fcl_emu_open("u50", 0, &hbm, &err), 0);
	size = hbm->info.banks[0].size;
	assert_int_equal(fcl_emu_buffer_alloc(hbm, 0, size, &buffer, &err), -ENOMEM);
	assert_non_null(strstr(err.text, "device address 0"));
	assert_int_equal(fcl_emu_buffer_alloc(hbm, 0, size - 4096, &buffer, &err), 0);
	assert_int_equal(fcl_emu_buffer_address(buffer), 4096);
	fcl_emu_buffer_free(buffer);
	assert_int_equal(fcl_emu_buffer_alloc(hbm, 1, size, &buffer, &err), 0);
	fcl_emu_buffer_free(buffer);
	fcl_emu_close(hbm);
}

/*
 * Data of one owner never reaches the next, if the memory was large enough to be returned to the
 * system.
 */
static void zeroed(void **state)
{
	enum { SIZE = 8 << 20 };
	struct fcl_emu_buffer *buffer = take(0, SIZE);
	uint64_t address = fcl_emu_buffer_address(buffer);
	const char *host;

	(void)state;
	memset(fcl_emu_buffer_host(buffer), 0x5A, SIZE);
	fcl_emu_buffer_free(buffer);
	buffer = take(0, SIZE);
	assert_int_equal(fcl_emu_buffer_address(buffer), address);
	host = fcl_emu_buffer_host(buffer);
	for (uint32_t i = 0; i < SIZE; i += 64)
		assert_int_equal(host[i], 0);
	fcl_emu_buffer_free(buffer);
}

static void canaries(void **state)
{
	struct fcl_emu_buffer *buffer = take(0, 1000), *other = take(0, 64);
	uint64_t offset = 0;

	(void)state;
	memset(fcl_emu_buffer_host(buffer), 1, 1000);
	assert_true(fcl_emu_canary_check(buffer, &offset));
	assert_null(fcl_emu_memory_sweep(board, &offset));
	fcl_emu_buffer_host(buffer)[1003] ^= 1;
	assert_ptr_equal(fcl_emu_memory_sweep(board, &offset), buffer);
	assert_int_equal(offset, 1003);
	/* Only reported once. */
	assert_true(fcl_emu_canary_check(buffer, &offset));
	fcl_emu_buffer_host(other)[64] ^= 1;
	assert_true(fcl_emu_canary_check(buffer, &offset));
	assert_false(fcl_emu_canary_check(other, &offset));
	assert_int_equal(offset, 64);
	fcl_emu_buffer_free(other);
	fcl_emu_buffer_free(buffer);
}

static void *sweep_often(void *data)
{
	_Atomic bool *stop = data;
	uint64_t offset;

	while (!atomic_load(stop))
		if (fcl_emu_memory_sweep(board, &offset))
			return data;
	return NULL;
}

/* While buffers are created and freed, executions that end find all canaries intact. */
static void canaries_of_new_buffers(void **state)
{
	enum { ROUNDS = 30000, KINDS = 7 };
	_Atomic bool stop = false;
	pthread_t sweeper;
	void *found;

	(void)state;
	assert_int_equal(pthread_create(&sweeper, NULL, sweep_often, &stop), 0);
	for (int i = 0; i < ROUNDS; i++)
		fcl_emu_buffer_free(take(0, 64 + 8 * (uint64_t)(i % KINDS)));
	atomic_store(&stop, true);
	assert_int_equal(pthread_join(sweeper, &found), 0);
	assert_null(found);
}

/*
 * Overwrites one canary byte after a buffer of that size with `value`, and checks whether it is
 * detected.
 */
static void overwrite(struct fcl_emu_buffer *buffer, uint64_t at, char value)
{
	char *host = fcl_emu_buffer_host(buffer), old = host[at];
	uint64_t offset = 0;

	host[at] = value;
	assert_false(fcl_emu_canary_check(buffer, &offset));
	assert_int_equal(offset, at);
	assert_int_equal(host[at], old);
	assert_true(fcl_emu_canary_check(buffer, &offset));
}

/* For any size, each byte is checked and reported precisely; adjacent bytes are not checked. */
static void every_byte_of_a_canary(void **state)
{
	static const uint64_t sizes[] = {1,  2,  3,  4,    5,    6,    7,   8,
					 63, 64, 65, 1000, 4031, 4095, 4096};

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct fcl_emu_buffer *buffer = take(0, sizes[i]);
		char *end = fcl_emu_buffer_host(buffer) + sizes[i];
		uint64_t offset = 0;

		for (uint64_t at = sizes[i]; at < sizes[i] + FCL_EMU_CANARY; at++) {
			overwrite(buffer, at, 0);
			overwrite(buffer, at, (char)~end[at - sizes[i]]);
			for (int bit = 0; bit < 8; bit++)
				overwrite(buffer, at, (char)(end[at - sizes[i]] ^ 1 << bit));
		}
		end[-1] ^= 1;
		end[FCL_EMU_CANARY] ^= 1;
		assert_true(fcl_emu_canary_check(buffer, &offset));
		fcl_emu_buffer_free(buffer);
	}
}

/* If several bytes are wrong, the first one is reported. */
static void first_byte_of_an_overrun(void **state)
{
	struct fcl_emu_buffer *buffer = take(0, 997);
	uint64_t offset = 0;

	(void)state;
	for (uint64_t first = 0; first < FCL_EMU_CANARY; first++) {
		memset(fcl_emu_buffer_host(buffer) + 997 + first, 0, FCL_EMU_CANARY - first);
		assert_false(fcl_emu_canary_check(buffer, &offset));
		assert_int_equal(offset, 997 + first);
	}
	fcl_emu_buffer_free(buffer);
}

/*
 * A kernel copies a buffer with the canary after it over another buffer of the same size; only few
 * bytes are equal by chance.
 */
static void canary_of_another(void **state)
{
	struct fcl_emu_buffer *from = take(0, 1000), *to = take(0, 1000);
	unsigned same = 0;

	(void)state;
	for (uint64_t at = 1000; at < 1000 + FCL_EMU_CANARY; at++) {
		uint64_t offset = 0;

		fcl_emu_buffer_host(to)[at] = fcl_emu_buffer_host(from)[at];
		same += fcl_emu_canary_check(to, &offset);
	}
	assert_in_range(same, 0, 5);
	fcl_emu_buffer_free(to);
	fcl_emu_buffer_free(from);
}

/* A guard page costs two of the 65,530 mappings that a process may have. */
static int how_many(void)
{
	return board->check == FCL_EMU_CHECK_GUARD ? MANY / 10 : MANY;
}

static void very_many(void **state)
{
	struct fcl_emu_buffer **buffers = calloc(MANY, sizeof(struct fcl_emu_buffer *));
	uint64_t before = atomic_load(&board->allocated);

	(void)state;
	assert_non_null(buffers);
	for (int i = 0; i < how_many(); i++) {
		buffers[i] = take(1, 64);
		*(int *)fcl_emu_buffer_host(buffers[i]) = i;
	}
	for (int i = 0; i < how_many(); i++) {
		assert_int_equal(*(int *)fcl_emu_buffer_host(buffers[i]), i);
		fcl_emu_buffer_free(buffers[i]);
	}
	assert_int_equal(atomic_load(&board->allocated), before);
	free(buffers);
}

static void cleared(void **state)
{
	struct fcl_emu_buffer *buffer = take(0, 4096);
	uint64_t offset = 0;

	(void)state;
	memset(fcl_emu_buffer_host(buffer), 9, 4096);
	fcl_emu_memory_clear(board);
	assert_int_equal(fcl_emu_buffer_host(buffer)[4095], 0);
	assert_true(fcl_emu_canary_check(buffer, &offset));
	fcl_emu_buffer_free(buffer);
}

static struct fcl_emu_buffer *take_svm(uint64_t size)
{
	struct fcl_emu_buffer *buffer = NULL;
	struct fcl_err err = {0};

	assert_int_equal(fcl_emu_svm_alloc(board, size, &buffer, &err), 0);
	return buffer;
}

/* Overruns of shared virtual memory are detected like those of a bank. */
static void svm_canaries(void **state)
{
	struct fcl_emu_buffer *buffer = take_svm(1000), *attached = NULL;
	struct fcl_err err = {0};
	uint64_t offset = 0;

	(void)state;
	assert_int_equal(fcl_emu_svm_attach(board, buffer->svm, 1000, &attached, &err), 0);
	memset(buffer->svm, 1, 1000);
	assert_null(fcl_emu_memory_sweep(board, &offset));
	buffer->svm[1000] ^= 1;
	assert_ptr_equal(fcl_emu_memory_sweep(board, &offset), buffer);
	assert_int_equal(offset, 1000);
	assert_true(fcl_emu_canary_check(buffer, &offset));
	buffer->svm[1063] ^= 1;
	assert_false(fcl_emu_canary_check(attached, &offset));
	assert_int_equal(offset, 1063);
	fcl_emu_buffer_free(attached);
	fcl_emu_buffer_free(buffer);
}

/* A reset clears the banks, but not host memory. */
/* Whether the byte can be written; a system call fails where the process would fault. */
static bool is_open(char *at)
{
	int ends[2];
	bool open;

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "x", 1), 1);
	open = read(ends[0], at, 1) == 1;
	close(ends[0]);
	close(ends[1]);
	return open;
}

/* A kernel that runs on behind an allocation faults, and does not fill the machine. */
static void svm_ends(void **state)
{
	struct fcl_emu_buffer *buffer = take_svm(4096), *large;
	uint64_t limit = 64 << 20, size = 200 << 20;
	char *end = buffer->svm + 4096;

	(void)state;
	assert_true(is_open(end - 1));
	assert_non_null(fcl_emu_arena_translate((uintptr_t)buffer->svm, 4096));
	assert_null(fcl_emu_arena_translate((uintptr_t)buffer->svm, limit + 4096));
	assert_false(is_open(end + limit));
	large = take_svm(size);
	assert_true(is_open(large->svm + size - 1));
	assert_false(is_open(large->svm + size + limit));
	fcl_emu_svm_free(large);
	/* The next allocation opens more, up to the end of all regions and not beyond. */
	large = take_svm((uint64_t)3 << 30);
	assert_true(is_open(large->svm + large->size - 1));
	assert_false(is_open(large->svm + (large->taken + 4095) / 4096 * 4096));
	fcl_emu_svm_free(large);
	fcl_emu_svm_free(buffer);
}

static void svm_survives_a_reset(void **state)
{
	struct fcl_emu_buffer *buffer = take_svm(4096);
	uint64_t offset = 0;

	(void)state;
	memset(buffer->svm, 9, 4096);
	fcl_emu_memory_clear(board);
	assert_int_equal(buffer->svm[0], 9);
	assert_int_equal(buffer->svm[4095], 9);
	assert_true(fcl_emu_canary_check(buffer, &offset));
	fcl_emu_buffer_free(buffer);
}

/* Small allocations share pages; freed memory is reused, so that address space does not grow. */
static void very_many_svm(void **state)
{
	struct fcl_emu_buffer **buffers = calloc(MANY, sizeof(struct fcl_emu_buffer *));
	uint64_t before = atomic_load(&board->allocated);
	struct fcl_emu_buffer *first = take_svm(32);
	/* Bytes for each: small allocations are close together, unless each has a guard page. */
	uint64_t spread = board->check == FCL_EMU_CHECK_GUARD ? 3 * 4096 : 256;
	char *lowest = first->svm, *end = lowest + spread * (uint64_t)how_many();

	(void)state;
	assert_non_null(buffers);
	for (int i = 0; i < how_many(); i++) {
		buffers[i] = take_svm(32);
		memcpy(buffers[i]->svm, &i, sizeof(i));
		assert_true(buffers[i]->svm > lowest && buffers[i]->svm < end);
	}
	for (int i = 0; i < how_many(); i++) {
		assert_memory_equal(buffers[i]->svm, &i, sizeof(i));
		fcl_emu_buffer_free(buffers[i]);
	}
	fcl_emu_buffer_free(first);
	assert_int_equal(atomic_load(&board->allocated), before);
	free(buffers);
}

/* More than one region of address space, and more than exists. */
static void large_svm(void **state)
{
	uint64_t size = UINT64_C(3) << 30;
	struct fcl_emu_buffer *buffer = take_svm(size), *none = NULL;
	struct fcl_err err = {0};

	(void)state;
	buffer->svm[0] = buffer->svm[size - 1] = 1;
	assert_ptr_equal(fcl_emu_translate(board, (uintptr_t)buffer->svm, size), buffer->svm);
	assert_null(fcl_emu_translate(board, (uintptr_t)buffer->svm, size << 10));
	fcl_emu_buffer_free(buffer);
	assert_int_equal(fcl_emu_svm_alloc(board, UINT64_C(1) << 62, &none, &err), -ENOMEM);
	assert_int_equal(fcl_emu_svm_alloc(board, UINT64_MAX, &none, &err), -ENOMEM);
	assert_true(err.text[0] != '\0');
	assert_null(none);
}

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

/* Loads an image whose memory `tag` has `size` bytes; only memory matters here. */
static void resize(const char *tag, uint64_t size)
{
	struct fcl_image_mem mem = {.tag = tag, .size = size};
	struct fcl_image image = {.mems = &mem, .nmems = 1};
	struct fcl_err err = {0};

	assert_int_equal(fcl_emu_memory_resize(board, &image, &err), 0);
}

/* An image determines the size of an on-chip bank: buffers can fill it to the last byte. */
static void sized_by_the_image(void **state)
{
	enum { BANK = 4, HALF = 1 << 20 };
	const char *tag = board->info.banks[BANK].tag;
	uint64_t size = board->info.banks[BANK].size;
	struct fcl_emu_buffer *first, *second, *none = NULL;
	struct fcl_err err = {0};

	(void)state;
	assert_string_equal(tag, "PLRAM[0]");
	assert_int_equal(fcl_emu_buffer_alloc(board, BANK, HALF, &none, &err), -ENOMEM);
	assert_non_null(strstr(err.text, "bank PLRAM[0] has 131072 bytes, 1048576 were requested"));
	first = take(BANK, size);
	resize(tag, 2 * HALF); /* with a buffer in it */
	second = take(BANK, 2 * HALF - size);
	fcl_emu_buffer_host(second)[2 * HALF - size - 1] = 1;
	assert_int_equal(fcl_emu_buffer_alloc(board, BANK, 1, &none, &err), -ENOMEM);
	assert_non_null(strstr(err.text, "0 of 2097152 free"));
	resize("DDR[0]", 1); /* another image, while buffers exist; DDR does not change */
	fcl_emu_buffer_free(second);
	fcl_emu_buffer_free(first);
	resize(tag, 2 * HALF);
	first = take(BANK, HALF);
	second = take(BANK, HALF);
	fcl_emu_buffer_free(second);
	fcl_emu_buffer_free(first);
	resize("PLRAM[1]", 64 << 20); /* more than the board can have */
	assert_int_equal(fcl_emu_buffer_alloc(board, BANK, size + 1, &none, &err), -ENOMEM);
	assert_int_equal(fcl_emu_buffer_alloc(board, BANK + 1, 2 * HALF + 1, &none, &err), -ENOMEM);
	fcl_emu_buffer_free(take(BANK + 1, 2 * HALF));
	fcl_emu_buffer_free(take(0, board->info.banks[0].size / 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses),
		cmocka_unit_test(exported_from_its_start),
		cmocka_unit_test(full_bank),
		cmocka_unit_test(filled_bank),
		cmocka_unit_test(whole_banks),
		cmocka_unit_test(sized_by_the_image),
		cmocka_unit_test(bank_at_address_0),
		cmocka_unit_test(zeroed),
		cmocka_unit_test(canaries),
		cmocka_unit_test(canaries_of_new_buffers),
		cmocka_unit_test(very_many),
		cmocka_unit_test(cleared),
		cmocka_unit_test(every_byte_of_a_canary),
		cmocka_unit_test(first_byte_of_an_overrun),
		cmocka_unit_test(canary_of_another),
		cmocka_unit_test(svm_canaries),
		cmocka_unit_test(svm_ends),
		cmocka_unit_test(svm_survives_a_reset),
		cmocka_unit_test(very_many_svm),
		cmocka_unit_test(large_svm),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
