/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_SOURCES_H
#define FCLC_COMPILE_SOURCES_H

#include "tools/fpgaclc/common/program.h"

/* Opens the sources among the inputs. Other files with kernels can follow them in the list. */
int fclc_sources_open(struct fclc_program *program, struct fcl_err *err);

/* An image needs a target; a .xo file that is compiled without one works for both. */
int fclc_target_check(const struct fclc_program *program, struct fcl_err *err);

#endif
