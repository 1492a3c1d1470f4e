/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_KINDS_H
#define FCL_LAYERS_KINDS_H

#include "hal/layers/device.h"

/*
 * fault: ops and requests fail or hang, or the whole board fails.
 *
 *   <op>=<errno name>[@first[-[last]]][%percent]  such as launch=EIO@3, read=EIO@5-, alloc=ENOMEM%10
 *   <request>=hang…    ends after `timeout` with -ETIMEDOUT, as if a driver's watchdog ended it
 *   verify=wrong…      the board reports a different image than was loaded
 *   board=gone@N       the board is gone (-ENODEV) from its N-th request on
 *   back=<time>        how long it is gone: the board works when it is opened after this time
 *   board=broken@N     requests fail with -EIO from the N-th on, until the board is reset
 *   sensor.<name>=<value>  the value of that sensor, marked as injected
 *   timeout=<time>     10s by default
 *   seed=<number>      for %percent; the same seed gives the same faults
 */
extern const struct fcl_layer_kind fcl_layer_fault;

/*
 * delay: ops and requests take longer.
 *
 *   <op>=<time>        is added to each, such as launch=5ms
 *   jitter=<percent>   varies the delay at random by up to this much
 *   seed=<number>      for jitter
 */
extern const struct fcl_layer_kind fcl_layer_delay;

/* trace: logs each op and request with its result and time, at level info. No options. */
extern const struct fcl_layer_kind fcl_layer_trace;

#endif
