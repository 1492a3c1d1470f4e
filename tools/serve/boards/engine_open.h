/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_ENGINE_OPEN_H
#define FCL_SERVE_ENGINE_OPEN_H

#include "tools/serve/boards/engine.h"

/*
 * Opens the model on a board. Returns NULL if the board refuses the image (*ret_refused is set, and
 * `problems` has the driver's message), or if something else is wrong.
 */
struct fcl_serve_engine *fcl_serve_engine_open(struct fcl_serve_board *board,
					       const struct fcl_serve_description *description,
					       bool *ret_refused,
					       struct fcl_serve_problems *problems);

/* Nothing may be running on its runners. NULL is permitted. */
void fcl_serve_engine_close(struct fcl_serve_engine *engine);

/* Whether a launch of its image has failed half-way on the board. */
bool fcl_serve_engine_is_broken(struct fcl_serve_engine *engine);

#endif
