/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_DATA_H
#define FCLC_RTL_DATA_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * Files that the HDL reads with $readmemh and $readmemb when its model is created. They are stored
 * in the image, because the host may run in any directory.
 */

/* Fails if the HDL names a file that does not belong to the kernel. */
int fclc_rtl_check_data(const struct fclc_program *program, const struct fclc_rtl *rtl,
			struct fcl_err *err);

/* Adds the table `files` to a C++ unit, and returns its number of entries. */
unsigned fclc_rtl_bind_data(struct fclc_text *out, const struct fclc_rtl *rtl);

#endif
