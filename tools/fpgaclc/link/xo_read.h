/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_XO_READ_H
#define FCLC_LINK_XO_READ_H

#include "tools/fpgaclc/ground/program.h"

/*
 * Reads a .xo file (xo_write.h has its form) into `source`, and adds its kernels to the program's.
 * Target, platform and instruction set of the program are taken from it where the command line left
 * them open. Errors: a file that is no .xo, a damaged one, one that does not fit the others.
 */
int fclc_xo_read(struct fclc_program *program, struct fclc_source *source, const char *path,
		 struct fcl_err *err);

#endif
