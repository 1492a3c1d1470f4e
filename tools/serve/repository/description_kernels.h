/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_DESCRIPTION_KERNELS_H
#define FCL_SERVE_DESCRIPTION_KERNELS_H

#include "tools/serve/repository/description.h"
#include "tools/serve/repository/members.h"

/* Reads "kernels" and "instances", after the tensors and constants, to which arguments refer. Complains about what is wrong. */
void fcl_serve_read_kernels(struct fcl_serve_description *description,
			    const struct fcl_serve_members *members);

/* A number of the data type, as a kernel takes it. */
bool fcl_serve_value_bytes(const json_t *number, const struct fcl_serve_datatype *type,
			   unsigned char *ret_bytes);

#endif
