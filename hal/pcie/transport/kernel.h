/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_KERNEL_H
#define FCL_PCIE_KERNEL_H

#include "hal/pcie/transport/transport.h"

/* Where the kernel's files are; tests have their own. */
struct fcl_pcie_places {
	const char *devices; /* "/sys/bus/pci/devices" */
	const char *vfio;    /* "/dev/vfio" */
};

extern const struct fcl_pcie_places fcl_pcie_places;

/* The function at that address, by the kernel's VFIO (type 1, version 2). */
int fcl_pcie_kernel_open(const struct fcl_pcie_places *places, const char *address,
			 struct fcl_pcie_transport **ret_transport, struct fcl_err *err);

#endif
