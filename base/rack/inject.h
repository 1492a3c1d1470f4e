/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_RACK_INJECT_H
#define FCL_RACK_INJECT_H

#include "base/rack/rack.h"

/*
 * Frames that ports of other machines have sent, put into the mailbox of a port of this one. What the
 * link does to frames was done there.
 */

struct fcl_rack_inlet;

int fcl_rack_inlet_open(const struct fcl_rack *rack, uint32_t port,
			struct fcl_rack_inlet **ret_inlet, struct fcl_err *err);
void fcl_rack_inlet_close(struct fcl_rack_inlet *inlet);

/* Whether a process has the port open. */
bool fcl_rack_inlet_is_read(const struct fcl_rack_inlet *inlet);

/* A frame from port `from`, of 1 to FCL_RACK_MAX_FRAME bytes. False: no room. */
bool fcl_rack_inject(struct fcl_rack_inlet *inlet, uint32_t from, uint32_t flags, const void *bytes,
		     uint32_t size);

#endif
