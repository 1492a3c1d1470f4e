/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_OPS_H
#define FCL_HAL_OPS_H

#include "hal/include/fcl_hal.h"

/*
 * Copies a backend's table and replaces missing ops with stubs. -EINVAL, with a text: the version
 * differs from ours, or a REQUIRED op is missing.
 */
int fcl_hal_complete(const struct fcl_hal_ops *backend, struct fcl_hal_ops *ret_ops,
		     struct fcl_err *err);

#endif
