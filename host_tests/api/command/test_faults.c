/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>

#include "host_tests/api/api_image.h"
#include "host_tests/api/api_test.h"

/*
 * What hosts see when a board fails: error codes of blocking calls, statuses of events and of
 * dependent events, and calls of the context's callback. The boards are those of models/faulty.c.
 */

/* The module in FPGACL_HAL_PATH has been loaded already; this finds its controls. */
static struct api_faults *api_faults(void)
{
	static struct api_faults *faults;
	void *module = faults ? NULL : dlopen(FCL_API_FAULTY, RTLD_NOW | RTLD_NOLOAD);

	if (module)
		faults = dlsym(module, "fcl_api_faults");
	assert_non_null(faults);
	return faults;
}

static _Atomic int heard;

static void CL_CALLBACK record_report(const char *text, const void *data, size_t size, void *user)
{
	(void)data;
	(void)size;
	if (*text && user == &heard)
		atomic_fetch_add(&heard, 1);
}

/* A context with a callback, a queue, and buffers whose contents are on the board. */
struct scene {
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	cl_mem full, other; /* on the board */
	cl_mem fresh;       /* not allocated there yet */
};

static char bytes[4096];

static struct scene open_scene(void)
{
	struct scene s = {
		.context = clCreateContext(NULL, 1, api.devices, record_report, &heard, NULL)};
	const char pattern = 0;
	cl_int value = 1;

	s.queue = clCreateCommandQueue(s.context, api.devices[0], 0, NULL);
	s.program = api_program(s.context, api.devices[0], 1);
	s.kernel = clCreateKernel(s.program, "poke", NULL);
	s.full = clCreateBuffer(s.context, 0, sizeof(bytes), NULL, NULL);
	s.other = clCreateBuffer(s.context, 0, sizeof(bytes), NULL, NULL);
	s.fresh = clCreateBuffer(s.context, 0, sizeof(bytes), NULL, NULL);
	assert_true(s.queue && s.kernel && s.full && s.other && s.fresh);
	assert_int_equal(
		clEnqueueFillBuffer(s.queue, s.full, &pattern, 1, 0, sizeof(bytes), 0, NULL, NULL),
		CL_SUCCESS);
	assert_int_equal(
		clEnqueueFillBuffer(s.queue, s.other, &pattern, 1, 0, sizeof(bytes), 0, NULL, NULL),
		CL_SUCCESS);
	assert_int_equal(clSetKernelArg(s.kernel, 1, sizeof(value), &value), CL_SUCCESS);
	assert_int_equal(clFinish(s.queue), CL_SUCCESS);
	return s;
}

static void close_scene(const struct scene *s)
{
	EXPECT(CL_SUCCESS, clFinish(s->queue));
	EXPECT(CL_SUCCESS, clReleaseKernel(s->kernel));
	EXPECT(CL_SUCCESS, clReleaseProgram(s->program));
	EXPECT(CL_SUCCESS, clReleaseMemObject(s->full));
	EXPECT(CL_SUCCESS, clReleaseMemObject(s->other));
	EXPECT(CL_SUCCESS, clReleaseMemObject(s->fresh));
	EXPECT(CL_SUCCESS, clReleaseCommandQueue(s->queue));
	EXPECT(CL_SUCCESS, clReleaseContext(s->context));
}

/* A command on `mem`, which is `full` or `fresh`. */
typedef cl_int command(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event);

static const size_t origin[3], region[3] = {16, 16, 2};

static cl_int do_read(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	return clEnqueueReadBuffer(s->queue, mem, blocking, 0, 64, bytes, 0, NULL, event);
}

static cl_int do_write(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	return clEnqueueWriteBuffer(s->queue, mem, blocking, 0, 64, bytes, 0, NULL, event);
}

static cl_int do_read_rect(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	return clEnqueueReadBufferRect(s->queue, mem, blocking, origin, origin, region, 32, 0, 0, 0,
				       bytes, 0, NULL, event);
}

