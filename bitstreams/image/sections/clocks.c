/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/sections/sections.h"

#include <errno.h>
#include <string.h>
#include <xrt/xclbin.h>

/* Entries of 136 bytes follow a 16-bit count without padding. */
#define HEAD offsetof(struct clock_freq_topology, m_clock_freq)

int fcl_image_clocks_read(struct fcl_image_reader *r, const struct fcl_image_section *section)
{
	int16_t count = 0;
	int error;

	if (section->size >= sizeof(count))
		memcpy(&count, section->data, sizeof(count));
	error = fcl_image_reader_count(r, section, section->size < sizeof(count) ? -1 : count, HEAD,
				       sizeof(struct clock_freq));
	if (error)
		return error;
	r->image->clocks = fcl_image_reader_alloc(r, (size_t)count, sizeof(*r->image->clocks));
	if (!r->image->clocks)
		return -ENOMEM;
	for (uint32_t i = 0; i < (uint32_t)count && !error; i++) {
		struct fcl_image_clock *clock = &r->image->clocks[i];
		struct clock_freq data;

		memcpy(&data, (const char *)section->data + HEAD + i * sizeof(data), sizeof(data));
		clock->type = data.m_type;
		clock->frequency_mhz = data.m_freq_Mhz;
		error = fcl_image_reader_field(r, section, i, "m_name", data.m_name,
					       sizeof(data.m_name), &clock->name);
	}
	r->image->nclocks = (uint32_t)count;
	return error;
}

int fcl_image_clocks_write(struct fcl_image_writer *w, uint32_t kind)
{
	struct fcl_text buffer = {0};
	int16_t count = (int16_t)w->image->nclocks;

	fcl_text_append(&buffer, &count, sizeof(count));
	for (uint32_t i = 0; i < w->image->nclocks; i++) {
		const struct fcl_image_clock *clock = &w->image->clocks[i];
		struct clock_freq data = {.m_freq_Mhz = (uint16_t)clock->frequency_mhz,
					  .m_type = (uint8_t)clock->type};

		memcpy(data.m_name, clock->name, strlen(clock->name));
		fcl_text_append(&buffer, &data, sizeof(data));
	}
	return fcl_image_writer_add(w, kind, &buffer);
}
