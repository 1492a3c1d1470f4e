/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XRT does not check contexts, and hosts written for it mix objects of two contexts:
 * XCL_EMULATION_MODE=sw_emu with FPGACL_DEVICES=emu:u250,emu:u50.
 */
#include <pthread.h>

#include "host_tests/apps/app.h"
#include "runtime/api/common/khr.h"

enum { COUNT = 500, THREADS = 4, ROUNDS = 50 };

static cl_int a[COUNT], b[COUNT];

/* Two contexts of the first device: one with the kernel, one with the queue. */
struct mix {
	struct app app; /* with all devices; only its device list is used */
	cl_context with_kernel, with_queue;
	cl_program program;
	cl_kernel kernel;
	cl_command_queue queue;
};

static cl_context context_of(struct app *app, cl_uint first, cl_uint count)
{
	cl_int error;
	cl_context context = clCreateContext(NULL, count, app->devices + first, NULL, NULL, &error);

	OK(error);
	return context;
}

static struct mix mix_open_image(const char *image)
{
	struct mix mix = {.app = app_open(image, 0)};
	size_t size;
	unsigned char *bytes = app_read(image, &size);
	cl_int error;

	app_numbers(a, COUNT, 1);
	app_numbers(b, COUNT, 2);
	mix.with_kernel = context_of(&mix.app, 0, 1);
	mix.with_queue = context_of(&mix.app, 0, 1);
	mix.program = clCreateProgramWithBinary(mix.with_kernel, 1, mix.app.devices, &size,
						(const unsigned char **)&bytes, NULL, &error);
	OK(error);
	free(bytes);
	OK(clBuildProgram(mix.program, 0, NULL, NULL, NULL, NULL));
	mix.kernel = clCreateKernel(mix.program, "vadd", &error);
	OK(error);
	mix.queue = clCreateCommandQueue(mix.with_queue, mix.app.devices[0], 0, &error);
	OK(error);
	return mix;
}

static struct mix mix_open(void)
{
	return mix_open_image("vadd.xclbin");
}

static void mix_close(struct mix *mix)
{
	OK(clReleaseCommandQueue(mix->queue));
	OK(clReleaseProgram(mix->program));
	OK(clReleaseContext(mix->with_kernel));
	OK(clReleaseContext(mix->with_queue));
	app_close(&mix->app);
}

static cl_mem buffer_in(cl_context context, const cl_int *from)
{
	cl_int error;
	cl_mem buffer = clCreateBuffer(context,
				       CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0),
				       sizeof(a), (void *)(uintptr_t)from, &error);

	OK(error);
	return buffer;
}

/*
 * Adds on the queue. The buffers belong to the given contexts, and are released before the kernel's
 * arguments are set again.
 */
static void add(const struct mix *mix, cl_kernel kernel, cl_context sources, cl_context target)
{
	cl_mem buffers[3] = {buffer_in(sources, a), buffer_in(sources, b), buffer_in(target, NULL)};
	cl_int sums[COUNT];

	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, COUNT);
	OK(clEnqueueTask(mix->queue, kernel, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(mix->queue, buffers[2], CL_TRUE, 0, sizeof(sums), sums, 0, NULL,
			       NULL));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(sums[i], a[i] + b[i]);
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
}

static void kernel_and_queue(void **state)
{
	struct mix mix = mix_open();

	(void)state;
	for (int i = 0; i < 3; i++) {
		add(&mix, mix.kernel, mix.with_queue, mix.with_queue);
		add(&mix, mix.kernel, mix.with_kernel, mix.with_queue);
		add(&mix, mix.kernel, mix.with_queue, mix.with_kernel);
	}
	OK(clReleaseKernel(mix.kernel));
	mix_close(&mix);
}

static void waits(void **state)
{
	struct mix mix = mix_open();
	cl_int error;
	cl_event events[2] = {clCreateUserEvent(mix.with_kernel, &error)};
	cl_mem buffer = buffer_in(mix.with_kernel, a);
	cl_int found[COUNT];

	(void)state;
	OK(clEnqueueReadBuffer(mix.queue, buffer, CL_FALSE, 0, sizeof(found), found, 1, events,
			       &events[1]));
	OK(clSetUserEventStatus(events[0], CL_COMPLETE));
	OK(clWaitForEvents(2, events));
	assert_memory_equal(found, a, sizeof(a));
	OK(clReleaseEvent(events[0]));
	OK(clReleaseEvent(events[1]));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(mix.kernel));
	mix_close(&mix);
}

static void *extension(const struct mix *mix, const char *name)
{
	cl_platform_id platform;

	OK(clGetDeviceInfo(mix->app.devices[0], CL_DEVICE_PLATFORM, sizeof(platform), &platform,
			   NULL));
	return clGetExtensionFunctionAddressForPlatform(platform, name);
}

