/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_KEEPER_H
#define FCL_SERVE_KEEPER_H

#include "tools/serve/boards/boards.h"

/*
 * Starts the thread that notices lost boards, and puts the models on them again when they are back. It runs as
 * long as the process. 0 or -errno.
 */
int fcl_serve_keeper_start(struct fcl_serve_boards *boards);

/* Models may end from now on: boards are left as they are. Waits for what is being opened. */
void fcl_serve_keeper_stop(void);

#endif
