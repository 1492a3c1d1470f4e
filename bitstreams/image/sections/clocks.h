/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_CLOCKS_H
#define FCL_IMAGE_CLOCKS_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/* CLOCK_FREQ_TOPOLOGY. */
int fcl_image_clocks_read(struct fcl_image_reader *r, const struct fcl_image_section *section);
int fcl_image_clocks_write(struct fcl_image_writer *w, uint32_t kind);

#endif
