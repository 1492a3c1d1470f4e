/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_AOC_H
#define FCLC_CLI_AOC_H

#include "tools/fpgaclc/common/program.h"

/*
 * The command line of Intel's aoc in fpgaclc's options: *argc and *argv change. What has no meaning
 * for an emulated board goes to the list of ignored options; unknown ones are errors.
 */
int fclc_aoc_translate(struct fclc_program *program, int *argc, char ***argv, struct fcl_err *err);

#endif
