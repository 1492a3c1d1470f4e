/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_PLACEMENT_H
#define FCL_SERVE_PLACEMENT_H

#include "tools/serve/scheduling/model.h"

/*
 * Opens the model on each board that accepts it and starts its feeders. Takes over the description.
 * Returns NULL if no board does; `problems` has the reasons.
 */
struct fcl_serve_model *fcl_serve_model_start(const char *name, unsigned version,
					      struct fcl_serve_description *description,
					      struct fcl_serve_boards *boards,
					      struct fcl_serve_problems *problems);

/* Closes the model's engines on boards where none of its feeders is left: see rejoin.c. */
void fcl_serve_model_prune(struct fcl_serve_model *model);

/*
 * Opens the model on another board, unless the board refuses its image. Backs off while that fails.
 */
void fcl_serve_model_join(struct fcl_serve_model *model, struct fcl_serve_board *board);

#endif
