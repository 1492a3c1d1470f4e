/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_KINDS_H
#define FCL_IMAGE_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FCL_IMAGE_KIND_NAME_SIZE 32

/*
 * Writes the name of a section kind as printed by xclbinutil ("MEM_TOPOLOGY"), or "KIND_<number>"
 * for an unknown one, to `text`, which is returned.
 */
const char *fcl_image_kind_name(uint32_t kind, char text[FCL_IMAGE_KIND_NAME_SIZE]);

/* The reverse, case-insensitively, for the `length` characters at `name`; false: not a kind. */
bool fcl_image_kind_from_name(const char *name, size_t length, uint32_t *ret_kind);

#endif
