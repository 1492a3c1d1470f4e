/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLANG_H
#define FCLC_CLANG_H

#include "tools/fpgaclc/common/program.h"

/*
 * Sets program->clang, and the fields that depend on its version. Takes the clang named by --clang;
 * else the one on PATH for which the plugin (workgroups/) was built; else the newest version known
 * to work, from clang-19 down to clang-15, then `clang`. If PATH only has newer ones, takes the
 * oldest of them, with a warning. `fpgaclc --print-clang` prints the choice for scripts and the
 * build.
 */
int fclc_clang_find(struct fclc_program *program, struct fcl_err *err);

/*
 * Sets program->opencl_clang, which compiles the units that a bitcode file is linked into. This is
 * program->clang if the plugin loads into it and it is new enough to read the file.
 * program->opencl_major is the clang version that built the file, if it differs.
 */
int fclc_clang_for_bitcode(struct fclc_program *program, const char *path, struct fcl_err *err);

/*
 * Whether the plugin (workgroups/) loads into program->clang, that is, was built for its version.
 */
bool fclc_clang_takes_plugin(struct fclc_program *program);

/*
 * Whether program->clang miscompiles vectors by losing lanes, which the plugin prevents
 * (workgroups/machine/constants.cpp).
 */
bool fclc_clang_loses_lanes(struct fclc_program *program);

/* The path of an executable program, searched as the shell does; NULL if there is none. */
const char *fclc_find_on_path(const struct fclc_program *program, const char *name);

/* The first line of what the program prints for --version; empty if it cannot be run. */
const char *fclc_clang_version(struct fclc_program *program, const char *clang);

#endif
