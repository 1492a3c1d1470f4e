/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/seal.h"

#include <nettle/sha2.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FCLC_HEX_SIZE (2 * SHA256_DIGEST_SIZE)

static void digest(const char *head, size_t head_size, const char *body, size_t size,
		   char ret_hex[FCLC_HEX_SIZE + 1])
{
	uint8_t bytes[SHA256_DIGEST_SIZE];
	struct sha256_ctx context;

	sha256_init(&context);
	sha256_update(&context, head_size, (const uint8_t *)head);
	sha256_update(&context, size, (const uint8_t *)body);
	sha256_digest(&context, sizeof(bytes), bytes);
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(ret_hex + 2 * i, 3, "%02x", bytes[i]);
}

void fclc_seal(struct fclc_text *out, const char *body, size_t size)
{
	char hex[FCLC_HEX_SIZE + 1];

	digest(out->text, out->length, body, size, hex);
	fclc_text_add(out, "sha256 %s\n\n", hex);
	fclc_text_bytes(out, body, size);
}

const char *fclc_unseal(char *text, size_t size, struct fclc_sealed *ret_sealed)
{
	char hex[FCLC_HEX_SIZE + 1], *line = strstr(text, "\nsha256 ");
	char *end = line ? strstr(line, "\n\n") : NULL;

	if (!end || end - line != 8 + FCLC_HEX_SIZE)
		return "found no digest";
	ret_sealed->body = end + 2;
	ret_sealed->size = size - (size_t)(ret_sealed->body - text);
	digest(text, (size_t)(line + 1 - text), ret_sealed->body, ret_sealed->size, hex);
	if (memcmp(hex, line + 8, FCLC_HEX_SIZE) != 0)
		return "its digest does not match its contents";
	*line = 0;
	return NULL;
}
