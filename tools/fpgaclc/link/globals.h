/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_GLOBALS_H
#define FCLC_LINK_GLOBALS_H

#include "tools/fpgaclc/common/program.h"

/* The number of ends of the pipes and channels that are declared outside functions. */
uint32_t fclc_count_globals(const struct fclc_program *program);

/*
 * Appends to program->streams one for each such pipe or channel: names join the kernels of all
 * files. Fails if one has two writers or two readers, or differs between files.
 */
int fclc_join_globals(struct fclc_program *program, struct fcl_err *err);

#endif
