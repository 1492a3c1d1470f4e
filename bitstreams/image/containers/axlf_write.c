/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/containers/axlf.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#define ALIGNMENT 8u /* of every section; required by xclbin.h */

void fcl_image_axlf_header_write(struct fcl_image_writer *w, uint64_t length, uint32_t nsections,
				 struct axlf *header)
{
	static const uint16_t modes[] = {
		[FCL_TARGET_HW] = XCLBIN_FLAT,
		[FCL_TARGET_HW_EMU] = XCLBIN_HW_EMU,
		[FCL_TARGET_SW_EMU] = XCLBIN_SW_EMU,
	};
	const char *vbnv = w->image->vbnv ? w->image->vbnv : "";
	uint64_t now = w->image->timestamp ? w->image->timestamp : (uint64_t)time(NULL);

	memset(header, 0, sizeof(*header));
	memcpy(header->m_magic, FCL_IMAGE_AXLF_MAGIC, sizeof(header->m_magic));
	header->m_signature_length = -1;
	memset(header->reserved, 0xff, sizeof(header->reserved));
	memset(header->m_keyBlock, 0xff, sizeof(header->m_keyBlock));
	header->m_uniqueId = now;
	header->m_header.m_length = length;
	header->m_header.m_timeStamp = now;
	header->m_header.m_versionMajor = 2;
	header->m_header.m_versionMinor = 1;
	header->m_header.m_mode = modes[w->image->target];
	memcpy(header->m_header.m_platformVBNV, vbnv, strlen(vbnv));
	memcpy(header->m_header.uuid, w->uuid, sizeof(w->uuid));
	header->m_header.m_numSections = nsections;
}

/* Assigns offsets to sections, and returns the length of the container. */
static int axlf_write_lay_out(struct fcl_image_writer *w, size_t *ret_length)
{
	size_t at = FCL_IMAGE_AXLF_HEADER_SIZE + w->noutputs * sizeof(struct axlf_section_header);

	if (w->noutputs > XCLBIN_MAX_NUM_SECTION)
		return fcl_err_set(w->err, -EINVAL, "%u sections, expected at most %u", w->noutputs,
				   XCLBIN_MAX_NUM_SECTION);
	for (uint32_t i = 0; i < w->noutputs; i++) {
		at += (ALIGNMENT - at % ALIGNMENT) % ALIGNMENT;
		w->outputs[i].offset = at;
		if (__builtin_add_overflow(at, w->outputs[i].size, &at))
			return fcl_image_no_memory(w->err);
	}
	*ret_length = at;
	return 0;
}

static void write_section_headers(const struct fcl_image_writer *w, struct fcl_text *file)
{
	for (uint32_t i = 0; i < w->noutputs; i++) {
		const struct fcl_image_output *output = &w->outputs[i];
		struct axlf_section_header header = {.m_sectionKind = output->kind,
						     .m_sectionSize = output->size};

		if (output->size) /* an absent section has offset and size 0 */
			header.m_sectionOffset = output->offset;
		memcpy(header.m_sectionName, output->name,
		       strnlen(output->name, sizeof(header.m_sectionName)));
		fcl_text_append(file, &header, sizeof(header));
	}
}

int fcl_image_axlf_write(struct fcl_image_writer *w, struct fcl_text *file)
{
	struct axlf header;
	size_t length = 0;
	int error = axlf_write_lay_out(w, &length);

	if (error)
		return error;
	fcl_image_axlf_header_write(w, length, w->noutputs, &header);
	fcl_text_reserve(file, length);
	fcl_text_append(file, &header, FCL_IMAGE_AXLF_HEADER_SIZE);
	write_section_headers(w, file);
	for (uint32_t i = 0; i < w->noutputs; i++) {
		fcl_text_align(file, ALIGNMENT);
		fcl_text_append(file, w->outputs[i].data, w->outputs[i].size);
	}
	return 0;
}
