/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TOOL_H
#define FPGACL_TOOL_H

#include "hal/include/fcl_hal.h"

/* Results go to standard output, errors to standard error; each command returns the exit status. */
enum { TOOL_OK = 0, TOOL_FAILED = 1, TOOL_USAGE = 2 };

/* An open board. */
struct tool_device {
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *board;
	const struct fcl_hal_info *info;
	char name[300]; /* "emu:u250" */
};

/* By its number in `fpgacl list`, or "backend:board" such as emu:u250. Prints the reason when it
 * fails. */
bool tool_open(const char *name, struct tool_device *ret_device);
void tool_close(struct tool_device *device);

/* Reads an image file; NULL with the reason printed. */
struct fcl_image *tool_read_image(const char *path);

int tool_list(void);
int tool_boards(void);
int tool_env(void);
int tool_info_device(const char *name);
int tool_info_image(const char *path);
int tool_program(const char *device, const char *path);
int tool_reset(const char *device);
int tool_validate(const char *device);

#endif
