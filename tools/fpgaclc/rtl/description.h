/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_DESCRIPTION_H
#define FCLC_RTL_DESCRIPTION_H

#include "tools/fpgaclc/rtl/rtl.h"

/* Adds the contents of a description file to *rtl. */
int fclc_rtl_describe(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		      struct fcl_err *err);

/*
 * The same for a file that was unpacked into a directory. Messages call it `shown`. Fails if it
 * names files outside of the directory.
 */
int fclc_rtl_describe_packed(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
			     const char *folder, const char *shown, struct fcl_err *err);

#endif
