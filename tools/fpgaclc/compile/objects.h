/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_OBJECTS_H
#define FCLC_COMPILE_OBJECTS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Determines how much stack each kernel needs and whether its executions write static data, in its
 * own source and in those without a kernel, which it may call.
 */
int fclc_objects_measure(struct fclc_program *program, struct fcl_err *err);

/*
 * v++ builds each kernel separately, so kernels in different source files may define helper
 * functions of the same name. With more than one such file: links each with the sources without a
 * kernel (ld -r), and makes symbols local that more than one of these objects defines.
 */
int fclc_objects_separate(struct fclc_program *program, struct fcl_err *err);

/*
 * Links all units into one object (ld -r) that exports nothing but its kernels' entries, so that it
 * can be linked with any other. *ret_path is in the temporary directory.
 */
int fclc_objects_close(struct fclc_program *program, const char **ret_path, struct fcl_err *err);

/* The bytes of variables that code in OpenCL C may write, once all objects are known. */
int fclc_objects_variables(const struct fclc_program *program, uint64_t *ret_bytes,
			   struct fcl_err *err);

#endif
