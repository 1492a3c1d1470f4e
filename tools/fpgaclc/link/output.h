/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_OUTPUT_H
#define FCLC_LINK_OUTPUT_H

#include "tools/fpgaclc/common/program.h"

/*
 * Builds an image from the program and its payload and writes it to options.output: a bare ELF if
 * the name ends in ".elf" or ".aocx", else an xclbin. The same input gives the same bytes.
 */
int fclc_output_write(struct fclc_program *program, struct fcl_err *err);

#endif
