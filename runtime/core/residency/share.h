/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SHARE_H
#define FCL_CORE_SHARE_H

#include "runtime/core/objects/mem.h"

/* Device memory that others access by file descriptor or address. */

/*
 * Makes the memory behind `fd` the device sides of a root that nobody has used yet, and its
 * contents current. `sides` is a mask of device sides. The caller keeps the descriptor. -EINVAL:
 * not a descriptor with that many bytes; -ENOMEM; -EOPNOTSUPP.
 */
int fcl_mem_import(struct fcl_mem *root, uint64_t sides, int fd, struct fcl_err *err);

/*
 * Returns a descriptor of a root's memory on the first device where it has memory, else on the
 * first that can export; the caller closes it. From then on, the buffer is never moved. Waits while
 * the buffer's data is being moved. -EOPNOTSUPP: no device of the context can export.
 */
int fcl_mem_export(struct fcl_mem *root, int *ret_fd, struct fcl_err *err);

/*
 * Gives the root memory on a device's side, unless it has some, and claims it, to be released by
 * fcl_residency_release(). Waits while the buffer's data is being moved. -ENOSPC: the bank is full.
 */
int fcl_mem_claim_side(struct fcl_mem *root, uint32_t side, uint32_t bank, struct fcl_err *err);

/*
 * Returns the address of a buffer's first byte on the context's index-th device. From then on, the
 * buffer is never moved, and programming that would lose its bank is refused. -ENOSPC: the bank is
 * full; -EOPNOTSUPP: the board reports no addresses.
 */
int fcl_mem_address(struct fcl_mem *mem, uint32_t index, uint64_t *ret_address,
		    struct fcl_err *err);

#endif
