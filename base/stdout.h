/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_STDOUT_H
#define FCL_BASE_STDOUT_H

/*
 * For the end of a tool's main(): flushes standard output and returns `status`; 1, after a line on
 * standard error, if something could not be written (a full disk). A standard output that is
 * closed on purpose is not an error.
 */
int fcl_stdout_finish(const char *program, int status);

#endif
