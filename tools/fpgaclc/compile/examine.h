/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_EXAMINE_H
#define FCLC_COMPILE_EXAMINE_H

#include "tools/fpgaclc/common/program.h"

/*
 * Compiles all sources for examination, into LLVM IR. This run shows the compiler's diagnostics, and
 * writes the record of facts (frontend/facts.h).
 */
int fclc_compile_examine(struct fclc_program *program, struct fcl_err *err);

#endif
