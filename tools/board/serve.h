/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_SERVE_H
#define FCL_BD_SERVE_H

#include "tools/board/server.h"

/*
 * Runs a board process until a request or a signal stops it. Writes a byte to `ready` once it can
 * be used. Returns the exit status.
 */
int fcl_bd_serve(const struct fcl_bd_options *options, int ready);

#endif
