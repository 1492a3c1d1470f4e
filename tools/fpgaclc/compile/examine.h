/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_EXAMINE_H
#define FCLC_COMPILE_EXAMINE_H

#include "tools/fpgaclc/common/program.h"

/*
 * Has the compiler read all sources: it shows its diagnostics, and writes the records of facts
 * (frontend/facts.h). If wrappers follow the source, the compiler holds what it has read until
 * fclc_compile().
 */
int fclc_compile_examine(struct fclc_program *program, struct fcl_err *err);

#endif
