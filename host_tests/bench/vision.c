/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The speed of the vision kernels (bitstreams/demos/vision), each from memory to memory, and of the chain
 * of kernels connected by FIFOs, on pictures of 1920 x 1080:
 *
 *     fcl_vision [--processor-time] vision.xclbin [NAME]
 *
 * Prints a line "vision, NAME<TAB>M/s<TAB>median" for each kernel, or for NAME only. With
 * --processor-time, seconds are those of this process on one processor, whatever else the machine
 * does.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bitstreams/demos/vision/numbers.h"
#include "host_tests/read_file.h"

enum {
	WIDTH = 1920,
	HEIGHT = 1080,
	ROUNDS = 15,
	MOST_KERNELS = 5,
	MOST_BUFFERS = 24,
	MOST_NUMBERS = 8
};

/*
 * One or more kernels, launched together. Arguments: 'u' a U8 image (a buffer and its stride), 's'
 * S16, 'w' U32, 'c' RGB, '0' none, 'b' 64 KiB, 'm' 18 MiB, 'W' and 'H' the size, 'i' the next
 * number, 'f' a scale of 1 / 256, 't' a threshold of 20, '-' a stream.
 */
struct row {
	const char *name;
	struct {
		const char *kernel, *arguments;
		int numbers[MOST_NUMBERS];
	} launches[MOST_KERNELS];
};

#define BORDER VISION_BORDER_REPLICATE, 0

static const struct row rows[] = {
	{"color_convert", {{"color_convert", "c00uuuWHii", {VISION_RGB, VISION_IYUV}}}},
	{"channel_extract", {{"channel_extract", "c00uWHWHii", {VISION_RGB, VISION_CHANNEL_G}}}},
	{"gaussian3x3", {{"gaussian3x3", "uuWHii", {BORDER}}}},
	{"box3x3", {{"box3x3", "uuWHii", {BORDER}}}},
	{"median3x3", {{"median3x3", "uuWHiii", {BORDER, VISION_U8}}}},
	{"erode3x3", {{"erode3x3", "uuWHiii", {BORDER, VISION_U8}}}},
	{"dilate3x3", {{"dilate3x3", "uuWHiii", {BORDER, VISION_U8}}}},
	{"sobel3x3", {{"sobel3x3", "ussWHii", {BORDER}}}},
	{"magnitude", {{"magnitude", "sssWH", {0}}}},
	{"phase", {{"phase", "ssuWH", {0}}}},
	{"threshold",
	 {{"threshold", "uiuiWHiiiii", {VISION_U8, VISION_U8, VISION_BINARY, 90, 0, 255, 0}}}},
	{"convert_depth",
	 {{"convert_depth", "siuiWHii", {VISION_S16, VISION_U8, VISION_SATURATE, 1}}}},
	{"absdiff", {{"absdiff", "uiuiuiWH", {VISION_U8, VISION_U8, VISION_U8}}}},
	{"add", {{"add", "uiuiuiWHi", {VISION_U8, VISION_U8, VISION_U8, VISION_SATURATE}}}},
	{"subtract",
	 {{"subtract", "sisisiWHi", {VISION_S16, VISION_S16, VISION_S16, VISION_WRAP}}}},
	{"multiply",
	 {{"multiply",
	   "uiuiuiWHfii",
	   {VISION_U8, VISION_U8, VISION_U8, VISION_SATURATE, VISION_TO_ZERO}}}},
	{"bitwise_and", {{"bitwise_and", "uuuWHi", {VISION_U8}}}},
	{"bitwise_or", {{"bitwise_or", "uuuWHi", {VISION_U8}}}},
	{"bitwise_xor", {{"bitwise_xor", "uuuWHi", {VISION_U8}}}},
	{"bitwise_not", {{"bitwise_not", "uuWHi", {VISION_U8}}}},
	{"histogram", {{"histogram", "ubWHiii", {256, 0, 256}}}},
	{"equalize_hist", {{"equalize_hist", "uuWH", {0}}}},
	{"integral_image", {{"integral_image", "uwWH", {0}}}},
	{"scale_image, nearest",
	 {{"scale_image", "uuWHWHiiii", {VISION_NEAREST, BORDER, VISION_U8}}}},
	{"scale_image, bilinear",
	 {{"scale_image", "uuWHWHiiii", {VISION_BILINEAR, BORDER, VISION_U8}}}},
	{"scale_image, area", {{"scale_image", "uuWHWHiiii", {VISION_AREA, BORDER, VISION_U8}}}},
	{"warp_affine, nearest",
	 {{"warp_affine", "uubWHWHiiiiiWHi", {VISION_NEAREST, BORDER, 0, 0, VISION_U8}}}},
	{"warp_affine, bilinear",
	 {{"warp_affine", "uubWHWHiiiiiWHi", {VISION_BILINEAR, BORDER, 0, 0, VISION_U8}}}},
	{"fast_corners", {{"fast_corners", "ubbbiWHti", {1000, 1}}}},
	{"weighted_average", {{"weighted_average", "uuuWHf", {0}}}},
	{"table_lookup", {{"table_lookup", "ubiuWHi", {256, VISION_U8}}}},
	{"mean_stddev", {{"mean_stddev", "ubbWHiiWHi", {0, 0, VISION_U8}}}},
	{"min_max_loc", {{"min_max_loc", "uibbbbibbibibiWH", {VISION_U8, 1000, 1000, 8, 8}}}},
	{"convolve, 3 x 3", {{"convolve", "ubiiiuiWHii", {3, 3, 8, VISION_U8, BORDER}}}},
	{"convolve, 9 x 9", {{"convolve", "ubiiiuiWHii", {9, 9, 8, VISION_U8, BORDER}}}},
	{"non_linear_filter, median of 3 x 3",
	 {{"non_linear_filter",
	   "ubiiiiiuWHiii",
	   {3, 3, 1, 1, VISION_FILTER_MEDIAN, BORDER, VISION_U8}}}},
	{"channel_combine", {{"channel_combine", "uWHuWHuWH0iic00WHi", {0, 0, VISION_RGB}}}},
	{"warp_perspective, nearest",
	 {{"warp_perspective", "uubWHWHiiiiiWH", {VISION_NEAREST, BORDER, 0, 0}}}},
	{"warp_perspective, bilinear",
	 {{"warp_perspective", "uubWHWHiiiiiWH", {VISION_BILINEAR, BORDER, 0, 0}}}},
	{"remap, nearest", {{"remap", "uumWHWHiiiiiWH", {VISION_NEAREST, BORDER, 0, 0}}}},
	{"remap, bilinear", {{"remap", "uumWHWHiiiiiWH", {VISION_BILINEAR, BORDER, 0, 0}}}},
	{"half_scale_gaussian",
	 {{"half_scale_gaussian", "uuWHiiiii", {WIDTH / 2, HEIGHT / 2, 5, BORDER}}}},
	{"laplacian_reduce",
	 {{"laplacian_reduce", "uWH0iisWHuiiiii", {0, 0, WIDTH / 2, HEIGHT / 2, VISION_U8, 0, 1}}}},
	{"laplacian_subtract",
	 {{"laplacian_subtract", "sWH0iiuiii", {0, 0, WIDTH / 2, HEIGHT / 2, VISION_U8}}}},
	{"harris_corners", {{"harris_corners", "ubbbiWHfffiim", {1000, 3, 3}}}},
	{"canny",
	 {{"canny", "uuiWHiiiiim", {VISION_U8, VISION_RANGE, 100, 200, 3, VISION_NORM_L1}}}},
	{"edges, a chain of 5",
	 {{"chain_gray", "c-WHi", {VISION_RGB}},
	  {"chain_gaussian", "--WHii", {BORDER}},
	  {"chain_sobel", "--WHii", {BORDER}},
	  {"chain_magnitude", "--WH", {0}},
	  {"chain_depth", "-uWHii", {VISION_SATURATE, 0}}}},
};

