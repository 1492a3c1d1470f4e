/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_METADATA_WRITE_H
#define FCL_IMAGE_METADATA_WRITE_H

#include "bitstreams/image/codec/writer.h"

int fcl_image_metadata_write(struct fcl_image_writer *w, uint32_t kind);

#endif
