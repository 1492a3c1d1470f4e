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

/* Collects the interfaces that the kernels' sources and the options give. */
void fclc_pragmas_read(struct fclc_program *program, struct fclc_pragmas *pragmas);

#endif
