/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/containers/overlaps.h"

#include <errno.h>
#include <stdlib.h>

#include "bitstreams/image/model/kinds.h"

/* Ordered by file position. */
struct placed {
	const struct fcl_image_section *section;
};

static int overlaps_compare(const void *left, const void *right)
{
	const struct fcl_image_section *a = ((const struct placed *)left)->section;
	const struct fcl_image_section *b = ((const struct placed *)right)->section;

	if (a->data != b->data)
		return (const char *)a->data < (const char *)b->data ? -1 : 1;
	return (a->size > b->size) - (a->size < b->size);
}

static int overlaps_refuse(struct fcl_image_reader *r, const struct fcl_image_section *section,
			   const struct fcl_image_section *other)
{
	const char *bytes = r->image->bytes;
	char kind[FCL_IMAGE_KIND_NAME_SIZE], other_kind[FCL_IMAGE_KIND_NAME_SIZE];

	return fcl_err_set(
		r->err, -EINVAL,
		"section %u (%s) at byte %zu overlaps section %u (%s), which ends at %zu",
		(uint32_t)(section - r->image->sections), fcl_image_kind_name(section->kind, kind),
		(size_t)((const char *)section->data - bytes),
		(uint32_t)(other - r->image->sections),
		fcl_image_kind_name(other->kind, other_kind),
		(size_t)((const char *)other->data - bytes) + other->size);
}

int fcl_image_overlaps_check(struct fcl_image_reader *r)
{
	uint32_t count = r->image->nsections;
	struct placed *order = fcl_image_reader_alloc(r, count, sizeof(*order));
	const struct fcl_image_section *last = NULL;

	if (!order)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		order[i].section = &r->image->sections[i];
	qsort(order, count, sizeof(*order), overlaps_compare);
	for (uint32_t i = 0; i < count; i++) {
		const struct fcl_image_section *section = order[i].section;

		if (!section->size)
			continue;
		if (last && (const char *)section->data < (const char *)last->data + last->size)
			return overlaps_refuse(r, section, last);
		last = section;
	}
	return 0;
}
