/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/exchange_infer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "tools/serve/http/exchange.h"
#include "tools/serve/scheduling/queue.h"

enum { MOST_TIMEOUT_MS = 86400000 };

static void infer_on_done(struct fcl_serve_request *request)
{
	struct fcl_serve_exchange *exchange = request->data;

	MHD_resume_connection(exchange->connection);
}

/* Parses "u=N" of RFC 9218; the header may have other members. */
static unsigned read_priority(const char *header)
{
	for (const char *at = header; at && *at; at += strcspn(at, ","), at += *at == ',') {
		at += strspn(at, " \t");
		if (at[0] == 'u' && at[1] == '=' && at[2] >= '0' && at[2] <= '7')
			return (unsigned)(at[2] - '0');
	}
	return FCL_SERVE_PRIORITY;
}

/* Returns whether the headers are valid. */
static bool read_headers(struct fcl_serve_exchange *exchange)
{
	struct fcl_serve_request *request = &exchange->infer.request;
	const char *timeout = MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND,
							  "X-Request-Timeout-Ms");
	const char *priority = MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND,
							   "Priority");
	char *end;
	unsigned long ms;

	request->priority = read_priority(priority);
	if (!timeout)
		return true;
	ms = strtoul(timeout, &end, 10);
	if (*timeout < '0' || *timeout > '9' || *end || !ms || ms > MOST_TIMEOUT_MS) {
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_BAD_REQUEST,
				       "X-Request-Timeout-Ms is a number from 1 to %d",
				       MOST_TIMEOUT_MS);
		return false;
	}
	request->deadline = fcl_now_ns() + (uint64_t)ms * 1000000;
	return true;
}

/* Parses the request for the model currently served. Returns whether it matches the model. */
static bool infer_read_request(struct fcl_serve_exchange *exchange)
{
	struct fcl_serve_infer *infer = &exchange->infer;
	const struct fcl_serve_route *route = &exchange->route;
	struct fcl_err err = {0};
	int error;

	fcl_serve_infer_clear(infer);
	infer->model = fcl_serve_registry_get(exchange->server->registry, route->model,
					      route->version, &err);
	if (!infer->model) {
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_NOT_FOUND, "%s", err.text);
		return false;
	}
	if (!read_headers(exchange))
		return false;
	error = fcl_serve_infer_read(infer, exchange->body,
				     exchange->has_header ? exchange->header : exchange->body->size,
				     &err);
	if (error)
		fcl_serve_answer_error(&exchange->answer,
				       error == -ENOMEM ? MHD_HTTP_SERVICE_UNAVAILABLE
							: MHD_HTTP_BAD_REQUEST,
				       "%s", err.text);
	infer->request.done = infer_on_done;
	infer->request.data = exchange;
	return !error;
}

static void answer_push(struct fcl_serve_exchange *exchange, enum fcl_serve_push pushed)
{
	const char *name = exchange->route.model;

	if (pushed == FCL_SERVE_FULL)
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_TOO_MANY_REQUESTS,
				       "model '%s': its queue is full", name);
	else
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_SERVICE_UNAVAILABLE,
				       "model '%s' has no board left", name);
}

/*
 * The connection is suspended first, because another thread may finish the request at any time. If
 * the model was replaced after it was looked up, its successor takes the request.
 */
bool fcl_serve_exchange_infer(struct fcl_serve_exchange *exchange)
{
	enum fcl_serve_push pushed;

	if (!exchange->body) {
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_BAD_REQUEST,
				       "expected a body with an inference request");
		return true;
	}
	if (!infer_read_request(exchange))
		return true;
	MHD_suspend_connection(exchange->connection);
	do
		pushed = fcl_serve_queue_push(exchange->infer.model, &exchange->infer.request);
	while (pushed == FCL_SERVE_CLOSED && infer_read_request(exchange));
	if (pushed == FCL_SERVE_ACCEPTED)
		return false;
	if (pushed != FCL_SERVE_CLOSED)
		answer_push(exchange, pushed);
	exchange->answered = true;
	MHD_resume_connection(exchange->connection);
	return false;
}
