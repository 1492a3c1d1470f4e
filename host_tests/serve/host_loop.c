/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bare host loop beside which tools/bench puts the worker: one thread copies a batch to the board,
 * launches, copies the results back and waits, again and again, with the same OpenCL commands.
 *
 *     fcl_serve_host_loop MODEL-FOLDER INPUT-FILE ITEMS LAUNCHES
 *
 * prints CPU time and time for an item, in microseconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/file.h"
#include "tools/serve/boards/engine_open.h"
#include "tools/serve/boards/runner.h"
#include "tools/serve/repository/description_read.h"

static struct fcl_serve_boards boards;

static double cpu_us(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static int fail(const char *why)
{
	fprintf(stderr, "fcl_serve_host_loop: %s\n", why);
	return 1;
}

/* For a model with one input and one output. */
static int loop(struct fcl_serve_runner *runner, const void *input, void *output, int64_t items,
		unsigned launches)
{
	struct fcl_serve_times times;
	const struct fcl_serve_part part = {&input, &output, items};
	uint64_t start;
	double cpu;

	if (fcl_serve_runner_run(runner, &part, 1, &times) != CL_SUCCESS)
		return fail("the first launch fails");
	cpu = cpu_us();
	start = fcl_now_ns();
	for (unsigned i = 0; i < launches; i++)
		if (fcl_serve_runner_run(runner, &part, 1, &times) != CL_SUCCESS)
			return fail("a launch fails");
	printf("%.3f %.3f\n", (cpu_us() - cpu) / ((double)launches * (double)items),
	       (double)(fcl_now_ns() - start) / 1e3 / ((double)launches * (double)items));
	return 0;
}

int main(int argc, char **argv)
{
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_description *description;
	struct fcl_serve_engine *engine;
	struct fcl_err err = {0};
	int64_t items = argc == 5 ? atoll(argv[3]) : 0;
	size_t size;
	char *input;
	void *output;
	bool refused;

	if (items < 1)
		return fail("expected MODEL-FOLDER INPUT-FILE ITEMS LAUNCHES");
	description = fcl_serve_description_read(argv[1], &problems);
	if (!description)
		return fail(fcl_serve_problems_line(&problems));
	if (fcl_file_read(argv[2], SIZE_MAX, &input, &size, &err) ||
	    fcl_serve_boards_find(&boards, &err))
		return fail(err.text);
	if (size < description->inputs[0].item_size * (size_t)items ||
	    items > description->max_batch || description->ninputs != 1 ||
	    description->noutputs != 1)
		return fail("expected a model of one input and one output, and a whole batch");
	output = malloc(description->outputs[0].item_size * (size_t)items);
	engine = fcl_serve_engine_open(&boards.boards[0], description, &refused, &problems);
	if (!engine || !output)
		return fail(fcl_serve_problems_line(&problems));
	return loop(engine->runners[0], input, output, items, (unsigned)atoi(argv[4]));
}
