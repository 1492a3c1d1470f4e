/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uuid/uuid.h>
#include <xrt/xclbin.h>

#include "bitstreams/image/axlf.h"
#include "bitstreams/image/digest.h"
#include "bitstreams/image/elf_container.h"

/* What the tables of an image become, in the order of the file. */
static const struct {
	uint32_t kind;
	int (*write)(struct fcl_writer *w, uint32_t kind);
} generated[] = {
	{MEM_TOPOLOGY, fcl_mem_topology_write},
	{IP_LAYOUT, fcl_ip_layout_write},
	{CONNECTIVITY, fcl_connectivity_write},
	{CLOCK_FREQ_TOPOLOGY, fcl_clocks_write},
	{EMBEDDED_METADATA, fcl_metadata_write},
	{BUILD_METADATA, fcl_build_metadata_write},
	{ASK_GROUP_TOPOLOGY, fcl_mem_topology_write},
	{ASK_GROUP_CONNECTIVITY, fcl_connectivity_write},
};

#define GENERATED (sizeof(generated) / sizeof(generated[0]))

void *fcl_writer_alloc(struct fcl_writer *w, size_t count, size_t size)
{
	void *memory = fcl_arena_alloc(&w->scratch, count, size);

	if (!memory)
		fcl_image_no_memory(w->err);
	return memory;
}

static void add_output(struct fcl_writer *w, uint32_t kind, const char *name, const void *data,
		       size_t size)
{
	uint32_t ordinal = 0;

	for (uint32_t i = 0; i < w->noutputs; i++)
		ordinal += w->outputs[i].kind == kind;
	w->outputs[w->noutputs++] = (struct fcl_output){
		.kind = kind, .ordinal = ordinal, .name = name, .data = data, .size = size};
}

int fcl_writer_add(struct fcl_writer *w, uint32_t kind, struct fcl_text *buffer)
{
	if (buffer->failed) {
		fcl_text_free(buffer);
		return fcl_image_no_memory(w->err);
	}
	add_output(w, kind, "", buffer->bytes, buffer->size);
	w->outputs[w->noutputs - 1].owned = buffer->bytes;
	return 0;
}

/*
 * The new KEYVALUE section, made last because it holds the digests of all others, stands before any
 * further one of its kind that the image brought: a reader takes the first.
 */
static int add_keyvalue(struct fcl_writer *w)
{
	struct fcl_output keyvalue;
	int rc;

	for (uint32_t i = 0; i < w->noutputs; i++)
		w->outputs[i].ordinal += w->outputs[i].kind == KEYVALUE_METADATA;
	rc = fcl_keyvalue_write(w);
	if (rc)
		return rc;
	keyvalue = w->outputs[w->noutputs - 1];
	keyvalue.ordinal = 0;
	w->keyvalue = 0;
	while (w->outputs[w->keyvalue].kind != KEYVALUE_METADATA)
		w->keyvalue++;
	memmove(&w->outputs[w->keyvalue + 1], &w->outputs[w->keyvalue],
		(w->noutputs - 1 - w->keyvalue) * sizeof(keyvalue));
	w->outputs[w->keyvalue] = keyvalue;
	return 0;
}

/* Whether the container gets that section by other means than image->sections. */
static bool is_made(const struct fcl_image *image, const struct fcl_image_section *section)
{
	if (section->kind != KEYVALUE_METADATA &&
	    (section->kind != BITSTREAM || section->data != image->payload))
		return false;
	return section == fcl_image_section(image, section->kind);
}

static void add_sections(struct fcl_writer *w)
{
	for (uint32_t i = 0; i < w->image->nsections; i++) {
		const struct fcl_image_section *s = &w->image->sections[i];

		if (!is_made(w->image, s))
			add_output(w, s->kind, s->name ? s->name : "", s->data, s->size);
	}
}

/* Topology and connectivity refer to each other: a new image has none but those made here. */
static int add_generated(struct fcl_writer *w)
{
	int rc = 0;

	for (size_t i = 0; i < GENERATED && !rc; i++) {
		if (!fcl_image_section(w->image, generated[i].kind))
			rc = generated[i].write(w, generated[i].kind);
		else if (generated[i].kind != BUILD_METADATA)
			rc = fcl_err_set(w->err, -EINVAL,
					 "sections of a new image hold kind %u, which is made from "
					 "the image's tables",
					 generated[i].kind);
	}
	return rc;
}

