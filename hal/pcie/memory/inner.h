/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_INNER_H
#define FCL_PCIE_INNER_H

#include "hal/pcie/pcie.h"

/*
 * What happens within the card's memory. XDMA moves data between card and host only, so it goes through
 * the host's memory, a piece at a time. The caller has the paths.
 */

int fcl_pcie_copy(struct fcl_hal_device *device, struct fcl_pcie_path *from_card,
		  struct fcl_pcie_path *to_card, const struct fcl_hal_request *request,
		  struct fcl_err *err);
int fcl_pcie_fill(struct fcl_hal_device *device, struct fcl_pcie_path *to_card,
		  const struct fcl_hal_request *request, struct fcl_err *err);

#endif
