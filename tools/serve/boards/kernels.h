/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_KERNELS_H
#define FCL_SERVE_KERNELS_H

#include <CL/cl.h>

#include "tools/serve/repository/description.h"

/*
 * Compares the description with the kernels of the image: names, kinds and types of arguments, and that
 * every argument but streams is described. Complains about each difference; true: there is none.
 */
bool fcl_serve_kernels_check(cl_program program, const struct fcl_serve_description *description,
			     struct fcl_serve_problems *problems);

/* The number of the kernel's argument of that name; -1: it has none. */
int fcl_serve_kernels_find(cl_kernel kernel, const char *name);

#endif
