/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/codec/reader.h"

#include <errno.h>
#include <string.h>

#include "bitstreams/image/model/kinds.h"

/* About a second of work. A design with thousands of connections needs a few million. */
#define MAX_COMPARED 1000000000ull

void *fcl_image_reader_alloc(struct fcl_image_reader *r, size_t count, size_t size)
{
	void *memory = fcl_image_alloc(r->image, count, size);

	if (!memory)
		fcl_image_no_memory(r->err);
	return memory;
}

const char *fcl_image_reader_string(struct fcl_image_reader *r, const char *text, size_t length)
{
	char *copy = fcl_image_reader_alloc(r, length + 1, 1);

	if (copy)
		memcpy(copy, text, length);
	return copy;
}

int fcl_image_reader_compared(struct fcl_image_reader *r, const char *name, uint32_t count)
{
	r->compared += (uint64_t)count * (strlen(name) + 1);
	return r->compared <= MAX_COMPARED
		       ? 0
		       : fcl_err_set(
				 r->err, -EINVAL,
				 "%s: reading its ports, arguments and connections would take more than %llu character comparisons",
				 r->document, MAX_COMPARED);
}

int fcl_image_reader_field(struct fcl_image_reader *r, const struct fcl_image_section *section,
			   uint32_t index, const char *what, const void *bytes, size_t size,
			   const char **ret_text)
{
	size_t length = strnlen(bytes, size);
	char kind[FCL_IMAGE_KIND_NAME_SIZE];

	if (length == size)
		return fcl_err_set(r->err, -EINVAL,
				   "%s[%u]: %s does not end within its %zu bytes: \"%.*s\"",
				   fcl_image_kind_name(section->kind, kind), index, what, size,
				   (int)size, (const char *)bytes);
	*ret_text = fcl_image_reader_string(r, bytes, length);
	return *ret_text ? 0 : -ENOMEM;
}

int fcl_image_reader_count(struct fcl_image_reader *r, const struct fcl_image_section *section,
			   int64_t count, size_t head, size_t entry)
{
	size_t most = section->size < head ? 0 : (section->size - head) / entry;
	char kind[FCL_IMAGE_KIND_NAME_SIZE];

	if (count >= 0 && (uint64_t)count <= most)
		return 0;
	return fcl_err_set(
		r->err, -EINVAL,
		"%s: m_count is %lld, but the section's %zu bytes hold 0 to %zu entries of %zu bytes",
		fcl_image_kind_name(section->kind, kind), (long long)count, section->size, most,
		entry);
}
