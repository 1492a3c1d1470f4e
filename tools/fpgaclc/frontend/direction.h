/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_DIRECTION_H
#define FCLC_FRONTEND_DIRECTION_H

#include "tools/fpgaclc/common/program.h"

/*
 * Reads a source's unoptimized LLVM IR and follows each stream argument of its kernels from call
 * to call until a method of hls::stream reads or writes it. Streams that cannot be followed (kept
 * in an object, say) stay FCL_DIR_UNKNOWN. Marks kernels that can reach a recursive function.
 */
int fclc_direction_read(struct fclc_program *program, const struct fclc_source *source,
			struct fcl_err *err);

/*
 * For arrays and references with a port of mode axis, once the pragmas have been applied: whether
 * the kernel loads from them or stores to them.
 */
int fclc_direction_read_sequences(struct fclc_program *program, const struct fclc_source *source,
				  struct fcl_err *err);

#endif
