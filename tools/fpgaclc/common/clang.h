/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLANG_H
#define FCLC_CLANG_H

#include "tools/fpgaclc/common/program.h"

/*
 * Sets program->clang, and the fields that depend on its version. Takes the clang named by --clang,
 * else clang-N on PATH, else `clang`; each must be of the version N for which the plugin
 * (plugin/) was built. `fpgaclc --print-clang` prints the choice for scripts and the build.
 */
int fclc_clang_find(struct fclc_program *program, struct fcl_err *err);

/*
 * Checks that program->clang, which compiles the units that a bitcode file is linked into, is new
 * enough to read it. program->opencl_major is the version that built the file, if it differs.
 */
int fclc_clang_for_bitcode(struct fclc_program *program, const char *path, struct fcl_err *err);

/* The path of an executable program, searched as the shell does; NULL if there is none. */
const char *fclc_find_on_path(const struct fclc_program *program, const char *name);

/* The first line of what the program prints for --version; empty if it cannot be run. */
const char *fclc_clang_version(struct fclc_program *program, const char *clang);

#endif