static int add_payload(struct fcl_writer *w)
{
	const struct fcl_image *image = w->image;
	struct fcl_text stripped = {0};
	bool changed = false;
	int rc;

	if (!image->payload_size)
		return 0;
	if (fcl_image_is_emulation(image)) {
		rc = fcl_elf_strip(w, &stripped, &changed);
		if (rc)
			return rc;
	}
	if (changed)
		return fcl_writer_add(w, BITSTREAM, &stripped);
	add_output(w, BITSTREAM, "", image->payload, image->payload_size);
	return 0;
}

/*
 * An image that was read is written with the sections it came with, byte for byte: its tables were
 * made from them and may say less.
 */
static int collect_outputs(struct fcl_writer *w)
{
	int rc = 0;

	/* One each for BITSTREAM and KEYVALUE. */
	w->outputs = fcl_writer_alloc(w, GENERATED + w->image->nsections + (size_t)2,
				      sizeof(*w->outputs));
	if (!w->outputs)
		return -ENOMEM;
	if (w->container == FCL_IMAGE_XCLBIN)
		rc = add_payload(w);
	if (!rc && !w->image->bytes)
		rc = add_generated(w);
	if (rc)
		return rc;
	add_sections(w);
	return add_keyvalue(w);
}

int fcl_writer_seal(struct fcl_writer *w, struct fcl_text *file)
{
	const struct fcl_output *keyvalue = &w->outputs[w->keyvalue];
	struct fcl_digest_span *spans = fcl_writer_alloc(w, w->noutputs, sizeof(*spans));
	char hex[FCL_DIGEST_HEX + 1];
	size_t nspans = 0, value;

	if (!spans)
		return -ENOMEM;
	if (file->failed)
		return fcl_image_no_memory(w->err);
	/* The outputs stand in the file in their own order. */
	for (uint32_t i = 0; i < w->noutputs; i++) {
		if (w->outputs[i].size && i != w->keyvalue)
			spans[nspans++] = (struct fcl_digest_span){w->outputs[i].offset,
								   w->outputs[i].size};
	}
	value = keyvalue->offset + w->container_value;
	fcl_digest_container(file->bytes, file->size, spans, nspans, value, hex);
	memcpy(file->bytes + value, hex, FCL_DIGEST_HEX);
	return 0;
}

static int write_image(struct fcl_writer *w, struct fcl_text *file)
{
	const struct fcl_image *image = w->image;
	int rc = 0;

	memcpy(w->uuid, image->uuid, sizeof(w->uuid));
	if (uuid_is_null(w->uuid))
		uuid_generate_random(w->uuid);
	if (!image->bytes)
		rc = fcl_image_check(image, w->err);
	if (!rc && !image->bytes)
		rc = fcl_ip_layout_plan(w);
	if (!rc && !image->bytes)
		rc = fcl_streams_plan(w);
	if (!rc && fcl_image_is_emulation(image))
		rc = fcl_elf_check(image->payload, image->payload_size, "payload", w->err);
	if (!rc)
		rc = collect_outputs(w);
	if (!rc)
		rc = w->container == FCL_IMAGE_ELF ? fcl_elf_write(w, file)
						   : fcl_axlf_write(w, file);
	return rc ? rc : fcl_writer_seal(w, file);
}

int fcl_image_write(const struct fcl_image *image, enum fcl_image_container container,
		    void **ret_bytes, size_t *ret_size, struct fcl_err *err)
{
	struct fcl_writer writer = {.image = image, .err = err, .container = container};
	struct fcl_text file = {0};
	int rc;

	if (container != FCL_IMAGE_XCLBIN && container != FCL_IMAGE_ELF)
		return fcl_err_set(err, -EINVAL, "container is %u, which is none of its enum",
				   container);
	rc = write_image(&writer, &file);
	for (uint32_t i = 0; i < writer.noutputs; i++)
		free(writer.outputs[i].owned);
	fcl_arena_free(&writer.scratch);
	if (rc) {
		fcl_text_free(&file);
		return rc;
	}
	*ret_bytes = file.bytes;
	*ret_size = file.size;
	return 0;
}
