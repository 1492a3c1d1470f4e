/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One suite for every backend: `hal_conformance emu:u250`. Its images are not bitstreams, so they
 * are only loaded into a hardware board if the second argument is "load".
 */
#include "base/file.h"
#include "host_tests/hal/suite.h"
#include "runtime/devices/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct suite suite;

void skip_test(void)
{
	suite.skipped++;
	skip();
}

void need(uint32_t caps)
{
	if ((suite.info->caps & caps) != caps)
		skip_test();
}

void need_images(void)
{
	if (!suite.loads)
		skip_test();
}

void need_memory(void)
{
	if (!suite.stores)
		skip_test();
}

void need_results(void)
{
	if (!suite.computes)
		skip_test();
}

static int count(void **state)
{
	(void)state;
	suite.run++;
	return 0;
}

static int run_group(const char *name, const struct CMUnitTest *tests, size_t ntests)
{
	struct CMUnitTest *copy = calloc(ntests, sizeof(*copy));
	int failed;

	for (size_t i = 0; i < ntests; i++) {
		copy[i] = tests[i];
		copy[i].setup_func = count;
	}
	failed = _cmocka_run_group_tests(name, copy, ntests, NULL, NULL);
	free(copy);
	return failed;
}

static int open_suite(const char *name)
{
	struct fcl_err err = {0};

	suite.name = name;
	suite.stores = !strstr(name, "null:");
	suite.hal = fcl_backend_of(name, &suite.board, &err);
	if (!suite.hal || suite.hal->open(suite.board, 0, &suite.device, &err)) {
		fprintf(stderr, "%s: %s\n", name, err.text);
		return -1;
	}
	suite.info = suite.hal->info(suite.device);
	suite.computes = suite.info->caps & FCL_HAL_CAP_EMULATED;
	suite.loads = suite.computes || !suite.info->bdf[0];
	return 0;
}

/*
 * Counts the capability tests that ran, and those skipped because the backend lacks the capability.
 */
static void print_capabilities(bool declared, const char *what)
{
	static const char *const names[] = {"EMULATED",    "KEEPS_MEMORY", "ADDRESS", "COPY",
					    "FILL",        "REGISTERS",    "STREAMS", "PIPES",
					    "HOST_STREAM", "HOST_MEMORY",  "EXPORT",  "RESET",
					    "SENSORS",     "PROGRESS",     "SVM",     "PEER"};

	printf("%s: capabilities %s:", suite.name, what);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!(suite.info->caps >> i & 1) == !declared)
			printf(" %s", names[i]);
	printf("\n");
}

static int write_image(const char *path)
{
	struct fcl_image *image = make_image(1, MODELS);
	struct fcl_err err = {0};
	int error = fcl_file_write(path, image->bytes, image->bytes_size, &err);

	if (error)
		fprintf(stderr, "%s\n", err.text);
	fcl_image_unref(image);
	suite.hal->close(suite.device);
	return error != 0;
}

int main(int argc, char **argv)
{
	int failed = 0;

	if (argc < 2 || argc > 4 || open_suite(argv[1]))
		return 2;
	if (argc == 4)
		return write_image(argv[3]);
	if (argc == 3 && !strcmp(argv[2], "load"))
		suite.loads = true;
	failed += run_group("board", board_tests, nboard_tests);
	failed += run_group("memory", memory_tests, nmemory_tests);
	failed += run_group("transfer", transfer_tests, ntransfer_tests);
	/* The tests of a group share an image, which the group's first test loads. */
	if (suite.loads) {
		failed += run_group("launch", launch_tests, nlaunch_tests);
		failed += run_group("stream", stream_tests, nstream_tests);
	} else {
		suite.skipped++;
		printf("%s: no launches and streams: the suite has no bitstream for hardware\n",
		       suite.name);
	}
	failed += run_group("svm", svm_tests, nsvm_tests);
	print_capabilities(true, "run");
	print_capabilities(false, "skipped");
	suite.hal->close(suite.device);
	/*
	 * No request can be in flight any more: if done() was called twice for one, or never, the
	 * numbers differ.
	 */
	if (suite.taken != suite.ended) {
		printf("%s: %u requests taken, done() called %u times\n", suite.name, suite.taken,
		       suite.ended);
		failed++;
	}
	printf("%s: %u run, %u skipped, %d failed\n", suite.name, suite.run - suite.skipped,
	       suite.skipped, failed);
	/* The emulated board is the reference: it has every capability. */
	if (!strncmp(suite.name, "emu:", 4) && suite.skipped)
		failed++;
	return failed != 0;
}
