/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_SUPPORT_H
#define FCLC_COMPILE_SUPPORT_H

#include "tools/fpgaclc/common/program.h"
#include "tools/fpgaclc/common/step.h"

/*
 * Writes the embedded headers and support sources that OpenCL C and the payload's table need into
 * the temporary directory. To compile anything else, call the second function first, which writes
 * the rest.
 */
int fclc_support_write(struct fclc_program *program, struct fcl_err *err);
int fclc_support_write_rest(struct fclc_program *program, struct fcl_err *err);

/*
 * Creates the step that compiles a support source, which includes none of the user's, into
 * `object`.
 */
struct fclc_step *fclc_compile_support(struct fclc_program *program, const char *path, bool cxx,
				       const char *object);

/*
 * Creates the step that compiles C++ with the headers of Verilator's runtime in `root`; `folder` is
 * searched first. `number` distinguishes these steps.
 */
struct fclc_step *fclc_compile_model(struct fclc_program *program, const char *path,
				     const char *folder, const char *root, const char *object,
				     unsigned number);

#endif
