/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host_tests/hal/suite.h"

static int try_alloc(uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer)
{
	struct fcl_err err = {0};
	int error = suite.hal->buffer_alloc(suite.device, NULL, bank, bytes, ret_buffer, &err);

	if (error)
		assert_true(err.text[0] != '\0');
	return error;
}

static void alloc_in_every_bank(void **state)
{
	struct fcl_hal_buffer *buffer;

	(void)state;
	for (uint32_t bank = 0; bank < suite.info->nbanks; bank++) {
		assert_int_equal(try_alloc(bank, 4096, &buffer), 0);
		assert_int_equal(suite.hal->buffer_bank(suite.device, buffer), bank);
		free_buffer(buffer);
	}
	buffer = alloc_buffer(1);
	assert_int_equal(suite.hal->buffer_bank(suite.device, buffer), suite.info->default_bank);
	free_buffer(buffer);
	free_buffer(NULL);
}

static void alloc_refuses(void **state)
{
	struct fcl_hal_buffer *buffer = NULL;

	(void)state;
	assert_int_equal(try_alloc(suite.info->nbanks, 4096, &buffer), -EINVAL);
	assert_int_equal(try_alloc(FCL_HAL_BANK_DEFAULT, 0, &buffer), -EINVAL);
	assert_int_equal(try_alloc(0, suite.info->banks[0].size + 1, &buffer), -ENOMEM);
	assert_int_equal(try_alloc(0, UINT64_MAX, &buffer), -ENOMEM);
	assert_null(buffer);
}

/* A full bank refuses allocations, and reuses freed memory. */
static void bank_gets_full(void **state)
{
	uint64_t piece = suite.info->banks[0].size / 8;
	struct fcl_hal_buffer *buffers[9];
	unsigned count = 0;

	(void)state;
	while (count < 9 && !try_alloc(0, piece, &buffers[count]))
		count++;
	assert_in_range(count, 7, 8);
	free_buffer(buffers[2]);
	assert_int_equal(try_alloc(0, piece, &buffers[2]), 0);
	while (count)
		free_buffer(buffers[--count]);
}

/* With a program, banks are numbered as in its image; here in reverse order. */
static void banks_of_an_image(void **state)
{
	struct fcl_hal_program *program = load_program_with_banks_reversed();
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	uint32_t last = suite.info->nbanks - 1;

	(void)state;
	for (uint32_t bank = 0; bank <= last; bank++) {
		assert_int_equal(
			suite.hal->buffer_alloc(suite.device, program, bank, 4096, &buffer, &err),
			0);
		assert_int_equal(suite.hal->buffer_bank(suite.device, buffer), last - bank);
		free_buffer(buffer);
	}
	/* After the banks there is a stream, which cannot hold buffers. */
	assert_int_equal(
		suite.hal->buffer_alloc(suite.device, program, last + 1, 4096, &buffer, &err),
		-EINVAL);
	assert_int_equal(suite.hal->buffer_alloc(suite.device, program, 1000, 4096, &buffer, &err),
			 -EINVAL);
	suite.hal->unprogram(suite.device, program);
}

static void *alloc_many(void *data)
{
	uintptr_t wrong = 0;

	(void)data;
	for (unsigned i = 0; i < 300; i++) {
		struct fcl_hal_buffer *kept = NULL, *gone = NULL;

		wrong += try_alloc(FCL_HAL_BANK_DEFAULT, 5000 + i, &kept) != 0;
		wrong += try_alloc(FCL_HAL_BANK_DEFAULT, 1, &gone) != 0;
		wrong += kept == gone;
		free_buffer(gone);
		free_buffer(kept);
	}
	return (void *)wrong;
}

/* After many threads have allocated and freed concurrently, the bank is intact. */
static void alloc_from_many_threads(void **state)
{
	uint64_t most = suite.info->banks[suite.info->default_bank].size / 8 * 7;
	pthread_t threads[4];
	void *wrong;

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, alloc_many, NULL), 0);
	for (unsigned i = 0; i < 4; i++) {
		pthread_join(threads[i], &wrong);
		assert_null(wrong);
	}
	free_buffer(alloc_buffer(most));
}

