/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_PAST_H
#define FCL_CAPTURE_PAST_H

#include "base/capture/ring.h"

/*
 * What the calls that a ring has forgotten have left: the objects that exist, and for each the calls
 * that made it what it is, such as its creation, a kernel's arguments, and what was written to a
 * buffer last. What kernels have written is not known.
 */
const struct fcl_ring_past *fcl_past_begin(void);

#endif
