/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/packed.h"

#include <errno.h>
#include <string.h>

#include "tools/fpgacl/design/build.h"
#include "tools/fpgacl/design/kernel.h"
#include "tools/fpgaclc/common/archive.h"

struct packed {
	struct fcl_design *design;
	const char *text; /* of the best description so far; the design's arena */
	size_t size, path_length;
	bool is_kernel_xml;
};

static const char *packed_base_name(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

static bool packed_wants(void *data, const char *name)
{
	(void)data;
	return !strcmp(packed_base_name(name), "kernel.xml") ||
	       !strcmp(packed_base_name(name), "component.xml");
}

/* Cores inside the kernel have a component.xml of their own, with a longer path. */
static int packed_take(void *data, const char *name, const char *contents, size_t size,
		       struct fcl_err *err)
{
	struct packed *packed = data;
	bool is_kernel_xml = !strcmp(packed_base_name(name), "kernel.xml");

	if (is_kernel_xml && packed->is_kernel_xml)
		return fcl_err_set(err, -EINVAL, "expected one kernel.xml, found another one: %s",
				   name);
	if (packed->text && !is_kernel_xml &&
	    (packed->is_kernel_xml || strlen(name) >= packed->path_length))
		return 0;
	packed->text = fcl_design_copy(packed->design, contents, size, err);
	packed->size = size;
	packed->path_length = strlen(name);
	packed->is_kernel_xml = is_kernel_xml;
	return packed->text ? 0 : -ENOMEM;
}

int fcl_design_packed_read(struct fcl_design *design, const char *file, const char *bytes,
			   size_t size, struct fcl_design_kernel **ret_kernel, struct fcl_err *err)
{
	struct packed packed = {.design = design};
	struct fclc_archive_reader reader = {
		.data = &packed, .wants = packed_wants, .take = packed_take};

	if (!fclc_archive_is(bytes, size))
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected an .xo file of the vendor's compiler, a Zip archive, found other bytes",
			file);
	if (fclc_archive_read(bytes, size, &reader, err))
		return fcl_err_prefix(err, "%s", file);
	if (!packed.text)
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected a kernel.xml or component.xml in this archive, found neither",
			file);
	return fcl_design_kernel_read(design, file, packed.text, packed.size, ret_kernel, err);
}
