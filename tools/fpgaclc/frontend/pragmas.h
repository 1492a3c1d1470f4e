/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_PRAGMAS_H
#define FCLC_FRONTEND_PRAGMAS_H

#include "tools/fpgaclc/common/program.h"

/* One `#pragma HLS interface` in a kernel's body. Members that it does not set are NULL. */
struct fclc_pragma {
	const struct fclc_kernel *kernel;
	struct fclc_place place;
	bool directive;   /* from an option or a script's set_directive_interface, not from the
			   * source */
	const char *mode; /* "m_axi", "s_axilite", "axis", "ap_ctrl_none", ..., lower case */
	const char *port; /* argument, or "return" */
	const char *bundle;
	const char *offset; /* "slave", "direct", "off", or a number, lower case */
};

struct fclc_pragmas {
	struct fclc_pragma *list;
	uint32_t count, capacity;
};

/*
 * Finds the bodies of the source's kernels in its preprocessed text and collects the interface
 * pragmas in them. The text is clang's -E -dD output: line markers give the places, #define lines
 * the macros that a pragma may use. Also sets the extents of arguments that are arrays of streams.
 */
int fclc_pragmas_scan(struct fclc_program *program, const struct fclc_source *source,
		      struct fclc_pragmas *pragmas, struct fcl_err *err);

/* Adds the interfaces given by options. */
void fclc_pragmas_add_options(struct fclc_program *program, struct fclc_pragmas *pragmas);

#endif
