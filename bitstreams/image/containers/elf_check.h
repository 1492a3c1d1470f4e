/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_ELF_CHECK_H
#define FCL_IMAGE_ELF_CHECK_H

#include <stddef.h>

#include "base/err.h"

/*
 * Checks that the bytes start like a shared object that this machine can load: ELF64, with its byte
 * order and machine type, ET_DYN. `what` is the name of the bytes in messages.
 */
int fcl_image_elf_check(const void *bytes, size_t size, const char *what, struct fcl_err *err);

#endif
