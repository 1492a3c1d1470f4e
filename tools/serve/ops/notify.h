/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_NOTIFY_H
#define FCL_SERVE_NOTIFY_H

#include <stdint.h>

/*
 * Notifies systemd ("READY=1") like sd_notify(3): sends one datagram to $NOTIFY_SOCKET. Does
 * nothing if that is not set.
 */
void fcl_serve_notify(const char *state);

/* How often systemd expects "WATCHDOG=1" ($WATCHDOG_USEC); 0: never. */
uint64_t fcl_serve_notify_watchdog_ns(void);

#endif
