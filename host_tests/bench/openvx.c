/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The overhead of a frame of an OpenVX graph with eight nodes over the same kernels enqueued
 * manually: fcl_vx_cost DESCRIPTION BINARY. The images are small, so that the kernels take almost
 * no time; both variants enqueue many frames and wait once. Prints microseconds per frame: manual,
 * graph, and the difference, as medians and minima of alternating rounds.
 */
#include <CL/cl.h>
#include <VX/vx.h>
#include <VX/vx_khr_opencl_interop.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { NODES = 8, FRAMES = 500, ROUNDS = 41, SIDE = 8 };

struct work {
	cl_context cl;
	cl_device_id device;
	cl_command_queue queue;
	cl_kernel kernels[NODES];
	vx_context context;
	vx_graph graph;
};

static double now_us(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values)
{
	qsort(values, ROUNDS, sizeof(*values), compare);
	return values[ROUNDS / 2];
}

static int make_graph(struct work *work, const char *description)
{
	vx_image images[NODES + 1];
	vx_kernel kernel;

	work->context = vxCreateContextFromCL(work->cl, work->queue);
	if (vxLoadKernels(work->context, description))
		return -1;
	kernel = vxGetKernelByName(work->context, "test.invert");
	work->graph = vxCreateGraph(work->context);
	for (int i = 0; i <= NODES; i++)
		images[i] = vxCreateImage(work->context, SIDE, SIDE, VX_DF_IMAGE_U8);
	for (int i = 0; i < NODES; i++) {
		vx_node node = vxCreateGenericNode(work->graph, kernel);

		vxSetParameterByIndex(node, 0, (vx_reference)images[i]);
		vxSetParameterByIndex(node, 1, (vx_reference)images[i + 1]);
	}
	return vxVerifyGraph(work->graph);
}

static cl_program read_program(struct work *work, const char *path)
{
	static unsigned char bytes[64 << 20];
	const unsigned char *given = bytes;
	FILE *file = fopen(path, "rb");
	size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;

	if (file)
		fclose(file);
	return clCreateProgramWithBinary(work->cl, 1, &work->device, &size, &given, NULL, NULL);
}

static int make_kernels(struct work *work, const char *binary)
{
	cl_program program = read_program(work, binary);
	cl_mem buffers[NODES + 1];
	cl_int size = SIDE, code = 0;

	for (int i = 0; i <= NODES; i++)
		buffers[i] = clCreateBuffer(work->cl, 0, SIDE * SIDE, NULL, NULL);
	for (int i = 0; i < NODES; i++) {
		work->kernels[i] = clCreateKernel(program, "invert", NULL);
		code |= clSetKernelArg(work->kernels[i], 0, sizeof(cl_mem), &buffers[i]);
		code |= clSetKernelArg(work->kernels[i], 1, sizeof(cl_mem), &buffers[i + 1]);
		for (cl_uint k = 2; k < 6; k++)
			code |= clSetKernelArg(work->kernels[i], k, sizeof(size), &size);
	}
	return code;
}

static double by_hand(struct work *work)
{
	double start = now_us();
	size_t one = 1;

	for (int frame = 0; frame < FRAMES; frame++) {
		for (int i = 0; i < NODES; i++)
			clEnqueueNDRangeKernel(work->queue, work->kernels[i], 1, NULL, &one, &one,
					       0, NULL, NULL);
		clFlush(work->queue);
	}
	clFinish(work->queue);
	return (now_us() - start) / FRAMES;
}

static double by_graph(struct work *work)
{
	double start = now_us();

	for (int frame = 0; frame < FRAMES; frame++)
		vxScheduleGraph(work->graph);
	vxWaitGraph(work->graph);
	return (now_us() - start) / FRAMES;
}

int main(int argc, char **argv)
{
	struct work work = {.cl = NULL};
	double hand[ROUNDS], graph[ROUNDS];
	cl_platform_id platform;

	if (argc != 3 || clGetPlatformIDs(1, &platform, NULL) ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &work.device, NULL))
		return 2;
	work.cl = clCreateContext(NULL, 1, &work.device, NULL, NULL, NULL);
	work.queue = clCreateCommandQueue(work.cl, work.device, 0, NULL);
	if (make_graph(&work, argv[1]) || make_kernels(&work, argv[2]))
		return 1;
	for (int i = 0; i < ROUNDS; i++) {
		hand[i] = by_hand(&work);
		graph[i] = by_graph(&work);
	}
	printf("medians: by hand %.2f us, by the graph %.2f us, over it %.2f us a frame of %d nodes\n",
	       median(hand), median(graph), median(graph) - median(hand), NODES);
	printf("least:   by hand %.2f us, by the graph %.2f us, over it %.2f us\n", hand[0],
	       graph[0], graph[0] - hand[0]);
	vxReleaseContext(&work.context);
	return 0;
}
