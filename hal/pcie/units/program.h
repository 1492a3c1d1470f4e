/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_PROGRAM_H
#define FCL_PCIE_PROGRAM_H

#include "hal/pcie/pcie.h"

/*
 * The card's design is in its flash, so "programming" only attaches to it: the image is compared with
 * what the card and its board.xml say. Where the administrator allows it, another design is loaded.
 */

int fcl_pcie_check(struct fcl_hal_device *device, const struct fcl_image *image,
		   struct fcl_err *err);
int fcl_pcie_program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		     struct fcl_hal_program **ret_program, struct fcl_err *err);
void fcl_pcie_unprogram(struct fcl_hal_device *device, struct fcl_hal_program *program);
int fcl_pcie_verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		    struct fcl_err *err);
/* After a reset nothing is known of the compute units' registers. */
void fcl_pcie_program_doubt(struct fcl_hal_program *program);

int fcl_pcie_reg_read(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
		      uint32_t offset, uint32_t *ret_value, struct fcl_err *err);
int fcl_pcie_reg_write(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
		       uint32_t offset, uint32_t value, struct fcl_err *err);

#endif