static cl_int do_write_rect(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	return clEnqueueWriteBufferRect(s->queue, mem, blocking, origin, origin, region, 32, 0, 0,
					0, bytes, 0, NULL, event);
}

static cl_int do_map(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	cl_int error = 12345;

	clEnqueueMapBuffer(s->queue, mem, blocking, CL_MAP_READ, 0, 64, 0, NULL, event, &error);
	return error;
}

static cl_int do_fill(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	(void)blocking;
	return clEnqueueFillBuffer(s->queue, mem, bytes, 4, 0, 64, 0, NULL, event);
}

static cl_int do_copy(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	(void)blocking;
	return clEnqueueCopyBuffer(s->queue, s->other, mem, 0, 0, 64, 0, NULL, event);
}

static cl_int do_copy_rect(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	(void)blocking;
	return clEnqueueCopyBufferRect(s->queue, s->other, mem, origin, origin, region, 32, 0, 0, 0,
				       0, NULL, event);
}

static cl_int do_migrate(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	(void)blocking;
	return clEnqueueMigrateMemObjects(s->queue, 1, &mem, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL,
					  event);
}

static cl_int do_launch(struct scene *s, cl_mem mem, cl_bool blocking, cl_event *event)
{
	(void)blocking;
	EXPECT(CL_SUCCESS, clSetKernelArg(s->kernel, 0, sizeof(cl_mem), &mem));
	return clEnqueueTask(s->queue, s->kernel, 0, NULL, event);
}

static const struct {
	const char *name;
	command *call;
	bool may_block, allocates; /* allocates: `fresh` needs memory on the board */
} commands[] = {
	{"read", do_read, true, false},
	{"write", do_write, true, false},
	{"read rect", do_read_rect, true, false},
	{"write rect", do_write_rect, true, false},
	{"map", do_map, true, false},
	{"fill", do_fill, false, true},
	{"copy", do_copy, false, true},
	{"copy rect", do_copy_rect, false, true},
	{"migrate", do_migrate, false, false},
	{"launch", do_launch, false, true},
};

enum { NCOMMANDS = sizeof(commands) / sizeof(commands[0]) };

static cl_int status_of(cl_event event)
{
	cl_int status = 12345;

	clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	return status;
}

static void wait_to_be_heard(int before)
{
	while (atomic_load(&heard) == before)
		sched_yield();
}

/*
 * The command fails with this status, and so do commands that depend on it, directly or indirectly.
 */
static void check_event(struct scene *s, int index, cl_mem mem, cl_int code)
{
	cl_event event = NULL, dependent = NULL, last = NULL;
	int before = atomic_load(&heard);

	api_expect(CL_SUCCESS, commands[index].call(s, mem, CL_FALSE, &event), commands[index].name,
		   __FILE__, __LINE__);
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(s->queue, 1, &event, &dependent));
	EXPECT(CL_SUCCESS, clEnqueueBarrierWithWaitList(s->queue, 1, &dependent, &last));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &last));
	api_expect(code, status_of(event), commands[index].name, __FILE__, __LINE__);
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(dependent));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(last));
	wait_to_be_heard(before);
	clReleaseEvent(event);
	clReleaseEvent(dependent);
	clReleaseEvent(last);
}

/* A blocking call returns the error and creates no event. */
static void check_blocking(struct scene *s, int index, cl_mem mem, cl_int code)
{
	cl_event none = (cl_event)&none, event = none;

	api_expect(code, commands[index].call(s, mem, CL_TRUE, &event), commands[index].name,
		   __FILE__, __LINE__);
	EXPECT_TRUE(event == none);
}

/* After the fault has been removed, the queue works as before. */
static void check_recovery(struct scene *s, int index, cl_mem mem)
{
	cl_event event = NULL;

	api_expect(CL_SUCCESS, commands[index].call(s, mem, CL_FALSE, &event), commands[index].name,
		   __FILE__, __LINE__);
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	clReleaseEvent(event);
}

