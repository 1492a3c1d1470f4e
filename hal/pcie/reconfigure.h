/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_RECONFIGURE_H
#define FCL_PCIE_RECONFIGURE_H

#include "hal/pcie/pcie.h"
#include "hal/pcie/reload/reload.h"

/* A card that the administrator lets this driver load. */
struct fcl_pcie_loadable {
	struct fcl_pcie_loader *loader;
	char address[FCL_PCIE_ADDRESS]; /* it may change */
	uint32_t vendor, device, patience_ms;
};

/* Returns NULL if the card may not be loaded; why not is logged, unless nobody allowed it. */
struct fcl_pcie_loadable *fcl_pcie_loadable_find(const struct fcl_pcie_reload_places *places,
						 const struct fcl_board *board, const char *address,
						 uint32_t patience_ms);
/* NULL is allowed. */
void fcl_pcie_loadable_free(struct fcl_pcie_loadable *loadable);

/* A fcl_pcie_load of a struct fcl_pcie_loadable. */
int fcl_pcie_load_card(void *user, const void *bytes, size_t size,
		       struct fcl_pcie_transport **ret_transport, struct fcl_err *err);

/*
 * Loads the image's design. No launch is under way; transfers wait. Memory of the card is then as good
 * as never used. After an error the card is gone, until another attempt succeeds.
 */
int fcl_pcie_reconfigure(struct fcl_hal_device *device, const struct fcl_image *image,
			 struct fcl_err *err);

#endif
