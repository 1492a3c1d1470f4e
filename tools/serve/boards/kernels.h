/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_KERNELS_H
#define FCL_SERVE_KERNELS_H

#include <CL/cl.h>

#include "tools/serve/repository/description.h"

/*
 * Compares the description with the kernels in the image: names, kinds and types of arguments, and
 * that every argument except streams is described. Records each difference; returns true if there
 * is none.
 */
bool fcl_serve_kernels_check(cl_program program, const struct fcl_serve_description *description,
			     struct fcl_serve_problems *problems);

/* The index of the kernel's argument with that name; -1 if there is none. */
int fcl_serve_kernels_find(cl_kernel kernel, const char *name);

#endif
