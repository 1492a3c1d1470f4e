/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chains of kernels over pipes, with random packet sizes, depths and access functions, several at
 * once: every packet arrives exactly once and, if one work-item sends and one receives, in order.
 * Manually: app_random_pipes SEED.
 */
#define CL_TARGET_OPENCL_VERSION 200
#include "host_tests/apps/app.h"

#include <pthread.h>

enum { THREADS = 3, ROUNDS = 12, MOST = 2000, STAGES = 4, PLACE = 100 };

static const struct {
	const char *name;
	size_t size;
} types[] = {{"byte", 1}, {"odd", 3}, {"long4", 32}, {"large", 100}};

static struct app app;
static unsigned long seed = 1;

/* One chain: a sender, any number of passing kernels, a receiver. */
struct chain {
	uint64_t state;
	unsigned type, passes;
	cl_uint count;
	cl_command_queue queues[STAGES];
	cl_mem pipes[STAGES];
	const char *failure; /* cmocka's asserts only work on the first thread */
};

static cl_uint pick(struct chain *chain, cl_uint below)
{
	chain->state = chain->state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (cl_uint)(chain->state >> 33) % below;
}

#define CHECK(rule)                                                                                \
	do {                                                                                       \
		if (!(rule) && !chain->failure)                                                    \
			chain->failure = #rule;                                                    \
	} while (0)

static cl_kernel create(struct chain *chain, const char *role)
{
	char name[32];
	cl_int error;
	cl_kernel kernel;

	snprintf(name, sizeof(name), "%s_%s", role, types[chain->type].name);
	kernel = clCreateKernel(app.program, name, &error);
	CHECK(error == CL_SUCCESS);
	return kernel;
}

static void set(struct chain *chain, cl_kernel kernel, cl_uint index, size_t size,
		const void *value)
{
	CHECK(clSetKernelArg(kernel, index, size, value) == CL_SUCCESS);
}

static void start(struct chain *chain, cl_kernel kernel, unsigned queue, size_t items, size_t group)
{
	CHECK(clEnqueueNDRangeKernel(chain->queues[queue], kernel, 1, NULL, &items, &group, 0, NULL,
				     NULL) == CL_SUCCESS);
	CHECK(clFlush(chain->queues[queue]) == CL_SUCCESS);
	CHECK(clReleaseKernel(kernel) == CL_SUCCESS);
}

static void launch(struct chain *chain, cl_mem to)
{
	cl_kernel send = create(chain, "send"), take = create(chain, "take");
	cl_uint state = pick(chain, 1u << 30);
	size_t group = 1 + pick(chain, 24);

	set(chain, send, 0, sizeof(cl_mem), &chain->pipes[0]);
	set(chain, send, 1, sizeof(state), &state);
	set(chain, send, 2, sizeof(chain->count), &chain->count);
	state = pick(chain, 1u << 30);
	set(chain, take, 0, sizeof(cl_mem), &chain->pipes[chain->passes]);
	set(chain, take, 1, sizeof(state), &state);
	set(chain, take, 2, sizeof(chain->count), &chain->count);
	set(chain, take, 3, sizeof(cl_mem), &to);
	while (chain->count % group)
		group--;
	start(chain, send, 0, 1, 1);
	for (unsigned i = 0; i < chain->passes; i++) {
		cl_kernel pass = create(chain, "pass");

		set(chain, pass, 0, sizeof(cl_mem), &chain->pipes[i]);
		set(chain, pass, 1, sizeof(cl_mem), &chain->pipes[i + 1]);
		start(chain, pass, 2 + i, chain->count, group);
	}
	start(chain, take, 1, 1, 1);
}

static void make_packet(unsigned char *to, size_t size, cl_uint number)
{
	for (size_t i = 0; i < size; i++)
		to[i] = (unsigned char)(number * 7 + (number >> 8) + i * 13);
}

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, PLACE);
}

