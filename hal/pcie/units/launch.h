/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_LAUNCH_H
#define FCL_PCIE_LAUNCH_H

#include "hal/pcie/pcie.h"

void fcl_pcie_launches_init(struct fcl_hal_device *device);
int fcl_pcie_launches_start(struct fcl_hal_device *device, struct fcl_err *err);
void fcl_pcie_launches_stop(struct fcl_hal_device *device);
void fcl_pcie_launches_fini(struct fcl_hal_device *device);

/* Queues a LAUNCH that has been checked. */
void fcl_pcie_launch(struct fcl_hal_device *device, struct fcl_hal_request *request);
void fcl_pcie_launch_kick(struct fcl_hal_device *device);
/* Starts a launch with this tag, and runs it to its end if it is short. Returns 1 if there was one. */
int fcl_pcie_launch_progress(struct fcl_hal_device *device, const void *tag);
/* Ends all launches with -EIO, and waits for that. */
void fcl_pcie_launches_cancel(struct fcl_hal_device *device);

#endif
