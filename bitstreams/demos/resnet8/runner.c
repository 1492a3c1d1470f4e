/* SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "runner.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEVICES = 64, FLIGHTS = 4 };

/* A batch in flight: written, computed, read. */
struct flight {
	cl_kernel kernel;
	cl_mem pictures, logits;
	cl_event read; /* NULL: not in use */
};

struct resnet8_runner {
	char name[256];
	cl_device_id device;
	cl_context context;
	cl_program program;
	cl_command_queue queue;
	struct flight flights[FLIGHTS];
	size_t room; /* pictures in a flight's buffers */
};

static int list_devices(cl_device_id devices[MAX_DEVICES])
{
	cl_platform_id platforms[MAX_DEVICES];
	cl_uint platform_count = 0, here;
	int count = 0;

	if (clGetPlatformIDs(MAX_DEVICES, platforms, &platform_count) != CL_SUCCESS)
		return 0;
	for (cl_uint i = 0; i < platform_count && i < MAX_DEVICES && count < MAX_DEVICES; i++)
		if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ACCELERATOR,
				   (cl_uint)(MAX_DEVICES - count), devices + count,
				   &here) == CL_SUCCESS)
			count += here < (cl_uint)(MAX_DEVICES - count) ? (int)here
								       : MAX_DEVICES - count;
	return count;
}

int resnet8_count_devices(void)
{
	cl_device_id devices[MAX_DEVICES];

	return list_devices(devices);
}

static unsigned char *runner_read_image(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "rb");
	unsigned char *bytes = NULL;
	long size = -1;

	if (file && !fseek(file, 0, SEEK_END))
		size = ftell(file);
	if (size > 0) {
		rewind(file);
		bytes = malloc((size_t)size);
		if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
			free(bytes);
			bytes = NULL;
		}
	}
	if (file)
		fclose(file);
	*ret_size = (size_t)size;
	return bytes;
}

static bool runner_load(struct resnet8_runner *runner, cl_device_id device,
			const unsigned char *image, size_t size)
{
	cl_int status, accepted = CL_SUCCESS;

	runner->context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	if (status != CL_SUCCESS)
		return false;
	runner->program = clCreateProgramWithBinary(runner->context, 1, &device, &size, &image,
						    &accepted, &status);
	if (status == CL_SUCCESS && accepted == CL_SUCCESS) {
		runner->device = device;
		return true;
	}
	clReleaseContext(runner->context);
	runner->context = NULL;
	runner->program = NULL;
	return false;
}

