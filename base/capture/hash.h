/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_HASH_H
#define FCL_CAPTURE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "base/capture/format.h"

/* The hash of a piece of contents: XXH3's 128 bits, low and high. */
void fcl_contents_hash(const void *bytes, size_t size, uint64_t ret_hash[2]);

/* The same with instructions that not all processors have. */
void fcl_contents_hash_avx2(const void *bytes, size_t size, uint64_t ret_hash[2]);

/* What `check` of a record with that body has to be. A chunk's bytes have their own hash. */
uint32_t fcl_capture_check(const struct fcl_capture_record *record, const void *body, size_t size);

#endif
