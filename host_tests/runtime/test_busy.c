/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A board that has no room for every other request, and that loses its memory when it is
 * programmed. Commands that wait to be resubmitted do not keep the image from being replaced.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "host_tests/runtime/host.h"

enum { COUNT = 16, SWAPS = 100, PATIENCE_S = 60 };

static struct host host;
static atomic_bool ends;
static atomic_int wrong;

/* Uses other buffers than the launches do, two at a time, in an out-of-order queue. */
static void *write_and_read(void *data)
{
	cl_command_queue queue = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_int numbers[2][COUNT] = {{0}}, found[2][COUNT];
	cl_mem buffers[] = {host_buffer(&host, 0, sizeof(numbers[0]), NULL),
			    host_buffer(&host, 0, sizeof(numbers[0]), NULL)};

	(void)data;
	for (int round = 0; !atomic_load(&ends); round++) {
		cl_int errors = 0;

		for (int i = 0; i < 2; i++) {
			numbers[i][round % COUNT] = round;
			errors |= clEnqueueWriteBuffer(queue, buffers[i], CL_FALSE, 0,
						       sizeof(numbers[i]), numbers[i], 0, NULL,
						       NULL);
		}
		errors |= clFinish(queue);
		for (int i = 0; i < 2; i++)
			errors |= clEnqueueReadBuffer(queue, buffers[i], CL_FALSE, 0,
						      sizeof(found[i]), found[i], 0, NULL, NULL);
		errors |= clFinish(queue);
		if (errors || memcmp(numbers, found, sizeof(found)) != 0)
			atomic_fetch_add(&wrong, 1);
	}
	clReleaseMemObject(buffers[0]);
	clReleaseMemObject(buffers[1]);
	clReleaseCommandQueue(queue);
	return NULL;
}

static void images_are_replaced(void **state)
{
	cl_int zeros[COUNT] = {0}, found = 0;
	cl_program basic, other;
	cl_kernel bump, twice;
	cl_command_queue queue;
	pthread_t writer;
	cl_mem buffer;

	(void)state;
	alarm(PATIENCE_S); /* otherwise it would wait forever */
	host_open(&host);
	basic = host_program(&host, 0, "basic.xclbin");
	other = host_program(&host, 0, "other.xclbin");
	bump = host_kernel(basic, "bump");
	twice = host_kernel(other, "twice");
	queue = host_queue(&host, 0, 0);
	buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros);
	host_args(bump, buffer, 2, 1, 1);
	host_args(twice, buffer, 1, 1);
	assert_int_equal(pthread_create(&writer, NULL, write_and_read, NULL), 0);
	for (int i = 0; i < SWAPS; i++) {
		OK(clEnqueueTask(queue, bump, 0, NULL, NULL));
		OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(found), &found, 0, NULL,
				       NULL));
		assert_int_equal(found, 2);
		OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof(zeros), zeros, 0, NULL,
					NULL));
	}
	atomic_store(&ends, true);
	pthread_join(writer, NULL);
	assert_int_equal(atomic_load(&wrong), 0);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseKernel(bump));
	OK(clReleaseKernel(twice));
	OK(clReleaseProgram(basic));
	OK(clReleaseProgram(other));
	host_close(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(images_are_replaced)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
