/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_FIND_H
#define FCL_PCIE_FIND_H

#include "hal/pcie/pcie.h"

enum { FCL_PCIE_NAME = 256 };

/*
 * Calls found() with "BOARD@PLACE" for each card: those of FPGACL_PCIE_CARDS, or, without it, those
 * that are bound to vfio-pci and have the ids of a board with a card.
 */
void fcl_pcie_find(fcl_hal_found *found, void *user);

/* Splits BOARD@PLACE, or finds the place of the `instance`-th card of that board. -ENOENT: none. */
int fcl_pcie_find_place(const char *name, unsigned instance, char board[FCL_PCIE_NAME],
			char place[FCL_PCIE_NAME], struct fcl_err *err);

#endif
