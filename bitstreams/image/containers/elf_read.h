/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_ELF_READ_H
#define FCL_IMAGE_ELF_READ_H

#include "bitstreams/image/codec/reader.h"

/* Reads the sections and the payload of a bare ELF, and checks its digests. */
int fcl_image_elf_read(struct fcl_image_reader *r);

#endif
