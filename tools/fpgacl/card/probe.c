/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/card/probe.h"

#include <inttypes.h>
#include <stdio.h>

#include <linux/pci_regs.h>

#include "hal/pcie/xdma/registers.h"
#include "tools/fpgacl/card/function.h"

/* Of the config block (PG195). */
enum {
	BUS = 0x04, /* and device, and function */
	PAYLOAD = 0x08,
	REQUEST = 0x0c,
	SYSTEM_ID = 0x10,
	DATA_WIDTH = 0x18,
	ALIGNMENTS = 0x4c, /* of a channel */
	MOST_CAPABILITIES = 48,
};

static uint32_t config(struct fcl_pcie_transport *transport, uint32_t offset)
{
	return fcl_pcie_read(transport, FCL_PCIE_CONFIG, offset);
}

static void print_ids(struct fcl_pcie_transport *transport)
{
	uint32_t ids = config(transport, PCI_VENDOR_ID);
	uint32_t class = config(transport, PCI_CLASS_REVISION);
	uint32_t subsystem = config(transport, PCI_SUBSYSTEM_VENDOR_ID);

	printf("ids        %04x:%04x, subsystem %04x:%04x, class %06x, revision %02x\n",
	       ids & 0xffff, ids >> 16, subsystem & 0xffff, subsystem >> 16, class >> 8,
	       class & 0xff);
}

/* Returns the offset of a capability; 0: none. Lists of broken cards may be circles. */
static uint32_t find_capability(struct fcl_pcie_transport *transport, uint32_t id)
{
	uint32_t at = config(transport, PCI_CAPABILITY_LIST) & 0xfc;

	for (unsigned i = 0; at && i < MOST_CAPABILITIES; i++) {
		uint32_t head = config(transport, at);

		if ((head & 0xff) == id)
			return at;
		at = head >> 8 & 0xfc;
	}
	return 0;
}

/* Speeds of PCI Express, by the number that a link has for them. */
static const char *speed_of(uint32_t number)
{
	static const char *const speeds[] = {"?", "2.5", "5", "8", "16", "32", "64"};

	return speeds[number < sizeof(speeds) / sizeof(*speeds) ? number : 0];
}

static void print_link(struct fcl_pcie_transport *transport)
{
	uint32_t at = find_capability(transport, PCI_CAP_ID_EXP), most, now;

	if (!at)
		return;
	most = config(transport, at + PCI_EXP_LNKCAP);
	now = config(transport, at + PCI_EXP_LNKCTL) >> 16;
	printf("link       %u lanes of %s GT/s; the card could have %u of %s GT/s\n",
	       now >> 4 & 0x3f, speed_of(now & 0xf), most >> 4 & 0x3f, speed_of(most & 0xf));
}

static void print_bars(const struct fcl_pcie_transport *transport, int dma_bar)
{
	for (unsigned bar = 0; bar < FCL_PCIE_BARS; bar++)
		if (transport->sizes[bar])
			printf("BAR %u      0x%" PRIx64 " bytes%s\n", bar, transport->sizes[bar],
			       (int)bar == dma_bar ? ": XDMA" : "");
}

static void print_channels(struct fcl_pcie_transport *transport, unsigned bar, bool to_host)
{
	for (unsigned i = 0; i < FCL_XDMA_CHANNELS; i++) {
		uint32_t base = (to_host ? FCL_XDMA_C2H : FCL_XDMA_H2C) + i * FCL_XDMA_CHANNEL;
		uint32_t id = fcl_tool_card_channel(transport, bar, to_host, i), align;

		if (!id)
			continue;
		align = fcl_pcie_read(transport, bar, base + ALIGNMENTS);
		printf("%s %u      %s, version 0x%02x, addresses of %u bits, alignment %u\n",
		       to_host ? "C2H" : "H2C", i, id >> 15 & 1 ? "a stream" : "memory", id & 0xff,
		       align ? align & 0xff : 64, align ? align >> 16 & 0xff : 1);
	}
}

static void print_xdma(struct fcl_pcie_transport *transport, unsigned bar)
{
	uint32_t id = fcl_pcie_read(transport, bar, FCL_XDMA_CONFIG);
	uint32_t width = fcl_pcie_read(transport, bar, FCL_XDMA_CONFIG + DATA_WIDTH) & 7;
	uint32_t payload = fcl_pcie_read(transport, bar, FCL_XDMA_CONFIG + PAYLOAD) & 7;
	uint32_t request = fcl_pcie_read(transport, bar, FCL_XDMA_CONFIG + REQUEST) & 7;

	printf("XDMA       version 0x%02x, system id 0x%04x, %u bits wide, payload %u, read requests %u\n",
	       id & 0xff, fcl_pcie_read(transport, bar, FCL_XDMA_CONFIG + SYSTEM_ID) & 0xffff,
	       64u << width, 128u << payload, 128u << request);
	print_channels(transport, bar, false);
	print_channels(transport, bar, true);
}

int fcl_tool_card_probe(const char *place, struct fcl_err *err)
{
	struct fcl_pcie_transport *transport;
	int error = fcl_tool_card_open(place, &transport, err), dma_bar;

	if (error)
		return error;
	dma_bar = fcl_tool_card_dma_bar(transport);
	printf("card       %s\n", transport->name);
	print_ids(transport);
	print_link(transport);
	print_bars(transport, dma_bar);
	if (dma_bar >= 0)
		print_xdma(transport, (unsigned)dma_bar);
	else
		printf("XDMA       none: no BAR of 64 KiB has its identifier\n");
	printf("interrupts %u MSI-X vectors\nreset      %s\n", transport->nvectors,
	       transport->resets ? "yes" : "no: the card cannot be reset alone");
	transport->ops->close(transport);
	return 0;
}
