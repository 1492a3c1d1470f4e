/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/containers/digests.h"

#include <errno.h>
#include <string.h>

#include "bitstreams/image/codec/digest.h"

int fcl_image_digest_seal(struct fcl_image_writer *w, struct fcl_text *file)
{
	const struct fcl_image_output *keyvalue = &w->outputs[w->keyvalue];
	struct fcl_image_digest_span *spans = fcl_image_writer_alloc(w, w->noutputs,
								     sizeof(*spans));
	char hex[FCL_IMAGE_DIGEST_HEX + 1];
	size_t nspans = 0, value;

	if (!spans)
		return -ENOMEM;
	if (file->failed)
		return fcl_image_no_memory(w->err);
	/* The outputs are in file order. */
	for (uint32_t i = 0; i < w->noutputs; i++) {
		if (w->outputs[i].size && i != w->keyvalue)
			spans[nspans++] = (struct fcl_image_digest_span){w->outputs[i].offset,
									 w->outputs[i].size};
	}
	value = keyvalue->offset + w->container_value;
	fcl_image_digest_container(file->bytes, file->size, spans, nspans, value, hex);
	memcpy(file->bytes + value, hex, FCL_IMAGE_DIGEST_HEX);
	return 0;
}
