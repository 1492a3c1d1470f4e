/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_READY_H
#define FCL_SERVE_READY_H

#include "tools/serve/http/server.h"

/* Why the worker is not ready; NULL: it is. */
const char *fcl_serve_server_unready(struct fcl_serve_server *server);

#endif
