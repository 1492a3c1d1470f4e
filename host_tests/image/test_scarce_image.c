/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An allocation fails anywhere while an image is read: the result is -ENOMEM, or the complete
 * image, and the host never ends.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/image/compare_images.h"
#include "host_tests/image/sample_image.h"
#include "host_tests/scarce.h"

enum { RIGHT, MISTAKEN = SCARCE_REFUSED + 1, WRONG }; /* exit codes of a run */

static void *bytes;
static size_t size;

static unsigned long *expected; /* result of the first run, in memory shared by all runs */

static int read_image(void)
{
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};
	unsigned long found;
	int error;

	scarce_begin();
	error = fcl_image_read(bytes, size, &image, &err);
	scarce_end();
	if (error)
		return error == -ENOMEM ? SCARCE_REFUSED : MISTAKEN;
	found = walk_image(image);
	if (!*expected)
		*expected = found;
	return found == *expected ? RIGHT : WRONG;
}

static void fail_each(enum fcl_image_container kind, enum scarcity scarcity)
{
	long total, refused, bad;

	*expected = 0;
	bytes = sample_container(FCL_TARGET_SW_EMU, kind, &size);
	assert_non_null(bytes);
	bad = scarce_scan(read_image, 1, scarcity, &total, &refused);
	print_message("%ld calls, %ld refusals, %ld bad ends\n", total, refused, bad);
	assert_int_equal(bad, 0);
	assert_true(total > 50 && refused > total / 2);
	free(bytes);
}

static void xclbin_once(void **state)
{
	(void)state;
	fail_each(FCL_IMAGE_XCLBIN, SCARCE_ONCE);
}

static void xclbin_forever(void **state)
{
	(void)state;
	fail_each(FCL_IMAGE_XCLBIN, SCARCE_FOREVER);
}

static void elf_once(void **state)
{
	(void)state;
	fail_each(FCL_IMAGE_ELF, SCARCE_ONCE);
}

static void elf_forever(void **state)
{
	(void)state;
	fail_each(FCL_IMAGE_ELF, SCARCE_FOREVER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(xclbin_once), cmocka_unit_test(xclbin_forever),
		cmocka_unit_test(elf_once), cmocka_unit_test(elf_forever)};

	expected = mmap(NULL, sizeof(*expected), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			-1, 0);
	if (expected == MAP_FAILED || scarce_set_up())
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
