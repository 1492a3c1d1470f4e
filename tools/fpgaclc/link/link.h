/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_LINK_H
#define FCLC_LINK_LINK_H

#include "tools/fpgaclc/common/program.h"

/* The table's source, in the temporary directory. */
#define FCLC_TABLE "table.c"

/* Compiles the support sources and the table, and links everything into program->payload. */
int fclc_link(struct fclc_program *program, struct fcl_err *err);

/* Whether a unit was compiled with --check=memory. */
int fclc_link_is_checked(const struct fclc_program *program, bool *ret_checked,
			 struct fcl_err *err);

/*
 * Whether a kernel of the source counts bytes read and written, that is, was compiled for hw_emu.
 */
int fclc_link_is_counted(const struct fclc_program *program, const struct fclc_source *source,
			 bool *ret_counted, struct fcl_err *err);

/* Prepares what every link step needs, so that the cache has it. */
int fclc_link_prepare(struct fclc_program *program, struct fcl_err *err);

#endif
