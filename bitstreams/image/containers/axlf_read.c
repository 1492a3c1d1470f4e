/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/containers/axlf.h"

#include <errno.h>
#include <string.h>

#include "bitstreams/image/codec/digest.h"
#include "bitstreams/image/containers/digests.h"
#include "bitstreams/image/containers/overlaps.h"
#include "bitstreams/image/containers/signature.h"
#include "bitstreams/image/model/kinds.h"
#include "bitstreams/image/sections/sections.h"

static int read_target(struct fcl_image_reader *r, uint16_t mode)
{
	switch (mode) {
	case XCLBIN_FLAT:
	case XCLBIN_PR:
	case XCLBIN_TANDEM_STAGE2:
	case XCLBIN_TANDEM_STAGE2_WITH_PR:
		r->image->target = FCL_TARGET_HW;
		return 0;
	case XCLBIN_HW_EMU:
	case XCLBIN_HW_EMU_PR:
		r->image->target = FCL_TARGET_HW_EMU;
		return 0;
	case XCLBIN_SW_EMU:
		r->image->target = FCL_TARGET_SW_EMU;
		return 0;
	}
	return fcl_err_set(r->err, -EINVAL, "axlf header: m_mode is %u, expected 0 to %u", mode,
			   XCLBIN_MODE_MAX - 1);
}

int fcl_image_axlf_header_read(struct fcl_image_reader *r, const struct axlf *header)
{
	const char *vbnv = (const char *)header->m_header.m_platformVBNV;
	size_t size = sizeof(header->m_header.m_platformVBNV), length = strnlen(vbnv, size);
	int error = read_target(r, header->m_header.m_mode);

	if (error)
		return error;
	if (length == size)
		return fcl_err_set(
			r->err, -EINVAL,
			"axlf header: m_platformVBNV does not end within its %zu bytes: \"%.*s\"",
			size, (int)size, vbnv);
	r->strict = fcl_image_is_emulation(r->image);
	memcpy(r->image->uuid, header->m_header.uuid, sizeof(r->image->uuid));
	r->image->vbnv = fcl_image_reader_string(r, vbnv, length);
	return r->image->vbnv ? 0 : -ENOMEM;
}

/* Checks the header's statements about the file as a whole. */
static int axlf_read_check_length(struct fcl_image_reader *r, const struct axlf *header)
{
	uint64_t length = header->m_header.m_length, count = header->m_header.m_numSections;
	uint64_t needed = FCL_IMAGE_AXLF_HEADER_SIZE + count * sizeof(struct axlf_section_header);

	if (length > r->image->bytes_size)
		return fcl_err_set(
			r->err, -EINVAL,
			"axlf header: m_length is %llu, but the file has only %zu bytes: it is truncated",
			(unsigned long long)length, r->image->bytes_size);
	if (!count || count > XCLBIN_MAX_NUM_SECTION)
		return fcl_err_set(r->err, -EINVAL,
				   "axlf header: m_numSections is %llu, expected 1 to %u",
				   (unsigned long long)count, XCLBIN_MAX_NUM_SECTION);
	if (needed > length)
		return fcl_err_set(
			r->err, -EINVAL,
			"axlf header: m_length is %llu, but the headers of %llu sections take %llu bytes",
			(unsigned long long)length, (unsigned long long)count,
			(unsigned long long)needed);
	return 0;
}

static int axlf_read_section(struct fcl_image_reader *r, uint32_t index, uint64_t start,
			     uint64_t length)
{
	const char *bytes = r->image->bytes;
	struct fcl_image_section *section = &r->image->sections[index];
	struct axlf_section_header header;
	char kind[FCL_IMAGE_KIND_NAME_SIZE];
	uint64_t offset, size;

	memcpy(&header, bytes + FCL_IMAGE_AXLF_HEADER_SIZE + index * sizeof(header),
	       sizeof(header));
	offset = header.m_sectionOffset;
	size = header.m_sectionSize;
	if (size && (offset < start || offset > length || size > length - offset))
		return fcl_err_set(
			r->err, -EINVAL,
			"section %u (%s): offset %llu and size %llu, expected within bytes %llu to %llu",
			index, fcl_image_kind_name(header.m_sectionKind, kind),
			(unsigned long long)offset, (unsigned long long)size,
			(unsigned long long)start, (unsigned long long)length);
	section->kind = header.m_sectionKind;
	section->size = (size_t)size;
	/* An absent section has offset and size 0. */
	section->data = size ? bytes + offset : bytes + length;
	/* xclbinutil uses all 16 characters for a long name, without a terminator. */
	section->name = fcl_image_reader_string(
		r, header.m_sectionName,
		strnlen(header.m_sectionName, sizeof(header.m_sectionName)));
	return section->name ? 0 : -ENOMEM;
}

static int axlf_read_sections(struct fcl_image_reader *r, uint32_t count, uint64_t length)
{
	uint64_t start = FCL_IMAGE_AXLF_HEADER_SIZE + count * sizeof(struct axlf_section_header);

	r->image->sections = fcl_image_reader_alloc(r, count, sizeof(*r->image->sections));
	if (!r->image->sections)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		int error = axlf_read_section(r, i, start, length);

		if (error)
			return error;
	}
	r->image->nsections = count;
	return fcl_image_overlaps_check(r);
}

/* Only a signature may follow m_length, and no digest covers it. */
static int check_tail(struct fcl_image_reader *r, uint64_t length)
{
	bool sealed = r->strict;
	const char *text;
	size_t size;

	for (uint32_t i = 0; i < r->nentries; i++)
		sealed |= !strcmp(r->entries[i].key, FCL_IMAGE_DIGEST_CONTAINER);
	if (!sealed || length == r->image->bytes_size ||
	    fcl_image_signature_read((const char *)r->image->bytes + length,
				     r->image->bytes_size - length, &text, &size))
		return 0;
	return fcl_err_set(
		r->err, -EINVAL,
		"axlf header: m_length is %llu, but the file has %zu bytes: no digest covers the rest",
		(unsigned long long)length, r->image->bytes_size);
}

static int read_keyvalue(struct fcl_image_reader *r)
{
	const struct fcl_image_section *section = fcl_image_section(r->image, KEYVALUE_METADATA);

	return section ? fcl_image_keyvalue_read(r, section) : 0;
}

int fcl_image_axlf_read(struct fcl_image_reader *r)
{
	const struct fcl_image_section *payload;
	struct axlf header = {0};
	int error;

	r->image->container = FCL_IMAGE_XCLBIN;
	if (r->image->bytes_size < FCL_IMAGE_AXLF_HEADER_SIZE)
		return fcl_err_set(r->err, -EINVAL,
				   "an xclbin of %zu bytes: the header alone takes %zu",
				   r->image->bytes_size, FCL_IMAGE_AXLF_HEADER_SIZE);
	memcpy(&header, r->image->bytes, FCL_IMAGE_AXLF_HEADER_SIZE);
	error = axlf_read_check_length(r, &header);
	if (!error)
		error = fcl_image_axlf_header_read(r, &header);
	if (!error)
		error = axlf_read_sections(r, header.m_header.m_numSections,
					   header.m_header.m_length);
	if (!error)
		error = read_keyvalue(r);
	if (!error)
		error = check_tail(r, header.m_header.m_length);
	if (!error)
		error = fcl_image_digest_check(r, header.m_header.m_length);
	if (error)
		return error;
	payload = fcl_image_section(r->image, BITSTREAM);
	if (payload && payload->size) {
		r->image->payload = payload->data;
		r->image->payload_size = payload->size;
	}
	return 0;
}
