/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "host_tests/api/api_image.h"
#include "host_tests/api/api_test.h"

/*
 * devices[0] has the image of api_image.h loaded, so its sub-devices are that image's CUs, kernel
 * by kernel: vadd_1, vadd_2, ranged_1 … where_1 … where_4. devices[1] has no image at first, so its
 * sub-devices are places to which the CUs of later images are distributed.
 */
enum { WHERE = API_IMAGE_NCUS - 4, MOST = 256 };

#define EQUALLY(n) ((const cl_device_partition_property[]){CL_DEVICE_PARTITION_EQUALLY, n, 0})
#define COUNTS(...)                                                                                \
	((const cl_device_partition_property[]){CL_DEVICE_PARTITION_BY_COUNTS, __VA_ARGS__,        \
						CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0})

static cl_uint uint_of(cl_device_id device, cl_device_info name)
{
	cl_uint value = 12345;

	assert_int_equal(clGetDeviceInfo(device, name, sizeof(value), &value, NULL), CL_SUCCESS);
	return value;
}

static cl_uint cus_of(cl_device_id device)
{
	return uint_of(device, CL_DEVICE_MAX_COMPUTE_UNITS);
}

static cl_uint divide(cl_device_id device, const cl_device_partition_property *how,
		      cl_device_id *ret_devices)
{
	cl_uint count = 0;

	assert_int_equal(clCreateSubDevices(device, how, MOST, ret_devices, &count), CL_SUCCESS);
	return count;
}

static void release_all(const cl_device_id *devices, cl_uint count)
{
	for (cl_uint i = 0; i < count; i++)
		assert_int_equal(clReleaseDevice(devices[i]), CL_SUCCESS);
}

static void errors(void **state)
{
	static const cl_device_partition_property domain[] = {
		CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
	static const cl_device_partition_property unknown[] = {NO_SUCH_NAME, 1, 0};
	static const cl_device_partition_property both[] = {CL_DEVICE_PARTITION_EQUALLY, 1,
							    CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	static const cl_device_partition_property and_more[] = {
		CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_uint all = cus_of(api.devices[0]);
	const struct {
		cl_int code;
		const cl_device_partition_property *how;
		cl_uint room;
	} rows[] = {
		{CL_INVALID_VALUE, NULL, MOST},
		{CL_INVALID_VALUE, domain, MOST},
		{CL_INVALID_VALUE, unknown, MOST},
		{CL_INVALID_VALUE, both, MOST},
		{CL_INVALID_VALUE, and_more, MOST},
		{CL_INVALID_VALUE, EQUALLY(0), MOST},
		{CL_INVALID_VALUE, (const cl_device_partition_property[]){0}, MOST},
		{CL_INVALID_VALUE, COUNTS(0), MOST},
		{CL_INVALID_VALUE, EQUALLY(1), 0},
		{CL_INVALID_VALUE, EQUALLY(1), all - 1},
		{CL_INVALID_VALUE, COUNTS(1, 1), 1},
		{CL_INVALID_DEVICE_PARTITION_COUNT, EQUALLY(all + 1), MOST},
		{CL_INVALID_DEVICE_PARTITION_COUNT, EQUALLY(-1), MOST},
		{CL_INVALID_DEVICE_PARTITION_COUNT, EQUALLY(1ll << 32), MOST},
		{CL_INVALID_DEVICE_PARTITION_COUNT, COUNTS(all + 1), MOST},
		{CL_INVALID_DEVICE_PARTITION_COUNT, COUNTS(1, all), MOST},
		{CL_INVALID_DEVICE_PARTITION_COUNT, COUNTS(1, -1), MOST},
		{CL_INVALID_DEVICE_PARTITION_COUNT, COUNTS(1ll << 32), MOST},
	};
	cl_device_id devices[MOST] = {NULL};
	cl_uint count = 12345;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		EXPECT(rows[i].code, clCreateSubDevices(api.devices[0], rows[i].how, rows[i].room,
							devices, &count));
		if (devices[0] || count != 12345)
			print_error("row %zu wrote\n", i);
		EXPECT_TRUE(!devices[0] && count == 12345);
	}
	EXPECT(CL_INVALID_DEVICE,
	       clCreateSubDevices((cl_device_id)api.queue, EQUALLY(1), MOST, devices, &count));
	EXPECT(CL_INVALID_DEVICE, clCreateSubDevices(NULL, EQUALLY(1), MOST, devices, &count));
	api_end();
}

/* The number can be queried without creating sub-devices. */
static void counts(void **state)
{
	cl_uint all = cus_of(api.devices[0]), count = 0;

	(void)state;
	assert_int_equal(all, API_IMAGE_NCUS);
	EXPECT_TRUE(uint_of(api.devices[0], CL_DEVICE_PARTITION_MAX_SUB_DEVICES) == all);
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], EQUALLY(1), 0, NULL, &count));
	EXPECT_TRUE(count == all);
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], EQUALLY(3), 0, NULL, &count));
	EXPECT_TRUE(count == all / 3);
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], COUNTS(2, 5), 0, NULL, &count));
	EXPECT_TRUE(count == 2);
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], COUNTS(2), 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], EQUALLY(all), 0, NULL, &count));
	EXPECT_TRUE(count == 1);
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], COUNTS(all), 0, NULL, &count));
	EXPECT_TRUE(count == 1);
	api_end();
}