static cl_context context;
static cl_program program;
static cl_command_queue queue;

static void check(cl_int status, const char *what)
{
	if (status != CL_SUCCESS) {
		fprintf(stderr, "fcl_vision: %s: error %d\n", what, status);
		exit(1);
	}
}

static void open_board(const char *path)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_int status;
	size_t size;
	unsigned char *image = read_file(path, &size);
	const unsigned char *bytes = image;

	if (!image) {
		fprintf(stderr, "fcl_vision: cannot read %s\n", path);
		exit(1);
	}
	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	check(status, "clCreateContext");
	program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, &status);
	check(status, path);
	queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
				     &status);
	check(status, "clCreateCommandQueue");
	free(image);
}

/* The resources of a row while it runs. */
struct prepared {
	cl_kernel kernels[MOST_KERNELS];
	cl_mem buffers[MOST_BUFFERS];
	int kernel_count, buffer_count;
};

/* A wave pattern, which has edges, corners and all values. */
static cl_mem new_buffer(struct prepared *set, size_t size)
{
	unsigned char *bytes = malloc(size);
	cl_int status = CL_OUT_OF_HOST_MEMORY;

	for (size_t i = 0; bytes && i < size; i++)
		bytes[i] = (unsigned char)((i % WIDTH / 40 ^ i / WIDTH / 30) * 37 + i % 7);
	if (bytes)
		set->buffers[set->buffer_count] = clCreateBuffer(
			context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, bytes, &status);
	check(status, "a buffer");
	free(bytes);
	return set->buffers[set->buffer_count++];
}

