/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_COMPLETE_H
#define FCLC_COMPILE_COMPLETE_H

#include "tools/fpgaclc/common/program.h"

/*
 * Debug information has no size for a class template that the source names but never instantiates.
 * If a kernel of this source has such a parameter, instantiates it and reads the source's functions
 * once more. `first` is the first of them in program->functions.
 */
int fclc_complete_types(struct fclc_program *program, struct fclc_source *source, uint32_t first,
			struct fcl_err *err);

#endif