static cl_int query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetDeviceInfo(object, name, size, value, ret_size);
}

static void queries(void **state)
{
	static const struct api_info_row rows[] = {
		INFO(CL_DEVICE_PARENT_DEVICE, sizeof(cl_device_id)),
		INFO(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof(cl_uint)),
		INFO(CL_DEVICE_PARTITION_PROPERTIES, 2 * sizeof(cl_device_partition_property)),
		INFO(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof(cl_device_affinity_domain)),
		INFO(CL_DEVICE_PARTITION_TYPE, 5 * sizeof(cl_device_partition_property)),
		INFO(CL_DEVICE_REFERENCE_COUNT, sizeof(cl_uint)),
		INFO(CL_DEVICE_NAME, 0),
	};
	cl_device_partition_property list[5] = {0};
	cl_device_id devices[MOST], parent = NULL;
	cl_uint count = divide(api.devices[0], COUNTS(2, 1), devices);
	char name[128], of_board[128];

	(void)state;
	api_check_queries(query, devices[0], rows, sizeof(rows) / sizeof(rows[0]));
	EXPECT_TRUE(count == 2 && cus_of(devices[0]) == 2 && cus_of(devices[1]) == 1);
	EXPECT_TRUE(uint_of(devices[1], CL_DEVICE_REFERENCE_COUNT) == 1);
	clGetDeviceInfo(devices[1], CL_DEVICE_PARENT_DEVICE, sizeof(cl_device_id), &parent, NULL);
	EXPECT_TRUE(parent == api.devices[0]);
	clGetDeviceInfo(devices[1], CL_DEVICE_PARTITION_TYPE, sizeof(list), list, NULL);
	EXPECT_TRUE(!memcmp(list, COUNTS(2, 1), sizeof(list)));
	/* A single CU cannot be partitioned. */
	clGetDeviceInfo(devices[1], CL_DEVICE_PARTITION_PROPERTIES, sizeof(list), list, NULL);
	EXPECT_TRUE(list[0] == 0);
	clGetDeviceInfo(devices[0], CL_DEVICE_PARTITION_PROPERTIES, sizeof(list), list, NULL);
	EXPECT_TRUE(list[0] == CL_DEVICE_PARTITION_EQUALLY &&
		    list[1] == CL_DEVICE_PARTITION_BY_COUNTS);
	clGetDeviceInfo(devices[1], CL_DEVICE_NAME, sizeof(name), name, NULL);
	clGetDeviceInfo(api.devices[0], CL_DEVICE_NAME, sizeof(of_board), of_board, NULL);
	EXPECT_TRUE(!strcmp(name, of_board));
	release_all(devices, count);
	api_end();
}

