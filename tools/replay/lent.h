/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_LENT_H
#define FCL_REPLAY_LENT_H

#include "tools/replay/step.h"

/*
 * Mapped packets of host pipes. How many are mapped at a time depends on how fast the kernels are: a
 * replay maps as many as the program had, in several pieces if need be, and leaves out calls that
 * found none.
 */

typedef void *(CL_API_CALL *fcl_lent_mapper)(cl_mem pipe, cl_map_flags flags, size_t size,
					     size_t *mapped, cl_int *error);
typedef cl_int(CL_API_CALL *fcl_lent_unmapper)(cl_mem pipe, void *at, size_t size,
					       size_t *unmapped);

void fcl_lent_map(struct fcl_step *step, cl_mem pipe, cl_map_flags flags, fcl_lent_mapper map);

/* Unmaps the next `size` bytes, with what the program had written to them. */
void fcl_lent_unmap(struct fcl_step *step, cl_mem pipe, size_t size, fcl_lent_unmapper unmap);

void fcl_lent_forget(struct fcl_replay *replay);

#endif
