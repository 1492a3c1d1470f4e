/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fpgacl-probe-xrt list|parse <root>: tries XRT in a separate process, where a crash does no harm.
 * `list` writes a line for each board; `parse` reads an xclbin from standard input. Both end with
 * "done" on success, else with "error <why>".
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/xrt/library/load.h"
#include "hal/xrt/library/root.h"

static int list_board(const struct fcl_xrt_calls *calls, unsigned index, struct fcl_err *err)
{
	struct fcl_xrt_device *device = NULL;
	char *bdf = NULL, *name = NULL;
	int error = calls->device_open(index, &device, err);

	if (!error)
		error = calls->device_text(device, FCL_XRT_BDF, &bdf, err);
	if (!error)
		error = calls->device_text(device, FCL_XRT_NAME, &name, err);
	/*
	 * A board that cannot be opened is listed, too, so that line numbers match XRT's indices.
	 */
	printf("board %s\t%s\n", bdf ? bdf : "", name ? name : "");
	free(bdf);
	free(name);
	calls->device_close(device);
	return error;
}

static int probe_main_list(const struct fcl_xrt_calls *calls, struct fcl_err *err)
{
	struct fcl_xrt_device *device = NULL;
	unsigned count = 0;
	bool noop;
	int error = fcl_xrt_mode(&noop, err);

	if (error)
		return error;
	if (noop) {
		error = calls->device_open(0, &device, err);
		calls->device_close(device);
		return error;
	}
	error = calls->count(&count, err);
	for (unsigned i = 0; !error && i < count; i++)
		list_board(calls, i, NULL);
	return error;
}

static int probe_main_parse(const struct fcl_xrt_calls *calls, struct fcl_err *err)
{
	struct stat facts;
	void *bytes;

	if (fstat(0, &facts) || facts.st_size <= 0)
		return fcl_err_set(err, -EINVAL, "expected an image on standard input, found none");
	bytes = mmap(NULL, (size_t)facts.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, 0, 0);
	if (bytes == MAP_FAILED)
		return fcl_err_set(err, -errno, "the image cannot be mapped: %s", strerror(errno));
	return calls->parse(bytes, err);
}

int main(int argc, char **argv)
{
	const struct fcl_xrt_calls *calls = NULL;
	struct fcl_err err = {0};
	int error;

	if (argc != 3)
		return 2;
	/* XRT is expected to abort here at times: write no core file. */
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	error = fcl_xrt_load(argv[2], &calls, &err);
	if (!error)
		error = strcmp(argv[1], "parse") ? probe_main_list(calls, &err)
						 : probe_main_parse(calls, &err);
	if (error)
		printf("error %s\n", err.text);
	else
		printf("done\n");
	/* Skips XRT's destructors, which may crash, too. */
	fflush(stdout);
	_exit(error ? 1 : 0);
}
