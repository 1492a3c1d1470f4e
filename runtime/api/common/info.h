/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_INFO_H
#define FCL_API_INFO_H

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The last three parameters of all clGet*Info functions. The result is copied to `value`, and its
 * size to `ret_size`, unless these are NULL. CL_INVALID_VALUE, with nothing changed, if `value` is
 * not NULL and `room` is smaller than the result.
 */
struct fcl_api_info {
	size_t room; /* bytes at value */
	void *value;
	size_t *ret_size;
};

cl_int fcl_api_info_bytes(const struct fcl_api_info *info, const void *data, size_t size);

/* NULL counts as "". The size includes the terminating NUL. */
cl_int fcl_api_info_string(const struct fcl_api_info *info, const char *text);

cl_int fcl_api_info_uint(const struct fcl_api_info *info,
			 cl_uint value); /* cl_uint, cl_bool, enums */
cl_int fcl_api_info_ulong(const struct fcl_api_info *info,
			  cl_ulong value);                               /* cl_ulong, bit fields */
cl_int fcl_api_info_size(const struct fcl_api_info *info, size_t value); /* size_t */
cl_int fcl_api_info_handle(const struct fcl_api_info *info, const void *value); /* any pointer */

#endif
