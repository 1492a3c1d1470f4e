/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a capture costs: fcl_capture_cost <empty.xclbin>, without FPGACL_CAPTURE and with it. Prints
 * launches a second, and GB/s of blocking writes of 64 MiB, with the same contents each time and with
 * other ones. The fastest of several rounds counts.
 */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGE = 64 << 20, ROUNDS = 5, LAUNCHES = 20000, WRITES = 4 };

static cl_context context;
static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem buffer;
static char *memory;

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void *read_file(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "rb");
	char *bytes = NULL;

	if (file && !fseek(file, 0, SEEK_END)) {
		*ret_size = (size_t)ftell(file);
		rewind(file);
		bytes = malloc(*ret_size);
		if (bytes && fread(bytes, 1, *ret_size, file) != *ret_size)
			*ret_size = 0;
	}
	if (file)
		fclose(file);
	return bytes;
}

static int open_board(const char *image)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_program program;
	cl_mem small;
	cl_int zero = 0;
	size_t size = 0;
	const unsigned char *bytes = read_file(image, &size);

	if (!bytes || clGetPlatformIDs(1, &platform, NULL) ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
		return 1;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = clCreateCommandQueue(context, device, 0, NULL);
	program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, NULL);
	kernel = clCreateKernel(program, "empty", NULL);
	small = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
	buffer = clCreateBuffer(context, CL_MEM_READ_ONLY, LARGE, NULL, NULL);
	memory = aligned_alloc(4096, LARGE);
	if (!kernel || !buffer || !memory)
		return 1;
	memset(memory, 1, LARGE);
	clSetKernelArg(kernel, 0, sizeof(cl_mem), &small);
	clSetKernelArg(kernel, 1, sizeof(zero), &zero);
	return clEnqueueTask(queue, kernel, 0, NULL, NULL) || clFinish(queue);
}

static double launches(void)
{
	double start = now_s();

	for (int i = 0; i < LAUNCHES; i++) {
		clEnqueueTask(queue, kernel, 0, NULL, NULL);
		if (i % 64 == 63)
			clFinish(queue);
	}
	clFinish(queue);
	return LAUNCHES / (now_s() - start);
}

/* A few bytes of each 64 KiB are other ones; how often repeats of old contents are rare. */
static void change(unsigned long long *state)
{
	for (size_t at = 0; at < LARGE; at += 4096) {
		*state = *state * 6364136223846793005u + 1442695040888963407u;
		memcpy(memory + at, state, sizeof(*state));
	}
}

static double writes(int other)
{
	static unsigned long long state = 1;
	double seconds = 0;

	for (int i = 0; i < WRITES; i++) {
		double start;

		if (other)
			change(&state);
		start = now_s();
		clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, LARGE, memory, 0, NULL, NULL);
		seconds += now_s() - start;
	}
	return (double)LARGE * WRITES / seconds / 1e9;
}

int main(int argc, char **argv)
{
	double best[3] = {0};

	if (argc != 2 || open_board(argv[1])) {
		fputs("usage: fcl_capture_cost <empty.xclbin>, with a device for it\n", stderr);
		return 1;
	}
	writes(0);
	for (int round = 0; round < ROUNDS; round++) {
		const double measured[3] = {launches(), writes(0), writes(1)};

		for (int i = 0; i < 3; i++)
			best[i] = measured[i] > best[i] ? measured[i] : best[i];
	}
	printf("%.0f launches/s, %.2f GB/s known, %.2f GB/s new\n", best[0], best[1], best[2]);
	return 0;
}
