/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_WRAPPER_H
#define FCLC_COMPILE_WRAPPER_H

#include "tools/fpgaclc/common/program.h"

/* Where a source's wrapper is. */
const char *fclc_wrapper_path(const struct fclc_program *program, const struct fclc_source *source);

/* Writes it: an entry for each of the source's kernels, behind what the text has already. */
int fclc_wrapper_write(struct fclc_program *program, const struct fclc_source *source,
		       struct fclc_text *text, struct fcl_err *err);

/*
 * For -t hw_emu: marks the unit for the plugin to count bytes read and written (plugin/machine/traffic.cpp). `before`
 * and `after` the declaration are what the language needs.
 */
void fclc_wrapper_mark(const struct fclc_program *program, const char *before, const char *after,
		       struct fclc_text *out);

#endif
