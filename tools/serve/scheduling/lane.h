/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_LANE_H
#define FCL_SERVE_LANE_H

#include "tools/serve/scheduling/model.h"

/*
 * Starts a lane for each slot of an engine of the model; each keeps a reference to the model. False: there is no
 * memory or thread for one, and those that did start end soon.
 */
bool fcl_serve_lanes_start(struct fcl_serve_model *model, struct fcl_serve_engine *engine);

/* Whether a lane of the engine has not ended. model->lock is held. */
bool fcl_serve_lanes_run(const struct fcl_serve_model *model,
			 const struct fcl_serve_engine *engine);

#endif
