/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_USES_H
#define FCL_CORE_USES_H

#include "runtime/core/residency/residency.h"

/*
 * Claims all uses of the command. READY: data that will be written already counts as written;
 * fcl_residency_release() releases the claims. FAILED: *error is a negative errno; -ENOSPC: a bank
 * is full. *error is written only if it FAILED. If there are uses with `move`, the caller must end
 * the command's turn (turn.h) when the command is READY or has FAILED.
 */
enum fcl_plan fcl_residency_plan(struct fcl_event *event, struct fcl_use *uses, uint32_t nuses,
				 int *error, struct fcl_err *err);

#endif
