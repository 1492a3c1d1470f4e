/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_MOVE_H
#define FCL_PCIE_MOVE_H

#include "hal/pcie/pcie.h"

void fcl_pcie_movers_init(struct fcl_hal_device *device);
int fcl_pcie_movers_start(struct fcl_hal_device *device, struct fcl_err *err);
void fcl_pcie_movers_stop(struct fcl_hal_device *device);
void fcl_pcie_movers_fini(struct fcl_hal_device *device);

/* Queues a WRITE or READ that has been checked. */
void fcl_pcie_move(struct fcl_hal_device *device, struct fcl_hal_request *request);
void fcl_pcie_move_kick(struct fcl_hal_device *device);
/* Runs a short transfer with this tag on this thread. Returns 1 if it did. */
int fcl_pcie_move_progress(struct fcl_hal_device *device, const void *tag);
/* Clears memory of the card; blocks. */
int fcl_pcie_move_zeros(struct fcl_hal_device *device, uint64_t address, uint64_t bytes,
			struct fcl_err *err);
/* Waits until no transfer is queued or under way, and lets none begin until the release. */
void fcl_pcie_movers_hold(struct fcl_hal_device *device);
/* Lets none begin until the release, and waits for those under way; others stay queued. */
void fcl_pcie_movers_pause(struct fcl_hal_device *device);
void fcl_pcie_movers_release(struct fcl_hal_device *device);
/* Whether a channel did not stop, so the card needs a reset. */
bool fcl_pcie_move_is_stuck(struct fcl_hal_device *device);

#endif
