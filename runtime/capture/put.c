/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/put.h"

#include <string.h>

#include "base/capture/contents.h"

enum { DIMENSIONS = 3, PAIRS = 64 };

void fcl_put_sizes(struct fcl_body *body, unsigned index, const size_t *sizes, size_t count)
{
	if (count <= DIMENSIONS)
		fcl_body_list(body, index, sizes, count);
}

void fcl_put_sync_points(struct fcl_body *body, unsigned index, const cl_uint *points, size_t count)
{
	fcl_body_bytes(body, index, points, count * sizeof(*points));
}

void fcl_put_properties(struct fcl_body *body, unsigned index, const void *properties)
{
	const uint64_t *list = properties;
	size_t count = 0;

	while (list && list[count] && count < (size_t)2 * PAIRS)
		count += 2;
	fcl_body_list(body, index, list, count);
}

void fcl_put_texts(struct fcl_body *body, unsigned index, const char **texts, size_t count)
{
	for (size_t i = 0; texts && i < count; i++)
		fcl_body_text(body, index, texts[i]);
}

static void capture_put_bytes(struct fcl_body *body, unsigned index, const void *bytes, size_t size)
{
	struct fcl_box box = {bytes ? bytes : "", bytes ? size : 0, 1, 0, 1, 0};

	fcl_recorder_contents(body, index, &box, true);
}

void fcl_put_sources(struct fcl_body *body, unsigned index, const char **sources, size_t count,
		     const size_t *lengths)
{
	for (size_t i = 0; i < count; i++)
		capture_put_bytes(body, index, sources[i],
				  lengths && lengths[i] ? lengths[i] : strlen(sources[i]));
}

void fcl_put_binaries(struct fcl_body *body, unsigned index, const unsigned char **binaries,
		      size_t count, const size_t *lengths)
{
	for (size_t i = 0; i < count; i++)
		capture_put_bytes(body, index, binaries[i], lengths[i]);
}
