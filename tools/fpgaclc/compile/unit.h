/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_UNIT_H
#define FCLC_COMPILE_UNIT_H

#include "tools/fpgaclc/common/program.h"
#include "tools/fpgaclc/common/step.h"

/* How to compile `path`, the source itself or its wrapper, into source->unit. */
int fclc_compile_unit(struct fclc_program *program, struct fclc_source *source, const char *path,
		      struct fclc_step **ret_step, struct fcl_err *err);

/*
 * Writes a text that includes the source to `path` and compiles it: the constants in it can be read from
 * the LLVM IR.
 */
int fclc_compile_constants(struct fclc_program *program, const struct fclc_source *source,
			   const char *text, const char *path, char **ret_ir, struct fcl_err *err);

/* Stack bytes of all functions of the source's unit together; VLAs get a generous estimate. */
int fclc_stack_usage(struct fclc_program *program, const struct fclc_source *source,
		     uint64_t *ret_bytes, struct fcl_err *err);

/* --- parts of it, for join.c ------------------------------------------------------------------- */

/* Names source->unit and source->stack_usage. */
void fclc_unit_name(const struct fclc_program *program, struct fclc_source *source);

/* Of a source that is joined with others: IR in which hardware's rules replace C's. */
const char *fclc_unit_ruled_ir(const struct fclc_program *program,
			       const struct fclc_source *source);

/* The second command for C and C++: the object from `job->input`. */
void fclc_unit_object(struct fclc_program *program, const struct fclc_source *source,
		      struct fclc_job *job);

/* The last command with --check=memory: the object from IR that is optimised already. */
void fclc_unit_checked(struct fclc_program *program, const struct fclc_source *source,
		       struct fclc_step *step);

#endif
