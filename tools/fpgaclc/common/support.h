/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_SUPPORT_H
#define FCLC_COMMON_SUPPORT_H

#include "tools/fpgaclc/common/program.h"

/*
 * The embedded headers and sources of payloads. Their digest is known from the start; they are
 * written, into the temporary directory, before the first command that may read them, as most runs
 * find all in the cache.
 */
void fclc_support_open(struct fclc_program *program);

/* Writes all of them, once. */
int fclc_support_write(struct fclc_program *program, struct fcl_err *err);

/* Whether the path is that of one of them, written or not. */
bool fclc_support_has(const struct fclc_program *program, const char *path);

#endif
