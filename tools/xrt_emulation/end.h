/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_END_H
#define FCL_XEMU_END_H

#include <sys/types.h>

/* Sets the host for which hw_emu started this process. Without this call, sw_emu has started it. */
void fcl_xemu_host_set(pid_t pid);

/*
 * Ends this process in such a way that the host ends, too. XRT's shim for sw_emu waits forever if
 * this process exits, but ends its host if this process is killed by a signal. So it kills itself
 * when there is no other way to notify the host. The shim for hw_emu waits forever in both cases,
 * so this process also kills the host.
 */
void fcl_xemu_end(void) __attribute__((noreturn));

/*
 * Called by any thread when an execution has failed: prints the message and ends as described
 * above.
 */
void fcl_xemu_failed(const char *kernel, int status, const char *text) __attribute__((noreturn));

#endif