static void check_fault(_Atomic int *fault, int value, cl_int code, bool on_fresh)
{
	for (int i = 0; i < NCOMMANDS; i++) {
		struct scene s = open_scene();
		cl_mem mem = on_fresh ? s.fresh : s.full;

		if (!on_fresh || commands[i].allocates) {
			*fault = value;
			check_event(&s, i, mem, code);
			if (commands[i].may_block)
				check_blocking(&s, i, mem, code);
			*fault = 0;
		}
		check_recovery(&s, i, mem);
		close_scene(&s);
	}
	api_end();
}

static void requests_fail(void **state)
{
	(void)state;
	check_fault(&api_faults()->done, -EIO, CL_OUT_OF_RESOURCES, false);
	check_fault(&api_faults()->done, -ENODEV, CL_DEVICE_NOT_AVAILABLE, false);
}

static void requests_are_refused(void **state)
{
	(void)state;
	check_fault(&api_faults()->submit, -EIO, CL_OUT_OF_RESOURCES, false);
	check_fault(&api_faults()->submit, -ENODEV, CL_DEVICE_NOT_AVAILABLE, false);
}

static void board_is_full(void **state)
{
	(void)state;
	check_fault(&api_faults()->alloc, -ENOMEM, CL_MEM_OBJECT_ALLOCATION_FAILURE, true);
}

typedef cl_int CL_API_CALL address_call(cl_mem mem, cl_device_id device, size_t sz, void *address);

/* Querying the address allocates the memory. */
static void address_on_a_full_board(void **state)
{
	address_call *get_address = (address_call *)clGetExtensionFunctionAddressForPlatform(
		api.platform, "xclGetMemObjDeviceAddress");
	cl_mem fresh = api_buffer(0, 4096, NULL);
	uintptr_t address = 0;

	(void)state;
	assert_non_null(get_address);
	api_faults()->alloc = -ENOMEM;
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE,
	       get_address(fresh, api.devices[0], sizeof(address), &address));
	api_faults()->alloc = 0;
	/* Boards of the null backend report no addresses. */
	EXPECT(CL_INVALID_MEM_OBJECT,
	       get_address(fresh, api.devices[0], sizeof(address), &address));
	clReleaseMemObject(fresh);
	api_end();
}

static void board_is_not_well(void **state)
{
	cl_context_properties list[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)api.platform,
					0};
	cl_context context;
	cl_bool available = CL_TRUE;
	cl_uint count = 0;
	cl_device_id device = NULL;
	cl_int error;

	(void)state;
	api_faults()->health[0] = -EIO;
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], CL_DEVICE_AVAILABLE, sizeof(available),
					   &available, NULL));
	EXPECT_TRUE(!available);
	EXPECT_NULL(CL_DEVICE_NOT_AVAILABLE,
		    clCreateContext(NULL, 2, api.devices, NULL, NULL, &error));
	EXPECT_NULL(CL_SUCCESS,
		    context = clCreateContext(NULL, 1, &api.devices[1], NULL, NULL, &error));
	EXPECT(CL_SUCCESS, clReleaseContext(context));
	/* Creating a context by type uses the devices that are available. */
	context = clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
	EXPECT(CL_SUCCESS, error);
	EXPECT(CL_SUCCESS,
	       clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof(count), &count, NULL));
	EXPECT(CL_SUCCESS,
	       clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof(device), &device, NULL));
	EXPECT_TRUE(count == 1 && device == api.devices[1]);
	EXPECT(CL_SUCCESS, clReleaseContext(context));
	EXPECT_NULL(CL_DEVICE_NOT_AVAILABLE,
		    clCreateContextFromType(list, CL_DEVICE_TYPE_DEFAULT, NULL, NULL, &error));
	api_faults()->health[1] = -ENODEV;
	EXPECT_NULL(CL_DEVICE_NOT_AVAILABLE,
		    clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
	api_faults()->health[0] = api_faults()->health[1] = 0;
	api_end();
}

/*
 * A board that cannot load an image: program creation reports it; for a second image, which is
 * loaded at its first launch, the event does.
 */
