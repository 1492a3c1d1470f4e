/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_CONNECTIVITY_H
#define FCL_IMAGE_CONNECTIVITY_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/* CONNECTIVITY and GROUP_CONNECTIVITY. Requires the CUs and the memories. */
int fcl_image_connectivity_read(struct fcl_image_reader *r,
				const struct fcl_image_section *section);
int fcl_image_connectivity_write(struct fcl_image_writer *w, uint32_t kind);

#endif
