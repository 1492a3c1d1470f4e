/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PLATFORM_H
#define FCL_CORE_PLATFORM_H

#include "runtime/core/objects/device.h"

/*
 * Returns the platform with the devices that are offered to hosts (devices/offer.h), which are
 * opened on first use. There may be no devices. NULL: out of memory. Any thread.
 */
struct fcl_platform *fcl_platform_get(void);

#endif
