/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_KINDS_H
#define FCL_IMAGE_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FCL_IMAGE_KIND_NAME_SIZE 32

/*
 * The name of a section kind as xclbinutil prints it ("MEM_TOPOLOGY"), or "KIND_<number>" for one
 * that this driver does not know; written to `text`, which is returned.
 */
const char *fcl_image_kind_name(uint32_t kind, char text[FCL_IMAGE_KIND_NAME_SIZE]);

/* The reverse, upper or lower case, for the `length` characters at `name`; false if it is none. */
bool fcl_image_kind_from_name(const char *name, size_t length, uint32_t *ret_kind);

#endif
