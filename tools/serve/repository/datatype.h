/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_DATATYPE_H
#define FCL_SERVE_DATATYPE_H

#include <stdbool.h>
#include <stddef.h>

/* The tensor data types of the Open Inference Protocol, but BYTES, which no kernel takes. */
enum fcl_serve_kind {
	FCL_SERVE_BOOL,
	FCL_SERVE_UNSIGNED,
	FCL_SERVE_SIGNED,
	FCL_SERVE_FLOAT,
	FCL_SERVE_HALF, /* FP16 and BF16: binary only */
};

struct fcl_serve_datatype {
	const char *name; /* as in the protocol: "UINT8" */
	enum fcl_serve_kind kind;
	size_t size; /* bytes of an element */
};

/* NULL: there is no such type. */
const struct fcl_serve_datatype *fcl_serve_datatype(const char *name);

/* The names of all, for messages. */
const char *fcl_serve_datatype_names(void);

/*
 * Whether a kernel's pointer of this type (CL_KERNEL_ARG_TYPE_NAME, such as "int*") may point to
 * elements of that type. A wide word holds several, and types that are not known hold anything.
 */
bool fcl_serve_datatype_fits(const struct fcl_serve_datatype *type, const char *pointer);

#endif
