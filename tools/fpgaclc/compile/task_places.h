/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_TASK_PLACES_H
#define FCLC_COMPILE_TASK_PLACES_H

#include "tools/fpgaclc/common/mem.h"

/*
 * Rewrites unoptimised IR so that numbers and pointers passed to a static hls::task are in static
 * memory: each execution stores its own there, and the task, which outlives the execution that
 * started it, reads them. Changes `ir` in place.
 */
char *fclc_task_places(struct fclc_arena *arena, char *ir);

#endif
