/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XRT_ROOT_H
#define FCL_XRT_ROOT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/*
 * XRT needs XILINX_XRT to name its root, the folder whose lib/ holds its libraries, and fails if
 * that is unset or wrong. If XRT's packages put the libraries into the system's library folder
 * there is no such root: one is created, with lib a link to that folder.
 */

/* Where to search besides XILINX_XRT; each list ends with NULL. */
struct fcl_xrt_places {
	const char *const *roots;   /* roots as the vendor installs them */
	const char *const *folders; /* of shared libraries */
	const char *made;           /* the folder in which a root is created */
};

extern const struct fcl_xrt_places fcl_xrt_places;

/*
 * Finds the root to use: XILINX_XRT if it holds XRT, else the first of `places` that does.
 * *ret_root is from malloc. -ENOENT: XRT was not found; the text names XILINX_XRT and the first of
 * each list of places.
 */
int fcl_xrt_root_find(const struct fcl_xrt_places *places, char **ret_root, struct fcl_err *err);

/*
 * Sets XILINX_XRT in the environment of this process. Other threads may read the environment at the
 * same time: the old table stays unchanged. One caller at a time.
 */
int fcl_xrt_root_publish(const char *root, struct fcl_err *err);

/*
 * Gives whether XRT would drive its noop device (XCL_EMULATION_MODE=noop) or hardware (unset).
 * -ENOENT: any other mode; this backend does not support XRT's own emulation, and XRT aborts on
 * unknown modes.
 */
int fcl_xrt_mode(bool *ret_noop, struct fcl_err *err);

#endif
