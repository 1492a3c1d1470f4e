/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/apps/app.h"

#include "host_tests/read_file.h"

unsigned char *app_read(const char *name, size_t *ret_size)
{
	char path[4096];
	unsigned char *bytes;

	snprintf(path, sizeof(path), "%s%s", *name == '/' ? "" : APP_IMAGES "/", name);
	bytes = read_file(path, ret_size);
	assert_non_null(bytes);
	return bytes;
}

cl_program app_load(struct app *app, cl_uint device, const void *image, size_t size,
		    cl_int *ret_status)
{
	const unsigned char *bytes = image;
	cl_int binary_status = 1, error = 1;
	cl_program program = clCreateProgramWithBinary(app->context, 1, &app->devices[device],
						       &size, &bytes, &binary_status, &error);

	assert_int_equal(binary_status, error);
	assert_int_equal(!!program, error == CL_SUCCESS);
	*ret_status = error;
	return program;
}

struct app app_open(const char *name, cl_command_queue_properties properties)
{
	struct app app = {0};
	unsigned char *image;
	cl_int error;
	size_t size;

	OK(clGetPlatformIDs(1, &app.platform, NULL));
	OK(clGetDeviceIDs(app.platform, CL_DEVICE_TYPE_ACCELERATOR, APP_MAX_DEVICES, app.devices,
			  &app.device_count));
	app.context = clCreateContext(NULL, app.device_count, app.devices, NULL, NULL, &error);
	OK(error);
	image = app_read(name, &size);
	app.program = app_load(&app, 0, image, size, &error);
	OK(error);
	free(image);
	app.queue = clCreateCommandQueue(app.context, app.devices[0], properties, &error);
	OK(error);
	return app;
}

void app_close(struct app *app)
{
	OK(clReleaseCommandQueue(app->queue));
	OK(clReleaseProgram(app->program));
	OK(clReleaseContext(app->context));
}

cl_kernel app_kernel(struct app *app, const char *name)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(app->program, name, &error);

	OK(error);
	return kernel;
}

cl_mem app_buffer(struct app *app, cl_mem_flags flags, size_t size, void *host)
{
	cl_int error;
	cl_mem buffer = clCreateBuffer(app->context, flags, size, host, &error);

	OK(error);
	return buffer;
}

void app_read_buffer(struct app *app, cl_mem buffer, void *to, size_t size)
{
	OK(clEnqueueReadBuffer(app->queue, buffer, CL_TRUE, 0, size, to, 0, NULL, NULL));
}

void app_take_buffer(struct app *app, cl_mem buffer, void *to, size_t size)
{
	app_read_buffer(app, buffer, to, size);
	OK(clReleaseMemObject(buffer));
}

void app_set_buffers(cl_kernel kernel, cl_uint first, cl_uint count, const cl_mem *buffers)
{
	for (cl_uint i = 0; i < count; i++)
		OK(clSetKernelArg(kernel, first + i, sizeof(cl_mem), &buffers[i]));
}

void app_set_int(cl_kernel kernel, cl_uint index, cl_int value)
{
	OK(clSetKernelArg(kernel, index, sizeof(value), &value));
}

void app_numbers(cl_int *ret, size_t count, cl_int seed)
{
	for (size_t i = 0; i < count; i++)
		ret[i] = (cl_int)((i * 2654435u + (cl_uint)seed * 40503u) % 1000003);
}
