/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XCLBINUTIL_INFO_H
#define FCL_XCLBINUTIL_INFO_H

#include <stdio.h>

#include "bitstreams/image/fcl_image.h"

/* Prints the output of --info, with xclbinutil's wording and order, because scripts parse it. */
void fcl_vitis_info_print(FILE *out, const struct fcl_image *image);

#endif
