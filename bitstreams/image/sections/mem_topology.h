/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_MEM_TOPOLOGY_H
#define FCL_IMAGE_MEM_TOPOLOGY_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/* MEM_TOPOLOGY and GROUP_TOPOLOGY: the memories, in the order that connections refer to. */
int fcl_image_mem_topology_read(struct fcl_image_reader *r,
				const struct fcl_image_section *section);
int fcl_image_mem_topology_write(struct fcl_image_writer *w, uint32_t kind);

#endif
