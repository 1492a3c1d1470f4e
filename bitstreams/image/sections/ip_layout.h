/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_IP_LAYOUT_H
#define FCL_IMAGE_IP_LAYOUT_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/* IP_LAYOUT: the CUs. Reading requires the kernels of EMBEDDED_METADATA. */
int fcl_image_ip_layout_read(struct fcl_image_reader *r, const struct fcl_image_section *section);

/* Determines the order of the entries, which connections refer to. */
int fcl_image_ip_layout_plan(struct fcl_image_writer *w);
int fcl_image_ip_layout_write(struct fcl_image_writer *w, uint32_t kind);

#endif
