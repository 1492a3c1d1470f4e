/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RACK_RELAY_H
#define FCL_TOOL_RACK_RELAY_H

#include "base/rack/rack.h"

/*
 * Connects this machine, one of the rack's, with the others, until a signal ends it. 0, or a negative
 * errno.
 */
int fcl_tool_rack_relay(const struct fcl_rack *rack, uint32_t machine, struct fcl_err *err);

#endif