static bool resnet8_runner_create_objects(struct resnet8_runner *runner)
{
	cl_int status = CL_SUCCESS;

	clGetDeviceInfo(runner->device, CL_DEVICE_NAME, sizeof(runner->name), runner->name, NULL);
	/* Batches do not depend on each other. */
	runner->queue = clCreateCommandQueue(runner->context, runner->device,
					     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
	for (int i = 0; i < FLIGHTS && status == CL_SUCCESS; i++)
		runner->flights[i].kernel = clCreateKernel(runner->program, "resnet8", &status);
	return status == CL_SUCCESS;
}

struct resnet8_runner *resnet8_open(const char *image_path, int device, char *why, size_t size)
{
	struct resnet8_runner *runner = calloc(1, sizeof(*runner));
	cl_device_id devices[MAX_DEVICES];
	int count = list_devices(devices);
	size_t image_size;
	unsigned char *image = runner_read_image(image_path, &image_size);
	bool loaded = false;

	if (!runner || !image)
		snprintf(why, size, "%s: %s", image_path,
			 image ? "out of memory" : "cannot be read");
	else if (device >= count)
		snprintf(why, size, "accelerator %d was requested, but there are %d", device,
			 count);
	else {
		for (int i = 0; i < count && !loaded; i++)
			if (device < 0 || device == i)
				loaded = runner_load(runner, devices[i], image, image_size);
		if (!loaded)
			snprintf(why, size,
				 "%s: none of the %d accelerators accepts this image "
				 "(FPGACL_LOG=error says why)",
				 image_path, count);
		else if (!resnet8_runner_create_objects(runner)) {
			snprintf(why, size, "%s: has no kernel resnet8", image_path);
			loaded = false;
		}
	}
	free(image);
	if (!loaded) {
		resnet8_close(runner);
		runner = NULL;
	}
	return runner;
}

static void release_buffers(struct resnet8_runner *runner)
{
	for (int i = 0; i < FLIGHTS; i++) {
		struct flight *flight = &runner->flights[i];

		if (flight->pictures)
			clReleaseMemObject(flight->pictures);
		if (flight->logits)
			clReleaseMemObject(flight->logits);
		flight->pictures = flight->logits = NULL;
	}
	runner->room = 0;
}

void resnet8_close(struct resnet8_runner *runner)
{
	if (!runner)
		return;
	release_buffers(runner);
	for (int i = 0; i < FLIGHTS; i++)
		if (runner->flights[i].kernel)
			clReleaseKernel(runner->flights[i].kernel);
	if (runner->queue)
		clReleaseCommandQueue(runner->queue);
	if (runner->program)
		clReleaseProgram(runner->program);
	if (runner->context)
		clReleaseContext(runner->context);
	free(runner);
}

const char *resnet8_device_name(const struct resnet8_runner *runner)
{
	return runner->name;
}

static cl_int resnet8_runner_create_buffers(struct resnet8_runner *runner, size_t room)
{
	cl_int status = CL_SUCCESS;

	if (runner->room >= room)
		return CL_SUCCESS;
	release_buffers(runner);
	for (int i = 0; i < FLIGHTS && status == CL_SUCCESS; i++) {
		struct flight *flight = &runner->flights[i];

		flight->pictures = clCreateBuffer(runner->context, CL_MEM_READ_ONLY,
						  room * RESNET8_PIXELS, NULL, &status);
		if (status == CL_SUCCESS)
			flight->logits = clCreateBuffer(runner->context, CL_MEM_WRITE_ONLY,
							room * RESNET8_CLASSES * sizeof(int32_t),
							NULL, &status);
		if (status == CL_SUCCESS)
			status = clSetKernelArg(flight->kernel, 0, sizeof(cl_mem),
						&flight->pictures);
		if (status == CL_SUCCESS)
			status = clSetKernelArg(flight->kernel, 1, sizeof(cl_mem), &flight->logits);
	}
	if (status == CL_SUCCESS)
		runner->room = room;
	else
		release_buffers(runner);
	return status;
}

/* Enqueues the three commands of a batch, each of which depends on the previous one. */
static cl_int runner_enqueue(struct resnet8_runner *runner, struct flight *flight,
			     const uint8_t (*pictures)[RESNET8_PIXELS], size_t count,
			     int32_t (*ret_logits)[RESNET8_CLASSES])
{
	cl_event written = NULL, computed = NULL;
	cl_int number = (cl_int)count;
	cl_int status = clSetKernelArg(flight->kernel, 2, sizeof(number), &number);

	if (status == CL_SUCCESS)
		status = clEnqueueWriteBuffer(runner->queue, flight->pictures, CL_FALSE, 0,
					      count * RESNET8_PIXELS, pictures, 0, NULL, &written);
	if (status == CL_SUCCESS)
		status = clEnqueueTask(runner->queue, flight->kernel, 1, &written, &computed);
	if (status == CL_SUCCESS)
		status = clEnqueueReadBuffer(runner->queue, flight->logits, CL_FALSE, 0,
					     count * RESNET8_CLASSES * sizeof(int32_t), ret_logits,
					     1, &computed, &flight->read);
	if (written)
		clReleaseEvent(written);
	if (computed)
		clReleaseEvent(computed);
	return status;
}

/* Returns the result of a flight's batch, after which the flight is empty. */
static cl_int runner_finish(struct flight *flight)
{
	cl_int status;

	if (!flight->read)
		return CL_SUCCESS;
	status = clWaitForEvents(1, &flight->read);
	clReleaseEvent(flight->read);
	flight->read = NULL;
	return status;
}

int resnet8_run(struct resnet8_runner *runner, const uint8_t (*pictures)[RESNET8_PIXELS],
		size_t count, size_t batch, int32_t (*ret_logits)[RESNET8_CLASSES])
{
	cl_int status, ended;

	if (!batch || batch > INT_MAX / RESNET8_PIXELS)
		return CL_INVALID_VALUE;
	status = resnet8_runner_create_buffers(runner, batch);
	for (size_t at = 0; at < count && status == CL_SUCCESS; at += batch) {
		struct flight *flight = &runner->flights[at / batch % FLIGHTS];

		status = runner_finish(flight);
		if (status == CL_SUCCESS)
			status = runner_enqueue(runner, flight, pictures + at,
						count - at < batch ? count - at : batch,
						ret_logits + at);
	}
	/* Even after an error: nothing may write to the host's memory from now on. */
	for (int i = 0; i < FLIGHTS; i++) {
		ended = runner_finish(&runner->flights[i]);
		if (status == CL_SUCCESS)
			status = ended;
	}
	clFinish(runner->queue);
	return status;
}

int resnet8_best(const int32_t logits[RESNET8_CLASSES])
{
	int best = 0;

	for (int i = 1; i < RESNET8_CLASSES; i++)
		if (logits[i] > logits[best])
			best = i;
	return best;
}
