/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_CONNECTIVITY_H
#define FCLC_LINK_CONNECTIVITY_H

#include "tools/fpgaclc/common/program.h"

/*
 * Resolves stream_connect directives. A stream argument of unknown direction gets it from the end
 * of the connection that it is at: the kernel writes to the source and reads from the destination.
 */
int fclc_make_streams(struct fclc_program *program, struct fcl_err *err);

/* A stream without another end, which blocks its kernel for ever, is an error unless it is allowed. */
int fclc_check_streams(const struct fclc_program *program, struct fcl_err *err);

/*
 * Connects every pointer argument of every CU to the banks in its sp directives, or to the default
 * bank. Also checks slr and freqHz directives.
 */
int fclc_make_connections(struct fclc_program *program, struct fcl_err *err);

/* Says that a directive, written `what`, names a compute unit that there is not. */
int fclc_no_cu(const struct fclc_program *program, const struct fclc_directive *directive,
	       const char *what, const char *name, struct fcl_err *err);

#endif
