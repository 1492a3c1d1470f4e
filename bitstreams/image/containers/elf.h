/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_ELF_H
#define FCL_IMAGE_ELF_H

#include <stddef.h>

#include "base/err.h"
#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/* Prefix of our sections in a bare ELF; ".fpgacl.<kind>[:<name>]" for sections of an xclbin. */
#define FCL_IMAGE_ELF_PREFIX ".fpgacl."
/* The axlf header without section headers: target, uuid, platform. */
#define FCL_IMAGE_ELF_HEADER_SECTION ".fpgacl.axlf"
/* The original ELF header and size, before any section was added. */
#define FCL_IMAGE_ELF_ORIGIN_SECTION ".fpgacl.elf"

/*
 * Checks that the bytes start like a shared object that this machine can load: ELF64, with its byte
 * order and machine type, ET_DYN. `what` is the name of the bytes in messages.
 */
int fcl_image_elf_check(const void *bytes, size_t size, const char *what, struct fcl_err *err);

/* Reads the sections and the payload of a bare ELF, and checks its digests. */
int fcl_image_elf_read(struct fcl_image_reader *r);

/* Appends the writer's sections to its payload, an ELF, replacing those that it already has. */
int fcl_image_elf_write(struct fcl_image_writer *w, struct fcl_text *file);

#endif
