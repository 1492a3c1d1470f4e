/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_DEVICES_REGISTRY_H
#define FCL_DEVICES_REGISTRY_H

#include "hal/include/fcl_hal.h"

/*
 * Returns the completed table of a backend: built in ("emu", "null"), a layer ("fault", "delay",
 * "trace"), or in a module, which is loaded at first use; NULL if there is none. Never freed.
 */
const struct fcl_hal_ops *fcl_backend_find(const char *name);

/*
 * Returns the backend that a device's name begins with, and in *ret_board what its open() takes:
 * `backend:board`, or `layer(device)?options`; `board` alone is `emu:board`. NULL: it is neither (-EINVAL), or there is no such
 * backend (-ENOENT).
 */
const struct fcl_hal_ops *fcl_backend_of(const char *device, const char **ret_board,
					 struct fcl_err *err);

/* Returns the built-in backend or layer at that index; NULL past the last. */
const struct fcl_hal_ops *fcl_backend_at(unsigned index);

#endif
