/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config_check.h"
#include "base/stdout.h"
#include "tools/replay/consent.h"
#include "tools/replay/devices.h"
#include "tools/replay/diff.h"
#include "tools/replay/emit.h"
#include "tools/replay/environment.h"
#include "tools/replay/images.h"
#include "tools/replay/keep.h"
#include "tools/replay/names.h"
#include "tools/replay/options.h"
#include "tools/replay/run.h"
#include "tools/replay/watch.h"

enum { OK, FAILED, USAGE };

static int complain(const struct fcl_err *err)
{
	fprintf(stderr, "fpgacl: replay: %s\n", err->text);
	return FAILED;
}

static void take_notes(struct fcl_replay *replay)
{
	const struct fcl_capture *capture = replay->capture;
	struct fcl_value value;
	uint64_t unknown = 0;

	for (uint64_t i = 0; i < capture->nnotes; i++) {
		struct fcl_values values = fcl_capture_values(capture, capture->notes[i]);

		if (fcl_values_find(values, FCL_NOTE_RUNNING, &value))
			replay->running = true;
		else if (fcl_values_find(values, FCL_NOTE_OBJECT, &value))
			unknown++;
		else if (fcl_values_find(values, FCL_NOTE_TEXT, &value) &&
			 value.type == FCL_VALUE_TEXT)
			printf("note: %.*s\n", (int)(value.size < 500 ? value.size : 500),
			       (const char *)value.bytes);
	}
	if (unknown)
		printf("note: what %" PRIu64
		       " buffers had when the ring began is not known: kernels or copies had written to them\n",
		       unknown);
}

static double seconds_of(const struct fcl_capture *capture)
{
	const struct fcl_captured_call *last;

	if (!capture->ncalls)
		return 0;
	last = &capture->calls[capture->ncalls - 1];
	return (double)((last->end_ns ? last->end_ns : last->start_ns) -
			capture->calls[0].start_ns) /
	       1e9;
}

static const char *end_of(const struct fcl_capture *capture)
{
	if (*capture->damage)
		return capture->damage;
	return capture->complete ? "" : "the capture ends before its program did";
}

static int report(const struct fcl_replay *replay, double seconds)
{
	const struct fcl_capture *capture = replay->capture;
	bool equal = !replay->unequal && !replay->failed && !replay->other_status &&
		     !replay->skipped && !replay->moved && !*capture->damage &&
		     (!replay->only || replay->launched);

	printf("%" PRIu64 " of %" PRIu64 " calls repeated in %.3f s (the program: %.3f s)\n",
	       replay->made, capture->ncalls, seconds, seconds_of(capture));
	printf("%" PRIu64 " times something was read back, %" PRIu64 " bytes: ", replay->compared,
	       replay->bytes);
	if (replay->unequal)
		printf("%" PRIu64 " differ\n", replay->unequal);
	else
		puts(replay->compared ? "all as in the captured run" : "nothing to compare");
	if (replay->only)
		printf("%" PRIu64 " launches of other kernels were left out, and %" PRIu64
		       " reads of what they would have written were not compared\n",
		       replay->left_out, replay->not_compared);
	else if (replay->not_compared)
		printf("reads of what a buffer had when the ring began, which were not compared: %" PRIu64
		       "\n",
		       replay->not_compared);
	if (replay->only && !replay->launched)
		printf("the capture has no launch of a kernel %s\n", replay->only);
	if (replay->moved)
		printf("%" PRIu64
		       " times contents had addresses in shared virtual memory, which is elsewhere here: kernels that follow them go astray\n",
		       replay->moved);
	if (replay->skipped)
		printf("%" PRIu64 " calls could not be repeated\n", replay->skipped);
	if (replay->failed)
		printf("%" PRIu64 " commands failed\n", replay->failed);
	if (replay->other_status)
		printf("%" PRIu64 " calls returned something else\n", replay->other_status);
	if (*end_of(capture))
		printf("%s: %s\n", replay->path, end_of(capture));
	return equal ? OK : FAILED;
}

/* Runs it once. Returns the exit status, or a negative errno. */
static int run_once(struct fcl_replay *replay, const struct fcl_replay_options *options,
		    struct fcl_err *err)
{
	uint64_t start;
	int error = fcl_replay_choose(replay, err);

	replay->made = replay->skipped = replay->failed = replay->compared = replay->bytes = 0;
	replay->unequal = replay->other_status = replay->left_out = replay->not_compared = 0;
	replay->launched = replay->moved = 0;
	start = fcl_now_ns();
	if (!error)
		error = fcl_replay_run(replay, err);
	if (!error && options->keep)
		error = fcl_replay_keep(replay, options->keep, err);
	return error ? error : report(replay, (double)(fcl_now_ns() - start) / 1e9);
}

