/* SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>

#include "host_tests/api/api_test.h"
#include "tools/vitis/include/CL/cl_ext_xilinx.h"

/* Failing calls, and what they report to the context's callback: the error code and the reason. */

static char text[1024];
static _Atomic int calls;

static void CL_CALLBACK record_report(const char *what, const void *data, size_t size, void *user)
{
	(void)data;
	(void)size;
	(void)user;
	snprintf(text, sizeof(text), "%s", what);
	__atomic_add_fetch(&calls, 1, __ATOMIC_RELEASE);
}

static cl_context context;
static cl_command_queue queue;
static cl_mem buffer, write_only;
static cl_program program, source_program;
static cl_kernel poke, tiled, mixed;
static char bytes[256];
static cl_int error;

/*
 * The call returns the code, and the callback is called exactly once, with a text that contains
 * `words`.
 */
static void check(cl_int code, cl_int found, const char *words, const char *call, int line)
{
	static int before;
	char number[32];

	api_expect(code, found, call, __FILE__, line);
	while (__atomic_load_n(&calls, __ATOMIC_ACQUIRE) == before)
		sched_yield();
	before++;
	snprintf(number, sizeof(number), "error %d: ", code);
	if (!strstr(text, words) || !strstr(text, number))
		print_error("%s: heard: %s\n", call, text);
	api_expect(0, !strstr(text, words) || !strstr(text, number), call, __FILE__, line);
	api_expect(before, calls, call, __FILE__, line);
}

#define HEARS(code, words, call) check(code, call, words, #call, __LINE__)
#define HEARS_NULL(code, words, call) check(code, (call) ? 0 : error, words, #call, __LINE__)

static int open_scene(void **state)
{
	const char *source = "kernel void k() {}";
	cl_int n = 1;

	if (api_setup(state))
		return -1;
	context = clCreateContext(NULL, 1, api.devices, record_report, NULL, NULL);
	queue = clCreateCommandQueue(context, api.devices[0], 0, NULL);
	buffer = clCreateBuffer(context, 0, 256, NULL, NULL);
	write_only = clCreateBuffer(context, CL_MEM_HOST_WRITE_ONLY, 256, NULL, NULL);
	program = api_program(context, api.devices[0], 1);
	source_program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
	poke = clCreateKernel(program, "poke", NULL);
	tiled = clCreateKernel(program, "tiled", NULL);
	mixed = clCreateKernel(program, "mixed", NULL);
	return clSetKernelArg(poke, 1, sizeof(n), &n) ||
			       clSetKernelArg(tiled, 0, sizeof(cl_mem), &buffer) ||
			       clSetKernelArg(mixed, 0, sizeof(cl_mem), &buffer) ||
			       clSetKernelArg(mixed, 1, 65536, NULL) ||
			       clSetKernelArg(mixed, 2, 24, bytes)
		       ? -1
		       : 0;
}

static int close_scene(void **state)
{
	return clReleaseKernel(poke) || clReleaseKernel(tiled) || clReleaseKernel(mixed) ||
			       clReleaseProgram(program) || clReleaseProgram(source_program) ||
			       clReleaseMemObject(buffer) || clReleaseMemObject(write_only) ||
			       clReleaseCommandQueue(queue) || clReleaseContext(context) ||
			       api_teardown(state)
		       ? -1
		       : 0;
}

#define READ(b, offset, size, p, n, list)                                                          \
	clEnqueueReadBuffer(queue, b, CL_TRUE, offset, size, p, n, list, NULL)

