/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/runtime/host.h"

#include <unistd.h>

#include "host_tests/read_file.h"

static char trace[] = "/tmp/fpgacl-trace-XXXXXX";

void host_open(struct host *host)
{
	cl_int error;

	OK(clGetPlatformIDs(1, &host->platform, NULL));
	OK(clGetDeviceIDs(host->platform, CL_DEVICE_TYPE_ALL, 2, host->devices, &host->ndevices));
	host->context = clCreateContext(NULL, host->ndevices, host->devices, NULL, NULL, &error);
	OK(error);
}

void host_close(struct host *host)
{
	OK(clReleaseContext(host->context));
}

unsigned char *host_image(const char *name, size_t *ret_size)
{
	char path[4096];
	unsigned char *bytes;

	snprintf(path, sizeof(path), IMAGES_FOLDER "/%s", name);
	bytes = read_file(path, ret_size);
	assert_non_null(bytes);
	return bytes;
}

cl_program host_program(struct host *host, unsigned device, const char *image)
{
	size_t size;
	unsigned char *bytes = host_image(image, &size);
	cl_int status, error;
	cl_program program = clCreateProgramWithBinary(host->context, 1, &host->devices[device],
						       &size, (const unsigned char **)&bytes,
						       &status, &error);

	OK(error);
	OK(status);
	free(bytes);
	return program;
}

cl_kernel host_kernel(cl_program program, const char *name)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);

	OK(error);
	return kernel;
}

cl_command_queue host_queue(struct host *host, unsigned device,
			    cl_command_queue_properties properties)
{
	cl_int error;
	cl_command_queue queue = clCreateCommandQueue(host->context, host->devices[device],
						      properties, &error);

	OK(error);
	return queue;
}

cl_mem host_buffer(struct host *host, cl_mem_flags flags, size_t bytes, void *memory)
{
	cl_int error;
	cl_mem buffer = clCreateBuffer(host->context, flags, bytes, memory, &error);

	OK(error);
	return buffer;
}

cl_int host_status(cl_event event)
{
	cl_int status;

	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	return status;
}

void host_args(cl_kernel kernel, cl_mem buffer, unsigned ints, ...)
{
	va_list args;

	OK(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	va_start(args, ints);
	for (unsigned i = 0; i < ints; i++) {
		cl_int value = va_arg(args, cl_int);

		OK(clSetKernelArg(kernel, i + 1, sizeof(value), &value));
	}
	va_end(args);
}

void host_trace_begin(void)
{
	int file = mkstemp(trace);

	if (file < 0)
		exit(1);
	close(file);
	setenv("FPGACL_TRACE", trace, 1);
}

void host_trace_end(void)
{
	unlink(trace);
}

unsigned host_trace_lines(const char *text)
{
	return lines_with(trace, text);
}

unsigned host_swaps(void)
{
	return host_trace_lines("\"name\":\"program\"");
}
