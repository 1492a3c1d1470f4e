/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/sections/sections.h"

#include <errno.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "bitstreams/image/model/kinds.h"

/* struct mem_topology pads the count to the entries' alignment of 8. */
#define HEAD offsetof(struct mem_topology, m_mem_data)

static bool mem_topology_is_stream(uint32_t type)
{
	return type == MEM_STREAMING || type == MEM_STREAMING_CONNECTION;
}

static int mem_topology_check_size(struct fcl_image_reader *r,
				   const struct fcl_image_section *section, uint32_t index,
				   const struct mem_data *data)
{
	uint64_t bytes, end;
	char kind[FCL_IMAGE_KIND_NAME_SIZE];

	if (!__builtin_mul_overflow(data->m_size, 1024u, &bytes) &&
	    !__builtin_add_overflow(data->m_base_address, bytes, &end))
		return 0;
	return fcl_err_set(
		r->err, -EINVAL,
		"%s[%u]: m_size %llu KiB from m_base_address 0x%llx runs past the end of a 64-bit address space",
		fcl_image_kind_name(section->kind, kind), index, (unsigned long long)data->m_size,
		(unsigned long long)data->m_base_address);
}

static int mem_topology_read_entry(struct fcl_image_reader *r,
				   const struct fcl_image_section *section, uint32_t index,
				   struct fcl_image_mem *mem)
{
	char kind[FCL_IMAGE_KIND_NAME_SIZE];
	struct mem_data data;
	int error;

	memcpy(&data, (const char *)section->data + HEAD + index * sizeof(data), sizeof(data));
	if (r->strict && data.m_type > MEM_PS_KERNEL)
		return fcl_err_set(r->err, -EINVAL, "%s[%u]: m_type is %u, expected 0 to %u",
				   fcl_image_kind_name(section->kind, kind), index, data.m_type,
				   MEM_PS_KERNEL);
	error = fcl_image_reader_field(r, section, index, "m_tag", data.m_tag, sizeof(data.m_tag),
				       &mem->tag);
	if (error)
		return error;
	mem->type = data.m_type;
	mem->used = data.m_used != 0;
	if (mem_topology_is_stream(
		    data.m_type)) /* route_id and flow_id are in a union with size and base */
		return 0;
	mem->base = data.m_base_address;
	mem->size = data.m_size * 1024;
	return mem_topology_check_size(r, section, index, &data);
}

int fcl_image_mem_topology_read(struct fcl_image_reader *r, const struct fcl_image_section *section)
{
	int32_t count = 0;
	int error;

	if (section->size >= sizeof(count))
		memcpy(&count, section->data, sizeof(count));
	error = fcl_image_reader_count(r, section, section->size < sizeof(count) ? -1 : count, HEAD,
				       sizeof(struct mem_data));
	if (error)
		return error;
	r->image->mems = fcl_image_reader_alloc(r, (size_t)count, sizeof(*r->image->mems));
	if (!r->image->mems)
		return -ENOMEM;
	for (uint32_t i = 0; i < (uint32_t)count && !error; i++)
		error = mem_topology_read_entry(r, section, i, &r->image->mems[i]);
	r->image->nmems = (uint32_t)count;
	return error;
}

int fcl_image_mem_topology_write(struct fcl_image_writer *w, uint32_t kind)
{
	struct fcl_text buffer = {0};
	int32_t count = (int32_t)w->nmems;

	fcl_text_append(&buffer, &count, sizeof(count));
	fcl_text_zeros(&buffer, HEAD - sizeof(count));
	for (uint32_t i = 0; i < w->nmems; i++) {
		const struct fcl_image_mem *mem = &w->mems[i];
		struct mem_data data = {.m_type = (uint8_t)mem->type, .m_used = mem->used};

		if (!mem_topology_is_stream(mem->type)) {
			data.m_size = mem->size / 1024;
			data.m_base_address = mem->base;
		}
		memcpy(data.m_tag, mem->tag, strlen(mem->tag));
		fcl_text_append(&buffer, &data, sizeof(data));
	}
	return fcl_image_writer_add(w, kind, &buffer);
}
