/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_EXCHANGE_H
#define FCL_SERVE_EXCHANGE_H

#include "tools/serve/http/clients.h"
#include "tools/serve/http/route.h"
#include "tools/serve/http/server.h"
#include "tools/serve/protocol/body.h"
#include "tools/serve/protocol/infer.h"

/* A request of HTTP and its answer. */
struct fcl_serve_exchange {
	struct fcl_serve_server *server;
	struct MHD_Connection *connection;
	struct fcl_serve_client *client; /* NULL: out of memory when it came */
	struct fcl_serve_route route;
	struct fcl_serve_body *body;
	size_t header; /* bytes of JSON at its start, if has_header */
	bool has_header;
	bool too_large, no_memory; /* the body; the rest of it is not kept */
	bool answered;             /* `answer` is ready */
	struct fcl_serve_answer answer;
	struct fcl_serve_infer infer;
};

/*
 * Works on a request that is there as a whole: fills in the answer (true), or suspends the
 * connection until another thread has (false).
 */
bool fcl_serve_exchange_work(struct fcl_serve_exchange *exchange);

#endif
