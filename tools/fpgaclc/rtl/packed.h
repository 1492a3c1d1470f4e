/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_PACKED_H
#define FCLC_RTL_PACKED_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * The vendor's .xo files: zip archives with <kernel>/kernel.xml, the IP as ip_repo/<name>/component.xml
 * with its HDL, and perhaps a C model in a folder cpu_sources. One kernel each.
 */

/*
 * Unpacks such a file, `size` bytes at `bytes`, into the temporary directory and adds to *rtl what it holds; `index` tells
 * kernels apart. Fails for archives that are damaged or implausibly large, have names that lead out
 * of them, no kernel or several.
 */
int fclc_rtl_read_packed(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
			 const char *bytes, size_t size, uint32_t index, struct fcl_err *err);

#endif
