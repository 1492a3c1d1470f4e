/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_CUS_H
#define FCLC_LINK_CUS_H

#include "tools/fpgaclc/common/program.h"

/* Creates the compute units: those of nk directives, and one <kernel>_1 for every other kernel. */
int fclc_make_cus(struct fclc_program *program, struct fcl_err *err);

/* Assigns base addresses to the CUs that have registers. */
int fclc_place_cus(struct fclc_program *program, struct fcl_err *err);

#endif
