/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/card/function.h"

#include <errno.h>

#include <linux/pci_regs.h>

#include "base/config.h"
#include "hal/pcie/transport/function.h"
#include "hal/pcie/transport/nodes.h"
#include "hal/pcie/xdma/registers.h"

int fcl_tool_card_open(const char *place, struct fcl_pcie_transport **ret_transport,
		       struct fcl_err *err)
{
	uint64_t ms = fcl_config_number(FCL_CONFIG_PCIE_TIMEOUT_MS);
	struct fcl_pcie_transport *transport;
	uint32_t ids;
	int error;

	if (fcl_pcie_is_nodes(place))
		return fcl_err_set(
			err, -EOPNOTSUPP,
			"%s: expected a PCIe address or a vfio-user socket, found files of AMD's kernel module, which does not show the card's registers",
			place);
	error = fcl_pcie_function_open(place, (uint32_t)(ms ? ms : 1), &transport, err);
	if (error)
		return error;
	ids = fcl_pcie_read(transport, FCL_PCIE_CONFIG, PCI_VENDOR_ID);
	error = fcl_pcie_function_enable(transport, ids & 0xffff, ids >> 16, err);
	if (error)
		transport->ops->close(transport);
	else
		*ret_transport = transport;
	return error;
}

/* XDMA's registers have 64 KiB; in other BARs a read may have an effect. */
int fcl_tool_card_dma_bar(struct fcl_pcie_transport *transport)
{
	for (unsigned bar = 0; bar < FCL_PCIE_BARS; bar++)
		if (transport->sizes[bar] == FCL_XDMA_BAR_BYTES &&
		    fcl_pcie_read(transport, bar, FCL_XDMA_CONFIG) >> 16 == 0x1fc3)
			return (int)bar;
	return -1;
}

uint32_t fcl_tool_card_channel(struct fcl_pcie_transport *transport, unsigned bar, bool to_host,
			       unsigned index)
{
	uint32_t base = (to_host ? FCL_XDMA_C2H : FCL_XDMA_H2C) + index * FCL_XDMA_CHANNEL;
	uint32_t id = fcl_pcie_read(transport, bar, base + FCL_XDMA_IDENTIFIER);
	uint32_t expected = 0x1fc00000 | base >> 12 << 16 | index << 8;

	return (id & 0xffff0f00) == expected ? id : 0;
}

unsigned fcl_tool_card_channels(struct fcl_pcie_transport *transport, unsigned bar, bool to_host)
{
	unsigned count = 0;

	for (unsigned i = 0; i < FCL_XDMA_CHANNELS; i++) {
		uint32_t id = fcl_tool_card_channel(transport, bar, to_host, i);

		count += id && !(id >> 15 & 1);
	}
	return count;
}
