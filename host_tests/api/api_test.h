/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_API_TEST_H
#define FCL_TEST_API_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <CL/cl.h>
#include <CL/cl_ext.h>

/*
 * The common fixture of the API tests: two devices, and the objects that calls take. Tests use
 * libOpenCL.so, as hosts do.
 */
struct api {
	cl_platform_id platform;
	cl_device_id devices[2]; /* [0] is the device of `queue` and `program` */
	cl_context context;      /* for both devices */
	cl_context other;        /* for devices[0] only, to get objects of the wrong context */
	cl_command_queue queue;  /* in-order, with profiling */
	cl_command_queue loose;  /* out-of-order */
	cl_mem buffer;           /* 4096 bytes */
	cl_mem foreign;          /* 4096 bytes, in `other` */
	cl_event user;           /* a user event of `context`, not completed */
	cl_event foreign_event;  /* the same in `other` */
	cl_program program;      /* the image of api_image.h, on devices[0] */
};

enum { API_BUFFER = 4096 };

extern struct api api;

/* Fixture for cmocka_run_group_tests(). The devices are those in FPGACL_DEVICES. */
int api_setup(void **state);
int api_teardown(void **state);

/* The null backend runs no kernels and moves no data, so tests that check results need "emu". */
bool api_computes(void);

cl_program api_program(cl_context context, cl_device_id device, uint8_t variant);
cl_kernel api_kernel(const char *name);
cl_mem api_buffer(cl_mem_flags flags, size_t size, void *host_ptr);

/*
 * Rows of checks: EXPECT(code, call) for calls that return an error code, EXPECT_NULL(code, call)
 * for calls that return an object and store the code in the test's variable `error`. A failing row
 * is printed and the test continues; API_END() then fails it.
 */
void api_expect(cl_int expected, cl_int found, const char *call, const char *file, int line);

#define EXPECT(code, call) api_expect(code, call, #call, __FILE__, __LINE__)
#define EXPECT_NULL(code, call)                                                                    \
	do {                                                                                       \
		error = 12345;                                                                     \
		if ((call) != NULL)                                                                \
			error = CL_SUCCESS;                                                        \
		api_expect(code, error, #call, __FILE__, __LINE__);                                \
	} while (0)
#define EXPECT_TRUE(condition) api_expect(0, (condition) ? 0 : 1, #condition, __FILE__, __LINE__)

/* Fails the test if any of its rows has failed. */
void api_end(void);

/*
 * Tells the driver that the host has noticed failures of the queue's commands, as later tests use
 * the queue. Commands may have failed without an event, so only a blocking read reports it.
 */
void api_failures_seen(void);

/* A released handle. */
cl_mem api_released_mem(void);

/* Values that are not defined anywhere. */
#define NO_SUCH_NAME 0x7abcdef0

/* A clGet*Info function for one kind of object. */
typedef cl_int api_query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size);

/* A query and the size of its answer; 0: any size but 0; API_EMPTY: size 0. */
struct api_info_row {
	cl_uint name;
	size_t size;
	const char *text;
};

#define API_EMPTY ((size_t)-1)
#define INFO(name, size)                                                                           \
	{                                                                                          \
		name, size, #name                                                                  \
	}

/*
 * For every row, checks that the size is right, that the value is written completely and no
 * further, that a buffer one byte too small gives CL_INVALID_VALUE and is not written, and that
 * NULL pointers are ignored. An unknown name must give CL_INVALID_VALUE.
 */
void api_check_queries(api_query *query, void *object, const struct api_info_row *rows,
		       size_t count);

/* The same for clGetMemObjectInfo(), with all its queries for an object without properties. */
cl_int api_mem_query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size);
void api_check_mem_queries(cl_mem object);

#endif
