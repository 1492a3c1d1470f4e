/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_PUT_H
#define FCL_CAPTURE_PUT_H

#include <CL/cl.h>

#include "base/capture/values.h"

/* Values for parameters, as the kinds in base/trace/calls.h say. */

/* Readers take a number that is missing for 0. */
static inline void fcl_put_number(struct fcl_body *body, unsigned index, uint64_t number)
{
	if (number)
		fcl_body_number(body, index, number);
}

/* One number for each dimension; of more than three, which the driver refuses, none is read. */
void fcl_put_sizes(struct fcl_body *body, unsigned index, const size_t *sizes, size_t count);

void fcl_put_sync_points(struct fcl_body *body, unsigned index, const cl_uint *points,
			 size_t count);

/* Pairs of a key and a value, without the 0 at their end. */
void fcl_put_properties(struct fcl_body *body, unsigned index, const void *properties);

void fcl_put_texts(struct fcl_body *body, unsigned index, const char **texts, size_t count);
void fcl_put_sources(struct fcl_body *body, unsigned index, const char **sources, size_t count,
		     const size_t *lengths);
void fcl_put_binaries(struct fcl_body *body, unsigned index, const unsigned char **binaries,
		      size_t count, const size_t *lengths);

#endif
