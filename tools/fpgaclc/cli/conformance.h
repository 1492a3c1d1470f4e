/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_CONFORMANCE_H
#define FCLC_CLI_CONFORMANCE_H

#include "tools/fpgaclc/common/program.h"

/*
 * OpenCL's conformance tests call an offline compiler like this:
 *
 *	fpgaclc --mode=binary --source=FILE --output=FILE --cl-device-info=FILE [-- OPTION...]
 *
 * The board is the device named in the last file, "CL_DEVICE_NAME=..."; the options are those of
 * clBuildProgram.
 */
bool fclc_conformance_is(int argc, char **argv);

/* Translates that command line into fpgaclc's options, in place: *argc and *argv change. */
int fclc_conformance_translate(struct fclc_program *program, int *argc, char ***argv,
			       struct fcl_err *err);

#endif
