/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that run forever and poll: they pass data on, and back off when there is none. */
#include "host_tests/apps/app.h"

#include <dirent.h>
#include <time.h>
#include <unistd.h>

enum { COUNT = 5000, ROUNDS = 300, LOOKS = 60000 };

static cl_int in[COUNT], out[COUNT];

struct chain {
	struct app app;
	cl_kernel feed, collect;
	cl_mem in, out;
};

static struct chain open_chain(void)
{
	struct chain c = {
		.app = app_open("polling.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};

	c.feed = app_kernel(&c.app, "feed");
	c.collect = app_kernel(&c.app, "collect");
	c.in = app_buffer(&c.app, CL_MEM_READ_ONLY, sizeof(in), NULL);
	c.out = app_buffer(&c.app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	app_set_buffers(c.feed, 0, 1, &c.in);
	app_set_buffers(c.collect, 1, 1, &c.out);
	return c;
}

static void pass(struct chain *c, cl_int count, cl_int seed)
{
	app_numbers(in, (size_t)count, seed);
	app_set_int(c->feed, 2, count);
	app_set_int(c->collect, 2, count);
	OK(clEnqueueWriteBuffer(c->app.queue, c->in, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL));
	OK(clEnqueueTask(c->app.queue, c->feed, 0, NULL, NULL));
	OK(clEnqueueTask(c->app.queue, c->collect, 0, NULL, NULL));
	OK(clFinish(c->app.queue));
	OK(clEnqueueReadBuffer(c->app.queue, c->out, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
	for (cl_int i = 0; i < count; i++)
		if (out[i] != (in[i] + 1) * 2)
			fail_msg("element %d: %d became %d", i, in[i], out[i]);
}

static void close_chain(struct chain *c)
{
	OK(clReleaseMemObject(c->out));
	OK(clReleaseMemObject(c->in));
	OK(clReleaseKernel(c->collect));
	OK(clReleaseKernel(c->feed));
	app_close(&c->app);
}

/* The other threads of the process: whether all of them sleep, and how often they went to sleep. */
struct threads {
	bool asleep;
	unsigned long sleeps;
};

static void look_at_thread(const char *id, struct threads *threads)
{
	unsigned long sleeps;
	char path[64], line[256];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%.20s/status", id);
	file = fopen(path, "r");
	if (!file) /* it has ended */
		return;
	while (fgets(line, sizeof(line), file)) {
		if (!strncmp(line, "State:\t", 7))
			threads->asleep &= line[7] == 'S';
		if (sscanf(line, "voluntary_ctxt_switches: %lu", &sleeps) == 1)
			threads->sleeps += sleeps;
	}
	fclose(file);
}

static struct threads look_at_threads(void)
{
	struct threads threads = {.asleep = true};
	DIR *folder = opendir("/proc/self/task");
	struct dirent *entry;

	assert_non_null(folder);
	while ((entry = readdir(folder)))
		if (entry->d_name[0] != '.' && atoi(entry->d_name) != gettid())
			look_at_thread(entry->d_name, &threads);
	closedir(folder);
	return threads;
}

/*
 * If no thread went to sleep between two checks that found all of them asleep, none was awake in
 * between.
 */
static bool all_sleep(void)
{
	struct threads before = look_at_threads(), after = look_at_threads();

	return before.asleep && after.asleep && before.sleeps == after.sleeps;
}

static void rest(long milliseconds)
{
	nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

static void passes_on(void **state)
{
	struct chain c = open_chain();

	(void)state;
	for (cl_int i = 0; i < 4; i++)
		pass(&c, COUNT - i, i);
	close_chain(&c);
}

/*
 * While the two kernels find nothing, there are moments when every thread sleeps. A kernel that
 * kept polling would keep a thread awake until ctest's timeout.
 */
static void rests(void **state)
{
	struct chain c = open_chain();

	(void)state;
	pass(&c, 10, 1);
	for (int times = 0; times < 10; times++)
		while (!all_sleep())
			rest(1);
	close_chain(&c);
}

/* Data that arrives while they sleep wakes them each time. */
static void wakes(void **state)
{
	struct chain c = open_chain();

	(void)state;
	pass(&c, 1, 1);
	for (cl_int i = 0; i < ROUNDS; i++) {
		if (i % 100 == 0)
			rest(300);
		pass(&c, 1, i);
	}
	close_chain(&c);
}

/* A kernel that counts its polls makes progress although no data arrives. */
static void counts_polls(void **state)
{
	struct chain c = open_chain();
	cl_kernel patient = app_kernel(&c.app, "patient");

	(void)state;
	app_set_buffers(patient, 1, 1, &c.out);
	app_set_int(patient, 2, LOOKS);
	OK(clEnqueueTask(c.app.queue, patient, 0, NULL, NULL));
	OK(clFinish(c.app.queue));
	OK(clEnqueueReadBuffer(c.app.queue, c.out, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
	assert_int_equal(out[0], LOOKS);
	OK(clReleaseKernel(patient));
	close_chain(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(passes_on),
		cmocka_unit_test(rests),
		cmocka_unit_test(wakes),
		cmocka_unit_test(counts_polls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
