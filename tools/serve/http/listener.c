/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/listener.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/clock.h"
#include "tools/serve/http/exchange_work.h"

enum { HEADERS = 32 * 1024, SMALL_BODY = 64 * 1024, PAUSE_US = 5000 };

static enum MHD_Result send_answer(struct fcl_serve_exchange *exchange)
{
	struct fcl_serve_server *server = exchange->server;
	unsigned status;
	enum MHD_Result result;

	exchange->answer.close |= atomic_load(&server->draining);
	if (exchange->route.action == FCL_SERVE_METRICS && !exchange->answer.text.size)
		exchange->answer.text.failed = true;
	status = exchange->answer.status;
	fcl_serve_client_sends(exchange->client);
	result = fcl_serve_answer_send(&exchange->answer, exchange->connection);
	if (status < FCL_SERVE_CODES)
		atomic_fetch_add(&server->answers[status], 1);
	return result;
}

/* Answers before the body: libmicrohttpd then does not read it, and closes the connection. */
static enum MHD_Result listener_refuse(struct fcl_serve_exchange *exchange)
{
	exchange->answered = true;
	return send_answer(exchange);
}

static const char *header(const struct fcl_serve_exchange *exchange, const char *name)
{
	return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

/* Parses a number of at most `most`. Returns false if the text is not one. */
static bool listener_read_size(const char *text, uint64_t most, uint64_t *ret_size)
{
	char *end;

	errno = 0;
	*ret_size = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end)
		return false;
	if (errno || *ret_size > most)
		*ret_size = most + 1;
	return true;
}

static uint64_t most_body(const struct fcl_serve_exchange *exchange)
{
	return exchange->route.action == FCL_SERVE_INFER ? exchange->server->options->max_body
							 : SMALL_BODY;
}

static bool check_route(struct fcl_serve_exchange *exchange, const char *path, const char *method)
{
	struct fcl_serve_route *route = &exchange->route;
	bool is_get = !strcmp(method, "GET") || !strcmp(method, "HEAD");

	if (!fcl_serve_route_find(path, route)) {
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_NOT_FOUND, "no such path");
		return false;
	}
	if (route->posted ? !strcmp(method, "POST") : is_get)
		return true;
	fcl_serve_answer_error(&exchange->answer, MHD_HTTP_METHOD_NOT_ALLOWED, "expected %s",
			       route->posted ? "POST" : "GET");
	exchange->answer.allow = route->posted ? "POST" : "GET, HEAD";
	return false;
}

static enum MHD_Result count_framing(void *data, enum MHD_ValueKind kind, const char *name,
				     const char *value)
{
	unsigned *count = data;

	(void)kind;
	*count += !strcasecmp(name, "Content-Length");
	if (!strcasecmp(name, "Transfer-Encoding"))
		*count += value && !strcasecmp(value, "chunked") ? 1 : 2;
	return MHD_YES;
}

/*
 * Whether all servers on the way see the same end of the body (RFC 9112, 6.3): to one that sees
 * another one, the rest is a request of its own.
 */
static bool has_one_end(struct fcl_serve_exchange *exchange)
{
	unsigned count = 0;

	MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, count_framing, &count);
	if (count > 1)
		fcl_serve_answer_error(
			&exchange->answer, MHD_HTTP_BAD_REQUEST,
			"expected one Content-Length, or Transfer-Encoding: chunked alone");
	return count <= 1;
}

/* Checks the sizes announced in the headers. */
static bool check_sizes(struct fcl_serve_exchange *exchange, uint64_t *ret_length)
{
	const char *length = header(exchange, "Content-Length");
	const char *json = header(exchange, "Inference-Header-Content-Length");
	uint64_t most = most_body(exchange), size = 0;

	*ret_length = 0;
	if (length && (!listener_read_size(length, most, ret_length) || *ret_length > most)) {
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_CONTENT_TOO_LARGE,
				       "the body may have at most %" PRIu64 " bytes", most);
		return false;
	}
	exchange->has_header = json != NULL;
	if (json && (!listener_read_size(json, most, &size) || size > most ||
		     (length && size > *ret_length))) {
		fcl_serve_answer_error(
			&exchange->answer, MHD_HTTP_BAD_REQUEST,
			"Inference-Header-Content-Length: expected a number up to the body's length");
		return false;
	}
	exchange->header = (size_t)size;
	if (!header(exchange, "Content-Encoding"))
		return true;
	fcl_serve_answer_error(&exchange->answer, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
			       "compressed bodies (Content-Encoding) are not supported");
	return false;
}

