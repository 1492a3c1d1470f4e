/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_LANE_H
#define FCL_SERVE_LANE_H

#include "tools/serve/scheduling/model.h"

/* Starts the thread of a lane that is marked as running; it keeps a reference to the model. 0 or -errno. */
int fcl_serve_lane_start(struct fcl_serve_lane *lane);

#endif
