/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/protocol/tensor.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/serve/repository/description_kernels.h"

/* The position of the parser: `at` elements have been read. */
struct reading {
	const struct fcl_serve_tensor *tensor;
	int64_t items;
	unsigned char *bytes;
	size_t at;
	struct fcl_err *err;
};

static int read_number(struct reading *reading, const json_t *number)
{
	const struct fcl_serve_tensor *tensor = reading->tensor;
	size_t at = reading->at++;

	if (fcl_serve_value_bytes(number, tensor->type, reading->bytes + at * tensor->type->size))
		return 0;
	if (tensor->type->kind == FCL_SERVE_HALF)
		return fcl_err_set(reading->err, -EINVAL,
				   "input '%s': %s is accepted as binary data only", tensor->name,
				   tensor->type->name);
	return fcl_err_set(reading->err, -EINVAL, "input '%s': element %zu is not of type %s",
			   tensor->name, at, tensor->type->name);
}

static int read_flat(struct reading *reading, const json_t *array)
{
	size_t count = json_array_size(array);

	for (size_t i = 0; i < count; i++)
		if (read_number(reading, json_array_get(array, i)))
			return -EINVAL;
	return 0;
}

static int read_nested(struct reading *reading, const json_t *array, unsigned dimension)
{
	const struct fcl_serve_tensor *tensor = reading->tensor;
	int64_t extent = tensor->shape[dimension] < 0 ? reading->items : tensor->shape[dimension];

	if (!json_is_array(array) || json_array_size(array) != (size_t)extent)
		return fcl_err_set(reading->err, -EINVAL,
				   "input '%s': expected arrays of %" PRId64
				   " in dimension %u of the data, found %s",
				   tensor->name, extent, dimension,
				   json_is_array(array) ? "another length" : "no array");
	if (dimension + 1 == tensor->ndimensions)
		return read_flat(reading, array);
	for (size_t i = 0; i < (size_t)extent; i++)
		if (read_nested(reading, json_array_get(array, i), dimension + 1))
			return -EINVAL;
	return 0;
}

int fcl_serve_tensor_read(const struct fcl_serve_tensor *tensor, int64_t items, const json_t *data,
			  void *ret_bytes, struct fcl_err *err)
{
	struct reading reading = {tensor, items, ret_bytes, 0, err};
	uint64_t elements = tensor->item_elements * (uint64_t)items;

	if (!json_is_array(data))
		return fcl_err_set(err, -EINVAL,
				   "input '%s': expected 'data', an array, or binary data",
				   tensor->name);
	if (tensor->ndimensions > 1 && json_is_array(json_array_get(data, 0)))
		return read_nested(&reading, data, 0);
	if (json_array_size(data) != elements)
		return fcl_err_set(err, -EINVAL,
				   "input '%s': expected %" PRIu64
				   " elements for its shape, found %zu",
				   tensor->name, elements, json_array_size(data));
	return read_flat(&reading, data);
}

static int64_t signed_at(const void *bytes, size_t size)
{
	int64_t eight = 0;

	memcpy(&eight, bytes, size);
	return size == 8 ? eight : (int64_t)((uint64_t)eight << (64 - 8 * size)) >> (64 - 8 * size);
}

static uint64_t unsigned_at(const void *bytes, size_t size)
{
	uint64_t eight = 0;

	memcpy(&eight, bytes, size);
	return eight;
}

static int write_real(const struct fcl_serve_tensor *tensor, const void *bytes,
		      struct fcl_text *text, struct fcl_err *err)
{
	double value = 0;
	float single = 0;

	if (tensor->type->size == 4) {
		memcpy(&single, bytes, sizeof(single));
		value = (double)single;
	} else {
		memcpy(&value, bytes, sizeof(value));
	}
	if (!isfinite(value))
		return fcl_err_set(
			err, -EINVAL,
			"output '%s' has an infinity or a NaN, which JSON does not have: "
			"request it as binary data",
			tensor->name);
	fcl_text_format(text, "%.*g", tensor->type->size == 4 ? 9 : 17, value);
	return 0;
}

static int write_number(const struct fcl_serve_tensor *tensor, const void *bytes,
			struct fcl_text *text, struct fcl_err *err)
{
	size_t size = tensor->type->size;

	switch (tensor->type->kind) {
	case FCL_SERVE_BOOL:
		fcl_text_format(text, unsigned_at(bytes, 1) ? "true" : "false");
		return 0;
	case FCL_SERVE_SIGNED:
		fcl_text_format(text, "%" PRId64, signed_at(bytes, size));
		return 0;
	case FCL_SERVE_UNSIGNED:
		fcl_text_format(text, "%" PRIu64, unsigned_at(bytes, size));
		return 0;
	case FCL_SERVE_FLOAT:
		return write_real(tensor, bytes, text, err);
	default:
		return fcl_err_set(err, -EINVAL, "output '%s': %s is sent as binary data only",
				   tensor->name, tensor->type->name);
	}
}

int fcl_serve_tensor_write(const struct fcl_serve_tensor *tensor, int64_t items, const void *bytes,
			   struct fcl_text *text, struct fcl_err *err)
{
	uint64_t elements = tensor->item_elements * (uint64_t)items;
	const unsigned char *at = bytes;

	fcl_text_append(text, "[", 1);
	for (uint64_t i = 0; i < elements; i++, at += tensor->type->size) {
		if (i)
			fcl_text_append(text, ",", 1);
		if (write_number(tensor, at, text, err))
			return -EINVAL;
	}
	fcl_text_append(text, "]", 1);
	return 0;
}
