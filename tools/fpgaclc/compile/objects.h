/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_OBJECTS_H
#define FCLC_COMPILE_OBJECTS_H

#include "tools/fpgaclc/ground/program.h"

/*
 * Finds out how much stack each kernel needs and whether executions write static data: in its own
 * source and in those that hold no kernel, which it may call.
 */
int fclc_objects_measure(struct fclc_program *program, struct fcl_err *err);

/*
 * v++ builds each kernel by itself, so kernels of different source files may define helper
 * functions of the same name. With more than one such file: joins each with the sources that hold
 * no kernel, and makes local what more than one of the joined objects defines.
 */
int fclc_objects_separate(struct fclc_program *program, struct fcl_err *err);

/*
 * Joins all units into one object that shows nothing but its kernels' entries, so that it can be
 * linked beside any other. *ret_path is in the temporary directory.
 */
int fclc_objects_close(struct fclc_program *program, const char **ret_path, struct fcl_err *err);

#endif
