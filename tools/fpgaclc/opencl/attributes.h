/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_ATTRIBUTES_H
#define FCLC_OPENCL_ATTRIBUTES_H

#include "tools/fpgaclc/common/program.h"

/*
 * Reads aoc's attributes of kernels that hosts launch from the source's preprocessed text, as clang
 * does not know them: num_compute_units, num_simd_work_items and max_global_work_dim.
 */
int fclc_attributes_read(struct fclc_program *program, const struct fclc_source *source,
			 struct fcl_err *err);

/* Whether the source may have such attributes, and has to be preprocessed. */
bool fclc_attributes_possible(const struct fclc_program *program, const struct fclc_source *source);

#endif
