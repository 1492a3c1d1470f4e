/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_VX_TEST_H
#define FCL_TEST_VX_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <VX/vx.h>
#include <VX/vx_khr_ix.h>
#include <VX/vx_khr_opencl_interop.h>
#include <VX/vxu.h>

enum { VX_TEST_WIDTH = 64, VX_TEST_HEIGHT = 64, VX_TEST_PIXELS = VX_TEST_WIDTH * VX_TEST_HEIGHT };

/* What most tests start from: a context with two emulated boards, with kernels.vx.json loaded. */
struct vx_test {
	cl_context cl;
	cl_device_id devices[2];
	cl_command_queue queue; /* the global queue, on devices[0] */
	vx_context context;
	char log[1024]; /* the last entry of the log */
};

extern struct vx_test vx_test;

/* For cmocka_unit_test_setup_teardown(). */
int vx_test_setup(void **state);
int vx_test_teardown(void **state);

/* Makes an image of 64 x 64 bytes; pixel i is (i * step) modulo 256. */
vx_image vx_test_image(unsigned step);
vx_image vx_test_image_over(cl_mem buffer);
cl_mem vx_test_buffer(unsigned step);

/* Reads an image, or a buffer after all commands in the global queue. */
void vx_test_read(vx_image image, unsigned char *pixels);
void vx_test_read_buffer(cl_mem buffer, unsigned char *pixels);

/* Creates a node of a kernel by its name. Unused parameters are NULL. */
vx_node vx_test_node(vx_graph graph, const char *name, vx_reference first, vx_reference second,
		     vx_reference third, vx_reference fourth);

/* Blocks the commands that are enqueued afterwards, with a user event that the test completes. */
cl_event vx_test_hold(cl_command_queue queue);

#define OK(call) assert_int_equal(call, VX_SUCCESS)
#define GOOD(object) assert_int_equal(vxGetStatus((vx_reference)(object)), VX_SUCCESS)
#define REF(object) ((vx_reference)(object))

#define VX_TEST(name) cmocka_unit_test_setup_teardown(name, vx_test_setup, vx_test_teardown)

#endif
