/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_CONNECTIVITY_H
#define FCLC_LINK_CONNECTIVITY_H

#include "tools/fpgaclc/ground/program.h"

/*
 * Resolves stream_connect directives. A stream whose direction is not known yet gets it from the
 * end at which it stands.
 */
int fclc_make_streams(struct fclc_program *program, struct fcl_err *err);

/*
 * Connects every pointer argument of every CU: to the banks of its sp directives, or the default.
 * Also checks what slr and freqHz directives name.
 */
int fclc_make_connections(struct fclc_program *program, struct fcl_err *err);

#endif