static void transfers(void **state)
{
	const size_t none[3] = {0}, one[3] = {1, 1, 1}, much[3] = {300, 1, 1};

	(void)state;
	HEARS(CL_INVALID_VALUE, "100 bytes at offset 200 are not in the buffer, which has 256",
	      READ(buffer, 200, 100, bytes, 0, NULL));
	HEARS(CL_INVALID_VALUE, "pointer is NULL", READ(buffer, 0, 4, NULL, 0, NULL));
	HEARS(CL_INVALID_OPERATION, "to read", READ(write_only, 0, 4, bytes, 0, NULL));
	HEARS(CL_INVALID_MEM_OBJECT, "not a buffer", READ((cl_mem)queue, 0, 4, bytes, 0, NULL));
	HEARS(CL_INVALID_CONTEXT, "another context", READ(api.buffer, 0, 4, bytes, 0, NULL));
	HEARS(CL_INVALID_EVENT_WAIT_LIST, "has no pointer", READ(buffer, 0, 4, bytes, 1, NULL));
	HEARS(CL_INVALID_EVENT_WAIT_LIST, "element 0",
	      READ(buffer, 0, 4, bytes, 1, (cl_event *)&buffer));
	HEARS(CL_INVALID_CONTEXT, "element 0", READ(buffer, 0, 4, bytes, 1, &api.user));
	HEARS(CL_INVALID_VALUE, "row pitch",
	      clEnqueueReadBufferRect(queue, buffer, CL_TRUE, none, none, none, 0, 0, 0, 0, bytes,
				      0, NULL, NULL));
	HEARS(CL_INVALID_VALUE, "300 bytes at offset 0",
	      clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, none, none, much, 0, 0, 0, 0, bytes,
				       0, NULL, NULL));
	HEARS(CL_INVALID_VALUE, "found 3 bytes",
	      clEnqueueFillBuffer(queue, buffer, bytes, 3, 0, 6, 0, NULL, NULL));
	HEARS(CL_MEM_COPY_OVERLAP, "overlap",
	      clEnqueueCopyBuffer(queue, buffer, buffer, 0, 4, 8, 0, NULL, NULL));
	HEARS(CL_MEM_COPY_OVERLAP, "overlap",
	      clEnqueueCopyBufferRect(queue, buffer, buffer, none, none, one, 0, 0, 0, 0, 0, NULL,
				      NULL));
	HEARS_NULL(CL_INVALID_VALUE, "0 bytes at offset 0",
		   clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 0, 0, NULL, NULL,
				      &error));
	HEARS_NULL(CL_INVALID_OPERATION, "flags",
		   clEnqueueMapBuffer(queue, write_only, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL,
				      &error));
	api_end();
}

static void creations(void **state)
{
	(void)state;
	HEARS_NULL(CL_INVALID_BUFFER_SIZE, "0 bytes", clCreateBuffer(context, 0, 0, NULL, &error));
	HEARS_NULL(CL_INVALID_BUFFER_SIZE, "larger than any bank",
		   clCreateBuffer(context, 0, SIZE_MAX, NULL, &error));
	HEARS_NULL(CL_INVALID_HOST_PTR, "host_ptr is given",
		   clCreateBuffer(context, 0, 64, bytes, &error));
	HEARS_NULL(CL_INVALID_VALUE, "0x5",
		   clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, NULL, &error));
	HEARS_NULL(CL_INVALID_KERNEL_NAME, "no kernel nothing; it has: vadd;",
		   clCreateKernel(program, "nothing", &error));
	HEARS_NULL(CL_INVALID_OPERATION, "SPIR-V",
		   clCreateProgramWithIL(context, bytes, 4, &error));
	HEARS_NULL(CL_INVALID_OPERATION, "images",
		   clCreateImage(context, 0, NULL, NULL, NULL, &error));
	HEARS_NULL(CL_INVALID_OPERATION, "samplers",
		   clCreateSamplerWithProperties(context, NULL, &error));
	HEARS(CL_COMPILER_NOT_AVAILABLE, "clCreateProgramWithBinary",
	      clBuildProgram(source_program, 0, NULL, NULL, NULL, NULL));
	api_end();
}

static void sub_buffers(void **state)
{
	cl_buffer_region beyond = {128, 256}, none = {0, 0}, odd = {4, 8};

	(void)state;
#define PART(region) clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, region, &error)
	HEARS_NULL(CL_INVALID_VALUE, "256 bytes at offset 128 are not in the buffer",
		   PART(&beyond));
	HEARS_NULL(CL_INVALID_BUFFER_SIZE, "0 bytes", PART(&none));
	HEARS_NULL(CL_INVALID_VALUE, "region is NULL", PART(NULL));
	HEARS_NULL(CL_MISALIGNED_SUB_BUFFER_OFFSET, "multiple of 128 bytes, found 4", PART(&odd));
#undef PART
	HEARS_NULL(CL_INVALID_VALUE, "those of its buffer",
		   clCreateSubBuffer(write_only, CL_MEM_HOST_READ_ONLY,
				     CL_BUFFER_CREATE_TYPE_REGION, &odd, &error));
	api_end();
}

