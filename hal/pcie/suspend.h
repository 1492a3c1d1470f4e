/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_SUSPEND_H
#define FCL_PCIE_SUSPEND_H

#include "hal/pcie/pcie.h"

/* Before the device is used; and when its channels have been prepared: it is as we left it. */
void fcl_pcie_suspend_init(struct fcl_hal_device *device);
void fcl_pcie_suspend_forget(struct fcl_hal_device *device);

/*
 * Whether the card cannot be used any more: it is gone, or has lost its registers while the machine was
 * suspended. Any thread, before and after each use of the card: what happens in between may have met a
 * card that has lost what was written to it, or looks as if it had ended.
 */
bool fcl_pcie_is_lost(struct fcl_hal_device *device);

/* Says which of the two; -ENODEV. */
int fcl_pcie_report_lost(const struct fcl_hal_device *device, struct fcl_err *err);

#endif
