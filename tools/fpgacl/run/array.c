/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/array.h"

#include <errno.h>

int fcl_tool_array_size(const struct fcl_tool_array *array, size_t *ret_bytes, struct fcl_err *err)
{
	size_t bytes = array->type.size;

	for (unsigned i = 0; i < array->ndims; i++)
		if (__builtin_mul_overflow(bytes, array->shape[i], &bytes))
			return fcl_err_set(err, -EOVERFLOW, "the array has more than 2^64 bytes");
	*ret_bytes = bytes;
	return 0;
}
