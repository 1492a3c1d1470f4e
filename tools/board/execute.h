/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_EXECUTE_H
#define FCL_BD_EXECUTE_H

#include "tools/board/executor.h"

/* Runs an executor. Returns only when its client or the board process is gone. */
int fcl_bd_execute(const char *spec, unsigned seat, int parent);

#endif
