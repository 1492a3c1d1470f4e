/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/protocol/tensor.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/serve/repository/numbers.h"

/* The position of the parser, in an array whose brackets match: see fcl_serve_json_load(). */
struct reading {
	const struct fcl_serve_tensor *tensor;
	int64_t items;
	unsigned char *bytes;
	uint64_t count; /* elements read */
	const char *at;
	struct fcl_err *err;
};

static char tensor_peek(struct reading *reading)
{
	while (*reading->at == ' ' || *reading->at == '\t' || *reading->at == '\n' ||
	       *reading->at == '\r')
		reading->at++;
	return *reading->at;
}

static int refuse_element(struct reading *reading)
{
	const struct fcl_serve_tensor *tensor = reading->tensor;

	if (tensor->type->kind == FCL_SERVE_HALF)
		return fcl_err_set(reading->err, -EINVAL,
				   "input '%s': %s is accepted as binary data only", tensor->name,
				   tensor->type->name);
	return fcl_err_set(reading->err, -EINVAL,
			   "input '%s': element %" PRIu64 " is not of type %s", tensor->name,
			   reading->count, tensor->type->name);
}

/* Elements beyond the tensor are only counted. */
static int tensor_read_number(struct reading *reading)
{
	const struct fcl_serve_datatype *type = reading->tensor->type;
	uint64_t most = reading->tensor->item_elements * (uint64_t)reading->items;
	const char *start = reading->at;
	unsigned char beyond[8];
	void *bytes = reading->count < most ? reading->bytes + reading->count * type->size : beyond;

	reading->at += strcspn(start, ",[] \t\n\r");
	if (!fcl_serve_number_bytes(start, (size_t)(reading->at - start), type, bytes))
		return refuse_element(reading);
	reading->count++;
	return 0;
}

static int refuse_separator(struct reading *reading)
{
	return fcl_err_set(reading->err, -EINVAL,
			   "malformed JSON: input '%s': expected ',' or ']' after element %" PRIu64,
			   reading->tensor->name, reading->count);
}

/* Reads an array; `element` reads one of its elements. Returns their number, or -EINVAL. */
static int64_t tensor_read_array(struct reading *reading, unsigned dimension,
				 int (*element)(struct reading *reading, unsigned dimension))
{
	int64_t count = 0;

	reading->at++;
	if (tensor_peek(reading) == ']') {
		reading->at++;
		return 0;
	}
	while (true) {
		tensor_peek(reading);
		if (element(reading, dimension))
			return -EINVAL;
		count++;
		if (tensor_peek(reading) != ',')
			break;
		reading->at++;
	}
	if (*reading->at != ']')
		return refuse_separator(reading);
	reading->at++;
	return count;
}

static int tensor_read_element(struct reading *reading, unsigned dimension)
{
	(void)dimension;
	return tensor_read_number(reading);
}

/* The recursion is bounded by the tensor's dimensions. */
static int read_nested(struct reading *reading, unsigned dimension) /* NOLINT(misc-no-recursion) */
{
	const struct fcl_serve_tensor *tensor = reading->tensor;
	int64_t extent = tensor->shape[dimension] < 0 ? reading->items : tensor->shape[dimension];
	bool is_array = *reading->at == '[';
	int64_t count = 0;

	if (is_array && dimension + 1 == tensor->ndimensions)
		count = tensor_read_array(reading, dimension, tensor_read_element);
	else if (is_array)
		count = tensor_read_array(reading, dimension + 1, read_nested);
	if (count < 0)
		return -EINVAL;
	if (is_array && count == extent)
		return 0;
	return fcl_err_set(
		reading->err, -EINVAL,
		"input '%s': expected arrays of %" PRId64 " in dimension %u of the data, found %s",
		tensor->name, extent, dimension, is_array ? "another length" : "no array");
}

static bool is_nested(struct reading reading)
{
	reading.at++;
	return reading.tensor->ndimensions > 1 && tensor_peek(&reading) == '[';
}

int fcl_serve_tensor_read(const struct fcl_serve_tensor *tensor, int64_t items, const char *data,
			  void *ret_bytes, struct fcl_err *err)
{
	struct reading reading = {tensor, items, ret_bytes, 0, data, err};
	uint64_t elements = tensor->item_elements * (uint64_t)items;

	if (is_nested(reading))
		return read_nested(&reading, 0);
	if (tensor_read_array(&reading, 0, tensor_read_element) < 0)
		return -EINVAL;
	if (reading.count == elements)
		return 0;
	return fcl_err_set(err, -EINVAL,
			   "input '%s': expected %" PRIu64
			   " elements for its shape, found %" PRIu64,
			   tensor->name, elements, reading.count);
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
