/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_BUFFER_H
#define FCL_PCIE_BUFFER_H

#include "hal/pcie/pcie.h"

int fcl_pcie_banks_init(struct fcl_hal_device *device, struct fcl_err *err);
/* What is in the banks is not this process's any more, and is cleared before it is allocated. */
void fcl_pcie_banks_forget(struct fcl_hal_device *device);
void fcl_pcie_banks_fini(struct fcl_hal_device *device);

int fcl_pcie_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			  uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			  struct fcl_err *err);
void fcl_pcie_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
uint32_t fcl_pcie_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
uint64_t fcl_pcie_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);

#endif
