/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_LIBRARY_H
#define FCLC_OPENCL_LIBRARY_H

#include "tools/fpgaclc/common/driver.h"

/*
 * OpenCL C sources. The built-in functions come from PoCL's kernel library for the host's processor
 * (Debian's package libpocl2), as bitcode that is linked into each unit.
 */

/* Finds the library if there is a .cl file; -EINVAL with the package's name if it is missing. */
int fclc_opencl_find_library(struct fclc_program *program, struct fcl_err *err);

/* Adds the flags that compile the library's declarations into a precompiled header. */
void fclc_opencl_header(const struct fclc_program *program, struct fclc_argv *argv);

/*
 * Adds the flags for language, headers and warnings of a .cl file. `precompiled` is what
 * fclc_opencl_header() gave; NULL: read the declarations.
 */
void fclc_opencl_language(const struct fclc_program *program, const struct fclc_source *source,
			  struct fclc_argv *argv, const char *precompiled);

/* Adds the user's -cl- flags and what follows from them; after the flags for code. */
void fclc_opencl_flags(const struct fclc_program *program, struct fclc_argv *argv);

/* Whether a file is one of those that declare the library's functions. */
bool fclc_opencl_is_header(const char *path);

/*
 * Whether the source, which has been examined, calls functions of the library: reading it takes longer
 * than compiling a small kernel.
 */
int fclc_opencl_uses_library(struct fclc_program *program, const struct fclc_source *source,
			     bool *ret_uses, struct fcl_err *err);

/* Adds the flags that link the library's bitcode, and that of `generic` unless NULL. */
void fclc_opencl_builtins(const struct fclc_program *program, const char *generic,
			  struct fclc_argv *argv);

/*
 * Adds the flags that tell the plugin whether other sources may call the functions of this one and, if it uses the `library`,
 * where that for processors with FMA is.
 */
void fclc_opencl_inform(struct fclc_program *program, const char *plugin, bool library,
			struct fclc_argv *argv);

/* Writes the compiler plugin that makes loops of work-groups into the temporary directory. */
int fclc_opencl_plugin(struct fclc_program *program, const char **ret_path, struct fcl_err *err);

#endif
