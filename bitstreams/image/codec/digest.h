/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_DIGEST_H
#define FCL_IMAGE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "bitstreams/image/model/keys.h"

/*
 * Digests are KEYVALUE entries with 64 hexadecimal digits:
 *
 *   fpgacl.sha256.<KIND>  the bytes of a section; <KIND>.<n> for the n-th additional one of its kind
 *   fpgacl.sha256.container  every byte of the file that no section digest covers: headers,
 *                            padding, the KEYVALUE section itself with this value replaced by
 *                            64 characters '0', and, in an ELF, the loadable payload
 */
#define FCL_IMAGE_DIGEST_CONTAINER FCL_IMAGE_KEY_DIGEST "container"
#define FCL_IMAGE_DIGEST_HEX 64u
#define FCL_IMAGE_DIGEST_KEY_SIZE 96

/* Writes a digest as text with a terminating zero. */
void fcl_image_digest_hex(const void *bytes, size_t size, char hex[FCL_IMAGE_DIGEST_HEX + 1]);

/* Writes the key of the digest for the `ordinal`-th section of that kind. */
void fcl_image_digest_key(uint32_t kind, uint32_t ordinal, char key[FCL_IMAGE_DIGEST_KEY_SIZE]);

/* A range of bytes that another digest covers, and the container digest does not. */
struct fcl_image_digest_span {
	size_t offset, size;
};

/*
 * Computes the container digest of `size` bytes: all except the spans, which are sorted and do not
 * overlap, with the FCL_IMAGE_DIGEST_HEX bytes at `value_offset` (in no span) replaced by '0'.
 */
void fcl_image_digest_container(const void *bytes, size_t size,
				const struct fcl_image_digest_span *spans, size_t nspans,
				size_t value_offset, char hex[FCL_IMAGE_DIGEST_HEX + 1]);

#endif
