/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_PACKED_H
#define FCLC_RTL_PACKED_H

#include "tools/fpgaclc/rtl/rtl.h"

/*
 * The vendor's .xo files: zip archives with one kernel each. They contain <kernel>/kernel.xml, the
 * IP as ip_repo/<name>/component.xml with its HDL, and optionally a C model in a directory
 * cpu_sources.
 */

/*
 * Unpacks such a file, `size` bytes at `bytes`, into the temporary directory and adds its contents
 * to *rtl. `index` distinguishes kernels. Fails for archives that are damaged or implausibly large,
 * whose names lead out of the archive, or that contain no kernel or several.
 */
int fclc_rtl_read_packed(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
			 const char *bytes, size_t size, uint32_t index, struct fcl_err *err);

#endif
