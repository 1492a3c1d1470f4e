/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_TRANSFER_H
#define FCL_PCIE_TRANSFER_H

#include "hal/pcie/pcie.h"

/* Executes a WRITE or READ on a path that the caller has. */
int fcl_pcie_transfer(struct fcl_hal_device *device, struct fcl_pcie_path *path,
		      const struct fcl_hal_request *request, struct fcl_err *err);

/* Writes zeros to the card's memory. */
int fcl_pcie_transfer_zeros(struct fcl_hal_device *device, struct fcl_pcie_path *path,
			    uint64_t address, uint64_t bytes, struct fcl_err *err);

#endif
