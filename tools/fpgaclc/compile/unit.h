/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_UNIT_H
#define FCLC_COMPILE_UNIT_H

#include "tools/fpgaclc/common/program.h"
#include "tools/fpgaclc/common/step.h"

/*
 * Creates the step that examines the source, pauses for its wrapper, and compiles both into
 * source->unit.
 */
int fclc_compile_unit(struct fclc_program *program, struct fclc_source *source,
		      struct fclc_step **ret_step, struct fcl_err *err);

/*
 * The sum of stack bytes of all functions in the source's unit, with a generous estimate for VLAs.
 */
int fclc_stack_usage(struct fclc_program *program, const struct fclc_source *source,
		     uint64_t *ret_bytes, struct fcl_err *err);

/*
 * --- its parts, for hls/join.c ----------------------------------------------------------------------
 */

/* Sets the file names source->unit and source->stack_usage. */
void fclc_unit_name(const struct fclc_program *program, struct fclc_source *source);

/* Has the plugin write a source's IR, before any pass, and nothing else, by a text in its wrapper. */
void fclc_unit_leave(const struct fclc_program *program, struct fclc_source *source,
		     struct fclc_text *out);

/* The file for it. */
const char *fclc_unit_ir(const struct fclc_program *program, const struct fclc_source *source);

/* Flags for the object. */
void fclc_unit_output(const struct fclc_program *program, const struct fclc_source *source,
		      struct fclc_argv *argv);

#endif
