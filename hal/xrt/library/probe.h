/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XRT_PROBE_H
#define FCL_XRT_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "bitstreams/image/fcl_image.h"

/*
 * Calls that may abort or crash are first tried in a helper process, fpgacl-probe-xrt, which is
 * installed next to the module and has a time limit. XRT in the helper gets its root from the
 * environment.
 */

enum { FCL_XRT_PATIENCE_MS = 30 * 1000 }; /* XRT queries each board, and some take seconds */

struct fcl_xrt_board {
	char bdf[32];
	char name[128]; /* of the shell */
};

struct fcl_xrt_boards {
	struct fcl_xrt_board *boards;
	uint32_t count;
};

/* Lists XRT's boards in the order of its indices; fcl_xrt_boards_free() frees the list. */
int fcl_xrt_probe_boards(const char *root, int patience_ms, struct fcl_xrt_boards *ret_boards,
			 struct fcl_err *err);
void fcl_xrt_boards_free(struct fcl_xrt_boards *boards);

/* Checks that XRT can read the image without crashing. -EINVAL if not. */
int fcl_xrt_probe_image(const char *root, int patience_ms, const struct fcl_image *image,
			struct fcl_err *err);

#endif
