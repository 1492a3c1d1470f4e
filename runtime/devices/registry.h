/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_DEVICES_REGISTRY_H
#define FCL_DEVICES_REGISTRY_H

#include "hal/include/fcl_hal.h"

/*
 * Returns the completed table of a backend, either built in ("emu", "null") or in a module, which
 * is loaded at first use; NULL if there is none. Never freed.
 */
const struct fcl_hal_ops *fcl_backend_find(const char *name);

/* Returns the built-in backend at that index; NULL past the last. */
const struct fcl_hal_ops *fcl_backend_at(unsigned index);

#endif
