/* SPDX-License-Identifier: Apache-2.0 */
#include "vision.h"

#include "host_tests/read_file.h"

#define OK(call) assert_int_equal((call), CL_SUCCESS)

enum { MOST_ARGUMENTS = 32, MOST_LAUNCHES = 8 };

static cl_context context;
static cl_device_id device;
static cl_program program;
static cl_command_queue queue;

static uint32_t seed, state_of_random;

unsigned test_random(unsigned bound)
{
	state_of_random ^= state_of_random << 13;
	state_of_random ^= state_of_random >> 17;
	state_of_random ^= state_of_random << 5;
	return (unsigned)((uint64_t)state_of_random * bound >> 32);
}

bool test_chance(unsigned one_in)
{
	return test_random(one_in) == 0;
}

int random_side(void)
{
	static const unsigned bounds[] = {4, 40, 40, 100, 100, 300};

	return 1 + (int)test_random(bounds[test_random(6)]);
}

struct picture random_picture(int width, int height, int pixel)
{
	struct picture picture = {.width = width, .height = height, .pixel = pixel};

	picture.stride = (width + (int)test_random(3) * (int)test_random(50)) * pixel;
	picture.bytes = malloc((size_t)picture.stride * (size_t)height);
	assert_non_null(picture.bytes);
	for (size_t i = 0; i < (size_t)picture.stride * (size_t)height; i++)
		picture.bytes[i] = (uint8_t)test_random(256);
	random_contents(&picture);
	return picture;
}

void random_contents(struct picture *picture)
{
	unsigned kind = test_random(5), base = test_random(256), few = 1 + test_random(6);

	for (int y = 0; y < picture->height && kind; y++) {
		for (int i = 0; i < picture->width * picture->pixel; i++) {
			uint8_t *byte = row_of(picture, y) + i;

			if (kind == 1)
				*byte = (uint8_t)base;
			else if (kind == 2)
				*byte = (uint8_t)(base + (unsigned)(i + y) * few);
			else if (kind == 3)
				*byte = (uint8_t)(base + test_random(few));
			else
				*byte = test_chance(2) ? 0 : 255;
		}
	}
}

struct picture copy_picture(const struct picture *picture)
{
	struct picture copy = *picture;
	size_t size = (size_t)picture->stride * (size_t)picture->height;

	copy.bytes = malloc(size);
	assert_non_null(copy.bytes);
	memcpy(copy.bytes, picture->bytes, size);
	return copy;
}

void free_picture(struct picture *picture)
{
	free(picture->bytes);
	picture->bytes = NULL;
}

int open_board(void **unused)
{
	const char *text = getenv("VISION_SEED");
	cl_platform_id platform;
	unsigned char *image;
	const unsigned char *bytes;
	cl_int error;
	size_t size;

	(void)unused;
	seed = text ? (uint32_t)strtoul(text, NULL, 0) : 20260101;
	state_of_random = seed ? seed : 1;
	OK(clGetPlatformIDs(1, &platform, NULL));
	OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	OK(error);
	bytes = image = read_file(VISION_IMAGE, &size);
	assert_non_null(image);
	program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, &error);
	OK(error);
	free(image);
	queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
				     &error);
	OK(error);
	return 0;
}

int close_board(void **unused)
{
	(void)unused;
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseProgram(program));
	OK(clReleaseContext(context));
	return 0;
}

/*
 * Host memory that is copied to the board and, if the kernel writes it, copied back. Each region
 * has its own buffer.
 */
struct region {
	cl_mem buffer;
	void *bytes;
	size_t size;
	bool comes_back;
};

struct launch {
	cl_kernel kernel;
	cl_event done;
	struct region regions[MOST_ARGUMENTS];
	int regions_used;
};

static struct launch launches[MOST_LAUNCHES];
static int launches_used;

static void set(struct launch *launch, cl_uint *index, const void *value, size_t size)
{
	OK(clSetKernelArg(launch->kernel, (*index)++, size, value));
}

static void set_region(struct launch *launch, cl_uint *index, void *bytes, size_t size,
		       bool comes_back)
{
	struct region *region = launch->regions;
	cl_int error;

	while (region < launch->regions + launch->regions_used && region->bytes != bytes)
		region++;
	if (region == launch->regions + launch->regions_used) {
		*region = (struct region){.bytes = bytes, .size = size};
		region->buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
						size, bytes, &error);
		OK(error);
		launch->regions_used++;
	}
	region->comes_back |= comes_back;
	set(launch, index, &region->buffer, sizeof(cl_mem));
}

