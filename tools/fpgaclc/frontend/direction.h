/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_DIRECTION_H
#define FCLC_FRONTEND_DIRECTION_H

#include "tools/fpgaclc/common/program.h"

/*
 * Reads a source's unoptimised LLVM IR and follows each stream argument of its kernels through
 * calls to a method of hls::stream that reads or writes it. Streams that cannot be followed, for
 * example because an object keeps them, stay FCL_DIR_UNKNOWN. Marks kernels that can reach a
 * recursive function.
 */
int fclc_direction_read(struct fclc_program *program, const struct fclc_source *source,
			struct fcl_err *err);

/*
 * Determines whether the kernel loads from or stores to arrays and references with a port of mode
 * axis. Call it once the pragmas have been applied.
 */
int fclc_direction_read_sequences(struct fclc_program *program, const struct fclc_source *source,
				  struct fcl_err *err);

#endif
