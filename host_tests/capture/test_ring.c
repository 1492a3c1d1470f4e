/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/apps/app.h"

#include <signal.h>
#include <unistd.h>

/*
 * A service that runs for long, for capture.sh: capture_ring <rounds> [end]. Of most of its calls, a
 * ring only keeps what they have left. All that is read back depends on contents and arguments from
 * the beginning, and on objects that were replaced, retained and released since.
 */

enum { COUNT = 4096, BYTES = COUNT * 4, PARTS = 4 };

static struct service {
	struct app app;
	cl_kernel kernel;
	cl_mem constants, inputs, parts[PARTS], sums; /* `parts` are of `inputs` */
	cl_event before;                              /* of the last round, retained */
	cl_int first[COUNT], second[COUNT], sum[COUNT];
} service;

static void begin(void)
{
	struct service *s = &service;
	cl_program program;

	s->app = app_open("vadd.xclbin", 0);
	program = s->app.program;
	s->kernel = app_kernel(&s->app, "vadd");
	app_numbers(s->first, COUNT, 1);
	app_numbers(s->second, COUNT, 2);
	s->constants = app_buffer(&s->app, CL_MEM_READ_ONLY, BYTES, NULL);
	OK(clEnqueueWriteBuffer(s->app.queue, s->constants, CL_TRUE, 0, BYTES, s->first, 0, NULL,
				NULL));
	s->inputs = app_buffer(&s->app, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, BYTES, s->second);
	for (size_t i = 0; i < PARTS; i++) {
		const cl_buffer_region region = {BYTES / PARTS * i, BYTES / PARTS};

		s->parts[i] = clCreateSubBuffer(s->inputs, CL_MEM_READ_ONLY,
						CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
		assert_non_null(s->parts[i]);
	}
	s->sums = app_buffer(&s->app, CL_MEM_WRITE_ONLY, BYTES, NULL);
	app_set_buffers(s->kernel, 0, 3, (cl_mem[]){s->constants, s->inputs, s->sums});
	app_set_int(s->kernel, 3, COUNT);
	/* The kernel keeps it. */
	OK(clReleaseProgram(program));
	OK(clRetainKernel(s->kernel));
}

/* One part of the inputs changes, by a write or by a mapping. */
static void change(cl_int round)
{
	struct service *s = &service;
	size_t part = (size_t)round % PARTS;
	cl_int *values = s->second + COUNT / PARTS * part;
	cl_int error, *mapped;

	app_numbers(values, COUNT / PARTS, round);
	if (round % 3) {
		OK(clEnqueueWriteBuffer(s->app.queue, s->parts[part], CL_FALSE, 0, BYTES / PARTS,
					values, s->before ? 1 : 0, s->before ? &s->before : NULL,
					NULL));
		return;
	}
	mapped = clEnqueueMapBuffer(s->app.queue, s->inputs, CL_TRUE, CL_MAP_WRITE,
				    BYTES / PARTS * part, BYTES / PARTS, 0, NULL, NULL, &error);
	OK(error);
	memcpy(mapped, values, BYTES / PARTS);
	OK(clEnqueueUnmapMemObject(s->app.queue, s->inputs, mapped, 0, NULL, NULL));
}

/* Every so often, the results go to a new buffer. */
static void renew(cl_int round)
{
	struct service *s = &service;

	if (round % 16)
		return;
	OK(clReleaseMemObject(s->sums));
	s->sums = app_buffer(&s->app, CL_MEM_WRITE_ONLY, BYTES, NULL);
	app_set_buffers(s->kernel, 2, 1, &s->sums);
}

static void run(cl_int round)
{
	struct service *s = &service;
	cl_event launch, read;

	renew(round);
	change(round);
	OK(clEnqueueTask(s->app.queue, s->kernel, 0, NULL, &launch));
	OK(clEnqueueReadBuffer(s->app.queue, s->sums, CL_FALSE, 0, BYTES, s->sum, 1, &launch,
			       &read));
	OK(clWaitForEvents(1, &read));
	OK(clReleaseEvent(launch));
	if (s->before)
		OK(clReleaseEvent(s->before));
	s->before = read;
	for (size_t i = 0; i < COUNT; i++)
		assert_int_equal(s->sum[i], s->first[i] + s->second[i]);
}

/* A launch that fails; it is the host's only sign of it. */
static void launch_that_fails(void)
{
	struct service *s = &service;
	cl_event gate = clCreateUserEvent(s->app.context, NULL), launch;

	OK(clEnqueueTask(s->app.queue, s->kernel, 1, &gate, &launch));
	OK(clSetUserEventStatus(gate, -5));
	assert_int_not_equal(clWaitForEvents(1, &launch), 0);
}

/* What the last launch wrote is read after a ring has forgotten that launch. */
static void read_late(void)
{
	enum { WRITES = 600 };
	struct service *s = &service;

	for (cl_int i = 1; i <= WRITES; i++) {
		app_numbers(s->second, COUNT, i);
		OK(clEnqueueWriteBuffer(s->app.queue, s->inputs, CL_TRUE, 0, BYTES, s->second, 0,
					NULL, NULL));
	}
	OK(clEnqueueReadBuffer(s->app.queue, s->sums, CL_TRUE, 0, BYTES, s->sum, 0, NULL, NULL));
	run(1);
}

/* --- kernels that wait for each other --------------------------------------------------------- */

static struct joined {
	struct app app;
	cl_kernel triple, increment;
	cl_mem in, out;
	cl_int sent[COUNT], got[COUNT];
} joined;

static void begin_joined(void)
{
	struct joined *j = &joined;

	j->app = app_open("stream.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	j->triple = app_kernel(&j->app, "triple");
	j->increment = app_kernel(&j->app, "increment");
	j->in = app_buffer(&j->app, CL_MEM_READ_ONLY, BYTES, NULL);
	j->out = app_buffer(&j->app, CL_MEM_WRITE_ONLY, BYTES, NULL);
	app_set_buffers(j->triple, 0, 1, &j->in);
	app_set_int(j->triple, 2, COUNT);
	app_set_buffers(j->increment, 1, 1, &j->out);
	app_set_int(j->increment, 2, COUNT);
}

/* The host waits for the read, which waits for one of them, or for both; or for the queue. */
static void run_joined(cl_int round)
{
	struct joined *j = &joined;
	cl_uint waits = (cl_uint)round % 2 + 1;
	cl_event launches[2], read;

	app_numbers(j->sent, COUNT, round);
	OK(clEnqueueWriteBuffer(j->app.queue, j->in, CL_TRUE, 0, BYTES, j->sent, 0, NULL, NULL));
	OK(clEnqueueTask(j->app.queue, j->increment, 0, NULL, &launches[0]));
	OK(clEnqueueTask(j->app.queue, j->triple, 0, NULL, &launches[1]));
	OK(clEnqueueReadBuffer(j->app.queue, j->out, CL_FALSE, 0, BYTES, j->got, waits, launches,
			       &read));
	OK(clWaitForEvents(1, &read));
	if (waits == 1)
		OK(clFinish(j->app.queue));
	OK(clReleaseEvent(read));
	OK(clReleaseEvent(launches[0]));
	OK(clReleaseEvent(launches[1]));
	for (size_t i = 0; i < COUNT; i++)
		assert_int_equal(j->got[i], 3 * j->sent[i] + 1);
}

static void serve_joined(void)
{
	begin_joined();
	for (cl_int round = 1;; round++)
		run_joined(round);
}

/* --- a race ----------------------------------------------------------------------------------- */

/*
 * Two launches write to one buffer; the second one waits for the first one, or should have. They are
 * long, and begin when an event lets both.
 */
static void race_once(struct app *app, cl_kernel kernels[2], cl_mem sums, bool waits)
{
	enum { MANY = 1 << 19 };
	static cl_int got[MANY];
	cl_event gate = clCreateUserEvent(app->context, NULL), events[2];

	assert_non_null(gate);
	OK(clEnqueueTask(app->queue, kernels[0], 1, &gate, &events[0]));
	OK(clEnqueueTask(app->queue, kernels[1], 1, waits ? &events[0] : &gate, &events[1]));
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	OK(clWaitForEvents(2, events));
	OK(clEnqueueReadBuffer(app->queue, sums, CL_TRUE, 0, sizeof(got), got, 0, NULL, NULL));
	OK(clReleaseEvent(gate));
	OK(clReleaseEvent(events[0]));
	OK(clReleaseEvent(events[1]));
}

static void race(int rounds, bool waits)
{
	enum { MANY = 1 << 19 };
	static cl_int numbers[MANY];
	struct app app = app_open("vadd4.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	const cl_mem_flags flags = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
	cl_mem sums = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(numbers), NULL), inputs[2];
	cl_kernel kernels[2];

	for (cl_uint i = 0; i < 2; i++) {
		app_numbers(numbers, MANY, (cl_int)i + 1);
		inputs[i] = app_buffer(&app, flags, sizeof(numbers), numbers);
		kernels[i] = app_kernel(&app, "vadd");
		app_set_buffers(kernels[i], 0, 3, (cl_mem[]){inputs[i], inputs[i], sums});
		app_set_int(kernels[i], 3, MANY);
	}
	for (int round = 0; round < rounds; round++)
		race_once(&app, kernels, sums, waits);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 1;
	const char *end = argc > 2 ? argv[2] : "";

	if (!strcmp(end, "joined"))
		serve_joined();
	if (!strcmp(end, "race") || !strcmp(end, "order")) {
		race(rounds, !strcmp(end, "order"));
		return 0;
	}
	begin();
	for (cl_int round = 1; round <= rounds; round++)
		run(round);
	if (!strcmp(end, "late"))
		read_late();
	if (!strcmp(end, "fail") || !strcmp(end, "late"))
		launch_that_fails();
	if (!strcmp(end, "abort"))
		abort();
	if (!strcmp(end, "crash"))
		raise(SIGSEGV);
	for (cl_int round = 1; !strcmp(end, "serve"); round++)
		run(round);
	return 0;
}
