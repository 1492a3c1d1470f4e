/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_NOTIFY_H
#define FCL_SERVE_NOTIFY_H

#include <stdint.h>

/*
 * Notifies systemd, as sd_notify(3) does ("READY=1"): one datagram to $NOTIFY_SOCKET. Nothing where
 * there is none.
 */
void fcl_serve_notify(const char *state);

/* How often systemd expects "WATCHDOG=1" ($WATCHDOG_USEC); 0: never. */
uint64_t fcl_serve_notify_watchdog_ns(void);

#endif
