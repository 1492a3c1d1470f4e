/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_ELF_WRITE_H
#define FCL_IMAGE_ELF_WRITE_H

#include "bitstreams/image/codec/writer.h"

/*
 * Writes the payload as it was before our sections were added, for use in another container. If it
 * has none of ours, *ret_changed is false and nothing is written.
 */
int fcl_image_elf_strip(struct fcl_image_writer *w, struct fcl_text *file, bool *ret_changed);

/* Appends the writer's sections to its payload, which is an ELF. */
int fcl_image_elf_write(struct fcl_image_writer *w, struct fcl_text *file);

#endif
