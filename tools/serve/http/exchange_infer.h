/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_EXCHANGE_INFER_H
#define FCL_SERVE_EXCHANGE_INFER_H

#include "tools/serve/http/exchange.h"

/* Handles inference requests. */
bool fcl_serve_exchange_infer(struct fcl_serve_exchange *exchange);

#endif
