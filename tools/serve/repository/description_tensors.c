/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/description_tensors.h"

#include <string.h>

enum { MOST_TENSORS = 64 };

static const uint64_t MOST_ITEM = (uint64_t)1 << 32; /* limit for an item, in bytes */

static const struct fcl_serve_datatype *tensors_read_type(const struct fcl_serve_members *members)
{
	const char *name = fcl_serve_member_text(members, "datatype");
	const struct fcl_serve_datatype *type = name ? fcl_serve_datatype(name) : NULL;

	if (name && !type)
		fcl_serve_complain(members->problems,
				   "%s: '%s' is not a data type of kernels: expected one of %s",
				   members->place, name, fcl_serve_datatype_names());
	return type;
}

/* The batch axis comes first, so that the items of several requests are contiguous. */
static void tensors_read_shape(struct fcl_serve_tensor *tensor,
			       const struct fcl_serve_members *members, bool batches)
{
	const json_t *shape = fcl_serve_member_array(members, "shape", true);
	size_t count = shape ? json_array_size(shape) : 0;
	uint64_t size = tensor->type ? tensor->type->size : 1;

	if (count > FCL_SERVE_DIMENSIONS)
		fcl_serve_complain(members->problems,
				   "%s: the shape has %zu dimensions, at most %d fit",
				   members->place, count, FCL_SERVE_DIMENSIONS);
	for (size_t i = 0; i < count && i < FCL_SERVE_DIMENSIONS; i++) {
		const json_t *value = json_array_get(shape, i);
		int64_t extent = json_is_integer(value) ? json_integer_value(value) : 0;

		tensor->shape[tensor->ndimensions++] = extent;
		if (i == 0 && batches) {
			if (extent != -1)
				fcl_serve_complain(members->problems,
						   "%s: with 'max_batch' a shape begins with -1, "
						   "the batch axis",
						   members->place);
			continue;
		}
		if (extent < 1 || (uint64_t)extent > MOST_ITEM / size) {
			fcl_serve_complain(
				members->problems,
				"%s: extent %zu of the shape: expected at least 1, and at most 4 GiB for an item%s",
				members->place, i,
				extent == -1 ? "; only the first may be -1, with 'max_batch'" : "");
			continue;
		}
		size *= (uint64_t)extent;
	}
	tensor->item_size = size;
	tensor->item_elements = tensor->type ? size / tensor->type->size : size;
}

static void read_tensor(struct fcl_serve_tensor *tensor, const struct fcl_serve_members *members,
			bool batches)
{
	fcl_serve_members_only(members, "name datatype shape");
	tensor->name = fcl_serve_member_text(members, "name");
	tensor->type = tensors_read_type(members);
	tensors_read_shape(tensor, members, batches);
	tensor->name = tensor->name ? tensor->name : "";
}

static struct fcl_serve_tensor *read_list(const struct fcl_serve_members *members, const char *name,
					  bool batches, unsigned *ret_count)
{
	const json_t *array = fcl_serve_member_array(members, name, true);
	size_t count = array ? json_array_size(array) : 0;
	struct fcl_serve_tensor *tensors = NULL;

	if (count && count <= MOST_TENSORS)
		tensors = fcl_arena_alloc(members->arena, count, sizeof(*tensors));
	if (!tensors) {
		if (count)
			fcl_serve_complain(members->problems, "%s: too many %s (%zu)",
					   members->place, name, count);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		struct fcl_serve_members in;

		tensors[i].name = "";
		if (fcl_serve_members_in(members, json_array_get(array, i), name, (int)i, &in))
			read_tensor(&tensors[i], &in, batches);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(tensors[k].name, tensors[i].name))
				fcl_serve_complain(members->problems, "%s: %s: '%s' is given twice",
						   members->place, name, tensors[i].name);
	}
	*ret_count = (unsigned)count;
	return tensors;
}

void fcl_serve_read_tensors(struct fcl_serve_description *description,
			    const struct fcl_serve_members *members)
{
	bool batches = description->batches;

	description->inputs = read_list(members, "inputs", batches, &description->ninputs);
	description->outputs = read_list(members, "outputs", batches, &description->noutputs);
}
