/* SPDX-License-Identifier: Apache-2.0 */
/* Image swaps that fail at every step. */
#include "host_tests/runtime/faulty/find.h"
#include "host_tests/runtime/three.h"

enum { STEPS = 3000, SEEDS = 3, COUNT = 64 };

static struct faulty_orders *orders;
static struct three three;

static int open_all(void **state)
{
	(void)state;
	three_open(&three);
	orders = faulty_find();
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	three_close(&three);
	return 0;
}

static void no_faults(void)
{
	for (unsigned i = 0; i < FAULTY_STEPS; i++)
		orders->next[i] = 0;
	orders->broken = 0;
}

/* A fault is pending most of the time. A failed command must not have changed anything. */
static void random_faults(void **state)
{
	unsigned failures = 0;

	(void)state;
	for (unsigned seed = 1; seed <= SEEDS; seed++) {
		print_message("seed %u\n", seed);
		model_open(&three.host, seed);
		model_may_fail(true);
		for (int i = 0; i < STEPS; i++) {
			if (i % 5 == 0)
				orders->next[model_pick(FAULTY_RANDOM)] = 1 + (int)model_pick(3);
			if (orders->broken && !model_pick(4))
				orders->broken = 0; /* simulates a reset from outside */
			failures += !model_step();
		}
		no_faults();
		model_may_fail(false);
		for (int i = 0; i < 100; i++)
			model_step();
		model_close();
	}
	print_message("%u steps failed\n", failures);
	for (unsigned i = 0; i < FAULTY_RANDOM; i++)
		assert_true(orders->hit[i] > 5);
	assert_true(failures > 100);
}

static cl_int launch(unsigned image, cl_mem buffer)
{
	cl_event event;
	cl_int status;

	host_args(three.kernels[0][image], buffer, image == 1 ? 1 : 2, COUNT, 5);
	OK(clEnqueueTask(three.queues[0], three.kernels[0][image], 0, NULL, &event));
	clFinish(three.queues[0]);
	status = host_status(event);
	OK(clReleaseEvent(event));
	return status;
}

/* What the error message says about the board's state after each fault. */
static const char *outcome_of(enum faulty_step step)
{
	switch (step) {
	case FAULTY_BROKEN:
		if (getenv("FAULTY_WITHOUT"))
			return "half-way; the board needs a reset: the firewall tripped";
		return "half-way; the board needs a reset (fpgacl reset): the firewall tripped";
	case FAULTY_READ:
		return "a buffer cannot be saved: the link dropped a read";
	case FAULTY_UUID:
		return "was loaded; slot 0 has no image in use and can be programmed again";
	case FAULTY_BUSY:
		return "another process has the board; slot 0 has no image in use";
	default:
		return "half-way; slot 0 has no image in use and can be programmed again";
	}
}

/*
 * One fault while the board holds image 0 and is to load image 1. The launch fails; afterwards the
 * board loads either image, and the buffer is unchanged.
 */
