/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/containers/signature.h"

#include <string.h>

static const uint8_t magic[] = {'S',  'I',  'G',  'N',  0x9D, 0xFF, 0x41, 0xC0,
				0x8C, 0xCB, 0x82, 0xA7, 0x13, 0x1C, 0xC9, 0xF3};

void fcl_image_signature_init(struct fcl_image_signature *signature, uint32_t size)
{
	*signature = (struct fcl_image_signature){
		.text_offset = sizeof(*signature),
		.text_size = size,
		.signer_offset = (uint32_t)sizeof(*signature) + size,
		.total_size = (uint32_t)sizeof(*signature) + size,
	};
	memcpy(signature->magic, magic, sizeof(magic));
}

static bool signature_is_inside(uint32_t offset, uint32_t size, uint32_t total)
{
	return offset <= total && size <= total - offset;
}

bool fcl_image_signature_read(const void *bytes, size_t size, const char **ret_text,
			      size_t *ret_length)
{
	struct fcl_image_signature signature;

	if (size < sizeof(signature))
		return false;
	memcpy(&signature, bytes, sizeof(signature));
	if (memcmp(signature.magic, magic, sizeof(magic)) != 0 || signature.total_size != size ||
	    !signature_is_inside(signature.text_offset, signature.text_size,
				 signature.total_size) ||
	    !signature_is_inside(signature.signer_offset, signature.signer_size,
				 signature.total_size))
		return false;
	*ret_text = (const char *)bytes + signature.text_offset;
	*ret_length = signature.text_size;
	return true;
}
