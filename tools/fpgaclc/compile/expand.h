/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_EXPAND_H
#define FCLC_COMPILE_EXPAND_H

#include "tools/fpgaclc/common/program.h"

/*
 * A source in OpenCL C as the preprocessor leaves it, with line markers and without headers that
 * fpgaclc includes before it.
 */
int fclc_expand(struct fclc_program *program, const struct fclc_source *source,
		const char **ret_text, struct fcl_err *err);

#endif
