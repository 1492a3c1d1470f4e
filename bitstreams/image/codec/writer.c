/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/codec/writer.h"

#include <stdlib.h>

void *fcl_image_writer_alloc(struct fcl_image_writer *w, size_t count, size_t size)
{
	void *memory = fcl_arena_alloc(&w->scratch, count, size);

	if (!memory)
		fcl_image_no_memory(w->err);
	return memory;
}

void fcl_image_writer_add_borrowed(struct fcl_image_writer *w, uint32_t kind, const char *name,
				   const void *data, size_t size)
{
	uint32_t ordinal = 0;

	for (uint32_t i = 0; i < w->noutputs; i++)
		ordinal += w->outputs[i].kind == kind;
	w->outputs[w->noutputs++] = (struct fcl_image_output){
		.kind = kind, .ordinal = ordinal, .name = name, .data = data, .size = size};
}

int fcl_image_writer_add(struct fcl_image_writer *w, uint32_t kind, struct fcl_text *buffer)
{
	if (buffer->failed) {
		fcl_text_free(buffer);
		return fcl_image_no_memory(w->err);
	}
	fcl_image_writer_add_borrowed(w, kind, "", buffer->bytes, buffer->size);
	w->outputs[w->noutputs - 1].owned = buffer->bytes;
	return 0;
}

void fcl_image_writer_fini(struct fcl_image_writer *w)
{
	for (uint32_t i = 0; i < w->noutputs; i++)
		free(w->outputs[i].owned);
	fcl_arena_free(&w->scratch);
}
