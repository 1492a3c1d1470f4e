/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_HANG_H
#define FCL_BASE_HANG_H

#include <stdint.h>

/*
 * The one line that is printed unasked: a host that waits for ever, with the log off, would
 * otherwise look as if it still worked. FPGACL_HANG_NOTICE_S sets the time, or switches it off.
 */

/*
 * After how long a hang has to be reported; UINT64_MAX: never, because it is switched off, or the
 * log has it. Reads the environment.
 */
uint64_t fcl_hang_limit_ns(void);

/* Prints the line, once per process. */
void fcl_hang_report(uint64_t limit_ns, const char *why);

#endif
