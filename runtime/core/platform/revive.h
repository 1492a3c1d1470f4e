/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_REVIVE_H
#define FCL_CORE_REVIVE_H

#include "runtime/core/objects/device.h"

/*
 * Whether the device can be used. If no context has the device any more, the board holds nothing of
 * theirs, so a board with a fault is reset, and one that was lost is reopened. If contexts are
 * about to be freed, waits for that up to `patience_ns`.
 */
bool fcl_device_is_available(struct fcl_device *device, uint64_t patience_ns);

#endif
