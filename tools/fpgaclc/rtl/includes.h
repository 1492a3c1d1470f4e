/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_INCLUDES_H
#define FCLC_RTL_INCLUDES_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * Several headers may have one name, in different folders. A file means that of its own folder, but Verilator searches all
 * folders in one order: rewrites `include "name" in the unpacked files to say which one it is.
 */
int fclc_rtl_resolve_includes(struct fclc_program *program, struct fclc_rtl *rtl,
			      struct fcl_err *err);

#endif
