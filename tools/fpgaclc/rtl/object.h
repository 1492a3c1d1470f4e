/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_OBJECT_H
#define FCLC_RTL_OBJECT_H

#include "tools/fpgaclc/rtl/rtl.h"

/* For -c: writes the kernel to options.output. */
int fclc_rtl_write(struct fclc_program *program, struct fcl_err *err);

/* Whether a .xo file has this format, and if so, reads it. */
bool fclc_rtl_is(const char *bytes, size_t size);
int fclc_rtl_parse(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		   char *bytes, size_t size, struct fcl_err *err);

#endif
