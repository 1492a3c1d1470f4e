/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_HLS_UNIT_H
#define FCLC_HLS_UNIT_H

#include "tools/fpgaclc/common/driver.h"

/* clang as a compiler of C or C++. */
void fclc_hls_compiler(const struct fclc_program *program, const struct fclc_source *source,
		       bool precompiled, struct fclc_argv *argv);

/* The flags of a unit. */
int fclc_hls_unit(struct fclc_program *program, const struct fclc_source *source, char level,
		  struct fclc_argv *argv, struct fcl_err *err);

/* Makes streams wait for processes, if these run concurrently. All code has the same streams. */
void fclc_hls_flow(const struct fclc_program *program, const struct fclc_source *source,
		   struct fclc_argv *argv);

/* Distances of shifts that are of a wider type (plugin/hardware/shifts.cpp). */
void fclc_hls_shift_checks(const struct fclc_program *program, struct fclc_argv *argv);

/* Whether the user's flags ask for checks of shifts, which then fail the execution. */
bool fclc_hls_asks_shift_checks(const struct fclc_options *options);

#endif
