/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_ELF_SECTIONS_H
#define FCL_IMAGE_ELF_SECTIONS_H

/* Prefix of our sections in a bare ELF; ".fpgacl.<kind>[:<name>]" for sections of an xclbin. */
#define FCL_IMAGE_ELF_PREFIX ".fpgacl."
/* The axlf header without section headers: target, uuid, platform. */
#define FCL_IMAGE_ELF_HEADER_SECTION ".fpgacl.axlf"
/* The original ELF header and size, before any section was added. */
#define FCL_IMAGE_ELF_ORIGIN_SECTION ".fpgacl.elf"

#endif
