/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/read.h"

#include <errno.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "base/text.h"
#include "bitstreams/image/containers/axlf.h"
#include "bitstreams/image/containers/elf.h"
#include "bitstreams/image/sections/sections.h"

/*
 * GROUP_* sections repeat the memories and add groups of banks, with their own connections. Indices
 * of one pair of sections are not valid in the other.
 */
static int read_topology(struct fcl_image_reader *r,
			 const struct fcl_image_section **ret_connectivity)
{
	const struct fcl_image_section *mem = fcl_image_section(r->image, MEM_TOPOLOGY);
	const struct fcl_image_section *group = fcl_image_section(r->image, ASK_GROUP_TOPOLOGY);

	*ret_connectivity = fcl_image_section(r->image, CONNECTIVITY);
	if (!mem || (!*ret_connectivity && group)) {
		if (!*ret_connectivity)
			*ret_connectivity = fcl_image_section(r->image, ASK_GROUP_CONNECTIVITY);
		if (group)
			mem = group;
	}
	if (mem)
		return fcl_image_mem_topology_read(r, mem);
	if (r->strict)
		return fcl_err_set(r->err, -EINVAL,
				   "the image has neither a MEM_TOPOLOGY nor a GROUP_TOPOLOGY");
	return 0;
}

static int read_cus(struct fcl_image_reader *r)
{
	const struct fcl_image_section *xml = fcl_image_section(r->image, EMBEDDED_METADATA);
	const struct fcl_image_section *ips = fcl_image_section(r->image, IP_LAYOUT);
	int error = 0;

	if (r->strict && (!xml || !ips))
		return fcl_err_set(r->err, -EINVAL, "the image has no %s section",
				   xml ? "IP_LAYOUT" : "EMBEDDED_METADATA");
	if (xml && (xml->size || r->strict))
		error = fcl_image_metadata_read(r, xml);
	if (!error && ips && (ips->size || r->strict))
		error = fcl_image_ip_layout_read(r, ips);
	return error;
}

static int read_contents(struct fcl_image_reader *r)
{
	const struct fcl_image_section *connectivity = NULL;
	const struct fcl_image_section *clocks = fcl_image_section(r->image, CLOCK_FREQ_TOPOLOGY);
	int error = read_topology(r, &connectivity);

	if (!error)
		error = read_cus(r);
	if (!error && connectivity)
		error = fcl_image_connectivity_read(r, connectivity);
	if (!error)
		error = fcl_image_streams_read(r);
	if (!error && clocks)
		error = fcl_image_clocks_read(r, clocks);
	if (!error)
		error = fcl_image_keyvalue_publish(r);
	return error;
}

static int read_container(struct fcl_image_reader *r)
{
	static const char elf[4] = {0x7f, 'E', 'L', 'F'};
	const char *bytes = r->image->bytes;
	size_t size = r->image->bytes_size;

	if (size >= sizeof(elf) && !memcmp(bytes, elf, sizeof(elf)))
		return fcl_image_elf_read(r);
	if (size >= 8 && !memcmp(bytes, FCL_IMAGE_AXLF_MAGIC, 8))
		return fcl_image_axlf_read(r);
	if (size >= 7 && (!memcmp(bytes, "xclbin0", 7) || !memcmp(bytes, "xclbin1", 7)))
		return fcl_err_set(
			r->err, -EINVAL,
			"the container is \"%.7s\", a format older than axlf; expected \"xclbin2\" or an ELF",
			bytes);
	return fcl_err_set(
		r->err, -EINVAL,
		"neither an xclbin nor an ELF: %zu bytes that begin with neither's magic number",
		size);
}

static int bitstreams_read_image(struct fcl_image_reader *r, const void *data, size_t size)
{
	void *copy = fcl_image_reader_alloc(r, size, 1);
	int error;

	if (!copy)
		return -ENOMEM;
	if (size)
		memcpy(copy, data, size);
	r->image->bytes = copy;
	r->image->bytes_size = size;
	error = read_container(r);
	if (!error && r->strict)
		error = fcl_image_elf_check(r->image->payload, r->image->payload_size, "BITSTREAM",
					    r->err);
	return error ? error : read_contents(r);
}

int fcl_image_read(const void *data, size_t size, struct fcl_image **ret_image, struct fcl_err *err)
{
	struct fcl_image_reader reader = {.err = err, .document = "EMBEDDED_METADATA"};
	int error;

	if (!data || !size)
		return fcl_err_set(err, -EINVAL, "the image is empty");
	error = fcl_image_new(&reader.image, err);
	if (error)
		return error;
	error = bitstreams_read_image(&reader, data, size);
	if (error) {
		/* Messages quote names from the file. */
		if (err)
			fcl_text_make_printable(err->text);
		fcl_image_unref(reader.image);
		return error;
	}
	*ret_image = reader.image;
	return 0;
}

int fcl_image_read_kernel_xml(const char *xml, size_t size, struct fcl_image **ret_image,
			      struct fcl_err *err)
{
	struct fcl_image_reader reader = {.err = err, .document = "kernel.xml"};
	int error = fcl_image_new(&reader.image, err);

	if (error)
		return error;
	error = fcl_image_metadata_read_kernels(&reader, xml, size);
	if (error) {
		/* Messages quote names from the file. */
		if (err)
			fcl_text_make_printable(err->text);
		fcl_image_unref(reader.image);
		return error;
	}
	*ret_image = reader.image;
	return 0;
}
