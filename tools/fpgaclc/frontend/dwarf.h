/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_DWARF_H
#define FCLC_FRONTEND_DWARF_H

#include "tools/fpgaclc/common/program.h"

/*
 * Adds every function defined in the source's examination object to program->functions, with its
 * arguments in order. Skips functions of system headers.
 */
int fclc_dwarf_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err);

#endif
