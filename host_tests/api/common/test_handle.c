/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/wild.h"

/*
 * Every function whose first argument is an object, with a handle that is NULL, of another type,
 * released, or arbitrary; every command with each kind of invalid wait list. The call must return
 * the code in the specification and write nothing.
 */

static cl_event written; /* where calls would store an event */
static size_t bytes;     /* where queries would store a size */
static cl_int error;
static cl_uint nwaits; /* the commands' wait list */
static const cl_event *waits;

struct row {
	const char *name;
	cl_int (*call)(void *handle);
};

/* The driver's dispatch table, to bypass the loader. NULL: use the loader. */
static const struct _cl_icd_dispatch *direct;

/* `h` is the handle. MAKE is for functions that return an object and take &error. */
#define CALL(name, ...)                                                                            \
	static cl_int call_##name(void *h)                                                         \
	{                                                                                          \
		return (direct ? direct->name : name)(__VA_ARGS__);                                \
	}
#define MAKE(name, ...)                                                                            \
	static cl_int call_##name(void *h)                                                         \
	{                                                                                          \
		error = 12345;                                                                     \
		return (direct ? direct->name : name)(__VA_ARGS__) ? CL_SUCCESS : error;           \
	}
#define ROW(name)                                                                                  \
	{                                                                                          \
#name, call_##name                                                                 \
	}
#define END nwaits, waits, &written

static void *data[64];
static const size_t three[3] = {1, 1, 1};

CALL(clGetDeviceInfo, h, CL_DEVICE_TYPE, 0, NULL, &bytes)
CALL(clRetainDevice, h)
CALL(clReleaseDevice, h)
CALL(clCreateSubDevices, h, (cl_device_partition_property[]){0}, 0, NULL, NULL)
CALL(clGetDeviceAndHostTimer, h, (cl_ulong *)data, (cl_ulong *)data)
CALL(clGetHostTimer, h, (cl_ulong *)data)

static const struct row device_rows[] = {
	ROW(clGetDeviceInfo),    ROW(clRetainDevice),          ROW(clReleaseDevice),
	ROW(clCreateSubDevices), ROW(clGetDeviceAndHostTimer), ROW(clGetHostTimer),
};

static void CL_CALLBACK on_context(cl_context context, void *user_data)
{
	(void)context;
	(void)user_data;
}

CALL(clRetainContext, h)
CALL(clReleaseContext, h)
CALL(clGetContextInfo, h, CL_CONTEXT_NUM_DEVICES, 0, NULL, &bytes)
CALL(clSetContextDestructorCallback, h, on_context, NULL)
MAKE(clCreateCommandQueue, h, api.devices[0], 0, &error)
MAKE(clCreateCommandQueueWithProperties, h, api.devices[0], NULL, &error)
MAKE(clCreateBuffer, h, 0, 64, NULL, &error)
MAKE(clCreateBufferWithProperties, h, NULL, 0, 64, NULL, &error)
MAKE(clCreatePipe, h, 0, 4, 4, NULL, &error)
MAKE(clCreateUserEvent, h, &error)
MAKE(clCreateSampler, h, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error)
MAKE(clCreateSamplerWithProperties, h, NULL, &error)
MAKE(clCreateProgramWithSource, h, 1, (const char *[]){"x"}, NULL, &error)
MAKE(clCreateProgramWithIL, h, data, sizeof(data), &error)
MAKE(clCreateProgramWithBuiltInKernels, h, 1, api.devices, "poke", &error)
MAKE(clLinkProgram, h, 0, NULL, NULL, 1, &api.program, NULL, NULL, &error)
CALL(clSetDefaultDeviceCommandQueue, h, api.devices[0], api.queue)

static const struct row context_rows[] = {
	ROW(clRetainContext),
	ROW(clReleaseContext),
	ROW(clGetContextInfo),
	ROW(clSetContextDestructorCallback),
	ROW(clCreateCommandQueue),
	ROW(clCreateCommandQueueWithProperties),
	ROW(clCreateBuffer),
	ROW(clCreateBufferWithProperties),
	ROW(clCreatePipe),
	ROW(clCreateUserEvent),
	ROW(clCreateSampler),
	ROW(clCreateSamplerWithProperties),
	ROW(clCreateProgramWithSource),
	ROW(clCreateProgramWithIL),
	ROW(clCreateProgramWithBuiltInKernels),
	ROW(clLinkProgram),
	ROW(clSetDefaultDeviceCommandQueue),
};

