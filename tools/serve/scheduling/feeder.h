/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_FEEDER_H
#define FCL_SERVE_FEEDER_H

#include "tools/serve/scheduling/model.h"

/*
 * Starts a feeder for each runner of one of the model's engines; each keeps a reference to the model.
 * Returns false if there is no memory or thread for one; those that have started then end soon.
 */
bool fcl_serve_feeders_start(struct fcl_serve_model *model, struct fcl_serve_engine *engine);

/* Whether any feeder of the engine has not ended. model->lock must be held. */
bool fcl_serve_feeders_run(const struct fcl_serve_model *model,
			   const struct fcl_serve_engine *engine);

#endif
