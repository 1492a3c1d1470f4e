/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_END_H
#define FCL_XEMU_END_H

#include <sys/types.h>

/* The host that hw_emu has started this process for; without a call, sw_emu has started it. */
void fcl_xemu_host_set(pid_t pid);

/*
 * Ends this process so that the host ends, too. XRT's shim for sw_emu waits forever for a process that
 * exits, but ends its host when one is killed. So that is what happens when there is no other way to notify
 * the host. The shim for hw_emu waits forever in both cases: this process ends the host itself.
 */
void fcl_xemu_end(void) __attribute__((noreturn));

/* Called by any thread when an execution has failed: prints the sentence and ends as above. */
void fcl_xemu_failed(const char *kernel, int status, const char *text) __attribute__((noreturn));

#endif
