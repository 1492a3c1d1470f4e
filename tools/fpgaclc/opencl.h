/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_H
#define FCLC_OPENCL_H

#include "tools/fpgaclc/driver.h"

/*
 * OpenCL C sources. The built-in functions come from PoCL's kernel library for the host's processor
 * (Debian's package libpocl2), as bitcode that is linked into each unit.
 */

/* Finds that library once there is a .cl file; -EINVAL with the package's name if it is missing. */
int fclc_opencl_find_library(struct fclc_program *program, struct fcl_err *err);

/* Language, headers and warnings of a .cl file. */
void fclc_opencl_language(const struct fclc_program *program, struct fclc_argv *argv);

/* What compiling to machine code needs besides; `generic` NULL: that much less. */
void fclc_opencl_builtins(const struct fclc_program *program, const char *generic,
			  struct fclc_argv *argv);

/*
 * Makes bitcode with the built-in functions for generic pointers that the source uses; NULL if it
 * uses none (opencl_generic.c).
 */
int fclc_opencl_generic(struct fclc_program *program, const struct fclc_source *source,
			const char **ret_bitcode, struct fcl_err *err);

/* Without -k: every __kernel of the sources, all in OpenCL C, into program->options.kernels. */
int fclc_opencl_name_kernels(struct fclc_program *program, struct fcl_err *err);

/*
 * Completes the kernels of a .cl file by what its IR says of them: address spaces, type names and
 * the required work-group size. Errors: a kernel that is none, images, samplers, pipes.
 */
int fclc_opencl_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err);

/* The wrapper of a .cl file: fclc_item_<kernel>() runs one work-item. */
void fclc_opencl_wrapper(struct fclc_text *out, const struct fclc_kernel *kernel);

/* What table.c says of a kernel: its arguments and fclc_run_<kernel>(). */
void fclc_opencl_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index);

#endif
