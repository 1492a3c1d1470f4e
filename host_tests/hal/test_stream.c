/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "host_tests/hal/suite.h"

enum { COUNT = 5000 };

static struct fcl_hal_program *program;
static uint32_t sent[COUNT], got[COUNT];

static void set_producer(struct work *work, uint32_t cu, struct fcl_hal_buffer *in,
			 const uint32_t *n)
{
	static uint32_t cus[2];

	cus[cu] = first_cu(K_PRODUCER) + cu;
	work_launch(work, program, K_PRODUCER, 1);
	work->request.u.launch.cus = &cus[cu];
	work_buffer(work, 0, in, 0);
	work_bytes(work, 2, n, sizeof(*n));
}

static void set_consumer(struct work *work, uint32_t cu, struct fcl_hal_buffer *out,
			 const uint32_t *n)
{
	static uint32_t cus[2];

	cus[cu] = first_cu(K_CONSUMER) + cu;
	work_launch(work, program, K_CONSUMER, 1);
	work->request.u.launch.cus = &cus[cu];
	work_buffer(work, 1, out, 0);
	work_bytes(work, 2, n, sizeof(*n));
}

static void fifos_are_listed(void **state)
{
	struct fcl_hal_stream_info info;

	(void)state;
	program = load_program();
	if (!(suite.info->caps & FCL_HAL_CAP_STREAMS))
		assert_int_equal(suite.hal->stream_info(suite.device, program, 0, &info),
				 -EOPNOTSUPP);
	need(FCL_HAL_CAP_STREAMS);
	assert_int_equal(suite.hal->stream_info(suite.device, program, 0, &info), 0);
	assert_int_equal(info.src_cu, first_cu(K_PRODUCER));
	assert_int_equal(info.src_arg, 1);
	assert_int_equal(info.dst_cu, first_cu(K_CONSUMER));
	assert_int_equal(info.dst_arg, 0);
	assert_int_equal(info.packet_size, 4);
	assert_int_equal(info.depth, 2);
	assert_int_equal(suite.hal->stream_info(suite.device, program, 3, &info), -ENOENT);
}

/* From producer to consumer through the FIFOs of `cu`, which multiplies by `factor`. */
static void run_pipeline(uint32_t cu, uint32_t factor, bool consumer_first)
{
	struct fcl_hal_buffer *in = alloc_buffer(sizeof(sent)), *out = alloc_buffer(sizeof(got));
	struct work producer, consumer;
	uint32_t n = COUNT;

	for (uint32_t i = 0; i < COUNT; i++)
		sent[i] = i * 2654435761u;
	memset(got, 0, sizeof(got));
	put(in, 0, sent, sizeof(sent));
	set_producer(&producer, cu, in, &n);
	set_consumer(&consumer, cu, out, &n);
	assert_int_equal(work_submit(consumer_first ? &consumer : &producer), 0);
	assert_int_equal(work_submit(consumer_first ? &producer : &consumer), 0);
	assert_int_equal(work_wait(&producer), 0);
	assert_int_equal(work_wait(&consumer), 0);
	get(out, 0, got, sizeof(got));
	for (uint32_t i = 0; i < COUNT; i++)
		assert_int_equal(got[i], sent[i] * factor);
	free_buffer(in);
	free_buffer(out);
}

static void pipeline_of_depth_two(void **state)
{
	(void)state;
	need(FCL_HAL_CAP_STREAMS);
	need_results();
	run_pipeline(0, 1, false);
	run_pipeline(0, 1, true);
}

/* A free-running, clocked CU between two functions. */
static void pipeline_through_doubler(void **state)
{
	(void)state;
	need(FCL_HAL_CAP_STREAMS);
	need_results();
	run_pipeline(1, 2, false);
	run_pipeline(1, 2, true);
}

/* A producer alone fills the FIFO and waits; its packets can be counted and read. */
static void back_pressure(void **state)
{
	struct fcl_hal_buffer *in;
	struct fcl_hal_pipe *pipe = NULL;
	struct fcl_err err = {0};
	uint32_t values[5] = {10, 11, 12, 13, 14}, taken[5], n = 5, count = 0, level = 0;
	struct work producer;

	(void)state;
	need(FCL_HAL_CAP_STREAMS);
	need_results();
	in = alloc_buffer(64);
	put(in, 0, values, sizeof(values));
	assert_int_equal(suite.hal->stream_open(suite.device, program, 3, &pipe, &err), -ENOENT);
	assert_int_equal(suite.hal->stream_open(suite.device, program, 0, &pipe, &err), 0);
	set_producer(&producer, 0, in, &n);
	assert_int_equal(work_submit(&producer), 0);
	suite.hal->kick(suite.device);
	while (level < 2) { /* if this never ends, ctest's timeout ends the test */
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
		assert_int_equal(suite.hal->pipe_level(suite.device, pipe, &level), 0);
	}
	assert_int_equal(level, 2);
	assert_int_equal(producer.done, 0);
	for (uint32_t at = 0; at < 5; at += count) {
		assert_int_equal(
			suite.hal->pipe_drain(suite.device, pipe, taken + at, 5 - at, &count), 0);
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	}
	assert_int_equal(work_wait(&producer), 0);
	assert_memory_equal(taken, values, sizeof(values));
	suite.hal->pipe_close(suite.device, pipe);
	free_buffer(in);
}

