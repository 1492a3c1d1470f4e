/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_DATATYPE_H
#define FCL_SERVE_DATATYPE_H

#include <stdbool.h>
#include <stddef.h>

/* The tensor data types of the Open Inference Protocol, except BYTES, which kernels cannot take. */
enum fcl_serve_kind {
	FCL_SERVE_BOOL,
	FCL_SERVE_UNSIGNED,
	FCL_SERVE_SIGNED,
	FCL_SERVE_FLOAT,
	FCL_SERVE_HALF, /* FP16 and BF16: binary only */
};

struct fcl_serve_datatype {
	const char *name; /* name in the protocol: "UINT8" */
	enum fcl_serve_kind kind;
	size_t size; /* of an element, in bytes */
};

/* Returns NULL if there is no such type. */
const struct fcl_serve_datatype *fcl_serve_datatype(const char *name);

/* All names, for messages. */
const char *fcl_serve_datatype_names(void);

/*
 * Whether a kernel's pointer of type `pointer` (CL_KERNEL_ARG_TYPE_NAME, such as "int*") may refer
 * to elements of this data type. A wide word holds several elements; unknown types may hold
 * anything.
 */
bool fcl_serve_datatype_fits(const struct fcl_serve_datatype *type, const char *pointer);

#endif