static void board_takes_no_image(void **state)
{
	struct scene s = open_scene();
	size_t size;
	unsigned char *image = api_image("u50", 1, &size), *second = api_image("u250", 2, &size);
	const unsigned char *binary = second;
	cl_program program = clCreateProgramWithBinary(s.context, 1, api.devices, &size, &binary,
						       NULL, NULL);
	cl_kernel kernel = clCreateKernel(program, "poke", NULL);
	cl_event event = NULL;
	cl_int status = 12345, error, value = 1;
	int before = atomic_load(&heard);

	(void)state;
	free(image);
	image = api_image("u50", 1, &size);
	binary = image;
	api_faults()->program = -EIO;
	EXPECT_NULL(CL_OUT_OF_RESOURCES,
		    clCreateProgramWithBinary(api.context, 1, &api.devices[1], &size, &binary,
					      &status, &error));
	EXPECT(CL_OUT_OF_RESOURCES, status);
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &s.full));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clEnqueueTask(s.queue, kernel, 0, NULL, &event));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
	EXPECT(CL_OUT_OF_RESOURCES, status_of(event));
	wait_to_be_heard(before);
	api_faults()->program = 0;
	clReleaseEvent(event);
	EXPECT(CL_SUCCESS, clEnqueueTask(s.queue, kernel, 0, NULL, &event));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	clReleaseEvent(event);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	free(image);
	free(second);
	close_scene(&s);
	api_end();
}

/* Enqueues a write that fails with this error and that nothing waits for. */
static void lose_write(struct scene *s, int fault, cl_event *event)
{
	api_faults()->done = fault;
	EXPECT(CL_SUCCESS, do_write(s, s->full, CL_FALSE, event));
	EXPECT(CL_SUCCESS, clFinish(s->queue));
	api_faults()->done = 0;
}

/* A host that only checks its blocking read must not mistake old data for the result. */
static void reads_report_failures(void **state)
{
	static const struct {
		command *read;
		int fault;
		cl_int error;
	} rows[] = {
		{do_read, -EIO, CL_OUT_OF_RESOURCES},
		{do_read, -ENODEV, CL_DEVICE_NOT_AVAILABLE},
		{do_read_rect, -EIO, CL_OUT_OF_RESOURCES},
		{do_map, -EIO, CL_OUT_OF_RESOURCES},
	};
	struct scene s = open_scene();
	cl_event event, copied;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		lose_write(&s, rows[i].fault, NULL);
		EXPECT(rows[i].error, rows[i].read(&s, s.full, CL_TRUE, NULL));
		EXPECT(CL_SUCCESS, rows[i].read(&s, s.full, CL_TRUE, NULL)); /* reported once */
	}
	/* An event that the host holds but never queries does not count as a report. */
	lose_write(&s, -EIO, &event);
	EXPECT(CL_OUT_OF_RESOURCES, do_read(&s, s.full, CL_TRUE, NULL));
	clReleaseEvent(event);
	/* The write also fails the copy, which inherits its error through the wait list. */
	lose_write(&s, -EIO, &event);
	EXPECT(CL_SUCCESS,
	       clEnqueueCopyBuffer(s.queue, s.full, s.other, 0, 0, 64, 1, &event, &copied));
	EXPECT(CL_OUT_OF_RESOURCES, do_read(&s, s.other, CL_TRUE, NULL));
	clReleaseEvent(event);
	clReleaseEvent(copied);
	close_scene(&s);
	api_end();
}

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *user)
{
	(void)event;
	if (status < 0)
		atomic_fetch_add((_Atomic int *)user, 1);
}

