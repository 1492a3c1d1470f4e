/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_DESCRIPTION_KERNELS_H
#define FCL_SERVE_DESCRIPTION_KERNELS_H

#include "tools/serve/repository/description.h"
#include "tools/serve/repository/members.h"

/*
 * Parses "kernels" and "instances"; their arguments refer to tensors and constants, which must have
 * been parsed before. Records all problems.
 */
void fcl_serve_read_kernels(struct fcl_serve_description *description,
			    const struct fcl_serve_members *members);

/* Converts a number to the data type's bytes, as a kernel takes it. */
bool fcl_serve_value_bytes(const json_t *number, const struct fcl_serve_datatype *type,
			   unsigned char *ret_bytes);

#endif
