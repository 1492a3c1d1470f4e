/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_DIGEST_SEAL_H
#define FCL_IMAGE_DIGEST_SEAL_H

#include "bitstreams/image/codec/writer.h"

/* Puts the container digest into a file whose outputs are laid out. */
int fcl_image_digest_seal(struct fcl_image_writer *w, struct fcl_text *file);

#endif
