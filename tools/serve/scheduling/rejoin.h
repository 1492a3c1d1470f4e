/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_REJOIN_H
#define FCL_SERVE_REJOIN_H

#include "tools/serve/boards/boards.h"

/*
 * Starts the thread that detects lost boards and reopens the models on them when they are back. It
 * runs as long as the process. Returns 0 or -errno.
 */
int fcl_serve_rejoin_start(struct fcl_serve_boards *boards);

/* Stops changing boards, so that models can be stopped. Waits for models that are being opened. */
void fcl_serve_rejoin_stop(void);

#endif
