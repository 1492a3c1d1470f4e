/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_FUNCTIONS_H
#define FCL_VX_FUNCTIONS_H

#include "runtime/clients/openvx/described/reader.h"

/* Reads the functions that a kernel launches, with their arguments and sizes. False: reported. */
bool fcl_vx_functions_read(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
			   struct fcl_vx_described *kernel);
/* An argument, or one side of a copy. */
bool fcl_vx_functions_read_argument(const struct fcl_vx_reader *reader,
				    const struct fcl_json_value *value,
				    const struct fcl_vx_described *kernel,
				    struct fcl_vx_described_argument *ret);

#endif
