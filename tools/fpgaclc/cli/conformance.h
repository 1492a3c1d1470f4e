/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_CONFORMANCE_H
#define FCLC_CLI_CONFORMANCE_H

#include "tools/fpgaclc/common/program.h"

/*
 * The command line with which OpenCL's conformance tests call an offline compiler:
 *
 *	fpgaclc --mode=binary --source=FILE --output=FILE --cl-device-info=FILE [-- OPTION...]
 *
 * The device's name in the last file, "CL_DEVICE_NAME=...", is that of the board; the options are
 * those of clBuildProgram.
 */
bool fclc_conformance_is(int argc, char **argv);

/* Gives the same in fpgaclc's options: *argc and *argv change. */
int fclc_conformance_translate(struct fclc_program *program, int *argc, char ***argv,
			       struct fcl_err *err);

#endif