/* A host that handles failures itself continues to use the queue. */
static void failures_that_are_seen(void **state)
{
	struct scene s = open_scene();
	cl_event event, copied;
	static _Atomic int calls;

	(void)state;
	lose_write(&s, -EIO, &event);
	EXPECT(CL_OUT_OF_RESOURCES, status_of(event));
	EXPECT(CL_SUCCESS, do_read(&s, s.full, CL_TRUE, NULL));
	clReleaseEvent(event);
	lose_write(&s, -EIO, &event);
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
	EXPECT(CL_SUCCESS, do_read(&s, s.full, CL_TRUE, NULL));
	clReleaseEvent(event);
	lose_write(&s, -EIO, &event);
	EXPECT(CL_SUCCESS, clSetEventCallback(event, CL_COMPLETE, count_call, &calls));
	while (!atomic_load(&calls))
		sched_yield();
	EXPECT(CL_SUCCESS, do_read(&s, s.full, CL_TRUE, NULL));
	clReleaseEvent(event);
	/* The copy's error reports the write that caused it. */
	lose_write(&s, -EIO, &event);
	EXPECT(CL_SUCCESS,
	       clEnqueueCopyBuffer(s.queue, s.full, s.other, 0, 0, 64, 1, &event, &copied));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &copied));
	EXPECT(CL_SUCCESS, do_read(&s, s.full, CL_TRUE, NULL));
	clReleaseEvent(event);
	clReleaseEvent(copied);
	/* Querying a failure that was reported already must not hide the next one. */
	lose_write(&s, -EIO, &event);
	EXPECT(CL_OUT_OF_RESOURCES, do_read(&s, s.full, CL_TRUE, NULL));
	lose_write(&s, -EIO, NULL);
	EXPECT(CL_OUT_OF_RESOURCES, status_of(event));
	EXPECT(CL_OUT_OF_RESOURCES, do_read(&s, s.full, CL_TRUE, NULL));
	clReleaseEvent(event);
	close_scene(&s);
	api_end();
}

/* With FPGACL_REPORT_FAILURES, clFinish reports them as well, once, in queues of any kind. */
static void finish_reports_failures(void **state)
{
	struct scene s;
	cl_event event;

	(void)state;
	setenv("FPGACL_REPORT_FAILURES", "1", 1);
	s = open_scene();
	unsetenv("FPGACL_REPORT_FAILURES");
	for (int loose = 0; loose < 2; loose++) {
		api_faults()->done = -EIO;
		EXPECT(CL_SUCCESS, do_write(&s, s.full, CL_FALSE, NULL));
		EXPECT(CL_OUT_OF_RESOURCES, clFinish(s.queue));
		EXPECT(CL_SUCCESS, clFinish(s.queue));
		/* The host knows. */
		EXPECT(CL_SUCCESS, do_write(&s, s.full, CL_FALSE, &event));
		EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
		EXPECT(CL_SUCCESS, clFinish(s.queue));
		clReleaseEvent(event);
		/* A blocking write leaves the failure to the read. */
		EXPECT(CL_SUCCESS, do_write(&s, s.full, CL_FALSE, &event));
		while (status_of(event) > CL_COMPLETE)
			sched_yield();
		clReleaseEvent(event);
		EXPECT(CL_SUCCESS, do_write(&s, s.full, CL_FALSE, &event));
		EXPECT(CL_SUCCESS, clFlush(s.queue));
		clReleaseEvent(event);
		api_faults()->done = 0;
		EXPECT(CL_SUCCESS, loose ? clEnqueueBarrier(s.queue) : CL_SUCCESS);
		EXPECT(CL_SUCCESS, do_write(&s, s.other, CL_TRUE, NULL));
		EXPECT(CL_OUT_OF_RESOURCES, do_read(&s, s.full, CL_TRUE, NULL));
		EXPECT(CL_SUCCESS, clFinish(s.queue));
		clReleaseCommandQueue(s.queue);
		s.queue = clCreateCommandQueue(s.context, api.devices[0],
					       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
	}
	close_scene(&s);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_fail),
		cmocka_unit_test(requests_are_refused),
		cmocka_unit_test(board_is_full),
		cmocka_unit_test(address_on_a_full_board),
		cmocka_unit_test(board_is_not_well),
		cmocka_unit_test(board_takes_no_image),
		cmocka_unit_test(reads_report_failures),
		cmocka_unit_test(failures_that_are_seen),
		cmocka_unit_test(finish_reports_failures),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
