/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_DMA_H
#define FCL_PCIE_DMA_H

#include "hal/pcie/pcie.h"

int fcl_pcie_dma_init(struct fcl_hal_device *device, struct fcl_err *err);
/* All memory has been freed, except what a lost card may still use. */
void fcl_pcie_dma_fini(struct fcl_hal_device *device);

/* Allocates zeroed pages that the card can reach; `bytes` is rounded up. -ENOMEM: as dma_map(). */
int fcl_pcie_host_alloc(struct fcl_hal_device *device, size_t bytes, void **ret_pointer,
			struct fcl_err *err);
void fcl_pcie_host_free(struct fcl_hal_device *device, void *pointer, size_t bytes);

/* Lets the card reach the caller's memory, if that is possible; else it will be copied. */
int fcl_pcie_host_register(struct fcl_hal_device *device, void *pointer, size_t bytes,
			   struct fcl_err *err);
void fcl_pcie_host_unregister(struct fcl_hal_device *device, void *pointer, size_t bytes);

/* Returns whether the card can reach all of these bytes, and where. */
bool fcl_pcie_dma_find(struct fcl_hal_device *device, const void *pointer, size_t bytes,
		       uint64_t *ret_iova);

/*
 * Maps the pages of any memory for one transfer. An error: they cannot be mapped, so the bytes have
 * to be copied. fcl_pcie_dma_release() ends the card's access before it returns.
 */
int fcl_pcie_dma_borrow(struct fcl_hal_device *device, const void *pointer, size_t bytes,
			bool writable, struct fcl_pcie_mapping *ret_mapping, uint64_t *ret_iova);
void fcl_pcie_dma_release(struct fcl_hal_device *device, const struct fcl_pcie_mapping *mapping);

#endif