static bool make_body(struct fcl_serve_exchange *exchange, uint64_t length)
{
	if (!length && !header(exchange, "Transfer-Encoding"))
		return true;
	exchange->body = fcl_serve_body_create((size_t)(length ? length : most_body(exchange)),
					       exchange->header,
					       fcl_serve_client_peer(exchange->client));
	if (!exchange->body)
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_SERVICE_UNAVAILABLE,
				       "no memory left for request bodies");
	return exchange->body != NULL;
}

/* Called when the headers have arrived. */
static enum MHD_Result listener_begin(struct fcl_serve_exchange *exchange, const char *path,
				      const char *method)
{
	struct fcl_serve_server *server = exchange->server;
	uint64_t length;

	if (!check_route(exchange, path, method))
		return listener_refuse(exchange);
	if (atomic_load(&server->draining) && exchange->route.posted) {
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_SERVICE_UNAVAILABLE,
				       "the worker is shutting down");
		return listener_refuse(exchange);
	}
	if (!has_one_end(exchange) || !check_sizes(exchange, &length) ||
	    !make_body(exchange, length))
		return listener_refuse(exchange);
	return MHD_YES;
}

/* If a body does not fit, reads and discards the rest, so that the client reads the answer. */
static void listener_receive(struct fcl_serve_exchange *exchange, const char *bytes, size_t size)
{
	struct fcl_serve_body *body = exchange->body;

	fcl_serve_client_got(exchange->client, size);
	if (exchange->too_large || exchange->no_memory || !body)
		return;
	if (size > most_body(exchange) - body->size)
		exchange->too_large = true;
	else if (!fcl_serve_body_append(body, bytes, size))
		exchange->no_memory = true;
}

/*
 * Whether another thread may answer. libmicrohttpd reads from a resumed connection if it wanted to
 * read when the connection was suspended, and then closes it without the answer if the client has
 * shut down its side. After a turn in which the complete request got no answer, it does not want to.
 */
static bool takes_a_turn(struct fcl_serve_exchange *exchange)
{
	enum fcl_serve_action action = exchange->route.action;
	bool first = !exchange->turned;

	exchange->turned = true;
	return first && !exchange->answered &&
	       (action == FCL_SERVE_INFER || action == FCL_SERVE_LOAD ||
		action == FCL_SERVE_UNLOAD);
}

/* Called when the whole request has arrived, or when a suspended connection is resumed. */
static enum MHD_Result listener_go_on(struct fcl_serve_exchange *exchange)
{
	if (exchange->infer.request.done && !exchange->answered) {
		fcl_serve_infer_answer(&exchange->infer, &exchange->answer);
		exchange->answered = true;
	}
	if (exchange->answered)
		return send_answer(exchange);
	if (takes_a_turn(exchange))
		return MHD_YES;
	fcl_serve_client_waits(exchange->client);
	if (exchange->too_large)
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_CONTENT_TOO_LARGE,
				       "the body may have at most %" PRIu64 " bytes",
				       most_body(exchange));
	else if (exchange->no_memory)
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_SERVICE_UNAVAILABLE,
				       "no memory left for request bodies");
	else if (!fcl_serve_exchange_work(exchange))
		return MHD_YES; /* suspended, and possibly resumed already */
	exchange->answered = true;
	return send_answer(exchange);
}

static struct fcl_serve_client *client_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
}

/* Called when the first line of a request has arrived. The exchange is created later. */
static void *on_line(void *data, const char *uri, struct MHD_Connection *connection)
{
	(void)data, (void)uri;
	fcl_serve_client_receives(client_of(connection));
	return NULL;
}

/* Returns NULL if out of memory, or if the connection has been ended. */
static struct fcl_serve_exchange *create_exchange(struct fcl_serve_server *server,
						  struct MHD_Connection *connection)
{
	struct fcl_serve_client *client = client_of(connection);
	struct fcl_serve_exchange *exchange = fcl_serve_client_has_ended(client)
						      ? NULL
						      : calloc(1, sizeof(*exchange));