CALL(clRetainCommandQueue, h)
CALL(clReleaseCommandQueue, h)
CALL(clGetCommandQueueInfo, h, CL_QUEUE_CONTEXT, 0, NULL, &bytes)
CALL(clSetCommandQueueProperty, h, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL)
CALL(clFlush, h)
CALL(clFinish, h)
CALL(clEnqueueMarker, h, &written)
CALL(clEnqueueBarrier, h)
CALL(clEnqueueWaitForEvents, h, 1, &api.user)
CALL(clEnqueueMarkerWithWaitList, h, END)
CALL(clEnqueueBarrierWithWaitList, h, END)
CALL(clEnqueueReadBuffer, h, api.buffer, CL_TRUE, 0, 4, data, END)
CALL(clEnqueueWriteBuffer, h, api.buffer, CL_TRUE, 0, 4, data, END)
CALL(clEnqueueReadBufferRect, h, api.buffer, CL_TRUE, three, three, three, 0, 0, 0, 0, data, END)
CALL(clEnqueueWriteBufferRect, h, api.buffer, CL_TRUE, three, three, three, 0, 0, 0, 0, data, END)
CALL(clEnqueueFillBuffer, h, api.buffer, data, 4, 0, 4, END)
CALL(clEnqueueCopyBuffer, h, api.buffer, api.buffer, 0, 64, 4, END)
CALL(clEnqueueCopyBufferRect, h, api.buffer, api.buffer, three, three, three, 0, 0, 0, 0, END)
MAKE(clEnqueueMapBuffer, h, api.buffer, CL_TRUE, CL_MAP_READ, 0, 4, END, &error)
CALL(clEnqueueUnmapMemObject, h, api.buffer, data, END)
CALL(clEnqueueMigrateMemObjects, h, 1, &api.buffer, 0, END)
CALL(clEnqueueNativeKernel, h, NULL, NULL, 0, 0, NULL, NULL, END)
CALL(clEnqueueSVMFree, h, 1, data, NULL, NULL, END)
CALL(clEnqueueSVMMemcpy, h, CL_TRUE, data, data + 32, 4, END)
CALL(clEnqueueSVMMemFill, h, data, three, 1, 4, END)
CALL(clEnqueueSVMMap, h, CL_TRUE, CL_MAP_READ, data, 4, END)
CALL(clEnqueueSVMUnmap, h, data, END)
CALL(clEnqueueSVMMigrateMem, h, 1, (const void **)data, NULL, 0, END)

static const struct row queue_rows[] = {
	ROW(clRetainCommandQueue),
	ROW(clReleaseCommandQueue),
	ROW(clGetCommandQueueInfo),
	ROW(clSetCommandQueueProperty),
	ROW(clFlush),
	ROW(clFinish),
	ROW(clEnqueueMarker),
	ROW(clEnqueueBarrier),
	ROW(clEnqueueWaitForEvents),
	ROW(clEnqueueNativeKernel),
	ROW(clEnqueueSVMFree),
	ROW(clEnqueueSVMMemcpy),
	ROW(clEnqueueSVMMemFill),
	ROW(clEnqueueSVMMap),
	ROW(clEnqueueSVMUnmap),
	ROW(clEnqueueSVMMigrateMem),
};

/* Commands that every device supports for `api.buffer`. */
static const struct row command_rows[] = {
	ROW(clEnqueueMarkerWithWaitList), ROW(clEnqueueBarrierWithWaitList),
	ROW(clEnqueueReadBuffer),         ROW(clEnqueueWriteBuffer),
	ROW(clEnqueueReadBufferRect),     ROW(clEnqueueWriteBufferRect),
	ROW(clEnqueueFillBuffer),         ROW(clEnqueueCopyBuffer),
	ROW(clEnqueueCopyBufferRect),     ROW(clEnqueueMapBuffer),
	ROW(clEnqueueUnmapMemObject),     ROW(clEnqueueMigrateMemObjects),
};

static void CL_CALLBACK on_mem(cl_mem mem, void *user_data)
{
	(void)mem;
	(void)user_data;
}

CALL(clRetainMemObject, h)
CALL(clReleaseMemObject, h)
CALL(clGetMemObjectInfo, h, CL_MEM_SIZE, 0, NULL, &bytes)
CALL(clGetImageInfo, h, CL_IMAGE_WIDTH, 0, NULL, &bytes)
CALL(clGetPipeInfo, h, CL_PIPE_PACKET_SIZE, 0, NULL, &bytes)
CALL(clSetMemObjectDestructorCallback, h, on_mem, NULL)
MAKE(clCreateSubBuffer, h, 0, CL_BUFFER_CREATE_TYPE_REGION, three, &error)

static const struct row mem_rows[] = {
	ROW(clRetainMemObject), ROW(clReleaseMemObject), ROW(clGetMemObjectInfo),
	ROW(clGetImageInfo),    ROW(clGetPipeInfo),      ROW(clSetMemObjectDestructorCallback),
	ROW(clCreateSubBuffer),
};

static void CL_CALLBACK on_program(cl_program program, void *user_data)
{
	(void)program;
	(void)user_data;
}

