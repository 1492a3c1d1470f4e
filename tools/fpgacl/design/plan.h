/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_PLAN_H
#define FCL_TOOL_DESIGN_PLAN_H

#include "tools/fpgacl/design/design.h"

/*
 * Finds out what the design means for a card: BARs, banks, compute units. card->arena, options,
 * design, bit and kernels are given. -EINVAL: the files contradict each other, or the design is none
 * that the driver can use.
 */
int fcl_design_plan(struct fcl_design_card *card, struct fcl_err *err);

/* Whether the kernel's interface that this argument uses is this bus of the design. */
bool fcl_design_uses_bus(const struct fcl_design_arg *arg, const char *bus);
/* Whether a compute unit reaches the bank by this bus, or by any if it is NULL. */
bool fcl_design_reaches(const struct fcl_design_card *card, const struct fcl_design_unit *unit,
			const struct fcl_design_arg *arg, const struct fcl_design_bank *bank);

#endif
