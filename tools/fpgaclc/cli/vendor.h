/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_VENDOR_H
#define FCLC_CLI_VENDOR_H

#include "tools/fpgaclc/common/program.h"

/*
 * -t hw: replaces this process with the vendor's v++, called with the same arguments, if PATH has
 * one that is not fpgaclc under that name. Returns only on failure, with the reason.
 */
int fclc_vendor_exec(struct fclc_program *program, char **argv, struct fcl_err *err);

/* -p, the package step: for an emulated Alveo board, checks the image and copies it. */
int fclc_package(struct fclc_program *program, struct fcl_err *err);

#endif