static void references(void **state)
{
	cl_device_id devices[MOST];
	cl_uint count = divide(api.devices[0], COUNTS(2, 1), devices);

	(void)state;
	EXPECT(CL_SUCCESS, clRetainDevice(devices[0]));
	EXPECT_TRUE(uint_of(devices[0], CL_DEVICE_REFERENCE_COUNT) == 2);
	EXPECT(CL_SUCCESS, clReleaseDevice(devices[0]));
	release_all(devices, count);
	for (cl_uint i = 0; i < count; i++) {
		EXPECT(CL_INVALID_DEVICE, clReleaseDevice(devices[i]));
		EXPECT(CL_INVALID_DEVICE, clRetainDevice(devices[i]));
		EXPECT(CL_INVALID_DEVICE,
		       clGetDeviceInfo(devices[i], CL_DEVICE_NAME, 0, NULL, NULL));
	}
	api_end();
}

/* The objects that a host creates for one device. */
struct place {
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_mem buffer;
};

static struct place open_place(cl_device_id device, uint8_t variant)
{
	struct place place = {.context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL)};

	place.queue = clCreateCommandQueue(place.context, device, 0, NULL);
	place.program = api_program(place.context, device, variant);
	place.buffer = clCreateBuffer(place.context, 0, sizeof(cl_int), NULL, NULL);
	assert_true(place.context && place.queue && place.program && place.buffer);
	return place;
}

static void close_place(const struct place *place)
{
	assert_int_equal(clReleaseMemObject(place->buffer), CL_SUCCESS);
	assert_int_equal(clReleaseProgram(place->program), CL_SUCCESS);
	assert_int_equal(clReleaseCommandQueue(place->queue), CL_SUCCESS);
	assert_int_equal(clReleaseContext(place->context), CL_SUCCESS);
}

/* The number of the CU that ran the kernel. */
static cl_int launch(const struct place *place, cl_kernel kernel)
{
	cl_int found = -1;

	assert_int_equal(clSetKernelArg(kernel, 0, sizeof(cl_mem), &place->buffer), CL_SUCCESS);
	assert_int_equal(clEnqueueTask(place->queue, kernel, 0, NULL, NULL), CL_SUCCESS);
	assert_int_equal(clEnqueueReadBuffer(place->queue, place->buffer, CL_TRUE, 0, sizeof(found),
					     &found, 0, NULL, NULL),
			 CL_SUCCESS);
	return found;
}

/* Several launches on the device all run on CUs in the set (bit n for where_n). */
static void check_launches(cl_device_id device, uint8_t variant, const char *name, unsigned set)
{
	struct place place = open_place(device, variant);
	cl_int error;
	cl_kernel kernel = clCreateKernel(place.program, name, &error);

	EXPECT(CL_SUCCESS, error);
	for (int i = 0; i < 4; i++) {
		cl_int found = launch(&place, kernel);

		EXPECT_TRUE(!api_computes() || (found > 0 && set >> found & 1));
	}
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	close_place(&place);
}

static void check_names(cl_program program, const char *expected, cl_uint expected_count)
{
	char names[sizeof(API_IMAGE_KERNELS)] = "";
	size_t count = 0;

	EXPECT(CL_SUCCESS,
	       clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL));
	EXPECT(CL_SUCCESS,
	       clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL));
	if (strcmp(names, expected) != 0)
		print_error("kernels: %s\n", names);
	EXPECT_TRUE(!strcmp(names, expected) && count == expected_count);
}

