/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_OP_H
#define FCL_LAYERS_OP_H

#include <stddef.h>

/* The ops and requests that a layer can intercept, under their names in options and the log. */
enum fcl_layer_op {
	FCL_LAYER_OPEN,
	FCL_LAYER_PROGRAM,
	FCL_LAYER_CHECK,
	FCL_LAYER_VERIFY,
	FCL_LAYER_RESET,
	FCL_LAYER_HEALTH,
	FCL_LAYER_SENSOR,
	FCL_LAYER_ALLOC,
	FCL_LAYER_EXPORT,
	FCL_LAYER_IMPORT,
	FCL_LAYER_HOST_ALLOC,
	FCL_LAYER_SVM_ALLOC,
	FCL_LAYER_REGISTER,
	FCL_LAYER_PIPE,
	FCL_LAYER_SUBMIT,
	FCL_LAYER_WRITE, /* from here on: requests */
	FCL_LAYER_READ,
	FCL_LAYER_COPY,
	FCL_LAYER_FILL,
	FCL_LAYER_LAUNCH,
	FCL_LAYER_OPS
};

/* Returns the name of an op, as options and log use it. */
const char *fcl_layer_op_name(enum fcl_layer_op op);

/* Returns the op with that name; FCL_LAYER_OPS: none. */
enum fcl_layer_op fcl_layer_op_find(const char *name, size_t length);

#endif
