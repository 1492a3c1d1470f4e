/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_SIGNATURE_H
#define FCL_IMAGE_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The block behind an xclbin into which xclbinutil --add-signature puts a text, in XRT's form. It
 * says nothing about the image, which has digests of its own. The texts follow the header.
 */
struct fcl_image_signature {
	uint8_t magic[16];
	uint8_t padding[8];
	uint32_t signer_offset, signer_size; /* who signed it; offsets are from the magic value */
	uint32_t text_offset, text_size;
	uint32_t total_size;
};

/* Fills in the header of a text of `size` bytes that follows it. */
void fcl_image_signature_init(struct fcl_image_signature *signature, uint32_t size);

/* Whether the bytes are a signature, and nothing else. `ret_text` is not terminated. */
bool fcl_image_signature_read(const void *bytes, size_t size, const char **ret_text,
			      size_t *ret_length);

#endif
