/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_ELF_WRITE_H
#define FCL_IMAGE_ELF_WRITE_H

#include "bitstreams/image/codec/writer.h"

/* Appends the writer's sections to its payload, an ELF, replacing those that it already has. */
int fcl_image_elf_write(struct fcl_image_writer *w, struct fcl_text *file);

#endif
