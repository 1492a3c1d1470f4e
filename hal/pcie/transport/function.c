/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/transport/function.h"

#include <errno.h>
#include <string.h>

#include <linux/pci_regs.h>

#include "hal/pcie/transport/kernel.h"
#include "hal/pcie/transport/socket.h"

bool fcl_pcie_is_address(const char *where)
{
	static const char form[] = "hhhh:hh:hh.7";

	for (const char *f = form; *f; f++, where++) {
		if (!*where)
			return false;
		if (*f == 'h'   ? !strchr("0123456789abcdef", *where)
		    : *f == '7' ? *where < '0' || *where > '7'
				: *where != *f)
			return false;
	}
	return !*where;
}

int fcl_pcie_function_open(const char *where, uint32_t patience_ms,
			   struct fcl_pcie_transport **ret_transport, struct fcl_err *err)
{
	if (fcl_pcie_is_address(where))
		return fcl_pcie_kernel_open(&fcl_pcie_places, where, ret_transport, err);
	return fcl_pcie_socket_open(where, patience_ms, ret_transport, err);
}

int fcl_pcie_function_enable(struct fcl_pcie_transport *transport, uint32_t vendor, uint32_t device,
			     struct fcl_err *err)
{
	uint32_t ids = fcl_pcie_read(transport, FCL_PCIE_CONFIG, PCI_VENDOR_ID);
	uint32_t command;

	if (ids == FCL_PCIE_GONE)
		return fcl_err_set(err, -ENODEV,
				   "%s: the card does not answer: its ids read as all ones",
				   transport->name);
	if ((ids & 0xffff) != vendor || ids >> 16 != device)
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected a card with the ids %04x:%04x of the board.xml, found %04x:%04x",
			transport->name, vendor, device, ids & 0xffff, ids >> 16);
	/* The upper half is the status, in which ones would clear bits. */
	command = fcl_pcie_read(transport, FCL_PCIE_CONFIG, PCI_COMMAND) & 0xffff;
	command |= PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER;
	fcl_pcie_write(transport, FCL_PCIE_CONFIG, &(struct fcl_pcie_word){PCI_COMMAND, command},
		       1);
	command = fcl_pcie_read(transport, FCL_PCIE_CONFIG, PCI_COMMAND);
	if (!(command & PCI_COMMAND_MEMORY) || !(command & PCI_COMMAND_MASTER))
		return fcl_err_set(
			err, -EIO,
			"%s: the card's memory and bus master bits cannot be set: its command register reads %#x",
			transport->name, command);
	return 0;
}
