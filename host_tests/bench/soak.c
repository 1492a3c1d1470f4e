/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Creates, uses and releases objects of every kind repeatedly, in phases of equal length, and
 * measures the process's memory after each one. Plain OpenCL.
 */
#include <CL/cl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host_tests/read_file.h"
#include "runtime/api/common/khr.h"

enum { BUFFERS = 8, LAUNCHES = 32, BYTES = 16384, ALLOWED_KIB = 4096 };

struct soak {
	cl_device_id device;
	unsigned char *binary;
	size_t size;
	unsigned failed;
	_Atomic unsigned called, expected; /* numbers of callbacks */
	fcl_khr_create *create;
	fcl_khr_fill *record;
	fcl_khr_use *finalize, *release;
	fcl_khr_enqueue *enqueue;
	cl_device_svm_capabilities svm;
};

struct options {
	const char *path;
	unsigned rounds;
	double seconds;
	int phases;
};

#define CHECK(soak, call) ((soak)->failed += (call) != CL_SUCCESS)

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Resident memory in KiB, including memory shared with the board. */
static long resident(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long pages = -1;

	if (file) {
		if (fscanf(file, "%*s %ld", &pages) != 1)
			pages = -1;
		fclose(file);
	}
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void CL_CALLBACK on_complete(cl_event event, cl_int status, void *data)
{
	struct soak *soak = data;

	(void)event;
	(void)status;
	atomic_fetch_add(&soak->called, 1);
}

static void move_bytes(struct soak *soak, cl_command_queue queue, cl_mem buffer, char *memory)
{
	cl_buffer_region region = {BYTES / 2, BYTES / 2};
	cl_mem view = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	char *mapped;

	CHECK(soak, clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, BYTES, memory, 0, NULL, NULL));
	mapped = clEnqueueMapBuffer(queue, view, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, NULL);
	memset(mapped, 1, 64);
	CHECK(soak, clEnqueueUnmapMemObject(queue, view, mapped, 0, NULL, NULL));
	CHECK(soak, clReleaseMemObject(view));
}

static void launch(struct soak *soak, cl_context context, cl_command_queue queue,
		   cl_program program, cl_mem buffer)
{
	cl_kernel kernel = clCreateKernel(program, "empty", NULL);
	cl_event gate = clCreateUserEvent(context, NULL), events[LAUNCHES];
	int number = 1;

	CHECK(soak, clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	for (int i = 0; i < LAUNCHES; i++) {
		CHECK(soak, clSetKernelArg(kernel, 1, sizeof(number), &number));
		CHECK(soak,
		      clEnqueueTask(queue, kernel, 1, i ? &events[i - 1] : &gate, &events[i]));
	}
	CHECK(soak, clSetEventCallback(events[LAUNCHES - 1], CL_COMPLETE, on_complete, soak));
	atomic_fetch_add(&soak->expected, 1);
	CHECK(soak, clSetUserEventStatus(gate, CL_COMPLETE));
	CHECK(soak, clReleaseEvent(gate));
	CHECK(soak, clWaitForEvents(LAUNCHES, events));
	for (int i = 0; i < LAUNCHES; i++)
		CHECK(soak, clReleaseEvent(events[i]));
	CHECK(soak, clReleaseKernel(kernel));
}

/* A driver without command buffers has nothing to create here. */
static void replay(struct soak *soak, cl_command_queue queue, cl_mem buffer)
{
	cl_command_buffer_khr recorded;

	if (!soak->record || !soak->finalize || !soak->enqueue || !soak->release || !soak->create)
		return;
	recorded = soak->create(1, &queue, NULL, NULL);
	for (size_t i = 0; i < LAUNCHES; i++)
		CHECK(soak,
		      soak->record(recorded, NULL, NULL, buffer, &i, 1, i, 1, 0, NULL, NULL, NULL));
	CHECK(soak, soak->finalize(recorded));
	CHECK(soak, soak->enqueue(0, NULL, recorded, 0, NULL, NULL));
	CHECK(soak, soak->release(recorded));
}

/* Freed by a command while a kernel still uses it. */
static void share(struct soak *soak, cl_context context, cl_command_queue queue, cl_program program)
{
	const int number = 1;
	cl_kernel kernel;
	cl_mem buffer;
	void *memory;

	if (!soak->svm)
		return;
	memory = clSVMAlloc(context, 0, BYTES, 0);
	buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, BYTES, memory, NULL);
	kernel = clCreateKernel(program, "empty", NULL);
	CHECK(soak, clSetKernelArgSVMPointer(kernel, 0, memory));
	CHECK(soak, clSetKernelArg(kernel, 1, sizeof(number), &number));
	CHECK(soak, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(memory),
					(const void *)&memory));
	CHECK(soak, clEnqueueTask(queue, kernel, 0, NULL, NULL));
	CHECK(soak,
	      clEnqueueSVMMemFill(queue, memory, &number, sizeof(number), BYTES, 0, NULL, NULL));
	CHECK(soak, clReleaseMemObject(buffer));
	CHECK(soak, clFinish(queue));
	CHECK(soak, clEnqueueSVMFree(queue, 1, &memory, NULL, NULL, 0, NULL, NULL));
	CHECK(soak, clReleaseKernel(kernel));
}