enum { SAID = 20 };

/* Reads that differ in some runs only are those of a race. */
static void say_repeated(const struct fcl_replay *replay, uint64_t runs, uint64_t other)
{
	unsigned said = 0;

	for (uint64_t i = 0; replay->differed && i < replay->capture->ncalls; i++)
		if (replay->differed[i] && said++ < SAID)
			fcl_replay_say(replay, i,
				       "what it read differed in %" PRIu32 " of %" PRIu64 " runs",
				       replay->differed[i], runs);
	if (said > SAID)
		printf("and so did what %u further calls read, in some runs\n", said - SAID);
	printf("%" PRIu64 " of %" PRIu64 " runs were not as the captured one\n", other, runs);
}

static int run(struct fcl_replay *replay, const struct fcl_replay_options *options,
	       struct fcl_err *err)
{
	uint64_t other = 0;
	int status = OK;

	if (options->repeat > 1)
		replay->differed = calloc(replay->capture->ncalls + 1, sizeof(*replay->differed));
	for (uint64_t i = 0; i < options->repeat; i++) {
		if (i)
			fcl_replay_end(replay);
		if (options->repeat > 1)
			printf("run %" PRIu64 "\n", i + 1);
		status = run_once(replay, options, err);
		if (status < 0)
			return complain(err);
		other += status != OK;
	}
	if (options->repeat > 1)
		say_repeated(replay, options->repeat, other);
	free(replay->differed);
	return other ? FAILED : OK;
}

static int replay_file(const struct fcl_replay_options *options)
{
	struct fcl_replay replay = {.path = options->path,
				    .from = options->from,
				    .until = options->until,
				    .only = options->only,
				    .device_names = options->devices,
				    .ndevice_names = options->ndevices,
				    .boards = options->boards};
	struct fcl_capture *capture = NULL;
	struct fcl_err err;
	int status = FAILED;

	if (fcl_capture_read(options->path, &capture, &err))
		return complain(&err);
	replay.capture = capture;
	take_notes(&replay);
	fcl_replay_say_environment(capture);
	if (options->emit) {
		status = fcl_names_read(&replay, &err) ||
					 fcl_replay_emit(&replay, options->emit, &err)
				 ? complain(&err)
				 : OK;
		fcl_capture_free(capture);
		return status;
	}
	if (fcl_names_read(&replay, &err) ||
	    fcl_images_open(&replay, options->images, options->nimages, &err) ||
	    !fcl_replay_consent(capture, options->path, options->yes, &err))
		complain(&err);
	else if (fcl_watch_start(&replay))
		fputs("fpgacl: replay: no thread can be started\n", stderr);
	else
		status = run(&replay, options, &err);
	fcl_watch_stop();
	fcl_images_close(&replay);
	fcl_capture_free(capture);
	return status;
}

static int read_for_diff(struct fcl_replay *replay, const char *path, struct fcl_err *err)
{
	struct fcl_capture *capture = NULL;
	int error = fcl_capture_read(path, &capture, err);

	replay->path = path;
	replay->capture = capture;
	return error ? error : fcl_names_read(replay, err);
}

static int diff_files(const struct fcl_replay_options *options)
{
	struct fcl_replay a = {0}, b = {0};
	struct fcl_err err;
	bool equal = false;

	if (read_for_diff(&a, options->path, &err) || read_for_diff(&b, options->second, &err) ||
	    fcl_replay_diff(&a, &b, &equal, &err))
		complain(&err);
	fcl_capture_free((struct fcl_capture *)a.capture);
	fcl_capture_free((struct fcl_capture *)b.capture);
	return equal ? OK : FAILED;
}

static int run_tool(int argc, char **argv)
{
	struct fcl_replay_options options = {0};
	int status = fcl_replay_options(argc, argv, &options);

	if (status >= 0)
		return status;
	fcl_config_check();
	setvbuf(stdout, NULL, _IOLBF, 0);
	/* Contents come and go: their pages stay, which takes a third of the time of new ones. */
	mallopt(M_MMAP_MAX, 0);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
	status = options.diff ? diff_files(&options) : replay_file(&options);
	free(options.devices);
	free(options.images);
	return status;
}

int main(int argc, char **argv)
{
	return fcl_stdout_finish("fpgacl", run_tool(argc, argv));
}
