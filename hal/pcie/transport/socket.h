/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_SOCKET_H
#define FCL_PCIE_SOCKET_H

#include "hal/pcie/transport/transport.h"

/*
 * A function behind a vfio-user server. DMA is possible to mappings of files only, which the server
 * maps, too. Of a server that does not answer within `patience_ms`, the function is gone.
 */
int fcl_pcie_socket_open(const char *path, uint32_t patience_ms,
			 struct fcl_pcie_transport **ret_transport, struct fcl_err *err);

/* The same over a connected socket, which then belongs to the transport, even after an error. */
int fcl_pcie_socket_adopt(int fd, const char *name, uint32_t patience_ms,
			  struct fcl_pcie_transport **ret_transport, struct fcl_err *err);

#endif
