/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_AOC_H
#define FCLC_CLI_AOC_H

#include "tools/fpgaclc/common/program.h"

/*
 * Translates the command line of Intel's aoc into fpgaclc's options, in place: *argc and *argv
 * change. Options without meaning for an emulated board go to the list of ignored options; unknown
 * options are errors.
 */
int fclc_aoc_translate(struct fclc_program *program, int *argc, char ***argv, struct fcl_err *err);

#endif
