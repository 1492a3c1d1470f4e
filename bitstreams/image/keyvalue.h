/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_KEYVALUE_H
#define FCL_IMAGE_KEYVALUE_H

#include <stdbool.h>

/* Whether the key is one of those that carry the digests or the instruction set. */
bool fcl_keyvalue_is_reserved(const char *key);

#endif
