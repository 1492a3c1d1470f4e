/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_ELF_CONTAINER_H
#define FCL_IMAGE_ELF_CONTAINER_H

#include "bitstreams/image/read.h"
#include "bitstreams/image/write.h"

#define FCL_ELF_PREFIX ".fpgacl."
/* The axlf header without section headers: target, uuid, platform. */
#define FCL_ELF_HEADER_SECTION ".fpgacl.axlf"
/* The ELF's own header and size before any section was added. */
#define FCL_ELF_ORIGIN_SECTION ".fpgacl.elf"

/*
 * Whether the bytes begin like a shared object that this machine can load: ELF64, its byte order,
 * its processor, ET_DYN. `what` names the bytes in the message.
 */
int fcl_elf_check(const void *bytes, size_t size, const char *what, struct fcl_err *err);

int fcl_elf_read(struct fcl_reader *r);

/*
 * The writer's payload as it was before it got sections of ours, for another container.
 * *ret_changed is false, and nothing is written, when it has none.
 */
int fcl_elf_strip(struct fcl_writer *w, struct fcl_text *file, bool *ret_changed);

/* Appends the writer's sections to its payload, which is an ELF. */
int fcl_elf_write(struct fcl_writer *w, struct fcl_text *file);

#endif
