/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_APP_H
#define FCL_TEST_APP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

/*
 * Shared by the small host programs in this directory, which are written like users' programs:
 * plain OpenCL 1.2 through libOpenCL.so, with images compiled by fpgaclc. Every helper fails the
 * running test on an error.
 */

#define OK(call) assert_int_equal((call), CL_SUCCESS)

enum { APP_MAX_DEVICES = 8 };

struct app {
	cl_platform_id platform;
	cl_device_id devices[APP_MAX_DEVICES];
	cl_uint device_count;
	cl_context context; /* with all devices */
	cl_program program; /* on devices[0] */
	cl_command_queue queue;
};

/* Reads the build file `name`; the caller frees it. */
unsigned char *app_read(const char *name, size_t *ret_size);

/*
 * A context with all devices, image `name` on the first one, and a queue there with these
 * properties.
 */
struct app app_open(const char *name, cl_command_queue_properties properties);
void app_close(struct app *app);

/* Returns NULL on failure. The results for one device are binary_status and the error. */
cl_program app_load(struct app *app, cl_uint device, const void *image, size_t size,
		    cl_int *ret_status);

cl_kernel app_kernel(struct app *app, const char *name);
cl_mem app_buffer(struct app *app, cl_mem_flags flags, size_t size, void *host);
/* Reads a buffer's first `size` bytes, blocking. */
void app_read_buffer(struct app *app, cl_mem buffer, void *to, size_t size);
/* The same, and then releases the buffer. */
void app_take_buffer(struct app *app, cl_mem buffer, void *to, size_t size);
void app_set_buffers(cl_kernel kernel, cl_uint first, cl_uint count, const cl_mem *buffers);
void app_set_int(cl_kernel kernel, cl_uint index, cl_int value);

/* `count` numbers below about a million, which differ between positions and seeds. */
void app_numbers(cl_int *ret, size_t count, cl_int seed);

#endif
