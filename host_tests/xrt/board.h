/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XRT_BOARD_H
#define XRT_BOARD_H

#include "host_tests/hal/suite.h"

/* The open board, `suite.device`, which fake_xrt.cpp simulates, and work for it. */

enum { COUNT = 100 };

int open_board(const char *name, unsigned instance, struct fcl_err *err);
void close_board(void);

/* For cmocka: sets up three boards and opens the first one; closes the open board. */
int board_setup(void **state);
int board_teardown(void **state);

/* For hal->list(): appends "name " to the text in `user`. */
void append_board(void *user, const char *board);

/* Loads the image and unloads it. Returns 0 or the error. */
int try_program(struct fcl_err *err);

/*
 * Two buffers of COUNT numbers, one for their sums, and the image with the kernel that adds them.
 */
struct vadd {
	struct fcl_hal_program *program;
	struct fcl_hal_buffer *a, *b, *out;
	uint32_t n;
};

void vadd_begin(struct vadd *vadd);
void vadd_end(struct vadd *vadd);
void vadd_work(struct vadd *vadd, struct work *work);

#endif
