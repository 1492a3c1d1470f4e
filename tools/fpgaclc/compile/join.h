/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_JOIN_H
#define FCLC_COMPILE_JOIN_H

#include "tools/fpgaclc/common/program.h"

/*
 * Whether the source's unit is compiled in one module with other sources of the kernel. A region may call
 * functions of another source of its kernel, so the compiler's plugin sees all of them in one module. Sources
 * without kernels belong to every kernel; one in another language would miss them.
 */
bool fclc_compile_joins(const struct fclc_program *program, const struct fclc_source *source);

/*
 * Once the steps of all units have run: compiles those that are joined. A source without kernels then has no
 * unit of its own.
 */
int fclc_compile_join(struct fclc_program *program, struct fcl_err *err);

#endif
