/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_HLS_JOIN_H
#define FCLC_HLS_JOIN_H

#include "tools/fpgaclc/common/program.h"

/*
 * Whether the source must be compiled in one module with other sources of its kernel: a DATAFLOW
 * region may call functions in another source, and the plugin has to see both. Sources without
 * kernels belong to every kernel, so nothing is joined if a kernel is in another language, which
 * could not use the joined module.
 */
bool fclc_hls_joins(const struct fclc_program *program, const struct fclc_source *source);

/*
 * Compiles the joined modules, after the steps of all units have run. A source without kernels then
 * has no unit of its own.
 */
int fclc_hls_join(struct fclc_program *program, struct fcl_err *err);

#endif
