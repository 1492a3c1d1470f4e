/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_CARD_FUNCTION_H
#define FCL_TOOL_CARD_FUNCTION_H

#include "hal/pcie/transport/transport.h"

/* Opens a card, whatever it is, and lets it answer. */
int fcl_tool_card_open(const char *place, struct fcl_pcie_transport **ret_transport,
		       struct fcl_err *err);

/* Returns the BAR with XDMA's registers, or -1. */
int fcl_tool_card_dma_bar(struct fcl_pcie_transport *transport);

/* Counts the channels for memory; what a channel's identifier reads as, or 0. */
unsigned fcl_tool_card_channels(struct fcl_pcie_transport *transport, unsigned bar, bool to_host);
uint32_t fcl_tool_card_channel(struct fcl_pcie_transport *transport, unsigned bar, bool to_host,
			       unsigned index);

#endif
