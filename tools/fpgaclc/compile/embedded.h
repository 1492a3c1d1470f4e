/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_EMBEDDED_H
#define FCLC_COMPILE_EMBEDDED_H

#include <stddef.h>

/*
 * The files that fcl_embed() embeds in fpgaclc. CMakeLists.txt generates the list,
 * FCLC_EMBEDDED_FILES(X), with X(symbol, path in the temporary directory). Kernels can include the
 * files under include/.
 */
#include "embedded_files.h"

#define FCLC_DECLARE(symbol, path)                                                                 \
	extern const unsigned char symbol[];                                                       \
	extern const size_t symbol##_size;
FCLC_EMBEDDED_FILES(FCLC_DECLARE)
#undef FCLC_DECLARE

#endif
