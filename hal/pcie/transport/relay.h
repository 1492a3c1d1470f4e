/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_RELAY_H
#define FCL_PCIE_RELAY_H

#include "hal/pcie/transport/transport.h"

/*
 * A transport of a function that goes and comes back, while other threads have it. Between the two it
 * is gone; when it is back, it has the mappings and interrupts that it had.
 */

/* Takes over the transport; closes it on an error. */
int fcl_pcie_relay_open(struct fcl_pcie_transport *inner, struct fcl_pcie_transport **ret_transport,
			struct fcl_err *err);
/* Closes the transport behind the relay. */
void fcl_pcie_relay_drop(struct fcl_pcie_transport *transport);
/* Takes over another one, which is closed on an error. */
int fcl_pcie_relay_connect(struct fcl_pcie_transport *transport, struct fcl_pcie_transport *inner,
			   struct fcl_err *err);

#endif