CALL(clRetainProgram, h)
CALL(clReleaseProgram, h)
CALL(clGetProgramInfo, h, CL_PROGRAM_NUM_DEVICES, 0, NULL, &bytes)
CALL(clGetProgramBuildInfo, h, api.devices[0], CL_PROGRAM_BUILD_STATUS, 0, NULL, &bytes)
CALL(clBuildProgram, h, 0, NULL, NULL, NULL, NULL)
CALL(clCompileProgram, h, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL)
CALL(clSetProgramReleaseCallback, h, on_program, NULL)
CALL(clSetProgramSpecializationConstant, h, 0, 4, data)
CALL(clCreateKernelsInProgram, h, 0, NULL, NULL)
MAKE(clCreateKernel, h, "poke", &error)

static const struct row program_rows[] = {
	ROW(clRetainProgram),
	ROW(clReleaseProgram),
	ROW(clGetProgramInfo),
	ROW(clGetProgramBuildInfo),
	ROW(clBuildProgram),
	ROW(clCompileProgram),
	ROW(clSetProgramReleaseCallback),
	ROW(clSetProgramSpecializationConstant),
	ROW(clCreateKernelsInProgram),
	ROW(clCreateKernel),
};

CALL(clRetainKernel, h)
CALL(clReleaseKernel, h)
CALL(clSetKernelArg, h, 0, 4, data)
CALL(clSetKernelArgSVMPointer, h, 0, data)
CALL(clSetKernelExecInfo, h, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, data)
CALL(clGetKernelInfo, h, CL_KERNEL_NUM_ARGS, 0, NULL, &bytes)
CALL(clGetKernelArgInfo, h, 0, CL_KERNEL_ARG_NAME, 0, NULL, &bytes)
CALL(clGetKernelWorkGroupInfo, h, api.devices[0], CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, &bytes)
CALL(clGetKernelSubGroupInfo, h, api.devices[0], CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, 0, NULL,
     &bytes)
MAKE(clCloneKernel, h, &error)

static const struct row kernel_rows[] = {
	ROW(clRetainKernel),          ROW(clReleaseKernel),
	ROW(clSetKernelArg),          ROW(clSetKernelArgSVMPointer),
	ROW(clSetKernelExecInfo),     ROW(clGetKernelInfo),
	ROW(clGetKernelArgInfo),      ROW(clGetKernelWorkGroupInfo),
	ROW(clGetKernelSubGroupInfo), ROW(clCloneKernel),
};

static void CL_CALLBACK on_event(cl_event event, cl_int status, void *user_data)
{
	(void)event;
	(void)status;
	(void)user_data;
}

CALL(clRetainEvent, h)
CALL(clReleaseEvent, h)
CALL(clGetEventInfo, h, CL_EVENT_COMMAND_TYPE, 0, NULL, &bytes)
CALL(clGetEventProfilingInfo, h, CL_PROFILING_COMMAND_END, 0, NULL, &bytes)
CALL(clSetEventCallback, h, CL_COMPLETE, on_event, NULL)
CALL(clSetUserEventStatus, h, CL_COMPLETE)

static const struct row event_rows[] = {
	ROW(clRetainEvent),           ROW(clReleaseEvent),     ROW(clGetEventInfo),
	ROW(clGetEventProfilingInfo), ROW(clSetEventCallback), ROW(clSetUserEventStatus),
};

/*
 * Objects whose last reference has been released. Nothing else is created before the rows use them.
 */
static void *dead_sub_device(void)
{
	const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
	cl_device_id device = NULL;

	assert_int_equal(clCreateSubDevices(api.devices[0], one, 1, &device, NULL), CL_SUCCESS);
	assert_int_equal(clReleaseDevice(device), CL_SUCCESS);
	return device;
}

static void *dead_context(void)
{
	cl_context context = clCreateContext(NULL, 1, api.devices, NULL, NULL, NULL);

	assert_int_equal(clReleaseContext(context), CL_SUCCESS);
	return context;
}

static void *dead_queue(void)
{
	cl_command_queue queue = clCreateCommandQueue(api.context, api.devices[0], 0, NULL);

	assert_int_equal(clReleaseCommandQueue(queue), CL_SUCCESS);
	return queue;
}

static void *dead_mem(void)
{
	return api_released_mem();
}

static void *dead_program(void)
{
	const char *source = "kernel";
	cl_program program = clCreateProgramWithSource(api.context, 1, &source, NULL, NULL);

	assert_int_equal(clReleaseProgram(program), CL_SUCCESS);
	return program;
}

static void *dead_kernel(void)
{
	cl_kernel kernel = api_kernel("poke");

	assert_int_equal(clReleaseKernel(kernel), CL_SUCCESS);
	return kernel;
}

