/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_ARG_TYPE_H
#define FCL_API_ARG_TYPE_H

#include "runtime/api/common/api.h"

/*
 * CL_KERNEL_ARG_TYPE_NAME for a type as spelled in an image: without spaces and qualifiers, with
 * the short names of unsigned scalar types. The caller frees it. NULL: out of memory.
 */
char *fcl_api_arg_type_name(const char *type);

/* CL_KERNEL_ARG_TYPE_QUALIFIER for a pointer type. */
cl_kernel_arg_type_qualifier fcl_api_arg_type_bits(const char *type);

#endif
