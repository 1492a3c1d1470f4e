/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/write.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>
#include <uuid/uuid.h>
#include <xrt/xclbin.h>

#include "bitstreams/image/containers/axlf.h"
#include "bitstreams/image/containers/digests.h"
#include "bitstreams/image/containers/elf.h"
#include "bitstreams/image/containers/launcher.h"
#include "bitstreams/image/model/check.h"
#include "bitstreams/image/sections/sections.h"

/* The sections generated from an image's tables, in file order. */
static const struct {
	uint32_t kind;
	int (*write)(struct fcl_image_writer *w, uint32_t kind);
} generated[] = {
	{MEM_TOPOLOGY, fcl_image_mem_topology_write},
	{IP_LAYOUT, fcl_image_ip_layout_write},
	{CONNECTIVITY, fcl_image_connectivity_write},
	{CLOCK_FREQ_TOPOLOGY, fcl_image_clocks_write},
	{EMBEDDED_METADATA, fcl_image_metadata_write},
	{BUILD_METADATA, fcl_image_build_metadata_write},
	{ASK_GROUP_TOPOLOGY, fcl_image_mem_topology_write},
	{ASK_GROUP_CONNECTIVITY, fcl_image_connectivity_write},
};

#define GENERATED (sizeof(generated) / sizeof(generated[0]))

/*
 * The new KEYVALUE section is generated last, because it contains the digests of all others. It
 * precedes existing sections of its kind, since readers use the first one.
 */
