/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_PARTS_H
#define FCLC_RTL_PARTS_H

#include "tools/fpgaclc/common/language.h"

/*
 * Creates the step that compiles C++ with the headers of Verilator's runtime in `root`; `folder` is
 * searched first. `number` distinguishes these steps.
 */
struct fclc_step *fclc_rtl_model_step(struct fclc_program *program, const char *path,
				      const char *folder, const char *root, const char *object,
				      unsigned number);

/* Adds what runs a model of Verilator's. */
int fclc_rtl_add_parts(struct fclc_program *program, struct fclc_parts *parts, struct fcl_err *err);

#endif
