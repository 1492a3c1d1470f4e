/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_THROUGH_H
#define FCL_API_THROUGH_H

#include "runtime/api/common/enqueue.h"

/*
 * Like fcl_api_enqueue(), for a command that writes a box of the buffer; `box` has the buffer's
 * pitches in its first members, and is at `offset`. Under XCL_EMULATION_MODE, this also updates the
 * memory of CL_MEM_USE_HOST_PTR.
 */
cl_int fcl_api_enqueue_through(struct fcl_event *event, struct fcl_mem *mem, uint64_t offset,
			       const struct fcl_hal_box *box, const struct fcl_api_tail *tail);

#endif
