/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_LIBRARY_MATH_CALLS_H
#define FCLC_OPENCL_LIBRARY_MATH_CALLS_H

#include "tools/fpgaclc/common/jobs.h"
#include "tools/fpgaclc/common/program.h"

/*
 * For sources that are written for Intel's compiler: adds the macro that lists the functions for
 * which fpgacl/intel_math.h provides overloads. These are the names that the source, the files that
 * it includes and the flags contain; all of them, if a file is not found or may join words.
 */
void fclc_math_calls(const struct fclc_program *program, const struct fclc_source *source,
		     struct fclc_argv *argv);

#endif
