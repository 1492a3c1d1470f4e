/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_TENSOR_H
#define FCL_SERVE_TENSOR_H

#include "base/err.h"
#include "base/text.h"
#include "tools/serve/repository/description.h"

/* Tensors in JSON. */

/*
 * Converts a request's "data", an array whose brackets match (fcl_serve_json_load()) and which is
 * flat or nested according to the shape, to the `items` * item_size bytes of a tensor. Returns
 * -EINVAL if the number of elements is wrong, or one does not fit the type; BF16 and FP16 are binary
 * only.
 */
int fcl_serve_tensor_read(const struct fcl_serve_tensor *tensor, int64_t items, const char *data,
			  void *ret_bytes, struct fcl_err *err);

/*
 * Appends the numbers in brackets. Returns -EINVAL if JSON cannot represent one (an infinity, a
 * half).
 */
int fcl_serve_tensor_write(const struct fcl_serve_tensor *tensor, int64_t items, const void *bytes,
			   struct fcl_text *text, struct fcl_err *err);

#endif
