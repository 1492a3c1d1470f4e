/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_REVIVE_H
#define FCL_CORE_REVIVE_H

#include "runtime/core/objects/device.h"

/*
 * Whether the device can be used. A board with a fault is reset, and one that was lost is reopened,
 * if no context has the device any more, since the board then holds nothing of theirs. If contexts
 * are about to end, waits for them up to `patience_ns`.
 */
bool fcl_device_is_available(struct fcl_device *device, uint64_t patience_ns);

#endif
