/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_DESCRIPTION_H
#define FCLC_RTL_DESCRIPTION_H

#include "tools/fpgaclc/rtl/rtl.h"

/* Adds what a description file says to *rtl. */
int fclc_rtl_describe(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		      struct fcl_err *err);

#endif
