/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PLATFORM_H
#define FCL_CORE_PLATFORM_H

#include "runtime/core/objects/device.h"

/*
 * The platform, with the devices that hosts are offered (devices/offer.h). Never NULL unless memory
 * is short; it may have no devices. Any thread.
 */
struct fcl_platform *fcl_platform_get(void);

#endif
