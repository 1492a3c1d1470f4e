/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_METRICS_H
#define FCL_SERVE_METRICS_H

#include "base/text.h"
#include "tools/serve/http/server.h"

/* Appends the text of /metrics. */
void fcl_serve_metrics(struct fcl_serve_server *server, struct fcl_text *text);

#endif
