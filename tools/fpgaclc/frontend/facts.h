/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_FACTS_H
#define FCLC_FRONTEND_FACTS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Reads what the plugin has found in the source (plugin/README.md, "Facts"): adds the functions that
 * it defines to program->functions, those that may be kernels with their arguments in order.
 */
int fclc_facts_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err);

#endif