static int add_keyvalue(struct fcl_image_writer *w)
{
	struct fcl_image_output keyvalue;
	int error;

	for (uint32_t i = 0; i < w->noutputs; i++)
		w->outputs[i].ordinal += w->outputs[i].kind == KEYVALUE_METADATA;
	error = fcl_image_keyvalue_write(w);
	if (error)
		return error;
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

/* Whether the container gets the section from another source than image->sections. */
static bool is_made(const struct fcl_image *image, const struct fcl_image_section *section)
{
	if (section->kind != KEYVALUE_METADATA &&
	    (section->kind != BITSTREAM || section->data != image->payload))
		return false;
	return section == fcl_image_section(image, section->kind);
}

static void add_sections(struct fcl_image_writer *w)
{
	for (uint32_t i = 0; i < w->image->nsections; i++) {
		const struct fcl_image_section *s = &w->image->sections[i];

		if (!is_made(w->image, s))
			fcl_image_writer_add_borrowed(w, s->kind, s->name ? s->name : "", s->data,
						      s->size);
	}
}

/* Topology and connectivity refer to each other, so a new image only has the generated ones. */
static int add_generated(struct fcl_image_writer *w)
{
	int error = 0;

	for (size_t i = 0; i < GENERATED && !error; i++) {
		if (!fcl_image_section(w->image, generated[i].kind))
			error = generated[i].write(w, generated[i].kind);
		else if (generated[i].kind != BUILD_METADATA)
			error = fcl_err_set(
				w->err, -EINVAL,
				"sections of a new image hold kind %u, which is made from the image's tables",
				generated[i].kind);
	}
	return error;
}

static int write_container(struct fcl_image_writer *w, struct fcl_text *file);

/*
 * An emulation payload is a bare ELF with the image's sections, because it may be all that a reader
 * gets: XRT passes only BITSTREAM to the process that emulates a board.
 */
static int write_add_payload(struct fcl_image_writer *w)
{
	const struct fcl_image *image = w->image;
	struct fcl_image_writer inner = {.image = image, .err = w->err, .container = FCL_IMAGE_ELF};
	struct fcl_text payload = {0};
	int error;

	if (!image->payload_size)
		return 0;
	if (!fcl_image_is_emulation(image)) {
		fcl_image_writer_add_borrowed(w, BITSTREAM, "", image->payload,
					      image->payload_size);
		return 0;
	}
	memcpy(inner.uuid, w->uuid, sizeof(inner.uuid));
	inner.launched = image->target == FCL_TARGET_HW_EMU;
	error = write_container(&inner, &payload);
	fcl_image_writer_fini(&inner);
	if (!error)
		return fcl_image_writer_add(w, BITSTREAM, &payload);
	fcl_text_free(&payload);
	return error;
}

/*
 * An image that was read is written with its original sections, byte for byte: its tables were
 * derived from them, and may contain less information.
 */
static int collect_outputs(struct fcl_image_writer *w)
{
	int error = 0;

	/* Two more for BITSTREAM and KEYVALUE. */
	w->outputs = fcl_image_writer_alloc(w, GENERATED + w->image->nsections + (size_t)2,
					    sizeof(*w->outputs));
	if (!w->outputs)
		return -ENOMEM;
	if (w->container == FCL_IMAGE_XCLBIN)
		error = write_add_payload(w);
	if (!error && !w->image->bytes)
		error = add_generated(w);
	if (error)
		return error;
	add_sections(w);
	return add_keyvalue(w);
}

static int write_container(struct fcl_image_writer *w, struct fcl_text *file)
{
	const struct fcl_image *image = w->image;
	int error = 0;

	if (!image->bytes)
		error = fcl_image_ip_layout_plan(w);
	if (!error && !image->bytes)
		error = fcl_image_streams_plan(w);
	if (!error)
		error = collect_outputs(w);
	if (!error)
		error = w->container == FCL_IMAGE_ELF ? fcl_image_elf_write(w, file)
						      : fcl_image_axlf_write(w, file);
	if (!error && w->launched)
		error = fcl_image_launcher_add(w, file);
	return error ? error : fcl_image_digest_seal(w, file);
}

static int bitstreams_write_image(struct fcl_image_writer *w, struct fcl_text *file)
{
	const struct fcl_image *image = w->image;
	int error = 0;

	memcpy(w->uuid, image->uuid, sizeof(w->uuid));
	if (uuid_is_null(w->uuid))
		uuid_generate_random(w->uuid);
	if (!image->bytes)
		error = fcl_image_check(image, w->err);
	if (!error && fcl_image_is_emulation(image))
		error = fcl_image_elf_check(image->payload, image->payload_size, "payload", w->err);
	return error ? error : write_container(w, file);
}

int fcl_image_write(const struct fcl_image *image, enum fcl_image_container container,
		    void **ret_bytes, size_t *ret_size, struct fcl_err *err)
{
	struct fcl_image_writer writer = {.image = image, .err = err, .container = container};
	struct fcl_text file = {0};
	int error;

	if (container != FCL_IMAGE_XCLBIN && container != FCL_IMAGE_ELF)
		return fcl_err_set(err, -EINVAL, "container is %u, which is not in its enum",
				   container);
	error = bitstreams_write_image(&writer, &file);
	fcl_image_writer_fini(&writer);
	if (error) {
		fcl_text_free(&file);
		return error;
	}
	*ret_bytes = file.bytes;
	*ret_size = file.size;
	return 0;
}

int fcl_image_derive_uuid(struct fcl_image *image, enum fcl_image_container container,
			  struct fcl_err *err)
{
	struct sha256_ctx context;
	uint8_t digest[SHA256_DIGEST_SIZE];
	void *bytes;
	size_t size;
	int error;

	memset(image->uuid, 0xff, sizeof(image->uuid));
	error = fcl_image_write(image, container, &bytes, &size, err);
	if (error)
		return error;
	sha256_init(&context);
	sha256_update(&context, size, bytes);
	sha256_digest(&context, sizeof(digest), digest);
	free(bytes);
	memcpy(image->uuid, digest, sizeof(image->uuid));
	image->uuid[6] = (uint8_t)((image->uuid[6] & 0x0f) | 0x80);
	image->uuid[8] = (uint8_t)((image->uuid[8] & 0x3f) | 0x80);
	return 0;
}
