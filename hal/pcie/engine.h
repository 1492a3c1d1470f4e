/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_ENGINE_H
#define FCL_PCIE_ENGINE_H

#include "hal/pcie/pcie.h"

/* The card's DMA engine and interrupts, from the first look at them to the last. */

/* Compares ids, BARs and channels with the board; finds the channels. */
int fcl_pcie_check_card(struct fcl_hal_device *device, struct fcl_err *err);
/* With too few vectors, or eventfds, everything is polled. */
void fcl_pcie_connect_events(struct fcl_hal_device *device);
/* Memory for DMA, and the channels with it. */
int fcl_pcie_make_channels(struct fcl_hal_device *device, struct fcl_err *err);
/* Stops the channels, whoever started them. */
int fcl_pcie_prepare_channels(struct fcl_hal_device *device, struct fcl_err *err);
void fcl_pcie_free_bounces(struct fcl_hal_device *device);

/* Before the card goes: stops its channels. When it is back: checks it and starts them. */
void fcl_pcie_disconnect(struct fcl_hal_device *device);
int fcl_pcie_reconnect(struct fcl_hal_device *device, struct fcl_err *err);

#endif
