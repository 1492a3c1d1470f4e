/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_EXCHANGE_H
#define FCL_SERVE_EXCHANGE_H

#include "tools/serve/http/clients.h"
#include "tools/serve/http/route.h"
#include "tools/serve/http/server.h"
#include "tools/serve/protocol/body.h"
#include "tools/serve/protocol/infer.h"

/* An HTTP request and its answer. */
struct fcl_serve_exchange {
	struct fcl_serve_server *server;
	struct MHD_Connection *connection;
	struct fcl_serve_client *client; /* NULL: out of memory when the connection was accepted */
	struct fcl_serve_route route;
	struct fcl_serve_body *body;
	size_t header; /* if has_header: bytes of JSON at the start of the body */
	bool has_header;
	bool too_large, no_memory; /* the body did not fit; the rest of it was discarded */
	bool turned;               /* see takes_a_turn() */
	bool answered;             /* `answer` is complete */
	struct fcl_serve_answer answer;
	struct fcl_serve_infer infer;
};

#endif