/* Spreads packets to slots of one size, so that one function can compare all. */
static void spread(unsigned char *to, const unsigned char *from, size_t size, cl_uint count)
{
	memset(to, 0, (size_t)PLACE * count);
	for (cl_uint i = 0; i < count; i++)
		memcpy(to + (size_t)PLACE * i, from + size * i, size);
}

/* After a passing kernel, which has several work-items, the order is not defined. */
static void verify(struct chain *chain, const unsigned char *found)
{
	size_t size = types[chain->type].size, bytes = (size_t)PLACE * chain->count;
	unsigned char *sent = calloc(chain->count, PLACE), *got = malloc(bytes);

	if (!sent || !got)
		abort();
	for (cl_uint i = 0; i < chain->count; i++)
		make_packet(sent + (size_t)PLACE * i, size, i);
	spread(got, found, size, chain->count);
	if (chain->passes) {
		qsort(sent, chain->count, PLACE, compare);
		qsort(got, chain->count, PLACE, compare);
	}
	CHECK(!memcmp(sent, got, bytes));
	free(sent);
	free(got);
}

static void run_round(struct chain *chain)
{
	unsigned char *found = malloc((size_t)MOST * PLACE);
	cl_int error;
	size_t bytes;
	cl_mem to;

	chain->type = pick(chain, 4);
	chain->passes = pick(chain, STAGES - 1);
	chain->count = 1 + pick(chain, MOST);
	bytes = types[chain->type].size * chain->count;
	to = clCreateBuffer(app.context, CL_MEM_WRITE_ONLY, bytes, NULL, &error);
	CHECK(error == CL_SUCCESS);
	for (unsigned i = 0; i <= chain->passes; i++) {
		cl_uint depth = 1 + pick(chain, pick(chain, 2) ? 4 : 60);

		chain->pipes[i] = clCreatePipe(app.context, CL_MEM_HOST_NO_ACCESS,
					       (cl_uint)types[chain->type].size, depth, NULL,
					       &error);
		CHECK(error == CL_SUCCESS);
	}
	launch(chain, to);
	CHECK(clEnqueueReadBuffer(chain->queues[1], to, CL_TRUE, 0, bytes, found, 0, NULL, NULL) ==
	      CL_SUCCESS);
	for (unsigned i = 0; i < STAGES; i++)
		CHECK(clFinish(chain->queues[i]) == CL_SUCCESS);
	if (!chain->failure)
		verify(chain, found);
	for (unsigned i = 0; i <= chain->passes; i++)
		clReleaseMemObject(chain->pipes[i]);
	clReleaseMemObject(to);
	free(found);
}

static void *run_chain(void *data)
{
	struct chain *chain = data;
	cl_int error;

	for (unsigned i = 0; i < STAGES; i++) {
		chain->queues[i] = clCreateCommandQueueWithProperties(app.context, app.devices[0],
								      NULL, &error);
		CHECK(error == CL_SUCCESS);
	}
	for (unsigned i = 0; i < ROUNDS && !chain->failure; i++)
		run_round(chain);
	for (unsigned i = 0; i < STAGES; i++)
		clReleaseCommandQueue(chain->queues[i]);
	return NULL;
}

static void random_chains(void **state)
{
	struct chain chains[THREADS] = {{0}};
	pthread_t threads[THREADS];

	(void)state;
	app = app_open("random_pipes.xclbin", 0);
	for (unsigned i = 0; i < THREADS; i++) {
		chains[i].state = seed * 1000 + i;
		assert_int_equal(pthread_create(&threads[i], NULL, run_chain, &chains[i]), 0);
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (unsigned i = 0; i < THREADS; i++)
		if (chains[i].failure)
			fail_msg("seed %lu, thread %u (%s, %u packets, %u passes): expected %s",
				 seed, i, types[chains[i].type].name, chains[i].count,
				 chains[i].passes, chains[i].failure);
	app_close(&app);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_chains)};

	if (argc > 1)
		seed = strtoul(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
