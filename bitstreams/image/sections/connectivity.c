/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/sections/sections.h"

#include <errno.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "bitstreams/image/model/kinds.h"

/* Unlike similar structs, struct connectivity has no padding after the count. */
#define HEAD offsetof(struct connectivity, m_connection)

static int check_index(struct fcl_image_reader *r, const struct fcl_image_section *section,
		       uint32_t entry, const char *field, int32_t value, uint32_t count,
		       const char *of)
{
	char kind[FCL_IMAGE_KIND_NAME_SIZE];

	if (value >= 0 && (uint32_t)value < count)
		return 0;
	return fcl_err_set(r->err, -EINVAL, "%s[%u]: %s is %d, but there are %u %s",
			   fcl_image_kind_name(section->kind, kind), entry, field, value, count,
			   of);
}

static int connectivity_read_entry(struct fcl_image_reader *r,
				   const struct fcl_image_section *section, uint32_t index)
{
	struct fcl_image *image = r->image;
	struct connection data;
	uint32_t cu;
	int error;

	memcpy(&data, (const char *)section->data + HEAD + index * sizeof(data), sizeof(data));
	error = check_index(r, section, index, "m_ip_layout_index", data.m_ip_layout_index, r->nips,
			    "IP_LAYOUT entries");
	if (!error)
		error = check_index(r, section, index, "mem_data_index", data.mem_data_index,
				    image->nmems, "memories");
	if (error)
		return error;
	cu = r->cu_of_ip[data.m_ip_layout_index];
	if (cu == FCL_IMAGE_NO_CU) { /* of a PS kernel, or of an IP without metadata */
		if (!r->strict)
			return 0;
		return fcl_err_set(
			r->err, -EINVAL,
			"CONNECTIVITY[%u]: m_ip_layout_index is %d, which is not a kernel", index,
			data.m_ip_layout_index);
	}
	error = check_index(r, section, index, "arg_index", data.arg_index,
			    image->kernels[image->cus[cu].kernel].nargs, "arguments");
	if (error)
		return error;
	image->connections[image->nconnections++] = (struct fcl_image_connection){
		cu, (uint32_t)data.arg_index, (uint32_t)data.mem_data_index};
	return 0;
}

int fcl_image_connectivity_read(struct fcl_image_reader *r, const struct fcl_image_section *section)
{
	int32_t count = 0;
	int error;

	if (section->size >= sizeof(count))
		memcpy(&count, section->data, sizeof(count));
	error = fcl_image_reader_count(r, section, section->size < sizeof(count) ? -1 : count, HEAD,
				       sizeof(struct connection));
	if (error)
		return error;
	r->image->connections = fcl_image_reader_alloc(r, (size_t)count,
						       sizeof(*r->image->connections));
	if (!r->image->connections)
		return -ENOMEM;
	for (uint32_t i = 0; i < (uint32_t)count && !error; i++)
		error = connectivity_read_entry(r, section, i);
	return error;
}

int fcl_image_connectivity_write(struct fcl_image_writer *w, uint32_t kind)
{
	struct fcl_text buffer = {0};
	int32_t count = (int32_t)w->nconnections;

	fcl_text_append(&buffer, &count, sizeof(count));
	for (uint32_t i = 0; i < w->nconnections; i++) {
		const struct fcl_image_connection *c = &w->connections[i];
		struct connection data = {(int32_t)c->arg, (int32_t)w->ip_of_cu[c->cu],
					  (int32_t)c->mem};

		fcl_text_append(&buffer, &data, sizeof(data));
	}
	return fcl_image_writer_add(w, kind, &buffer);
}
