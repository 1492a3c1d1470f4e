/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SHARE_H
#define FCL_CORE_SHARE_H

#include "runtime/core/objects/mem.h"

/* Device memory that others use, by file descriptor or address. */

/*
 * Makes the memory behind `fd` the device sides of a root that nobody has used yet, and its
 * contents the newest. `sides` is a mask of device sides. The descriptor stays the caller's.
 * -EINVAL: not a descriptor of that many bytes; -ENOMEM; -EOPNOTSUPP.
 */
int fcl_mem_import(struct fcl_mem *root, uint64_t sides, int fd, struct fcl_err *err);

/*
 * Returns a descriptor of a root's memory on the first device that has some, else on the first that
 * can export; the caller closes it. From now on the buffer stays where it is. Waits while the
 * buffer's bytes are being moved. -EOPNOTSUPP: no device of the context can export.
 */
int fcl_mem_export(struct fcl_mem *root, int *ret_fd, struct fcl_err *err);

/*
 * Gives the root memory on a device's side, unless it has some, and claims it: fcl_residency_release() releases it. Waits
 * while the buffer's bytes are being moved. -ENOSPC: the bank is full.
 */
int fcl_mem_claim_side(struct fcl_mem *root, uint32_t side, uint32_t bank, struct fcl_err *err);

/*
 * Returns the address of a buffer's first byte on the context's index-th device. From now on the
 * buffer stays there, and programming that would lose its bank is refused. -ENOSPC: the bank is
 * full; -EOPNOTSUPP: the board reports no addresses.
 */
int fcl_mem_address(struct fcl_mem *mem, uint32_t index, uint64_t *ret_address,
		    struct fcl_err *err);

#endif
