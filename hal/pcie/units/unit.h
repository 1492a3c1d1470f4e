/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_UNIT_H
#define FCL_PCIE_UNIT_H

#include "hal/pcie/pcie.h"

/*
 * The registers of one compute unit, as HLS makes them (UG1399): control at 0, interrupts at 4, 8 and
 * 12, arguments after that. The caller has the CU.
 */

/*
 * Writes the launch's arguments for work-group `group`, as far as they have changed, and starts the CU.
 * -EBUSY: it still runs something else; -EINVAL: an address does not fit in its register.
 */
int fcl_pcie_unit_start(struct fcl_hal_device *device, struct fcl_pcie_cu *cu,
			const struct fcl_hal_request *request, uint64_t group, struct fcl_err *err);

/* 1: the execution has ended, and the CU can be started again; 0: it runs; -ENODEV. */
int fcl_pcie_unit_poll(struct fcl_hal_device *device, struct fcl_pcie_cu *cu, struct fcl_err *err);

/* Lets the CU interrupt when it is done. It may be done before: the result is that of a poll after this. */
int fcl_pcie_unit_arm(struct fcl_hal_device *device, struct fcl_pcie_cu *cu, struct fcl_err *err);

/* Disables and acknowledges the interrupt. */
void fcl_pcie_unit_disarm(struct fcl_hal_device *device, struct fcl_pcie_cu *cu);

#endif
