/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/layers/op.h"

#include <string.h>

static const char *const names[FCL_LAYER_OPS] = {
	[FCL_LAYER_OPEN] = "open",
	[FCL_LAYER_PROGRAM] = "program",
	[FCL_LAYER_CHECK] = "check",
	[FCL_LAYER_VERIFY] = "verify",
	[FCL_LAYER_RESET] = "reset",
	[FCL_LAYER_HEALTH] = "health",
	[FCL_LAYER_SENSOR] = "sensor",
	[FCL_LAYER_ALLOC] = "alloc",
	[FCL_LAYER_EXPORT] = "export",
	[FCL_LAYER_IMPORT] = "import",
	[FCL_LAYER_HOST_ALLOC] = "host-alloc",
	[FCL_LAYER_SVM_ALLOC] = "svm-alloc",
	[FCL_LAYER_REGISTER] = "register",
	[FCL_LAYER_PIPE] = "pipe",
	[FCL_LAYER_SUBMIT] = "submit",
	[FCL_LAYER_WRITE] = "write",
	[FCL_LAYER_READ] = "read",
	[FCL_LAYER_COPY] = "copy",
	[FCL_LAYER_FILL] = "fill",
	[FCL_LAYER_LAUNCH] = "launch",
};

const char *fcl_layer_op_name(enum fcl_layer_op op)
{
	return names[op];
}

enum fcl_layer_op fcl_layer_op_find(const char *name, size_t length)
{
	for (enum fcl_layer_op op = 0; op < FCL_LAYER_OPS; op++)
		if (strlen(names[op]) == length && !memcmp(names[op], name, length))
			return op;
	return FCL_LAYER_OPS;
}
