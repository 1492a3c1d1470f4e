/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_DEVICES_REGISTRY_H
#define FCL_DEVICES_REGISTRY_H

#include "hal/include/fcl_hal.h"

/*
 * The completed table of a backend that is built in ("emu", "null") or in a module, which is loaded
 * when first asked for; or NULL. Lives for ever.
 */
const struct fcl_hal_ops *fcl_backend_find(const char *name);

/* Those that are built in: NULL past the last. */
const struct fcl_hal_ops *fcl_backend_at(unsigned index);

#endif
