/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_IMAGE_H
#define FCL_XEMU_IMAGE_H

#include "tools/xrt_emulation/board.h"

/*
 * Programs the board with the image in a file, which XRT has extracted from the BITSTREAM section.
 */
int fcl_xemu_image_load(struct fcl_xemu_board *board, const char *file, struct fcl_err *err);

/* Opens the board that the image is for, or the one in FPGACL_DEVICES, and programs it. */
int fcl_xemu_image_launch(struct fcl_xemu_board *board, const char *file, unsigned number,
			  struct fcl_err *err);

/* Unloads the image; buffers keep their contents. Running executions are aborted. */
int fcl_xemu_image_unload(struct fcl_xemu_board *board, struct fcl_err *err);

#endif