static void one_round(struct soak *soak, unsigned round)
{
	cl_command_queue_properties bits = round % 4;
	cl_context context = clCreateContext(NULL, 1, &soak->device, NULL, NULL, NULL);
	cl_command_queue queue = clCreateCommandQueue(context, soak->device, bits, NULL);
	const unsigned char *binary = soak->binary;
	cl_program program = clCreateProgramWithBinary(context, 1, &soak->device, &soak->size,
						       &binary, NULL, NULL);
	static char memory[BYTES];
	cl_mem buffers[BUFFERS];

	for (int i = 0; i < BUFFERS; i++) {
		buffers[i] = clCreateBuffer(context, 0, BYTES, NULL, NULL);
		move_bytes(soak, queue, buffers[i], memory);
	}
	launch(soak, context, queue, program, buffers[round % BUFFERS]);
	replay(soak, queue, buffers[0]);
	share(soak, context, queue, program);
	CHECK(soak, clFinish(queue));
	for (int i = 0; i < BUFFERS; i++)
		CHECK(soak, clReleaseMemObject(buffers[i]));
	CHECK(soak, clReleaseProgram(program));
	CHECK(soak, clReleaseCommandQueue(queue));
	CHECK(soak, clReleaseContext(context));
}

/*
 * Waits for outstanding callbacks, at most ten seconds: objects that wait for their callback hold
 * memory, which on a busy machine is a lot.
 */
static void settle(struct soak *soak)
{
	for (int i = 0; i < 10000 && soak->called != soak->expected; i++)
		usleep(1000);
	soak->failed += soak->called != soak->expected;
}

/* A phase with that many rounds; with `seconds`, as many rounds as fit. */
static long phase(struct soak *soak, int number, const struct options *options)
{
	double start = now();
	unsigned done = 0;
	long kib;

	while (options->seconds > 0 ? now() - start < options->seconds : done < options->rounds) {
		one_round(soak, done++);
		if (done % 64 == 0)
			settle(soak);
	}
	settle(soak);
	kib = resident();
	printf("phase %d: %u rounds in %.1f s, %ld KiB, %u failures\n", number, done, now() - start,
	       kib, soak->failed);
	fflush(stdout);
	return kib;
}

static int usage(void)
{
	fputs("usage: fcl_soak --binary FILE [--phases N] (--rounds N | --seconds N)\n"
	      "Phases of N rounds or seconds each; the first only warms up. Fails if the memory "
	      "held\n"
	      "after the last is 4 MiB more than after the first.\n",
	      stderr);
	return 2;
}

static int read_options(int argc, char **argv, struct options *options)
{
	for (int i = 1; i + 1 < argc; i += 2) {
		if (!strcmp(argv[i], "--binary"))
			options->path = argv[i + 1];
		else if (!strcmp(argv[i], "--phases"))
			options->phases = atoi(argv[i + 1]);
		else if (!strcmp(argv[i], "--rounds"))
			options->rounds = (unsigned)atoi(argv[i + 1]);
		else if (!strcmp(argv[i], "--seconds"))
			options->seconds = atof(argv[i + 1]);
		else
			return -1;
	}
	return options->path && argc % 2 && options->phases > 1 &&
			       (options->rounds || options->seconds > 0)
		       ? 0
		       : -1;
}

static void *find(cl_platform_id platform, const char *name)
{
	return clGetExtensionFunctionAddressForPlatform(platform, name);
}

static void find_calls(struct soak *soak, cl_platform_id platform)
{
	soak->create = find(platform, "clCreateCommandBufferKHR");
	soak->record = find(platform, "clCommandFillBufferKHR");
	soak->finalize = find(platform, "clFinalizeCommandBufferKHR");
	soak->enqueue = find(platform, "clEnqueueCommandBufferKHR");
	soak->release = find(platform, "clReleaseCommandBufferKHR");
}

int main(int argc, char **argv)
{
	struct options options = {.phases = 3};
	struct soak soak = {0};
	cl_platform_id platform;
	long first, last;

	if (!read_options(argc, argv, &options))
		soak.binary = read_file(options.path, &soak.size);
	if (!soak.binary)
		return usage();
	if (clGetPlatformIDs(1, &platform, NULL) ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &soak.device, NULL)) {
		fputs("fcl_soak: no device\n", stderr);
		return 1;
	}
	find_calls(&soak, platform);
	/* Older drivers do not support the query, and have no command buffers. */
	clGetDeviceInfo(soak.device, CL_DEVICE_SVM_CAPABILITIES, sizeof(soak.svm), &soak.svm, NULL);
	first = last = phase(&soak, 1, &options);
	for (int i = 2; i <= options.phases; i++)
		last = phase(&soak, i, &options);
	free(soak.binary);
	if (!soak.failed && last - first <= ALLOWED_KIB)
		return 0;
	fprintf(stderr, "fcl_soak: %u failures, %ld KiB became %ld KiB\n", soak.failed, first,
		last);
	return 1;
}
