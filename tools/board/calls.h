/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CALLS_H
#define FCL_BD_CALLS_H

#include "tools/board/executor.h"

/* Messages on the client's socket. */

/* Serves one message. Returns false if the client has disconnected. */
bool fcl_bd_serve_call(struct fcl_bd_executor *executor);

/* Describes the board to clients. */
void fcl_bd_fill_facts(const struct fcl_hal_info *info, struct fcl_bd_facts *ret_facts);

#endif
