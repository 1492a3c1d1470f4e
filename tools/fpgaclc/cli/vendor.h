/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_VENDOR_H
#define FCLC_CLI_VENDOR_H

#include "tools/fpgaclc/common/program.h"

/*
 * -t hw: replaces this process with the vendor's v++, with the same arguments, if there is one on
 * PATH besides fpgaclc under that name. Returns only on failure, with the reason.
 */
int fclc_vendor_exec(struct fclc_program *program, char **argv, struct fcl_err *err);

/* -p: the package step. For an emulated Alveo board it checks the image and copies it. */
int fclc_package(struct fclc_program *program, struct fcl_err *err);

#endif
