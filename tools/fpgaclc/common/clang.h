/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLANG_H
#define FCLC_CLANG_H

#include "tools/fpgaclc/common/program.h"

/*
 * Sets program->clang and what follows from its version: the one that --clang names, else the clang
 * on PATH for which the plugin (workgroups/) was built, else the newest that is known to work:
 * clang-19 down to clang-15, then `clang`. If there are only newer ones, the oldest of them, with a
 * warning. Scripts and the build find the same one with `fpgaclc --print-clang`.
 */
int fclc_clang_find(struct fclc_program *program, struct fcl_err *err);

/*
 * Sets program->opencl_clang, which compiles the units that a bitcode file is linked into: it is
 * program->clang, if the plugin runs in it and it is not too old to read the file.
 * program->opencl_major is the version that built the file if that is another one.
 */
int fclc_clang_for_bitcode(struct fclc_program *program, const char *path, struct fcl_err *err);

/* Whether the plugin (workgroups/) runs in program->clang: it was built for that version. */
bool fclc_clang_takes_plugin(struct fclc_program *program);

/* Whether program->clang loses lanes of vectors, unless the plugin keeps them (workgroups/machine/constants.cpp). */
bool fclc_clang_loses_lanes(struct fclc_program *program);

/* The path of a program that can be run, as the shell finds it; NULL: there is none. */
const char *fclc_find_on_path(const struct fclc_program *program, const char *name);

/* The first line of what the program prints for --version; empty if it cannot be run. */
const char *fclc_clang_version(struct fclc_program *program, const char *clang);

#endif
