/* SPDX-License-Identifier: Apache-2.0 */
/* Several threads read, share and release images concurrently, from the first call on. */
#include <pthread.h>
#include <stdlib.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/image/sample_image.h"

#define THREADS 4
#define ROUNDS 20

static void *xclbin, *elf;
static size_t xclbin_size, elf_size;
static struct fcl_image *shared;

static void *work(void *data)
{
	uintptr_t failures = 0;

	(void)data;
	for (int i = 0; i < ROUNDS; i++) {
		struct fcl_image *image = fcl_image_ref(shared), *read = NULL;
		struct fcl_err err = {0};

		failures += fcl_image_find_kernel(image, "vadd") != 0;
		fcl_image_unref(image);
		failures += fcl_image_read(xclbin, xclbin_size, &read, &err) != 0;
		fcl_image_unref(read);
		read = NULL;
		failures += fcl_image_read(elf, elf_size, &read, &err) != 0;
		fcl_image_unref(read);
		/* A thread's error message is its own. */
		failures += fcl_image_read("no image", 8, &read, &err) == 0;
		failures += err.text[0] == '\0';
	}
	return (void *)failures;
}

static void test_threads(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	xclbin = sample_container(FCL_TARGET_SW_EMU, FCL_IMAGE_XCLBIN, &xclbin_size);
	elf = sample_container(FCL_TARGET_SW_EMU, FCL_IMAGE_ELF, &elf_size);
	shared = sample_image(FCL_TARGET_SW_EMU);
	assert_true(xclbin && elf && shared);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, work, NULL), 0);
	for (int i = 0; i < THREADS; i++) {
		void *failures;

		assert_int_equal(pthread_join(threads[i], &failures), 0);
		assert_null(failures);
	}
	fcl_image_unref(shared);
	free(xclbin);
	free(elf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