static void addresses_are_apart(void **state)
{
	struct fcl_hal_buffer *buffers[16];
	const struct fcl_hal_bank *bank = &suite.info->banks[suite.info->default_bank];

	(void)state;
	need(FCL_HAL_CAP_ADDRESS);
	need_images(); /* hardware may have no addresses before an image is loaded */
	for (unsigned i = 0; i < 16; i++)
		buffers[i] = alloc_buffer(1000 + i);
	for (unsigned i = 0; i < 16; i++) {
		uint64_t at = suite.hal->buffer_address(suite.device, buffers[i]);

		assert_int_equal(at % suite.info->buffer_alignment, 0);
		assert_true(at != 0 && at >= bank->base &&
			    at + 1000 + i <= bank->base + bank->size);
		for (unsigned k = 0; k < i; k++) {
			uint64_t other = suite.hal->buffer_address(suite.device, buffers[k]);

			assert_true(at + 1000 + i <= other || other + 1000 + k <= at);
		}
	}
	for (unsigned i = 0; i < 16; i++)
		free_buffer(buffers[i]);
}

static void address_needs_capability(void **state)
{
	struct fcl_hal_buffer *buffer = alloc_buffer(64);

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_ADDRESS))
		assert_true(suite.hal->buffer_address(suite.device, buffer) == FCL_HAL_NO_ADDRESS);
	free_buffer(buffer);
}

static void host_memory(void **state)
{
	struct fcl_err err = {0};
	void *pointer = NULL;

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_HOST_MEMORY))
		assert_int_equal(suite.hal->host_alloc(suite.device, 4096, &pointer, &err),
				 -EOPNOTSUPP);
	need(FCL_HAL_CAP_HOST_MEMORY);
	assert_int_equal(suite.hal->host_alloc(suite.device, 10000, &pointer, &err), 0);
	assert_int_equal((uintptr_t)pointer % suite.info->host_alignment, 0);
	memset(pointer, 1, 10000);
	suite.hal->host_free(suite.device, pointer, 10000);
	pointer = aligned_alloc(4096, 8192);
	assert_int_equal(suite.hal->host_register(suite.device, pointer, 8192, &err), 0);
	suite.hal->host_unregister(suite.device, pointer, 8192);
	assert_int_equal(suite.hal->host_register(suite.device, NULL, 8192, &err), -EINVAL);
	free(pointer);
}

static void export_import(void **state)
{
	struct fcl_hal_buffer *buffer = alloc_buffer(5000), *other = NULL;
	struct fcl_err err = {0};
	char text[] = "seen through both";
	uint64_t bytes = 77;
	int fd = -1, error;

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_EXPORT)) {
		assert_int_equal(suite.hal->buffer_export(suite.device, buffer, &fd, &err),
				 -EOPNOTSUPP);
		free_buffer(buffer);
		need(FCL_HAL_CAP_EXPORT);
	}
	error = suite.hal->buffer_export(suite.device, buffer, &fd, &err);
	/*
	 * A board without an image may not have memory yet, and the suite has no image for
	 * hardware.
	 */
	if (error == -EXDEV && !suite.computes && !suite.loads) {
		free_buffer(buffer);
		skip_test();
	}
	assert_int_equal(error, 0);
	assert_int_equal(suite.hal->import_size(suite.device, fd, &bytes, &err), 0);
	/* Boards that share whole pages report the size in pages. */
	assert_in_range(bytes, 5000, suite.computes ? 5000 : 8192);
	assert_int_equal(suite.hal->buffer_import(suite.device, fd, bytes + 1, &other, &err),
			 -EINVAL);
	assert_int_equal(suite.hal->buffer_import(suite.device, fd, 5000, &other, &err), 0);
	close(fd);
	put(buffer, 100, text, sizeof(text));
	memset(text, 0, sizeof(text));
	get(other, 100, text, sizeof(text));
	if (suite.stores)
		assert_string_equal(text, "seen through both");
	free_buffer(other);
	free_buffer(buffer);
	assert_int_equal(suite.hal->buffer_import(suite.device, -1, 5000, &other, &err), -EINVAL);
	assert_int_equal(suite.hal->import_size(suite.device, -1, &bytes, &err), -EINVAL);
}

const struct CMUnitTest memory_tests[] = {
	cmocka_unit_test(alloc_in_every_bank),
	cmocka_unit_test(alloc_refuses),
	cmocka_unit_test(bank_gets_full),
	cmocka_unit_test(banks_of_an_image),
	cmocka_unit_test(alloc_from_many_threads),
	cmocka_unit_test(addresses_are_apart),
	cmocka_unit_test(address_needs_capability),
	cmocka_unit_test(host_memory),
	cmocka_unit_test(export_import),
};
const size_t nmemory_tests = sizeof(memory_tests) / sizeof(memory_tests[0]);