static void set_argument(cl_kernel kernel, cl_uint *index, const void *value, size_t size)
{
	check(clSetKernelArg(kernel, (*index)++, size, value), "clSetKernelArg");
}

static void set_image(struct prepared *set, cl_kernel kernel, cl_uint *index, int pixel)
{
	int stride = WIDTH * pixel;
	cl_mem buffer = pixel ? new_buffer(set, (size_t)stride * HEIGHT) : NULL;

	set_argument(kernel, index, pixel ? &buffer : NULL, sizeof(cl_mem));
	set_argument(kernel, index, &stride, sizeof(stride));
}

static void set_number(cl_kernel kernel, cl_uint *index, int number)
{
	set_argument(kernel, index, &number, sizeof(number));
}

static void set_arguments(struct prepared *set, cl_kernel kernel, const char *types,
			  const int *numbers)
{
	const float scale = 1.0f / 256, threshold = 20;
	cl_uint index = 0;
	cl_mem buffer;

	for (; *types; types++) {
		switch (*types) {
		case '0':
			set_image(set, kernel, &index, 0);
			break;
		case 'u':
			set_image(set, kernel, &index, 1);
			break;
		case 's':
			set_image(set, kernel, &index, 2);
			break;
		case 'c':
			set_image(set, kernel, &index, 3);
			break;
		case 'w':
			set_image(set, kernel, &index, 4);
			break;
		case 'W':
			set_number(kernel, &index, WIDTH);
			break;
		case 'H':
			set_number(kernel, &index, HEIGHT);
			break;
		case 'i':
			set_number(kernel, &index, *numbers++);
			break;
		case 'f':
			set_argument(kernel, &index, &scale, sizeof(scale));
			break;
		case 't':
			set_argument(kernel, &index, &threshold, sizeof(threshold));
			break;
		case 'm':
			buffer = new_buffer(set, (size_t)18 << 20);
			set_argument(kernel, &index, &buffer, sizeof(buffer));
			break;
		case 'b':
			buffer = new_buffer(set, 65536);
			set_argument(kernel, &index, &buffer, sizeof(buffer));
			break;
		default:
			index++; /* a stream */
		}
	}
}

static struct prepared prepare(const struct row *row)
{
	struct prepared set = {0};
	cl_int status;

	for (int i = 0; i < MOST_KERNELS && row->launches[i].kernel; i++) {
		set.kernels[i] = clCreateKernel(program, row->launches[i].kernel, &status);
		check(status, row->launches[i].kernel);
		set_arguments(&set, set.kernels[i], row->launches[i].arguments,
			      row->launches[i].numbers);
		set.kernel_count++;
	}
	return set;
}

static void release(struct prepared *set)
{
	for (int i = 0; i < set->kernel_count; i++)
		clReleaseKernel(set->kernels[i]);
	for (int i = 0; i < set->buffer_count; i++)
		clReleaseMemObject(set->buffers[i]);
}

static clockid_t clock_used = CLOCK_MONOTONIC;

static double now(void)
{
	struct timespec time;

	clock_gettime(clock_used, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Returns the seconds for one picture. */
static double run(const struct prepared *set)
{
	cl_event events[MOST_KERNELS];
	double start = now();

	for (int i = 0; i < set->kernel_count; i++)
		check(clEnqueueTask(queue, set->kernels[i], 0, NULL, &events[i]), "clEnqueueTask");
	check(clWaitForEvents((cl_uint)set->kernel_count, events), "a kernel");
	start = now() - start;
	for (int i = 0; i < set->kernel_count; i++)
		clReleaseEvent(events[i]);
	return start;
}

static int by_size(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static void measure(const struct row *row)
{
	struct prepared set = prepare(row);
	double times[ROUNDS];

	run(&set); /* moves the buffers to the board */
	for (int i = 0; i < ROUNDS; i++)
		times[i] = run(&set);
	qsort(times, ROUNDS, sizeof(times[0]), by_size);
	printf("vision, %s\tM/s\t%.4g\n", row->name, WIDTH * HEIGHT / times[ROUNDS / 2] / 1e6);
	fflush(stdout);
	release(&set);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--processor-time")) {
		clock_used = CLOCK_PROCESS_CPUTIME_ID;
		argv++;
		argc--;
	}
	if (argc != 2 && argc != 3) {
		fprintf(stderr, "usage: fcl_vision [--processor-time] vision.xclbin [NAME]\n");
		return 2;
	}
	open_board(argv[1]);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (argc == 2 || !strcmp(argv[2], rows[i].name))
			measure(&rows[i]);
	clReleaseCommandQueue(queue);
	clReleaseProgram(program);
	clReleaseContext(context);
	return 0;
}
