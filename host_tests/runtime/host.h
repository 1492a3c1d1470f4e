/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUNTIME_HOST_H
#define RUNTIME_HOST_H

#include <setjmp.h>
#include <stdarg.h>
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

#define OK(call) assert_int_equal((call), CL_SUCCESS)

/* A context with all devices. */
struct host {
	cl_platform_id platform;
	cl_device_id devices[2];
	cl_uint ndevices;
	cl_context context;
};

void host_open(struct host *host);
void host_close(struct host *host);

/* Reads an image file. The caller frees the bytes. */
unsigned char *host_image(const char *name, size_t *ret_size);
/* Creates the program of an image file for one device. */
cl_program host_program(struct host *host, unsigned device, const char *image);
cl_kernel host_kernel(cl_program program, const char *name);
cl_command_queue host_queue(struct host *host, unsigned device,
			    cl_command_queue_properties properties);
cl_mem host_buffer(struct host *host, cl_mem_flags flags, size_t bytes, void *memory);
cl_int host_status(cl_event event);

/* Sets the arguments (buffer, int, int …): the buffer, and then `ints` integers. */
void host_args(cl_kernel kernel, cl_mem buffer, unsigned ints, ...);

/*
 * Traces image swaps to a file, which host_trace_end() removes. Call it before any other function.
 */
void host_trace_begin(void);
void host_trace_end(void);
/*
 * The number of lines with this text in the trace so far, and the number of images loaded so far.
 */
unsigned host_trace_lines(const char *text);
unsigned host_swaps(void);

#endif