static void one_fault(enum faulty_step step, unsigned next)
{
	unsigned before = host_trace_lines(outcome_of(step));
	cl_int values[COUNT], got[COUNT];
	cl_mem buffer;

	for (int i = 0; i < COUNT; i++)
		values[i] = i * 7;
	no_faults();
	buffer = host_buffer(&three.host, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	assert_int_equal(launch(0, buffer), CL_COMPLETE);
	orders->next[step] = 1;
	assert_int_equal(launch(1, buffer), CL_OUT_OF_RESOURCES);
	/* Once as the result of the swap, and once as the launch's error. */
	assert_int_equal(host_trace_lines(outcome_of(step)), before + 2);
	if (step == FAULTY_BROKEN) {
		/* Until the board is reset, nothing is loaded, and every launch reports that. */
		assert_int_equal(launch(0, buffer), CL_OUT_OF_RESOURCES);
		assert_int_equal(launch(1, buffer), CL_OUT_OF_RESOURCES);
		orders->broken = 0;
	}
	assert_int_equal(launch(next, buffer), CL_COMPLETE);
	OK(clEnqueueReadBuffer(three.queues[0], buffer, CL_TRUE, 0, sizeof(got), got, 0, NULL,
			       NULL));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(got[i], next ? (values[i] + 5) * 2 : values[i] + 10);
	OK(clReleaseMemObject(buffer));
}

static void each_step(void **state)
{
	static const enum faulty_step steps[] = {FAULTY_PROGRAM, FAULTY_BROKEN, FAULTY_UUID,
						 FAULTY_BUSY, FAULTY_READ};

	(void)state;
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		for (unsigned next = 0; next < 2; next++)
			one_fault(steps[i], next);
}

/*
 * If saving a buffer fails before anything was unloaded, the old image stays loaded and keeps
 * running without being loaded again.
 */
static void failed_save_keeps_the_image(void **state)
{
	cl_int values[COUNT] = {0};
	cl_mem buffer = host_buffer(&three.host, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	int programmed;

	(void)state;
	no_faults();
	assert_int_equal(launch(0, buffer), CL_COMPLETE);
	programmed = orders->programmed;
	orders->next[FAULTY_READ] = 1;
	assert_int_equal(launch(2, buffer), CL_OUT_OF_RESOURCES);
	assert_int_equal(launch(0, buffer), CL_COMPLETE);
	assert_int_equal(orders->programmed, programmed);
	OK(clReleaseMemObject(buffer));
}

/*
 * Several launches wait for an image that cannot be loaded: each ends with an error, and none
 * hangs.
 */
static void every_waiter_gets_an_error(void **state)
{
	cl_command_queue queue = host_queue(&three.host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_int values[COUNT] = {0}, error;
	cl_mem buffer = host_buffer(&three.host, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	cl_event go = clCreateUserEvent(three.host.context, &error), events[8], behind;

	(void)state;
	OK(error);
	no_faults();
	assert_int_equal(launch(0, buffer), CL_COMPLETE);
	host_args(three.kernels[0][1], buffer, 1, COUNT);
	for (int i = 0; i < 8; i++)
		OK(clEnqueueTask(queue, three.kernels[0][1], 1, &go, &events[i]));
	OK(clEnqueueMarkerWithWaitList(queue, 8, events, &behind));
	orders->broken = 1;
	OK(clSetUserEventStatus(go, CL_COMPLETE));
	assert_int_equal(clWaitForEvents(1, &behind), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	for (int i = 0; i < 8; i++) {
		assert_int_equal(host_status(events[i]), CL_OUT_OF_RESOURCES);
		OK(clReleaseEvent(events[i]));
	}
	no_faults();
	assert_int_equal(launch(1, buffer), CL_COMPLETE);
	OK(clReleaseEvent(go));
	OK(clReleaseEvent(behind));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseCommandQueue(queue));
}

typedef cl_int CL_API_CALL address_call(cl_mem mem, cl_device_id device, size_t sz, void *address);

/* If the board has no address for a buffer, the buffer can still be saved and moved. */
static void no_address_pins_nothing(void **state)
{
	cl_int values[COUNT] = {0};
	cl_mem buffer = host_buffer(&three.host, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	address_call *get;
	uint64_t address = 0;

	(void)state;
	no_faults();
	get = (address_call *)clGetExtensionFunctionAddressForPlatform(three.host.platform,
								       "xclGetMemObjDeviceAddress");
	assert_non_null(get);
	assert_int_equal(launch(0, buffer), CL_COMPLETE);
	orders->next[FAULTY_ADDRESS] = 1;
	assert_int_not_equal(get(buffer, three.host.devices[0], sizeof(address), &address),
			     CL_SUCCESS);
	assert_int_equal(launch(2, buffer), CL_COMPLETE);
	/* A buffer with an address stays where it is, although the board loses that memory. */
	OK(get(buffer, three.host.devices[0], sizeof(address), &address));
	assert_int_equal(launch(0, buffer), CL_OUT_OF_RESOURCES);
	OK(clReleaseMemObject(buffer));
}

/* "card": only the faults at each step, on boards that no program can reset. */
int main(int argc, char **argv)
{
	const struct CMUnitTest of_cards[] = {cmocka_unit_test(each_step)};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_step),
		cmocka_unit_test(failed_save_keeps_the_image),
		cmocka_unit_test(every_waiter_gets_an_error),
		cmocka_unit_test(no_address_pins_nothing),
		cmocka_unit_test(random_faults),
	};

	int failed;

	host_trace_begin();
	if (argc > 1 && !strcmp(argv[1], "card"))
		failed = cmocka_run_group_tests(of_cards, open_all, close_all);
	else
		failed = cmocka_run_group_tests(tests, open_all, close_all);
	host_trace_end();
	return failed;
}
