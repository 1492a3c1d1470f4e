/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_BACKEND_H
#define FCL_PCIE_BACKEND_H

#include "hal/include/fcl_hal.h"

/*
 * The backend "pcie" drives cards with AMD's XDMA itself, from this process: through the kernel's
 * VFIO, or over a vfio-user socket. docs/your-card.md describes it to users, README.md to those who
 * change it.
 */
extern const struct fcl_hal_ops fcl_hal_pcie_backend;

#endif