static void set_picture(struct launch *launch, cl_uint *index, const struct picture *picture,
			bool comes_back)
{
	const int no_stride = 0;

	if (!picture || !picture->bytes) {
		set(launch, index, NULL, sizeof(cl_mem));
		set(launch, index, &no_stride, sizeof(int));
		return;
	}
	set_region(launch, index, picture->bytes, (size_t)picture->stride * (size_t)picture->height,
		   comes_back);
	set(launch, index, &picture->stride, sizeof(int));
}

static void set_argument(struct launch *launch, cl_uint *index, char type, va_list *list)
{
	if (type == 'p' || type == 'w') {
		set_picture(launch, index, va_arg(*list, const struct picture *), type == 'w');
	} else if (type == 'i') {
		int value = va_arg(*list, int);

		set(launch, index, &value, sizeof(value));
	} else if (type == 'f') {
		float value = (float)va_arg(*list, double);

		set(launch, index, &value, sizeof(value));
	} else if (type == 'l') {
		uint64_t value = va_arg(*list, uint64_t);

		set(launch, index, &value, sizeof(value));
	} else if (type == 'm' || type == 'M') {
		void *bytes = va_arg(*list, void *);

		set_region(launch, index, bytes, va_arg(*list, size_t), type == 'M');
	} else if (type == 's') {
		(*index)++; /* a stream, which is connected in the image */
	} else {
		fail_msg("type %c", type);
	}
}

static void enqueue(const char *name, const char *types, va_list *list)
{
	struct launch *launch = &launches[launches_used++];
	cl_uint index = 0;
	cl_int error;

	memset(launch, 0, sizeof(*launch));
	launch->kernel = clCreateKernel(program, name, &error);
	OK(error);
	for (; *types; types++)
		set_argument(launch, &index, *types, list);
	OK(clEnqueueTask(queue, launch->kernel, 0, NULL, &launch->done));
}

/* Waits for the launch and reads its results; returns its status. */
static cl_int end_launch(struct launch *launch)
{
	cl_int status = CL_QUEUED;

	clWaitForEvents(1, &launch->done);
	OK(clGetEventInfo(launch->done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
			  NULL));
	for (int i = 0; i < launch->regions_used; i++) {
		struct region *region = &launch->regions[i];

		if (region->comes_back && status == CL_COMPLETE)
			OK(clEnqueueReadBuffer(queue, region->buffer, CL_TRUE, 0, region->size,
					       region->bytes, 0, NULL, NULL));
		OK(clReleaseMemObject(region->buffer));
	}
	OK(clReleaseEvent(launch->done));
	OK(clReleaseKernel(launch->kernel));
	return status;
}

static cl_int end_all(void)
{
	cl_int status = CL_COMPLETE;

	for (int i = 0; i < launches_used; i++) {
		cl_int one = end_launch(&launches[i]);

		status = one == CL_COMPLETE ? status : one;
	}
	launches_used = 0;
	return status;
}

cl_int try_kernel(const char *name, const char *types, ...)
{
	va_list list;

	va_start(list, types);
	enqueue(name, types, &list);
	va_end(list);
	return end_all();
}

void run_kernel(const char *name, const char *types, ...)
{
	va_list list;
	cl_int status;

	va_start(list, types);
	enqueue(name, types, &list);
	va_end(list);
	status = end_all();
	if (status != CL_COMPLETE)
		fail_msg("%s ended with %d (VISION_SEED=%u)", name, status, seed);
}

void add_kernel(const char *name, const char *types, ...)
{
	va_list list;

	va_start(list, types);
	enqueue(name, types, &list);
	va_end(list);
}

void end_kernels(void)
{
	cl_int status = end_all();

	if (status != CL_COMPLETE)
		fail_msg("a chain ended with %d (VISION_SEED=%u)", status, seed);
}

void expect_same(const char *what, const struct picture *expected, const struct picture *found)
{
	for (int y = 0; y < expected->height; y++) {
		const uint8_t *want = row_of(expected, y), *have = row_of(found, y);

		for (int i = 0; i < expected->stride; i++)
			if (want[i] != have[i])
				fail_msg(
					"%s, %d x %d: row %d, byte %d of %d%s: expected %d, found %d "
					"(VISION_SEED=%u)",
					what, expected->width, expected->height, y, i,
					expected->width * expected->pixel,
					i < expected->width * expected->pixel ? ""
									      : ", behind the row",
					want[i], have[i], seed);
	}
}
