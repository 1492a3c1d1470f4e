/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_VENDOR_H
#define FCLC_CLI_VENDOR_H

#include "tools/fpgaclc/ground/program.h"

/*
 * -t hw: becomes the vendor's v++ with the same arguments, if there is one on PATH besides fpgaclc
 * under that name. Returns only on failure, with the reason.
 */
int fclc_vendor_exec(struct fclc_program *program, char **argv, struct fcl_err *err);

/* -p: the package step of an emulated Alveo board, which is a checked copy. */
int fclc_package(struct fclc_program *program, struct fcl_err *err);

#endif