static void banks(void **state)
{
	cl_mem_ext_ptr_t far = {.flags = 99 | XCL_MEM_TOPOLOGY}, two = {.flags = 3};
	cl_mem_ext_ptr_t arg = {.argidx = 7, .kernel = poke}, stale = {.kernel = (void *)queue};

	(void)state;
#define PLACED(ext) clCreateBuffer(context, CL_MEM_EXT_PTR_XILINX, 64, ext, &error)
	HEARS_NULL(CL_INVALID_VALUE, "has memory 99", PLACED(&far));
	HEARS_NULL(CL_INVALID_VALUE, "flags 0x3 are neither a single DDR bank", PLACED(&two));
	HEARS_NULL(CL_INVALID_ARG_INDEX, "kernel poke has 2 arguments, found index 7",
		   PLACED(&arg));
	HEARS_NULL(CL_INVALID_KERNEL, "not a kernel", PLACED(&stale));
	HEARS_NULL(CL_INVALID_HOST_PTR, "expected a cl_mem_ext_ptr_t", PLACED(NULL));
#undef PLACED
	api_end();
}

static cl_ulong device_has(cl_device_info name)
{
	cl_ulong value = 0;

	clGetDeviceInfo(api.devices[0], name, sizeof(value), &value, NULL);
	return value;
}

static void pipes(void **state)
{
	(void)state;
#define PIPE(flags, size, packets) clCreatePipe(context, flags, size, packets, NULL, &error)
	if (!device_has(CL_DEVICE_PIPE_SUPPORT)) {
		HEARS_NULL(CL_INVALID_OPERATION, "no device of the context supports pipes",
			   PIPE(0, 4, 8));
	} else {
		HEARS_NULL(CL_INVALID_PIPE_SIZE, "found 8 packets of 0 bytes", PIPE(0, 0, 8));
		HEARS_NULL(CL_INVALID_VALUE, "found flags 0x4", PIPE(CL_MEM_READ_ONLY, 4, 8));
		HEARS_NULL(CL_MEM_OBJECT_ALLOCATION_FAILURE, "4294967295 packets of 65536 bytes",
			   PIPE(0, 65536, UINT32_MAX));
	}
#undef PIPE
	api_end();
}

static void shared_memory(void **state)
{
	(void)state;
	if (!device_has(CL_DEVICE_SVM_CAPABILITIES)) {
		HEARS(CL_INVALID_OPERATION,
		      "no device of the context supports shared virtual memory",
		      clSetKernelArgSVMPointer(poke, 0, bytes));
	} else {
		HEARS(CL_INVALID_ARG_INDEX, "found index 5",
		      clSetKernelArgSVMPointer(poke, 5, bytes));
		HEARS(CL_INVALID_ARG_VALUE, "argument 1 'value' is not a pointer",
		      clSetKernelArgSVMPointer(poke, 1, bytes));
		HEARS(CL_INVALID_ARG_VALUE, "is in no allocation",
		      clSetKernelArgSVMPointer(poke, 0, bytes));
	}
	api_end();
}

static void mappings(void **state)
{
	cl_mem objects[] = {buffer, (cl_mem)queue, api.buffer};

	(void)state;
	HEARS(CL_INVALID_VALUE, "nothing is mapped at",
	      clEnqueueUnmapMemObject(queue, buffer, bytes, 0, NULL, NULL));
	HEARS(CL_INVALID_VALUE, "the list of buffers to migrate is empty",
	      clEnqueueMigrateMemObjects(queue, 0, NULL, 0, 0, NULL, NULL));
	HEARS(CL_INVALID_MEM_OBJECT, "element 1 of the list to migrate is not a buffer",
	      clEnqueueMigrateMemObjects(queue, 2, objects, 0, 0, NULL, NULL));
	HEARS(CL_INVALID_CONTEXT, "element 0 of the list to migrate belongs to another context",
	      clEnqueueMigrateMemObjects(queue, 1, &objects[2], 0, 0, NULL, NULL));
	HEARS(CL_INVALID_VALUE, "migration flags 0x80",
	      clEnqueueMigrateMemObjects(queue, 1, objects, 0x80, 0, NULL, NULL));
	api_end();
}

