/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_command_buffer.h"
#include "host_tests/api/wild.h"

/*
 * Pointers that are not handles, as every handle argument except the first, which test_handle.c
 * covers. The driver must not read the memory behind them; some of it is inaccessible.
 */

static const struct _cl_icd_dispatch *table;
static struct wild wild;
static cl_int error;
static const size_t one = 1, three[3] = {1, 1, 1};
static char bytes[64];

/* Runs the checks for each wild pointer `w`: EXPECT() and EXPECT_NULL(). */
#define FOR_WILD(live)                                                                             \
	wild_make(&wild, live);                                                                    \
	table = wild_table();                                                                      \
	for (void **at = wild.handles, *w = *at; at < wild.handles + WILD_HANDLES;                 \
	     at++, w = at < wild.handles + WILD_HANDLES ? *at : NULL)

static void end(void)
{
	wild_free(&wild);
	api_end();
}

static void platforms(void **state)
{
	(void)state;
	FOR_WILD(api.platform)
	{
		cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)w,
						      0};
		cl_uint count = 0;

		EXPECT(CL_INVALID_PLATFORM,
		       table->clGetPlatformInfo(w, CL_PLATFORM_NAME, 0, NULL, NULL));
		EXPECT(CL_INVALID_PLATFORM,
		       table->clGetDeviceIDs(w, CL_DEVICE_TYPE_ALL, 0, NULL, &count));
		EXPECT_NULL(CL_INVALID_PLATFORM,
			    table->clCreateContext(properties, 1, api.devices, NULL, NULL, &error));
	}
	end();
}

static void devices(void **state)
{
	cl_queue_properties none = 0;

	(void)state;
	FOR_WILD(api.devices[0])
	{
		cl_device_id list[] = {api.devices[0], w};

		EXPECT_NULL(CL_INVALID_DEVICE,
			    table->clCreateContext(NULL, 2, list, NULL, NULL, &error));
		EXPECT_NULL(CL_INVALID_DEVICE, table->clCreateCommandQueueWithProperties(
						       api.context, w, &none, &error));
		EXPECT(CL_INVALID_DEVICE,
		       table->clBuildProgram(api.program, 2, list, NULL, NULL, NULL));
		EXPECT(CL_INVALID_DEVICE,
		       table->clGetProgramBuildInfo(api.program, w, CL_PROGRAM_BUILD_STATUS, 0,
						    NULL, NULL));
	}
	end();
}

static void programs(void **state)
{
	(void)state;
	FOR_WILD(api.program)
	{
		cl_program list[] = {w};

		EXPECT_NULL(CL_INVALID_PROGRAM, table->clLinkProgram(api.context, 0, NULL, NULL, 1,
								     list, NULL, NULL, &error));
	}
	end();
}

static void buffers_in_commands(void **state)
{
	(void)state;
	FOR_WILD(api.buffer)
	{
		cl_mem list[] = {api.buffer, w};

		EXPECT(CL_INVALID_MEM_OBJECT, table->clEnqueueReadBuffer(api.queue, w, CL_TRUE, 0,
									 4, bytes, 0, NULL, NULL));
		EXPECT(CL_INVALID_MEM_OBJECT,
		       table->clEnqueueWriteBufferRect(api.queue, w, CL_TRUE, three, three, three,
						       0, 0, 0, 0, bytes, 0, NULL, NULL));
		EXPECT(CL_INVALID_MEM_OBJECT, table->clEnqueueCopyBuffer(api.queue, api.buffer, w,
									 0, 0, 4, 0, NULL, NULL));
		EXPECT(CL_INVALID_MEM_OBJECT,
		       table->clEnqueueFillBuffer(api.queue, w, bytes, 4, 0, 4, 0, NULL, NULL));
		EXPECT(CL_INVALID_MEM_OBJECT,
		       table->clEnqueueUnmapMemObject(api.queue, w, bytes, 0, NULL, NULL));
		EXPECT(CL_INVALID_MEM_OBJECT,
		       table->clEnqueueMigrateMemObjects(api.queue, 2, list, 0, 0, NULL, NULL));
		EXPECT_NULL(CL_INVALID_MEM_OBJECT,
			    table->clEnqueueMapBuffer(api.queue, w, CL_TRUE, CL_MAP_READ, 0, 4, 0,
						      NULL, NULL, &error));
	}
	end();
}