/* XRT has no command buffers, so these follow OpenCL's rules. */
static void command_buffers(void **state)
{
	struct mix mix = mix_open();
	fcl_khr_create *create = extension(&mix, "clCreateCommandBufferKHR");
	fcl_khr_fill *fill = extension(&mix, "clCommandFillBufferKHR");
	fcl_khr_copy *copy = extension(&mix, "clCommandCopyBufferKHR");
	fcl_khr_ndrange *ndrange = extension(&mix, "clCommandNDRangeKernelKHR");
	fcl_khr_use *finalize = extension(&mix, "clFinalizeCommandBufferKHR");
	fcl_khr_use *release = extension(&mix, "clReleaseCommandBufferKHR");
	fcl_khr_enqueue *enqueue = extension(&mix, "clEnqueueCommandBufferKHR");
	cl_mem ours = buffer_in(mix.with_queue, a), foreign = buffer_in(mix.with_kernel, a);
	cl_int error, zero = 0;
	size_t one = 1;
	cl_event event = clCreateUserEvent(mix.with_kernel, &error);
	cl_command_buffer_khr commands = create(1, &mix.queue, NULL, &error);

	(void)state;
	OK(error);
	assert_int_equal(fill(commands, NULL, NULL, foreign, &zero, 4, 0, 4, 0, NULL, NULL, NULL),
			 CL_INVALID_CONTEXT);
	assert_int_equal(copy(commands, NULL, NULL, ours, foreign, 0, 0, 4, 0, NULL, NULL, NULL),
			 CL_INVALID_CONTEXT);
	assert_int_equal(copy(commands, NULL, NULL, foreign, ours, 0, 0, 4, 0, NULL, NULL, NULL),
			 CL_INVALID_CONTEXT);
	assert_int_equal(
		ndrange(commands, NULL, NULL, mix.kernel, 1, NULL, &one, NULL, 0, NULL, NULL, NULL),
		CL_INVALID_CONTEXT);
	OK(finalize(commands));
	assert_int_equal(enqueue(0, NULL, commands, 1, &event, NULL), CL_INVALID_CONTEXT);
	OK(clReleaseEvent(event));
	OK(clFinish(mix.queue));
	OK(release(commands));
	OK(clReleaseMemObject(ours));
	OK(clReleaseMemObject(foreign));
	OK(clReleaseKernel(mix.kernel));
	mix_close(&mix);
}

/* A buffer has a copy for each device of its context, so the contexts' devices must match. */
static void other_devices(void **state)
{
	struct mix mix = mix_open();
	cl_context others[] = {context_of(&mix.app, 1, 1), context_of(&mix.app, 0, 2)};
	cl_int numbers[COUNT];

	(void)state;
	assert_int_equal(mix.app.device_count, 2);
	for (int i = 0; i < 2; i++) {
		cl_mem buffer = buffer_in(others[i], a);

		assert_int_equal(clSetKernelArg(mix.kernel, 0, sizeof(buffer), &buffer),
				 CL_INVALID_CONTEXT);
		assert_int_equal(clEnqueueReadBuffer(mix.queue, buffer, CL_TRUE, 0, sizeof(numbers),
						     numbers, 0, NULL, NULL),
				 CL_INVALID_CONTEXT);
		OK(clReleaseMemObject(buffer));
		OK(clReleaseContext(others[i]));
	}
	OK(clReleaseKernel(mix.kernel));
	mix_close(&mix);
}

/* Switches to a context and a queue of the sub-device. */
static void mix_turn_to(struct mix *mix, cl_device_id device)
{
	cl_int error;

	OK(clReleaseCommandQueue(mix->queue));
	OK(clReleaseContext(mix->with_queue));
	mix->with_queue = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	OK(error);
	mix->queue = clCreateCommandQueue(mix->with_queue, device, 0, &error);
	OK(error);
}

/* Finds the only sub-device that has the CU, on which launches succeed. Returns its index. */
static cl_uint find_unit(struct mix *mix, cl_kernel kernel, const cl_device_id *devices,
			 cl_uint count)
{
	cl_uint found = count;

	for (cl_uint i = 0; i < count; i++) {
		mix_turn_to(mix, devices[i]);
		if (clEnqueueTask(mix->queue, kernel, 0, NULL, NULL) ==
		    CL_INVALID_PROGRAM_EXECUTABLE)
			continue;
		assert_int_equal(found, count);
		found = i;
		add(mix, kernel, mix->with_queue, mix->with_queue);
	}
	assert_int_not_equal(found, count);
	return found;
}

/* Kernels of the board, with queues and buffers in a separate context for each of its CUs. */
static void sub_devices(void **state)
{
	const cl_device_partition_property each[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	struct mix mix = mix_open_image("vadd4.xclbin");
	cl_kernel second;
	cl_device_id devices[4];
	cl_uint count;
	cl_int error;

	(void)state;
	OK(clCreateSubDevices(mix.app.devices[0], each, 4, devices, &count));
	assert_int_equal(count, 4);
	for (cl_uint i = 0; i < count; i++) {
		mix_turn_to(&mix, devices[i]);
		add(&mix, mix.kernel, mix.with_queue, mix.with_queue);
		add(&mix, mix.kernel, mix.with_kernel, mix.with_queue);
	}
	second = clCreateKernel(mix.program, "vadd:{vadd_2}", &error);
	OK(error);
	mix_turn_to(&mix, devices[1]);
	add(&mix, second, mix.with_queue, mix.with_queue);
	assert_int_equal(find_unit(&mix, second, devices, count), 1);
	for (cl_uint i = 0; i < count; i++)
		OK(clReleaseDevice(devices[i]));
	OK(clReleaseKernel(second));
	OK(clReleaseKernel(mix.kernel));
	mix_close(&mix);
}

static void *add_often(void *data)
{
	const struct mix *mix = data;
	cl_int error;
	cl_kernel kernel = clCreateKernel(mix->program, "vadd", &error);

	OK(error);
	for (int i = 0; i < ROUNDS; i++)
		add(mix, kernel, i % 2 ? mix->with_queue : mix->with_kernel, mix->with_queue);
	OK(clReleaseKernel(kernel));
	return NULL;
}

/* Which kernels use a buffer is recorded under one lock, whatever contexts they belong to. */
static void threads(void **state)
{
	struct mix mix = mix_open();
	pthread_t running[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&running[i], NULL, add_often, &mix), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(running[i], NULL), 0);
	OK(clReleaseKernel(mix.kernel));
	mix_close(&mix);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernel_and_queue), cmocka_unit_test(waits),
		cmocka_unit_test(command_buffers),  cmocka_unit_test(other_devices),
		cmocka_unit_test(sub_devices),      cmocka_unit_test(threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
