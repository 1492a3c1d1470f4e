/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_OBJECTS_H
#define FCLC_COMPILE_OBJECTS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Determines each kernel's stack size and whether its executions write static data, both in its own
 * source and in the sources without a kernel, which it may call.
 */
int fclc_objects_measure(struct fclc_program *program, struct fcl_err *err);

/*
 * v++ builds each kernel separately, so kernels in different source files may define helper
 * functions of the same name. If there are several such files: links each with the sources without
 * a kernel (ld -r), and makes symbols local that more than one of these objects defines.
 */
int fclc_objects_separate(struct fclc_program *program, struct fcl_err *err);

/*
 * Links all units into one object (ld -r) that exports only its kernels' entry points, so that it
 * can be linked with any other. *ret_path is in the temporary directory.
 */
int fclc_objects_close(struct fclc_program *program, const char **ret_path, struct fcl_err *err);

/* The size in bytes of writable variables that belong to the image. Call it once all objects are known. */
int fclc_objects_variables(const struct fclc_program *program, uint64_t *ret_bytes,
			   struct fcl_err *err);

#endif