static void *dead_event(void)
{
	cl_event event = clCreateUserEvent(api.context, NULL);

	assert_int_equal(clReleaseEvent(event), CL_SUCCESS);
	return event;
}

static void *live_kernel(void)
{
	static cl_kernel kernel;

	if (!kernel)
		kernel = api_kernel("poke");
	return kernel;
}

static void check_named(const struct row *row, cl_int code, void *handle, const char *name)
{
	cl_event no_event = (cl_event)&written;
	char text[128];

	snprintf(text, sizeof(text), "%s of %s", row->name, name);
	written = no_event;
	bytes = 12345;
	api_expect(code, row->call(handle), text, __FILE__, __LINE__);
	api_expect(0, written != no_event || bytes != 12345, text, __FILE__, __LINE__);
}

static void check(const struct row *row, cl_int code, void *handle)
{
	check_named(row, code, handle, "a handle");
}

static void check_all(const struct row *rows, size_t count, cl_int code, void *other, void *dead)
{
	for (size_t i = 0; i < count; i++) {
		check(&rows[i], code, NULL);
		check(&rows[i], code, other);
		if (dead)
			check(&rows[i], code, dead);
	}
	api_end();
}

static void check_wild(const struct row *rows, size_t count, cl_int code, void *live)
{
	struct wild wild;

	wild_make(&wild, live);
	direct = wild_table();
	for (size_t i = 0; i < count; i++)
		for (int k = 0; k < WILD_HANDLES; k++)
			check_named(&rows[i], code, wild.handles[k], wild.names[k]);
	direct = NULL;
	wild_free(&wild);
	api_end();
}

#define TEST(family, code, other, dead, live)                                                      \
	static void family(void **state)                                                           \
	{                                                                                          \
		(void)state;                                                                       \
		check_all(family##_rows, sizeof(family##_rows) / sizeof(family##_rows[0]), code,   \
			  other, dead);                                                            \
	}                                                                                          \
	static void wild_##family(void **state)                                                    \
	{                                                                                          \
		(void)state;                                                                       \
		check_wild(family##_rows, sizeof(family##_rows) / sizeof(family##_rows[0]), code,  \
			   live);                                                                  \
	}

TEST(device, CL_INVALID_DEVICE, api.queue, dead_sub_device(), api.devices[0])
TEST(context, CL_INVALID_CONTEXT, api.queue, dead_context(), api.context)
TEST(queue, CL_INVALID_COMMAND_QUEUE, api.buffer, dead_queue(), api.queue)
TEST(command, CL_INVALID_COMMAND_QUEUE, api.buffer, dead_queue(), api.queue)
TEST(mem, CL_INVALID_MEM_OBJECT, api.queue, dead_mem(), api.buffer)
TEST(program, CL_INVALID_PROGRAM, api.queue, dead_program(), api.program)
TEST(kernel, CL_INVALID_KERNEL, api.queue, dead_kernel(), live_kernel())
TEST(event, CL_INVALID_EVENT, api.queue, dead_event(), api.user)

static void wait_lists(void **state)
{
	cl_event dead = dead_event(), wrong = (cl_event)api.buffer, none = NULL;
	const cl_event with_dead[] = {api.user, dead},
		       with_foreign[] = {api.user, api.foreign_event};
	const struct {
		cl_int code;
		cl_uint count;
		const cl_event *list;
	} lists[] = {
		{CL_INVALID_EVENT_WAIT_LIST, 1, NULL},
		{CL_INVALID_EVENT_WAIT_LIST, 0, &api.user},
		{CL_INVALID_EVENT_WAIT_LIST, 1, &none},
		{CL_INVALID_EVENT_WAIT_LIST, 1, &wrong},
		{CL_INVALID_EVENT_WAIT_LIST, 2, with_dead},
		{CL_INVALID_CONTEXT, 2, with_foreign},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		nwaits = lists[i].count;
		waits = lists[i].list;
		for (size_t j = 0; j < sizeof(command_rows) / sizeof(command_rows[0]); j++)
			check(&command_rows[j], lists[i].code, api.queue);
	}
	nwaits = 0;
	waits = NULL;
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(device),       cmocka_unit_test(context),
		cmocka_unit_test(queue),        cmocka_unit_test(mem),
		cmocka_unit_test(program),      cmocka_unit_test(kernel),
		cmocka_unit_test(event),        cmocka_unit_test(command),
		cmocka_unit_test(wait_lists),   cmocka_unit_test(wild_device),
		cmocka_unit_test(wild_context), cmocka_unit_test(wild_queue),
		cmocka_unit_test(wild_mem),     cmocka_unit_test(wild_program),
		cmocka_unit_test(wild_kernel),  cmocka_unit_test(wild_event),
		cmocka_unit_test(wild_command),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