/* As in hosts that create a context for each CU after the program has been loaded. */
static void each_cu_of_the_image(void **state)
{
	cl_device_id devices[MOST];
	cl_uint count = divide(api.devices[0], EQUALLY(1), devices);

	(void)state;
	assert_int_equal(count, API_IMAGE_NCUS);
	for (unsigned i = 0; i < 4; i++) {
		char name[] = "where:{where_1}";

		name[13] = (char)('1' + i);
		check_launches(devices[WHERE + i], 1, "where", 2u << i);
		check_launches(devices[WHERE + i], 1, name, 2u << i);
	}
	release_all(devices, count);
	api_end();
}

static void kernels_of_a_set(void **state)
{
	cl_device_id devices[MOST];
	cl_uint count = divide(api.devices[0], COUNTS(3, WHERE - 1), devices);
	struct place first = open_place(devices[0], 1), second = open_place(devices[1], 1);
	char names[128] = "";
	cl_int error;

	(void)state;
	check_names(first.program, "vadd;ranged", 2);
	check_names(second.program, "tiled;fail;poke;producer;consumer;mixed;where", 7);
	EXPECT_NULL(CL_INVALID_KERNEL_NAME, clCreateKernel(first.program, "where", &error));
	EXPECT_NULL(CL_INVALID_KERNEL_NAME, clCreateKernel(second.program, "vadd", &error));
	EXPECT_NULL(CL_INVALID_KERNEL_NAME,
		    clCreateKernel(second.program, "where:{where_4}", &error));
	EXPECT(CL_SUCCESS,
	       clGetDeviceInfo(devices[0], CL_DEVICE_BUILT_IN_KERNELS, sizeof(names), names, NULL));
	EXPECT_TRUE(!strcmp(names, "vadd;ranged"));
	close_place(&first);
	close_place(&second);
	check_launches(devices[1], 1, "where", 1u << 1 | 1u << 2);
	check_launches(devices[1], 1, "where:{where_1,where_4}", 1u << 1);
	release_all(devices, count);
	api_end();
}

/* CUs are distributed round-robin: one to each place, then a second one to those with room. */
static void places_before_an_image(void **state)
{
	cl_uint all = cus_of(api.devices[1]);
	const struct {
		const cl_device_partition_property *how;
		unsigned sets[3];
	} rows[] = {
		{EQUALLY(1), {1u << 1, 1u << 2, 1u << 3}},
		{EQUALLY(all / 2), {1u << 1 | 1u << 3, 1u << 2 | 1u << 4}},
		{EQUALLY(all / 3), {1u << 1 | 1u << 4, 1u << 2, 1u << 3}},
		{COUNTS(1, all - 1), {1u << 1, 1u << 2 | 1u << 3 | 1u << 4}},
		{COUNTS(3, 1), {1u << 1 | 1u << 3 | 1u << 4, 1u << 2}},
		/* With more CUs than places, distribution starts over. */
		{COUNTS(1, 1), {1u << 1 | 1u << 3, 1u << 2 | 1u << 4}},
	};
	cl_device_id devices[MOST];

	(void)state;
	assert_true(all >= 8 && all <= MOST);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		cl_uint count = divide(api.devices[1], rows[i].how, devices);

		for (unsigned j = 0; j < 3 && j < count; j++)
			check_launches(devices[j], 2, "where", rows[i].sets[j]);
		release_all(devices, count);
	}
	api_end();
}

/* Every kernel runs in every place, if necessary on a CU shared by several places. */
static void more_places_than_cus(void **state)
{
	cl_device_id devices[MOST];
	cl_uint count = divide(api.devices[1], EQUALLY(1), devices);

	(void)state;
	check_launches(devices[5], 2, "where", 1u << 2);
	check_launches(devices[count - 1], 2, "where", 1u << ((count - 1) % 4 + 1));
	check_launches(devices[7], 2, "where:{where_4}", 1u << 4);
	release_all(devices, count);
	api_end();
}

