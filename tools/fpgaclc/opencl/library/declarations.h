/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_LIBRARY_DECLARATIONS_H
#define FCLC_OPENCL_LIBRARY_DECLARATIONS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Precompiles the declarations of OpenCL C's functions that sources like this one include, for the current options;
 * NULL: those without pipes, channels and global variables.
 */
int fclc_opencl_declare(struct fclc_program *program, const struct fclc_source *source,
			struct fcl_err *err);

/* The same for each version of the language; does nothing without PoCL's library. */
int fclc_opencl_prepare(struct fclc_program *program, struct fcl_err *err);

#endif