static void buffers_as_arguments(void **state)
{
	cl_kernel poke = api_kernel("poke");

	(void)state;
	FOR_WILD(api.buffer)
	{
		EXPECT(CL_INVALID_MEM_OBJECT, table->clSetKernelArg(poke, 0, sizeof(w), &w));
		EXPECT(CL_INVALID_KERNEL_ARGS,
		       table->clEnqueueTask(api.queue, poke, 0, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, clReleaseKernel(poke));
	end();
}

static void kernels(void **state)
{
	cl_kernel poke = api_kernel("poke");

	(void)state;
	FOR_WILD(poke)
	{
		EXPECT(CL_INVALID_KERNEL, table->clEnqueueTask(api.queue, w, 0, NULL, NULL));
		EXPECT(CL_INVALID_KERNEL, table->clEnqueueNDRangeKernel(api.queue, w, 1, NULL, &one,
									NULL, 0, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, clReleaseKernel(poke));
	end();
}

static void events(void **state)
{
	(void)state;
	FOR_WILD(api.user)
	{
		cl_event list[] = {api.user, w};

		EXPECT(CL_INVALID_EVENT, table->clWaitForEvents(2, list));
		EXPECT(CL_INVALID_EVENT_WAIT_LIST,
		       table->clEnqueueMarkerWithWaitList(api.queue, 2, list, NULL));
		EXPECT(CL_INVALID_EVENT_WAIT_LIST,
		       table->clEnqueueFillBuffer(api.queue, api.buffer, bytes, 4, 0, 4, 2, list,
						  NULL));
		EXPECT(CL_INVALID_EVENT, table->clEnqueueWaitForEvents(api.queue, 2, list));
	}
	end();
}

/* Samplers do not exist, so any pointer is invalid. */
static void samplers(void **state)
{
	(void)state;
	FOR_WILD(api.context)
	{
		EXPECT(CL_INVALID_SAMPLER, table->clRetainSampler(w));
		EXPECT(CL_INVALID_SAMPLER, table->clReleaseSampler(w));
		EXPECT(CL_INVALID_SAMPLER,
		       table->clGetSamplerInfo(w, CL_SAMPLER_CONTEXT, 0, NULL, NULL));
	}
	end();
}

static void command_buffers(void **state)
{
	cl_command_buffer_khr live = api_command_buffer(api.queue, 0);

	(void)state;
	FOR_WILD(live)
	{
		cl_command_queue queue = w;

		EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.retain(w));
		EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.release(w));
		EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.finalize(w));
		EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.enqueue(0, NULL, w, 0, NULL, NULL));
		EXPECT(CL_INVALID_COMMAND_BUFFER_KHR,
		       cb.info(w, CL_COMMAND_BUFFER_STATE_KHR, 0, NULL, NULL));
		EXPECT(CL_INVALID_COMMAND_BUFFER_KHR,
		       cb.barrier(w, NULL, NULL, 0, NULL, NULL, NULL));
		EXPECT(CL_INVALID_MEM_OBJECT,
		       cb.copy(live, NULL, NULL, api.buffer, w, 0, 0, 4, 0, NULL, NULL, NULL));
		EXPECT_NULL(CL_INVALID_COMMAND_QUEUE, cb.create(1, &queue, NULL, &error));
	}
	EXPECT(CL_SUCCESS, cb.release(live));
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(platforms),
		cmocka_unit_test(devices),
		cmocka_unit_test(programs),
		cmocka_unit_test(buffers_in_commands),
		cmocka_unit_test(buffers_as_arguments),
		cmocka_unit_test(kernels),
		cmocka_unit_test(events),
		cmocka_unit_test(samplers),
		cmocka_unit_test(command_buffers),
	};

	return cmocka_run_group_tests(tests, api_command_buffer_setup, api_teardown);
}
