/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_COMPILE_H
#define FCLC_COMPILE_COMPILE_H

#include "tools/fpgaclc/ground/program.h"
#include "tools/fpgaclc/ground/step.h"

/*
 * Writes those of the embedded headers and support sources into the temporary directory that OpenCL C
 * and the payload's table need. What compiles others calls the second function first.
 */
int fclc_support_write(struct fclc_program *program, struct fcl_err *err);
int fclc_support_write_rest(struct fclc_program *program, struct fcl_err *err);

/*
 * Compiles all sources for examination: LLVM IR (this run shows the compiler's diagnostics), an
 * object with DWARF, and preprocessed text.
 */
int fclc_compile_examine(struct fclc_program *program, struct fcl_err *err);

/* Precompiles what every .cl file includes, for the options given. */
int fclc_compile_declarations(struct fclc_program *program, struct fcl_err *err);

/* How to compile `path`, the source itself or its wrapper, into source->unit. */
int fclc_compile_unit(struct fclc_program *program, struct fclc_source *source, const char *path,
		      struct fclc_step **ret_step, struct fcl_err *err);

/* Whether the source's unit is compiled in one module with other sources of the kernel. */
bool fclc_compile_joins(const struct fclc_program *program, const struct fclc_source *source);

/*
 * Once the steps of all units have run: compiles those that are joined. A source without kernels then has no
 * unit of its own.
 */
int fclc_compile_join(struct fclc_program *program, struct fcl_err *err);

/* Compiles `path`, which includes the source, to LLVM IR, to read the constants in it. */
int fclc_compile_constants(struct fclc_program *program, const struct fclc_source *source,
			   const char *path, const char **ret_ir, struct fcl_err *err);

/* Stack bytes of all functions of the source's unit together; VLAs get a generous estimate. */
int fclc_stack_usage(struct fclc_program *program, const struct fclc_source *source,
		     uint64_t *ret_bytes, struct fcl_err *err);

/* How to compile a support source, which includes no source of the user, into `object`. */
struct fclc_step *fclc_compile_support(struct fclc_program *program, const char *path, bool cxx,
				       const char *object);

/*
 * How to compile C++ that includes the headers of Verilator's runtime in `root`; `folder` is searched
 * first. `number` distinguishes such steps.
 */
struct fclc_step *fclc_compile_model(struct fclc_program *program, const char *path,
				     const char *folder, const char *root, const char *object,
				     unsigned number);

#endif
