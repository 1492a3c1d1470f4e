/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_EXCHANGE_WORK_H
#define FCL_SERVE_EXCHANGE_WORK_H

#include "tools/serve/http/exchange.h"

/*
 * Processes a completely received request: either fills in the answer and returns true, or suspends
 * the connection until another thread has answered, and returns false.
 */
bool fcl_serve_exchange_work(struct fcl_serve_exchange *exchange);

#endif
