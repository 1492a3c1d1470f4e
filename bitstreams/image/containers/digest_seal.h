/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_DIGEST_SEAL_H
#define FCL_IMAGE_DIGEST_SEAL_H

#include "bitstreams/image/codec/writer.h"

/* Writes the container digest to a file whose outputs have been laid out. */
int fcl_image_digest_seal(struct fcl_image_writer *w, struct fcl_text *file);

#endif
