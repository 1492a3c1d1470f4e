/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RACK_JOIN_H
#define FCL_TOOL_RACK_JOIN_H

#include "base/rack/rack.h"

/*
 * Connects a port of the host's network, a TAP device or a UDP socket, with the rack, until a signal
 * ends it. 0, or a negative errno.
 */
int fcl_tool_rack_join(const struct fcl_rack *rack, uint32_t port, struct fcl_err *err);

#endif
