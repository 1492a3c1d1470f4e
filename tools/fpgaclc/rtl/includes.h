/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_INCLUDES_H
#define FCLC_RTL_INCLUDES_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * Several headers in different directories may have the same name. A file means the one in its own
 * directory, but Verilator searches all directories in a fixed order. Rewrites `include "name" in
 * the unpacked files to be unambiguous.
 */
int fclc_rtl_resolve_includes(struct fclc_program *program, struct fclc_rtl *rtl,
			      struct fcl_err *err);

#endif
