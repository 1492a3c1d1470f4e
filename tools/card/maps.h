/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_MAPS_H
#define FCL_CARD_MAPS_H

#include "tools/card/card.h"

/*
 * The memory that the client shares for DMA. Files are read and written, not mapped: a client may
 * truncate one at any time, which would end this process with SIGBUS.
 */

/*
 * `fd` is closed or kept, whatever is returned; -1: by messages. -EEXIST: overlaps another mapping;
 * -EINVAL: not a range, or the file has no such bytes; -ENOSPC: too many.
 */
int fcl_card_map_add(struct fcl_card *card, const struct fcl_vu_dma_map *wanted, int fd);
/*
 * Removes the mappings in a range, of which there may be none, as from the kernel's VFIO: a virtual
 * IOMMU removes whatever is in an address space. `all`, with a size of 0: every one. -EINVAL: not a
 * range, or a mapping is only partly in it.
 */
int fcl_card_map_remove(struct fcl_card *card, uint64_t iova, uint64_t size, bool all);
void fcl_card_maps_clear(struct fcl_card *card);

/*
 * Moves bytes between `at` and host memory: at most `*bytes`, which becomes the number that was
 * moved. 0; -EFAULT: the device may not access this address; -EAGAIN: a message was sent, and
 * wait->ended is set when the reply has been dealt with.
 */
int fcl_card_host_move(struct fcl_card *card, struct fcl_card_wait *wait, uint64_t iova, void *at,
		       uint64_t *bytes, bool writes);

/* Takes the reply to such a message. */
void fcl_card_host_reply(struct fcl_card *card, const struct fcl_vu_header *header,
			 const unsigned char *body, size_t size);

#endif
