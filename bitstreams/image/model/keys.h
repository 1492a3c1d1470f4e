/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_KEYS_H
#define FCL_IMAGE_KEYS_H

#include <stdbool.h>

/* Our own KEYVALUE entries. */
#define FCL_IMAGE_KEY_ISA "fpgacl.isa"        /* the instruction set of the payload */
#define FCL_IMAGE_KEY_DIGEST "fpgacl.sha256." /* prefix of the digests' keys: codec/digest.h */

/* Whether the key is one of ours, which users may not set. */
bool fcl_image_key_is_reserved(const char *key);

#endif
