/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_FUNCTION_H
#define FCL_PCIE_FUNCTION_H

#include "hal/pcie/transport/transport.h"

/*
 * Opens the function at `where`: a PCIe address ("0000:17:00.0") by the kernel's VFIO, anything else
 * as the path of a vfio-user socket. `patience_ms` bounds how long a socket may take to answer.
 * -ENOENT: there is none; -EPERM: this user may not use it; -EBUSY: another process has it.
 */
int fcl_pcie_function_open(const char *where, uint32_t patience_ms,
			   struct fcl_pcie_transport **ret_transport, struct fcl_err *err);

/* Checks the ids, and lets the function decode its BARs and access memory. */
int fcl_pcie_function_enable(struct fcl_pcie_transport *transport, uint32_t vendor, uint32_t device,
			     struct fcl_err *err);

/* Whether this is a PCIe address. */
bool fcl_pcie_is_address(const char *where);

#endif
