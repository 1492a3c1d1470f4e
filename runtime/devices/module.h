/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_DEVICES_MODULE_H
#define FCL_DEVICES_MODULE_H

#include "hal/include/fcl_hal.h"

/*
 * Loads libfpgacl_hal_<name>.so and completes its ops table with stubs. -ENOENT: there is no such
 * file; -EINVAL: it is not a backend with that name. A module stays loaded: its threads and
 * handlers may outlive any use of it.
 */
int fcl_module_load(const char *name, struct fcl_hal_ops *ret_ops, struct fcl_err *err);

#endif
