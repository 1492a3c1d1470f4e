/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_DESCRIPTION_TENSORS_H
#define FCL_SERVE_DESCRIPTION_TENSORS_H

#include "tools/serve/repository/description.h"
#include "tools/serve/repository/members.h"

/* Parses "inputs" and "outputs". Records all problems. */
void fcl_serve_read_tensors(struct fcl_serve_description *description,
			    const struct fcl_serve_members *members);

#endif
