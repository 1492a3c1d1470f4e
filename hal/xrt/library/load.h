/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XRT_LOAD_H
#define FCL_XRT_LOAD_H

#include <stddef.h>

#include "hal/xrt/library/calls.h"

/*
 * Returns the folder of the file that contains this code, next to which other files are installed.
 */
int fcl_xrt_own_folder(char *ret_folder, size_t size, struct fcl_err *err);

/*
 * Loads XRT's library from `root`, then libfpgacl_xrt.so from this code's folder. Both stay loaded.
 * -ENOENT: one is missing, or this version of XRT lacks a function that is needed.
 */
int fcl_xrt_load(const char *root, const struct fcl_xrt_calls **ret_calls, struct fcl_err *err);

#endif
