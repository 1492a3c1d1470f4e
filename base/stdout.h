/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_STDOUT_H
#define FCL_BASE_STDOUT_H

/*
 * For the end of a tool's main(): flushes standard output and returns `status`. If some output
 * could not be written (a full disk), prints a line to standard error and returns 1. A standard
 * output that was closed on purpose is not an error.
 */
int fcl_stdout_finish(const char *program, int status);

#endif
