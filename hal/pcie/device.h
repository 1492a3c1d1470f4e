/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_DEVICE_H
#define FCL_PCIE_DEVICE_H

#include "hal/pcie/pcie.h"

/* Calls found() with "BOARD@PLACE" for each card. */
int fcl_pcie_list(fcl_hal_found *found, void *user, struct fcl_err *err);

/* `name` is BOARD@PLACE, or the BOARD of the `instance`-th such card of the list. */
int fcl_pcie_open(const char *name, unsigned instance, struct fcl_hal_device **ret_device,
		  struct fcl_err *err);

/* The same on a transport, which then belongs to the device, even after an error. */
int fcl_pcie_open_on(const char *board, struct fcl_pcie_transport *transport,
		     struct fcl_hal_device **ret_device, struct fcl_err *err);

/* The same for a card into which `load` can load other designs. */
int fcl_pcie_open_loadable(const char *board, struct fcl_pcie_transport *transport,
			   fcl_pcie_load *load, void *load_user, struct fcl_hal_device **ret_device,
			   struct fcl_err *err);

void fcl_pcie_close(struct fcl_hal_device *device);
int fcl_pcie_reset(struct fcl_hal_device *device, struct fcl_err *err);
int fcl_pcie_health(struct fcl_hal_device *device, struct fcl_err *err);

#endif
