/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_DIRECTION_H
#define FCLC_FRONTEND_DIRECTION_H

#include "tools/fpgaclc/common/program.h"

/*
 * Sets the directions of the source's streams, from what its kernels do with them. Streams that
 * cannot be followed, for example because an object keeps them, stay FCL_DIR_UNKNOWN.
 */
int fclc_direction_read(struct fclc_program *program, const struct fclc_source *source,
			struct fcl_err *err);

/* The same for arrays and references with a port of mode axis, once pragmas have been applied. */
int fclc_direction_read_sequences(struct fclc_program *program, const struct fclc_source *source,
				  struct fcl_err *err);

#endif
