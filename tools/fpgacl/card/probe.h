/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_CARD_PROBE_H
#define FCL_TOOL_CARD_PROBE_H

#include "base/err.h"

/* `fpgacl card probe`: prints what a card says of itself. 0 or a negative errno. */
int fcl_tool_card_probe(const char *place, struct fcl_err *err);

#endif
