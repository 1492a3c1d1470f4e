/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XRT_ROOT_H
#define FCL_XRT_ROOT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/*
 * XRT requires XILINX_XRT to name its root, the folder whose lib/ holds its libraries, and fails if
 * it is unset or wrong. If XRT's packages install the libraries in the system's library folder,
 * there is no such root, so one is created, whose lib is a link to that folder.
 */

/* Where to search apart from XILINX_XRT; each list ends with NULL. */
struct fcl_xrt_places {
	const char *const *roots;   /* the vendor's default roots */
	const char *const *folders; /* of shared libraries */
	const char *made;           /* the parent folder of created roots */
};

extern const struct fcl_xrt_places fcl_xrt_places;

/* Whether it is our tree for Vitis projects, which poses as XRT's root because Makefiles look for one. */
bool fcl_xrt_is_own_tree(const char *root);

/*
 * Finds the root to use: XILINX_XRT if XRT is there, else the first of `places` that has it.
 * *ret_root is allocated by malloc(). -ENOENT: XRT was not found; the text names XILINX_XRT and the
 * first of each list of places.
 */
int fcl_xrt_root_find(const struct fcl_xrt_places *places, char **ret_root, struct fcl_err *err);

/*
 * Sets XILINX_XRT in this process's environment. Other threads may be reading the environment, so
 * the old table stays unchanged. One caller at a time.
 */
int fcl_xrt_root_publish(const char *root, struct fcl_err *err);

/*
 * Returns whether XRT would drive its noop device (XCL_EMULATION_MODE=noop) or hardware (unset).
 * -ENOENT: any other mode. This backend does not support XRT's own emulation, and XRT aborts on
 * unknown modes.
 */
int fcl_xrt_mode(bool *ret_noop, struct fcl_err *err);

#endif