static void others(void **state)
{
	cl_device_id none = (cl_device_id)queue;
	const unsigned char *binary = (unsigned char *)bytes;
	size_t size = sizeof(bytes);
	cl_event marker;
	cl_ulong time;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &marker));
	HEARS(CL_PROFILING_INFO_NOT_AVAILABLE, "without CL_QUEUE_PROFILING_ENABLE",
	      clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL));
	EXPECT(CL_SUCCESS, clReleaseEvent(marker));
	HEARS_NULL(CL_INVALID_DEVICE, "element 0 of the device list",
		   clCreateProgramWithBinary(context, 1, &none, &size, &binary, NULL, &error));
	HEARS_NULL(CL_INVALID_PROGRAM_EXECUTABLE, "created from source",
		   clCreateKernel(source_program, "k", &error));
	api_end();
}

static void arguments(void **state)
{
	cl_int n = 1;

	(void)state;
	HEARS(CL_INVALID_ARG_INDEX, "kernel poke has 2 arguments, found index 2",
	      clSetKernelArg(poke, 2, sizeof(n), &n));
	HEARS(CL_INVALID_ARG_SIZE,
	      "kernel poke, argument 1 'value' takes a value of 4 bytes; found 8",
	      clSetKernelArg(poke, 1, 8, bytes));
	HEARS(CL_INVALID_ARG_VALUE, "and no value", clSetKernelArg(poke, 1, 4, NULL));
	HEARS(CL_INVALID_ARG_SIZE, "argument 0 'out' takes a buffer",
	      clSetKernelArg(poke, 0, 4, &n));
	HEARS(CL_INVALID_MEM_OBJECT, "takes a buffer",
	      clSetKernelArg(poke, 0, sizeof(cl_mem), &queue));
	HEARS(CL_INVALID_CONTEXT, "of the kernel's context",
	      clSetKernelArg(poke, 0, sizeof(cl_mem), &api.buffer));
	HEARS(CL_INVALID_ARG_VALUE, "'scratch' takes a size", clSetKernelArg(mixed, 1, 8, bytes));
	api_end();
}

#define LAUNCH(k, dim, global, local)                                                              \
	clEnqueueNDRangeKernel(queue, k, dim, NULL, global, local, 0, NULL, NULL)

static void launches(void **state)
{
	const size_t sizes[4] = {8, 8, 1, 1}, three[3] = {3, 3, 1};
	cl_kernel foreign = api_kernel("vadd");

	(void)state;
	HEARS(CL_INVALID_KERNEL_ARGS, "kernel poke: argument 0 'out' has not been set",
	      clEnqueueTask(queue, poke, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(cl_mem), &buffer));
	HEARS(CL_INVALID_WORK_DIMENSION, "4 dimensions", LAUNCH(poke, 4, sizes, NULL));
	HEARS(CL_INVALID_WORK_GROUP_SIZE, "kernel poke: a work-group has at most 4096",
	      LAUNCH(poke, 2, sizes, three));
	HEARS(CL_INVALID_WORK_GROUP_SIZE, "kernel tiled: its work-groups have 4 × 2 × 1",
	      LAUNCH(tiled, 2, sizes, three));
	HEARS(CL_OUT_OF_RESOURCES, "kernel mixed needs 65792 bytes of local memory",
	      LAUNCH(mixed, 2, sizes, NULL));
	HEARS(CL_INVALID_CONTEXT, "kernel vadd belongs to another context",
	      clEnqueueTask(queue, foreign, 0, NULL, NULL));
	clReleaseKernel(foreign);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(transfers),   cmocka_unit_test(creations),
		cmocka_unit_test(sub_buffers), cmocka_unit_test(banks),
		cmocka_unit_test(pipes),       cmocka_unit_test(shared_memory),
		cmocka_unit_test(mappings),    cmocka_unit_test(others),
		cmocka_unit_test(arguments),   cmocka_unit_test(launches),
	};

	return cmocka_run_group_tests(tests, open_scene, close_scene);
}
