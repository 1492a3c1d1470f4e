/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_XO_XO_READ_H
#define FCLC_XO_XO_READ_H

#include "tools/fpgaclc/common/program.h"

/*
 * Reads a .xo file (xo_write.h describes the format) into `source` and adds its kernels to the
 * program. Target, platform and instruction set come from the file unless the command line sets
 * them. Fails if the file is not a .xo file, is damaged, or conflicts with the others.
 */
int fclc_xo_read(struct fclc_program *program, struct fclc_source *source, const char *path,
		 struct fcl_err *err);

#endif