	if (!exchange)
		return NULL;
	exchange->server = server;
	exchange->connection = connection;
	exchange->client = client;
	atomic_fetch_add(&server->open, 1);
	return exchange;
}

static enum MHD_Result on_request(void *data, struct MHD_Connection *connection, const char *path,
				  const char *method, const char *version, const char *bytes,
				  size_t *size, void **ret_exchange)
{
	struct fcl_serve_exchange *exchange = *ret_exchange;

	(void)version;
	if (!exchange) {
		exchange = create_exchange(data, connection);
		*ret_exchange = exchange;
		return exchange ? listener_begin(exchange, path, method) : MHD_NO;
	}
	if (*size) {
		listener_receive(exchange, bytes, *size);
		*size = 0;
		return MHD_YES;
	}
	return listener_go_on(exchange);
}

static void on_completed(void *data, struct MHD_Connection *connection, void **ret_exchange,
			 enum MHD_RequestTerminationCode how)
{
	struct fcl_serve_exchange *exchange = *ret_exchange;

	(void)data, (void)connection, (void)how;
	if (!exchange)
		return;
	*ret_exchange = NULL;
	fcl_serve_client_idles(exchange->client);
	fcl_serve_infer_clear(&exchange->infer);
	fcl_serve_body_release(exchange->body);
	fcl_serve_answer_free(&exchange->answer);
	atomic_fetch_sub(&exchange->server->open, 1);
	free(exchange);
}

static void on_connection(void *data, struct MHD_Connection *connection, void **ret_client,
			  enum MHD_ConnectionNotificationCode what)
{
	const union MHD_ConnectionInfo *info;

	(void)data;
	if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
		fcl_serve_client_remove(*ret_client);
		*ret_client = NULL;
		return;
	}
	info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	*ret_client = info ? fcl_serve_client_add(info->connect_fd) : NULL;
}

/* Disables libmicrohttpd's unescaping, because paths must be split before they are decoded. */
static size_t keep_escapes(void *data, struct MHD_Connection *connection, char *text)
{
	(void)data, (void)connection;
	return strlen(text);
}

int fcl_serve_server_start(struct fcl_serve_server *server, struct fcl_err *err)
{
	const struct fcl_serve_options *options = server->options;

	/*
	 * Not with epoll: the thread that quiesces and one that serves may both take the socket out
	 * of the set, and then libmicrohttpd (0.9.75) aborts.
	 */
	server->daemon = MHD_start_daemon(
		MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL,
		NULL, on_request, server, MHD_OPTION_LISTEN_SOCKET, server->socket->fd,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL, MHD_OPTION_NOTIFY_CONNECTION,
		on_connection, NULL, MHD_OPTION_URI_LOG_CALLBACK, on_line, NULL,
		MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL, MHD_OPTION_CONNECTION_LIMIT,
		options->connections, MHD_OPTION_CONNECTION_TIMEOUT, options->idle_s,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADERS, MHD_OPTION_THREAD_POOL_SIZE,
		options->threads > 1 ? options->threads : 0, MHD_OPTION_END);
	if (server->daemon)
		return 0;
	return fcl_err_set(err, -ENOMEM, "libmicrohttpd does not start: out of threads or memory");
}

void fcl_serve_server_drain(struct fcl_serve_server *server, unsigned seconds)
{
	uint64_t until = fcl_now_ns() + (uint64_t)seconds * 1000000000u;

	atomic_store(&server->draining, true);
	MHD_quiesce_daemon(server->daemon);
	/* libmicrohttpd's threads may still wait for it, so only close it after they have ended. */
	shutdown(server->socket->fd, SHUT_RDWR);
	while ((atomic_load(&server->open) || atomic_load(&server->changing)) &&
	       fcl_now_ns() < until)
		fcl_pause_us(PAUSE_US);
}

void fcl_serve_server_stop(struct fcl_serve_server *server)
{
	while (atomic_load(&server->changing))
		fcl_pause_us(PAUSE_US);
	MHD_stop_daemon(server->daemon);
	server->daemon = NULL;
	close(server->socket->fd); /* a quiesced daemon does not close the socket itself */
}
