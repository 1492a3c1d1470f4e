/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_RELOAD_H
#define FCL_PCIE_RELOAD_H

#include <stdint.h>

#include "hal/pcie/reload/loader.h"

/* Where things are; tests have their own. */
struct fcl_pcie_reload_places {
	const char *allowed; /* "/etc/fpgacl/pcie-loaders" */
	uid_t owner;         /* of that file: root */
	const char *pci;     /* "/sys/bus/pci" */
	unsigned load_s;     /* that a loader may take */
	unsigned return_ms;  /* that the card may take to come back */
};

extern const struct fcl_pcie_reload_places fcl_pcie_reload_places;

enum { FCL_PCIE_ADDRESS = 16 };

/*
 * Loads the bitstream: takes the card away from its driver and off the bus, since a link that drops
 * surprises hosts, runs the loader, and finds the card again: at its address, or a new one with its ids.
 * It is then vfio-pci's. Nobody may have it open. After an error the bus has been looked at again, too.
 */
int fcl_pcie_reload(const struct fcl_pcie_reload_places *places,
		    const struct fcl_pcie_loader *loader, const char *address, uint32_t vendor,
		    uint32_t device, const void *bytes, size_t size,
		    char ret_address[FCL_PCIE_ADDRESS], struct fcl_err *err);

#endif
