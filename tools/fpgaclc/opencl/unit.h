/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_UNIT_H
#define FCLC_OPENCL_UNIT_H

#include "tools/fpgaclc/common/driver.h"

/* The level of optimisation, which -cl-opt-disable sets. */
char fclc_opencl_optimize(const struct fclc_options *options);

/* The flags of a unit. */
int fclc_opencl_unit(struct fclc_program *program, const struct fclc_source *source, char level,
		     struct fclc_argv *argv, struct fcl_err *err);

/* The flags with which a source is scheduled. */
void fclc_opencl_schedule(struct fclc_program *program, const struct fclc_source *source,
			  struct fclc_argv *argv);

/* Reads from compiled kernels how they order work-items (plugin/workgroups/loops/order.h). */
int fclc_opencl_measure(struct fclc_program *program, const struct fclc_source *source,
			struct fcl_err *err);

#endif
