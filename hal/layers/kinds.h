/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_KINDS_H
#define FCL_LAYERS_KINDS_H

#include "hal/layers/device.h"

/*
 * fault: ops and requests fail, hang, or the whole board does.
 *   <op>=<errno name>[@first[-[last]]][%percent]  such as launch=EIO@3, read=EIO@5-, alloc=ENOMEM%10
 *   <request>=hang…    ends after `timeout` with -ETIMEDOUT, as with a driver's watchdog
 *   verify=wrong…      the board reports another image than it has
 *   board=gone@N       from the N-th request on the board is gone (-ENODEV)
 *   back=<time>        it is back so long after: who opens it then has a good board
 *   board=broken@N     from the N-th request on all fail with -EIO until the board is reset
 *   sensor.<name>=<value>  what that sensor of the board shows, marked as injected
 *   timeout=<time>     10s by default
 *   seed=<number>      for %percent; the same seed gives the same faults
 */
extern const struct fcl_layer_kind fcl_layer_fault;

/*
 * delay: ops and requests take longer.
 *   <op>=<time>        added to each, such as launch=5ms
 *   jitter=<percent>   up to so much more or less, at random
 *   seed=<number>      for jitter
 */
extern const struct fcl_layer_kind fcl_layer_delay;

/* trace: logs each op and request with its result and time, at level info. No options. */
extern const struct fcl_layer_kind fcl_layer_trace;

#endif
