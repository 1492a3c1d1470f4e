/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_GLOBALS_H
#define FCLC_LINK_GLOBALS_H

#include "tools/fpgaclc/common/program.h"

/* The number of ends of pipes and channels declared at file scope. */
uint32_t fclc_count_globals(const struct fclc_program *program);

/*
 * Appends a stream to program->streams for each of these pipes and channels, which are matched by
 * name across all files. Fails if one has several writers or readers, or different types in several
 * files.
 */
int fclc_join_globals(struct fclc_program *program, struct fcl_err *err);

#endif