/* A packet of another size would overrun the kernel's variable, or be truncated. */
static void pipe_of_other_packets(void **state)
{
	static const uint32_t sizes[] = {1, 3, 5, 8, 4096};
	struct fcl_hal_buffer *in;
	uint32_t n = 0;

	(void)state;
	need(FCL_HAL_CAP_PIPES);
	in = alloc_buffer(64);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct fcl_hal_pipe *pipe = NULL;
		struct fcl_err err = {0};
		struct work producer;
		struct fcl_hal_arg *arg;

		assert_int_equal(suite.hal->pipe_create(suite.device, sizes[i], 4, &pipe, &err), 0);
		set_producer(&producer, 0, in, &n);
		arg = &producer.args[producer.request.u.launch.nargs++];
		*arg = (struct fcl_hal_arg){.index = 1, .kind = FCL_HAL_ARG_PIPE, .u.pipe = pipe};
		assert_int_equal(work_submit(&producer), -EINVAL);
		suite.hal->pipe_close(suite.device, pipe);
	}
	free_buffer(in);
}

static void pipes(void **state)
{
	struct fcl_hal_buffer *in, *out;
	uint32_t values[4] = {1, 2, 3, 4}, taken[4] = {0}, n = 4;
	struct work producer, consumer;
	struct fcl_hal_pipe *pipe = NULL;
	struct fcl_err err = {0};

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_PIPES))
		assert_int_equal(suite.hal->pipe_create(suite.device, 4, 8, &pipe, &err),
				 -EOPNOTSUPP);
	need(FCL_HAL_CAP_PIPES);
	in = alloc_buffer(64);
	out = alloc_buffer(64);
	assert_int_equal(suite.hal->pipe_create(suite.device, 0, 8, &pipe, &err), -EINVAL);
	assert_int_equal(suite.hal->pipe_create(suite.device, 4, 0, &pipe, &err), -EINVAL);
	assert_int_equal(suite.hal->pipe_create(suite.device, 4, 3, &pipe, &err), 0);
	put(in, 0, values, sizeof(values));
	set_producer(&producer, 0, in, &n);
	set_consumer(&consumer, 1, out, &n);
	for (unsigned i = 0; i < 2; i++) {
		struct work *work = i ? &consumer : &producer;
		struct fcl_hal_arg *arg = &work->args[work->request.u.launch.nargs++];

		*arg = (struct fcl_hal_arg){
			.index = i ? 0 : 1, .kind = FCL_HAL_ARG_PIPE, .u.pipe = pipe};
		assert_int_equal(work_submit(work), 0);
	}
	assert_int_equal(work_wait(&producer), 0);
	assert_int_equal(work_wait(&consumer), 0);
	get(out, 0, taken, sizeof(taken));
	if (suite.computes)
		assert_memory_equal(taken, values, sizeof(values));
	suite.hal->pipe_close(suite.device, pipe);
	suite.hal->pipe_close(suite.device, NULL);
	free_buffer(in);
	free_buffer(out);
}

static void host_streams(void **state)
{
	uint32_t values[5] = {1, 2, 3, 4, 5}, taken[5] = {0}, count = 0;
	struct fcl_hal_pipe *pipe = NULL;
	struct fcl_err err = {0};

	(void)state;
	if (!(suite.info->caps & FCL_HAL_CAP_HOST_STREAM))
		assert_int_equal(suite.hal->pipe_push(suite.device, NULL, values, 1, &count),
				 -EOPNOTSUPP);
	need(FCL_HAL_CAP_HOST_STREAM | FCL_HAL_CAP_PIPES);
	assert_int_equal(suite.hal->pipe_create(suite.device, 4, 3, &pipe, &err), 0);
	assert_int_equal(suite.hal->pipe_pop(suite.device, pipe, taken, 5, &count), 0);
	assert_int_equal(count, 0);
	assert_int_equal(suite.hal->pipe_push(suite.device, pipe, values, 5, &count), 0);
	assert_int_equal(count, 3);
	assert_int_equal(suite.hal->pipe_pop(suite.device, pipe, taken, 2, &count), 0);
	assert_int_equal(count, 2);
	assert_int_equal(suite.hal->pipe_push(suite.device, pipe, values + 3, 2, &count), 0);
	assert_int_equal(count, 2);
	assert_int_equal(suite.hal->pipe_pop(suite.device, pipe, taken + 2, 5, &count), 0);
	assert_int_equal(count, 3);
	assert_memory_equal(taken, values, sizeof(values));
	assert_int_equal(suite.hal->pipe_drain(suite.device, pipe, NULL, 5, &count), 0);
	assert_int_equal(count, 0);
	suite.hal->pipe_close(suite.device, pipe);
}

static void unload(void **state)
{
	(void)state;
	suite.hal->unprogram(suite.device, program);
}

const struct CMUnitTest stream_tests[] = {
	cmocka_unit_test(fifos_are_listed),
	cmocka_unit_test(pipeline_of_depth_two),
	cmocka_unit_test(pipeline_through_doubler),
	cmocka_unit_test(back_pressure),
	cmocka_unit_test(pipes),
	cmocka_unit_test(pipe_of_other_packets),
	cmocka_unit_test(host_streams),
	cmocka_unit_test(unload),
};
const size_t nstream_tests = sizeof(stream_tests) / sizeof(stream_tests[0]);
