/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_SUPPORT_H
#define FCLC_COMPILE_SUPPORT_H

#include "tools/fpgaclc/common/program.h"
#include "tools/fpgaclc/common/step.h"

/*
 * Writes those of the embedded headers and support sources into the temporary directory that OpenCL C
 * and the payload's table need. What compiles others calls the second function first.
 */
int fclc_support_write(struct fclc_program *program, struct fcl_err *err);
int fclc_support_write_rest(struct fclc_program *program, struct fcl_err *err);

/* How to compile a support source, which includes no source of the user, into `object`. */
struct fclc_step *fclc_compile_support(struct fclc_program *program, const char *path, bool cxx,
				       const char *object);

/*
 * How to compile C++ that includes the headers of Verilator's runtime in `root`; `folder` is searched
 * first. `number` distinguishes such steps.
 */
struct fclc_step *fclc_compile_model(struct fclc_program *program, const char *path,
				     const char *folder, const char *root, const char *object,
				     unsigned number);

#endif
