/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_LIBRARY_LIBRARY_H
#define FCLC_OPENCL_LIBRARY_LIBRARY_H

#include "tools/fpgaclc/common/driver.h"

/*
 * Support for OpenCL C sources. The built-in functions come from PoCL's kernel library for the
 * host's processor (Debian's package libpocl2), as bitcode that is linked into each unit.
 */

/*
 * Finds the library if there is a .cl file. Returns -EINVAL, naming the package, if it is missing.
 */
int fclc_opencl_find_library(struct fclc_program *program, struct fcl_err *err);

/*
 * Adds the flags that compile the library's declarations into a precompiled header for sources like
 * this one; NULL: those that do not need 2.0.
 */
void fclc_opencl_header(const struct fclc_program *program, const struct fclc_source *source,
			struct fclc_argv *argv);

/*
 * Adds the flags for language, headers and warnings of a .cl file. `precompiled` permits the header
 * compiled with fclc_opencl_header() instead of the declarations.
 */
void fclc_opencl_compiler(const struct fclc_program *program, const struct fclc_source *source,
			  bool precompiled, struct fclc_argv *argv);

/* Adds the user's -cl- flags and flags that they imply. Call it after the code generation flags. */
void fclc_opencl_flags(const struct fclc_program *program, struct fclc_argv *argv);

/*
 * Adds the flags that tell the plugin where to find the library, also its versions for newer
 * processors, and whether other sources may call this one's functions.
 */
void fclc_opencl_builtins(struct fclc_program *program, const struct fclc_source *source,
			  bool optimized, struct fclc_argv *argv);

#endif
