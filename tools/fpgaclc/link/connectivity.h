/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_CONNECTIVITY_H
#define FCLC_LINK_CONNECTIVITY_H

#include "tools/fpgaclc/common/program.h"

/*
 * Resolves stream_connect directives. A stream of unknown direction gets it from its end of the
 * connection: the source is written, the destination read.
 */
int fclc_make_streams(struct fclc_program *program, struct fcl_err *err);

/*
 * Connects every pointer argument of every CU to the banks of its sp directives, or to the default.
 * Also checks slr and freqHz directives.
 */
int fclc_make_connections(struct fclc_program *program, struct fcl_err *err);

#endif
