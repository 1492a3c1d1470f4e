/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_EXCHANGE_H
#define FCL_SERVE_EXCHANGE_H

#include "tools/serve/http/clients.h"
#include "tools/serve/http/server.h"
#include "tools/serve/protocol/body.h"
#include "tools/serve/protocol/infer.h"

enum fcl_serve_action {
	FCL_SERVE_METADATA,
	FCL_SERVE_LIVE,
	FCL_SERVE_READY,
	FCL_SERVE_MODEL,
	FCL_SERVE_MODEL_READY,
	FCL_SERVE_INFER,
	FCL_SERVE_INDEX,
	FCL_SERVE_LOAD,
	FCL_SERVE_UNLOAD,
	FCL_SERVE_METRICS,
};

/* What a path means. */
struct fcl_serve_route {
	enum fcl_serve_action action;
	bool posted; /* by POST; else by GET or HEAD */
	char model[FCL_SERVE_NAME];
	unsigned version; /* 0: none is named */
};

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

/* False: there is no such path. */
bool fcl_serve_route_find(const char *path, struct fcl_serve_route *ret_route);

/*
 * Works on a request that is there as a whole: fills in the answer (true), or suspends the connection
 * until somebody has (false).
 */
bool fcl_serve_exchange_work(struct fcl_serve_exchange *exchange);

/* The inference requests among them. */
bool fcl_serve_exchange_infer(struct fcl_serve_exchange *exchange);

/* The text of /metrics. */
void fcl_serve_metrics(struct fcl_serve_server *server, struct fcl_text *text);

#endif
