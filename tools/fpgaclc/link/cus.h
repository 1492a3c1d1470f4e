/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_CUS_H
#define FCLC_LINK_CUS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Creates the compute units given by nk directives. Every other kernel gets one, or its
 * num_compute_units.
 */
int fclc_make_cus(struct fclc_program *program, struct fcl_err *err);

/* Assigns base addresses to the CUs that have registers. */
int fclc_place_cus(struct fclc_program *program, struct fcl_err *err);

#endif
