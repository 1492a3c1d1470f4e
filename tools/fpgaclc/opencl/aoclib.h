/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_AOCLIB_H
#define FCLC_OPENCL_AOCLIB_H

#include "tools/fpgaclc/common/program.h"

/*
 * A library for aoc (.aoclib), as `aocl library` writes it: a zip archive of the C models of RTL
 * functions and of helper functions. The file "sources" in it names those to compile, one in a
 * line; the other files are headers.
 */

/* Unpacks the libraries into the temporary directory and adds their sources to those to compile. */
int fclc_aoclib_unpack(struct fclc_program *program, struct fcl_err *err);

#endif
