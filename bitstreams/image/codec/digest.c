/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/codec/digest.h"

#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

#include "bitstreams/image/model/kinds.h"

static void digest_finish(struct sha256_ctx *hash, char hex[FCL_IMAGE_DIGEST_HEX + 1])
{
	uint8_t digest[SHA256_DIGEST_SIZE];

	sha256_digest(hash, sizeof(digest), digest);
	base16_encode_update(hex, sizeof(digest), digest);
	hex[FCL_IMAGE_DIGEST_HEX] = '\0';
}

void fcl_image_digest_hex(const void *bytes, size_t size, char hex[FCL_IMAGE_DIGEST_HEX + 1])
{
	struct sha256_ctx hash;

	sha256_init(&hash);
	sha256_update(&hash, size, bytes);
	digest_finish(&hash, hex);
}

void fcl_image_digest_key(uint32_t kind, uint32_t ordinal, char key[FCL_IMAGE_DIGEST_KEY_SIZE])
{
	char name[FCL_IMAGE_KIND_NAME_SIZE];

	fcl_image_kind_name(kind, name);
	if (ordinal)
		snprintf(key, FCL_IMAGE_DIGEST_KEY_SIZE, FCL_IMAGE_KEY_DIGEST "%s.%u", name,
			 ordinal);
	else
		snprintf(key, FCL_IMAGE_DIGEST_KEY_SIZE, FCL_IMAGE_KEY_DIGEST "%s", name);
}

void fcl_image_digest_container(const void *bytes, size_t size,
				const struct fcl_image_digest_span *spans, size_t nspans,
				size_t value_offset, char hex[FCL_IMAGE_DIGEST_HEX + 1])
{
	static const uint8_t zeros[FCL_IMAGE_DIGEST_HEX] = {[0 ... FCL_IMAGE_DIGEST_HEX - 1] = '0'};
	const uint8_t *start = bytes;
	struct sha256_ctx hash;
	size_t at = 0;

	sha256_init(&hash);
	for (size_t i = 0; i <= nspans; i++) {
		size_t end = i < nspans ? spans[i].offset : size;

		if (value_offset >= at && value_offset < end) {
			sha256_update(&hash, value_offset - at, start + at);
			sha256_update(&hash, sizeof(zeros), zeros);
			at = value_offset + sizeof(zeros);
		}
		sha256_update(&hash, end - at, start + at);
		if (i < nspans)
			at = end + spans[i].size;
	}
	digest_finish(&hash, hex);
}