/* Places stay places when an image is loaded, and CUs of one image are places for another one. */
static void sets_and_other_images(void **state)
{
	cl_device_id places[MOST], cus[MOST];
	cl_uint nplaces = divide(api.devices[1], COUNTS(1, 1), places);
	cl_program program = api_program(api.context, api.devices[1], 3);
	cl_uint ncus = divide(api.devices[1], EQUALLY(1), cus);

	(void)state;
	EXPECT_TRUE(ncus == API_IMAGE_NCUS && cus_of(places[0]) == 1);
	check_launches(places[1], 3, "where", 1u << 2 | 1u << 4);
	check_launches(cus[WHERE + 2], 3, "where", 1u << 3);
	check_launches(cus[2], 4, "where", 1u << 3);
	EXPECT(CL_SUCCESS, clReleaseProgram(program));
	EXPECT_TRUE(cus_of(api.devices[1]) > API_IMAGE_NCUS);
	release_all(places, nplaces);
	release_all(cus, ncus);
	api_end();
}

static void nested(void **state)
{
	cl_device_id halves[MOST], quarters[MOST], cus[MOST], parent = NULL;
	cl_uint nhalves = divide(api.devices[1], EQUALLY(cus_of(api.devices[1]) / 2), halves);
	cl_uint nquarters = divide(halves[1], EQUALLY(cus_of(halves[1]) / 2), quarters);
	cl_uint ncus = divide(api.devices[0], COUNTS(WHERE, 4), cus);

	(void)state;
	clGetDeviceInfo(quarters[0], CL_DEVICE_PARENT_DEVICE, sizeof(cl_device_id), &parent, NULL);
	EXPECT_TRUE(parent == halves[1] && cus_of(quarters[0]) * 4 == cus_of(api.devices[1]));
	check_launches(quarters[0], 2, "where", 1u << 2);
	check_launches(quarters[1], 2, "where", 1u << 4);
	EXPECT_TRUE(divide(cus[1], COUNTS(1, 2), cus + ncus) == 2);
	check_launches(cus[ncus + 1], 1, "where", 1u << 2 | 1u << 3);
	EXPECT(CL_DEVICE_PARTITION_FAILED,
	       clCreateSubDevices(cus[ncus], EQUALLY(1), 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clCreateSubDevices(cus[ncus + 1], COUNTS(2), 0, NULL, NULL));
	EXPECT(CL_INVALID_DEVICE_PARTITION_COUNT,
	       clCreateSubDevices(cus[ncus + 1], EQUALLY(3), 0, NULL, NULL));
	/* Parents may be released first. */
	release_all(halves, nhalves);
	check_launches(quarters[1], 2, "where", 1u << 4);
	release_all(quarters, nquarters);
	release_all(cus, ncus + 2);
	api_end();
}

/*
 * A sub-device is a separate device: contexts, queues and programs of its board are not valid for
 * it.
 */
static void wrong_device(void **state)
{
	cl_device_id devices[MOST], none[2];
	cl_uint count = divide(api.devices[0], COUNTS(2, WHERE), devices);
	cl_context context = clCreateContext(NULL, 1, devices, NULL, NULL, NULL);
	cl_kernel kernel = api_kernel("vadd");
	const char *source = "x";
	cl_build_status status;
	cl_int error;

	(void)state;
	none[0] = devices[0];
	none[1] = devices[1];
	EXPECT_NULL(CL_INVALID_DEVICE, clCreateCommandQueue(context, api.devices[0], 0, &error));
	EXPECT_NULL(CL_INVALID_DEVICE, clCreateCommandQueue(context, devices[1], 0, &error));
	EXPECT_NULL(CL_INVALID_DEVICE,
		    clCreateCommandQueueWithProperties(api.context, devices[0], NULL, &error));
	EXPECT_NULL(CL_INVALID_DEVICE,
		    clCreateProgramWithBuiltInKernels(context, 2, none, "vadd", &error));
	EXPECT_NULL(CL_INVALID_DEVICE, clLinkProgram(context, 1, &api.devices[0], NULL, 1,
						     &api.program, NULL, NULL, &error));
	EXPECT(CL_INVALID_DEVICE, clBuildProgram(api.program, 1, devices, NULL, NULL, NULL));
	EXPECT(CL_INVALID_DEVICE,
	       clGetProgramBuildInfo(api.program, devices[0], CL_PROGRAM_BUILD_STATUS,
				     sizeof(status), &status, NULL));
	EXPECT(CL_INVALID_DEVICE,
	       clGetKernelWorkGroupInfo(kernel, devices[0], CL_KERNEL_WORK_GROUP_SIZE, 0, NULL,
					NULL));
	clReleaseKernel(kernel);
	EXPECT_NULL(CL_SUCCESS, clCreateProgramWithSource(context, 1, &source, NULL, &error));
	clReleaseContext(context);
	release_all(devices, count);
	EXPECT_NULL(CL_INVALID_DEVICE, clCreateContext(NULL, 2, devices, NULL, NULL, &error));
	api_end();
}

/* Launches through a queue of the device run on CUs in the set; 0: it lacks the kernel. */
static void check_queue(struct place *place, cl_device_id wanted, cl_kernel kernel, unsigned set)
{
	cl_device_id device = NULL;
	size_t size = 0;

	place->queue = clCreateCommandQueue(place->context, wanted, 0, NULL);
	EXPECT(CL_SUCCESS,
	       clGetCommandQueueInfo(place->queue, CL_QUEUE_DEVICE, sizeof(device), &device, NULL));
	EXPECT_TRUE(device == wanted);
	clSetKernelArg(kernel, 0, sizeof(cl_mem), &place->buffer);
	if (!set) {
		EXPECT(CL_INVALID_PROGRAM_EXECUTABLE,
		       clEnqueueTask(place->queue, kernel, 0, NULL, NULL));
		EXPECT(CL_INVALID_DEVICE,
		       clGetKernelWorkGroupInfo(kernel, wanted, CL_KERNEL_WORK_GROUP_SIZE,
						sizeof(size), &size, NULL));
	} else {
		cl_int found = launch(place, kernel);

		EXPECT_TRUE(!api_computes() || set >> found & 1);
		EXPECT(CL_SUCCESS,
		       clGetKernelWorkGroupInfo(kernel, wanted, CL_KERNEL_WORK_GROUP_SIZE,
						sizeof(size), &size, NULL));
	}
	EXPECT(CL_SUCCESS, clReleaseCommandQueue(place->queue));
}

/*
 * One context for a board and its sub-devices: their commands access the same bytes, and a program
 * created for one of them is loaded for all.
 */
static void mixed_context(void **state)
{
	static const unsigned sets[] = {0, 1u << 1 | 1u << 2, 1u << 3 | 1u << 4, 0x1e};
	cl_device_id devices[MOST], found[4];
	cl_uint count = divide(api.devices[0], COUNTS(WHERE, 2, 2), devices), nfound = 0;
	struct place place = {0};
	cl_build_status status = CL_BUILD_NONE;
	cl_kernel kernel, clone;
	cl_int error;

	(void)state;
	devices[3] = api.devices[0];
	place.context = clCreateContext(NULL, 4, devices, NULL, NULL, &error);
	EXPECT(CL_SUCCESS, error);
	EXPECT(CL_SUCCESS, clGetContextInfo(place.context, CL_CONTEXT_NUM_DEVICES, sizeof(nfound),
					    &nfound, NULL));
	EXPECT(CL_SUCCESS,
	       clGetContextInfo(place.context, CL_CONTEXT_DEVICES, sizeof(found), found, NULL));
	EXPECT_TRUE(nfound == 4 && !memcmp(found, devices, sizeof(found)));

	place.program = api_program(place.context, devices[2], 1);
	place.buffer = clCreateBuffer(place.context, 0, sizeof(cl_int), NULL, NULL);
	EXPECT_NULL(CL_INVALID_KERNEL_NAME, clCreateKernel(place.program, "vadd", &error));
	EXPECT(CL_SUCCESS, clBuildProgram(place.program, 1, devices, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, clGetProgramBuildInfo(place.program, devices[3], CL_PROGRAM_BUILD_STATUS,
						 sizeof(status), &status, NULL));
	EXPECT_TRUE(status == CL_BUILD_SUCCESS);
	kernel = clCreateKernel(place.program, "where", &error);
	EXPECT(CL_SUCCESS, error);
	clone = clCloneKernel(kernel, &error);
	EXPECT(CL_SUCCESS, error);
	for (int i = 0; i < 4; i++) {
		check_queue(&place, devices[i], kernel, sets[i]);
		check_queue(&place, devices[i], clone, sets[i]);
	}
	clReleaseKernel(kernel);
	clReleaseKernel(clone);
	clReleaseProgram(place.program);
	clReleaseMemObject(place.buffer);
	clReleaseContext(place.context);
	release_all(devices, count);
	api_end();
}

/* Objects that use a sub-device still work after the host has released it. */
static void released_while_used(void **state)
{
	cl_device_id devices[MOST];
	cl_uint count = divide(api.devices[0], EQUALLY(1), devices);
	struct place place = open_place(devices[WHERE + 3], 1);
	cl_kernel kernel = clCreateKernel(place.program, "where", NULL);
	cl_int error;

	(void)state;
	release_all(devices, count);
	for (int i = 0; i < 3; i++)
		EXPECT_TRUE(launch(&place, kernel) == 4 || !api_computes());
	EXPECT_NULL(CL_INVALID_DEVICE,
		    clCreateCommandQueue(place.context, devices[WHERE + 3], 0, &error));
	clReleaseKernel(kernel);
	close_place(&place);
	api_end();
}

static void builtin_kernels(void **state)
{
	cl_device_id devices[MOST];
	cl_uint count = divide(api.devices[0], EQUALLY(1), devices);
	cl_device_id device = devices[WHERE + 1];
	struct place place = open_place(device, 1);
	cl_program program;
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_VALUE,
		    clCreateProgramWithBuiltInKernels(place.context, 1, &device, "vadd", &error));
	program = clCreateProgramWithBuiltInKernels(place.context, 1, &device, "where", &error);
	EXPECT(CL_SUCCESS, error);
	check_names(program, "where", 1);
	clReleaseProgram(program);
	close_place(&place);
	release_all(devices, count);
	api_end();
}

static void *divide_and_use(void *data)
{
	(void)data;
	for (int i = 0; i < 20; i++) {
		cl_device_id devices[MOST], children[MOST];
		cl_uint count = divide(api.devices[0], COUNTS(1, WHERE), devices);
		cl_uint more = divide(devices[1], EQUALLY(2), children);
		cl_context context = clCreateContext(NULL, more, children, NULL, NULL, NULL);
		cl_command_queue queue = clCreateCommandQueue(context, children[0], 0, NULL);

		release_all(devices, count);
		release_all(children, more);
		clFinish(queue);
		clReleaseCommandQueue(queue);
		clReleaseContext(context);
	}
	return NULL;
}

/* State shared by the sub-devices of a partition is freed once, whichever is released last. */
static void threads(void **state)
{
	pthread_t thread[4];

	(void)state;
	for (int i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, divide_and_use, NULL), 0);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors),
		cmocka_unit_test(counts),
		cmocka_unit_test(queries),
		cmocka_unit_test(references),
		cmocka_unit_test(places_before_an_image),
		cmocka_unit_test(more_places_than_cus),
		cmocka_unit_test(each_cu_of_the_image),
		cmocka_unit_test(kernels_of_a_set),
		cmocka_unit_test(sets_and_other_images),
		cmocka_unit_test(nested),
		cmocka_unit_test(wrong_device),
		cmocka_unit_test(mixed_context),
		cmocka_unit_test(released_while_used),
		cmocka_unit_test(builtin_kernels),
		cmocka_unit_test(threads),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
