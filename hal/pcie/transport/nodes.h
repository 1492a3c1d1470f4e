/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_NODES_H
#define FCL_PCIE_NODES_H

#include <sys/types.h>

#include "hal/pcie/transport/transport.h"

/*
 * A card that AMD's kernel module drives: /dev/xdma0_user, _h2c_0, _c2h_0, _events_0. The engine and
 * the interrupts are the module's; this transport has copy() instead of DMA mappings.
 *
 * The module has its ways (of 2020 to 2026). A signal aborts a transfer, while its DMA goes on. After
 * a failure, another call may crash the kernel. So do preadv() and an access behind the end of a
 * BAR. Pages that cannot be written are refused even as a source. And a call of no bytes is an error.
 */

/* What tests replace. */
struct fcl_pcie_node_calls {
	const char *sysfs; /* "/sys/class/xdma" */
	ssize_t (*read_at)(int fd, void *bytes, size_t size, off_t offset);
	ssize_t (*write_at)(int fd, const void *bytes, size_t size, off_t offset);
};

extern const struct fcl_pcie_node_calls fcl_pcie_node_calls;

/* Whether `place` is what such files' names begin with: "/dev/xdma0". */
bool fcl_pcie_is_nodes(const char *place);

/*
 * Opens the files; `user_bar` and `user_size` are the BAR behind _user and the bytes that are used of
 * it, `irqs` how many interrupts. -EBUSY: another process of this driver has the card.
 */
int fcl_pcie_nodes_open(const struct fcl_pcie_node_calls *calls, const char *place,
			uint32_t user_bar, uint64_t user_size, uint32_t irqs,
			struct fcl_pcie_transport **ret_transport, struct fcl_err *err);

#endif
