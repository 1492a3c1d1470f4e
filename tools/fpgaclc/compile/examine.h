/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_EXAMINE_H
#define FCLC_COMPILE_EXAMINE_H

#include "tools/fpgaclc/common/program.h"

/*
 * Compiles all sources for examination: LLVM IR (this run shows the compiler's diagnostics), an
 * object with DWARF, and preprocessed text.
 */
int fclc_compile_examine(struct fclc_program *program, struct fcl_err *err);

/* Precompiles what every .cl file includes, for the options given. */
int fclc_compile_declarations(struct fclc_program *program, struct fcl_err *err);

#endif
