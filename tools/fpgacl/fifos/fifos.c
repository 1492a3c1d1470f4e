/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/fifos/fifos.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/number.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/fifos/output.h"
#include "tools/fpgacl/fifos/record.h"

struct options {
	const char *path, *name; /* `name`: for people */
	bool json;
	uint64_t minimum;
	const char **depths; /* <fifo>=<depth>, in argv */
	int ndepths;
	char **run; /* arguments of `fpgacl run`; NULL: the path is that of a recording */
	int nrun;
};

static int fifos_wrong(const char *problem, const char *what)
{
	fprintf(stderr,
		"fpgacl: fifos: %s%s; usage: fpgacl fifos <recording> [--json] [--minimum <depth>] "
		"[--depth <fifo>=<depth>]..., or <image> and at the end --run <arguments of fpgacl run>\n",
		problem, what);
	return TOOL_USAGE;
}

static int fifos_fail(const char *path, const char *text)
{
	fprintf(stderr, "fpgacl: %s: %s\n", path, text);
	return TOOL_FAILED;
}

/* A depth, 1 or more. */
static bool take_depth(const char *text, uint64_t *ret_depth)
{
	char *end;

	errno = 0;
	*ret_depth = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && !errno && *ret_depth;
}

/* The options' `depths` are argv's own places, from the first on. */
static int fifos_parse(int argc, char **argv, struct options *ret_options)
{
	struct options options = {.minimum = 1, .depths = (const char **)argv};

	for (int i = 0; i < argc; i++) {
		bool minimum = !strcmp(argv[i], "--minimum"), depth = !strcmp(argv[i], "--depth");

		if ((minimum || depth) && i + 1 == argc)
			return fifos_wrong(argv[i], " needs a value");
		if (!strcmp(argv[i], "--run")) {
			options.run = argv + i + 1;
			options.nrun = argc - i - 1;
			break;
		}
		if (!strcmp(argv[i], "--json")) {
			options.json = true;
		} else if (minimum) {
			if (!take_depth(argv[++i], &options.minimum))
				return fifos_wrong("expected a depth from 1 on, found ", argv[i]);
		} else if (depth) {
			options.depths[options.ndepths++] = argv[++i];
		} else if (*argv[i] == '-' || options.path) {
			return fifos_wrong("unexpected argument ", argv[i]);
		} else {
			options.path = argv[i];
		}
	}
	if (!options.path)
		return fifos_wrong("no recording given", "");
	options.name = options.path;
	*ret_options = options;
	return TOOL_OK;
}

/* Sets the depth of all FIFOs with that name. */
static int depth_set(struct fcl_time *time, const char *text, uint64_t *depths)
{
	const char *equals = strrchr(text, '=');
	struct fcl_time_channel_use use;
	uint64_t depth;
	bool found = false;

	if (!equals || !take_depth(equals + 1, &depth))
		return fifos_wrong("expected <fifo>=<depth> with a depth from 1 on, found ", text);
	for (uint32_t i = 0; fcl_time_channel_use(time, i, &use); i++)
		if (use.bits && strlen(use.name) == (size_t)(equals - text) &&
		    !strncmp(use.name, text, (size_t)(equals - text))) {
			depths[i] = depth;
			found = true;
		}
	if (found)
		return TOOL_OK;
	fprintf(stderr, "fpgacl: the recording has no FIFO `%.*s`; it has", (int)(equals - text),
		text);
	for (uint32_t i = 0; fcl_time_channel_use(time, i, &use); i++)
		if (use.bits)
			fprintf(stderr, " `%s`", use.name);
	fprintf(stderr, "\n");
	return TOOL_FAILED;
}

static uint64_t period_of(struct fcl_time *time)
{
	struct fcl_time_process_use use;
	uint64_t period_ps = 0;

	for (uint32_t i = 0; fcl_time_process_use(time, i, &use); i++) {
		if (period_ps && use.period_ps != period_ps)
			return 0;
		period_ps = use.period_ps;
	}
	return period_ps;
}

static int fifos_print(const struct options *options, const struct fcl_tool_fifos *fifos)
{
	struct fcl_text out = {0};

	if (options->json)
		fcl_tool_fifos_json(&out, fifos);
	else
		fcl_tool_fifos_text(&out, fifos);
	return fcl_tool_put_print(&out, TOOL_OK);
}

/* Looks for depths, unless some are given. */
static int fifos_size(const struct options *options, struct fcl_time *recording,
		      struct fcl_tool_fifos *fifos)
{
	struct fcl_time_sizes sizes;
	struct fcl_err err;
	int status;

	if (options->ndepths)
		return fifos_print(options, fifos);
	if (fcl_time_sizes_find(recording, options->minimum, &sizes, &err)) {
		status = fifos_fail(options->name, err.text);
	} else {
		fifos->sizes = &sizes;
		status = fifos_print(options, fifos);
	}
	fcl_time_sizes_free(&sizes);
	return status;
}

/* One run, with the depths that are given. */
static int fifos_run(const struct options *options, struct fcl_time *recording,
		     struct fcl_time *time, uint64_t *depths)
{
	struct fcl_tool_fifos fifos = {.path = options->name, .time = time, .depths = depths};
	struct fcl_err err;
	int status = TOOL_OK;

	for (int i = 0; i < options->ndepths && !status; i++)
		status = depth_set(time, options->depths[i], depths);
	if (status)
		return status;
	uint64_t start = fcl_now_ns();

	if (fcl_time_again(time, depths, &fifos.run, &err))
		return fifos_fail(options->name, err.text);
	fifos.took_ms = (double)(fcl_now_ns() - start) / 1e6;
	fcl_time_failure(time, &fifos.stuck);
	fifos.period_ps = period_of(time);
	return fifos_size(options, recording, &fifos);
}

static int fifos_with(const struct options *options, struct fcl_time *recording)
{
	struct fcl_time *time;
	struct fcl_time_channel_use use;
	struct fcl_err err;
	uint32_t count = 0;

	while (fcl_time_channel_use(recording, count, &use))
		count++;
	if (fcl_time_repeat(recording, &time, &err))
		return fifos_fail(options->name, err.text);
	uint64_t *depths = calloc(count + 1, sizeof(*depths));
	int status = depths ? fifos_run(options, recording, time, depths)
			    : fifos_fail(options->name, "no memory");

	free(depths);
	fcl_time_destroy(time);
	return status;
}

static int fifos_file(const struct options *options)
{
	struct fcl_err err;
	struct fcl_time *recording;
	char *bytes;
	size_t size;

	if (fcl_file_read(options->path, SIZE_MAX, &bytes, &size, &err)) {
		fprintf(stderr, "fpgacl: %s\n", err.text);
		return TOOL_FAILED;
	}
	int error = fcl_time_load(bytes, size, &recording, &err);

	free(bytes);
	if (error)
		return fifos_fail(options->name, err.text);
	int status = fifos_with(options, recording);

	fcl_time_destroy(recording);
	return status;
}

static int fifos_recorded(const char *path, const char *name, const void *context)
{
	struct options options = *(const struct options *)context;

	options.path = path;
	options.name = name;
	return fifos_file(&options);
}

int fcl_tool_fifos(int argc, char **argv)
{
	struct options options;
	int status = fifos_parse(argc, argv, &options);

	if (status)
		return status;
	if (!options.run)
		return fifos_file(&options);
	return fcl_tool_fifos_record(options.path, options.nrun, options.run, fifos_recorded,
				     &options);
}
