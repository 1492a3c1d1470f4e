/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_ELF_READ_H
#define FCL_IMAGE_ELF_READ_H

#include "bitstreams/image/codec/reader.h"

/* Sections and payload of a bare ELF, its digests checked. */
int fcl_image_elf_read(struct fcl_image_reader *r);

#endif
