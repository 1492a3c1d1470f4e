/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DEMO_BOARD_H
#define DEMO_BOARD_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stddef.h>

/* What the demos' hosts share: a device with an image on it, and what they do about errors. */

struct demo_board {
	cl_device_id device;
	cl_context context;
	cl_program program;
	cl_command_queue queue;
};

/* Both print the program's name and a reason, and exit; the second does unless all is well. */
_Noreturn void demo_fail(const char *what, const char *why);
void demo_check(cl_int status, const char *call);

/* Reads a whole file into memory, which the caller frees. */
unsigned char *demo_read_file(const char *path, size_t *ret_size);

/*
 * Loads the image on the first device that accepts it, and creates a queue there. Kernels that FIFOs
 * connect run concurrently, so it is out of order: an in-order queue would start only one.
 */
void demo_board_open(struct demo_board *board, const char *path,
		     cl_command_queue_properties properties);
void demo_board_close(struct demo_board *board);

cl_kernel demo_kernel(const struct demo_board *board, const char *name);

#endif
