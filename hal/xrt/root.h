/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XRT_ROOT_H
#define FCL_XRT_ROOT_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/base/err.h"

/*
 * XRT wants XILINX_XRT to name its root, the folder whose lib/ holds its libraries, and gives up
 * where that is unset or wrong. Where XRT's packages put their libraries into the system's own
 * folder there is no such root: one is made, with lib a link to that folder.
 */

/* Where to look besides XILINX_XRT, each list ended by NULL. */
struct fcl_xrt_places {
	const char *const *roots;   /* roots as the vendor installs them */
	const char *const *folders; /* of shared libraries */
	const char *made;           /* the folder in which a root is made */
};

extern const struct fcl_xrt_places fcl_xrt_places;

/*
 * The root to use: XILINX_XRT if there is one, else the first of `places` that holds XRT. *ret_root
 * comes from malloc. -ENOENT: XRT is nowhere; the text lists where it was looked for.
 */
int fcl_xrt_root_find(const struct fcl_xrt_places *places, char **ret_root, struct fcl_err *err);

/*
 * Puts XILINX_XRT into the environment of this process, for threads that read it at the same time
 * too: the old table stays as it is. One caller at a time.
 */
int fcl_xrt_root_publish(const char *root, struct fcl_err *err);

/*
 * Whether XRT would drive its noop device (XCL_EMULATION_MODE=noop) or hardware (unset). -ENOENT:
 * any other mode; XRT's own emulation is none of this backend's, and it aborts on unknown ones.
 */
int fcl_xrt_mode(bool *ret_noop, struct fcl_err *err);

#endif
