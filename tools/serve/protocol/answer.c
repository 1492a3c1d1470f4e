/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/protocol/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

enum { JOINED = 64 * 1024 };

/* Freed by MHD when an answer has been sent. */
struct sent {
	struct fcl_text text;
	void *memory;
};

void fcl_serve_answer_error(struct fcl_serve_answer *answer, unsigned status, const char *format,
			    ...)
{
	char text[2048];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fcl_serve_answer_free(answer);
	answer->status = status;
	answer->retry = status == MHD_HTTP_TOO_MANY_REQUESTS ||
			status == MHD_HTTP_SERVICE_UNAVAILABLE;
	fcl_text_format(&answer->text, "{\"error\":");
	fcl_json_append(&answer->text, text);
	fcl_text_format(&answer->text, "}");
}

static void free_sent(void *data)
{
	struct sent *sent = data;

	fcl_text_free(&sent->text);
	free(sent->memory);
	free(sent);
}

/*
 * Short answers are sent in one piece with their headers. If the worker is killed, a client then
 * receives either a complete answer or none, and a front end can retry with another worker.
 */
static void join_tails(struct fcl_serve_answer *answer)
{
	size_t size = 0;

	for (unsigned i = 0; i < answer->ntails; i++)
		size += answer->tails[i].iov_len;
	if (!answer->ntails || size > JOINED || !fcl_text_reserve(&answer->text, size))
		return;
	for (unsigned i = 0; i < answer->ntails; i++)
		fcl_text_append(&answer->text, answer->tails[i].iov_base, answer->tails[i].iov_len);
	answer->ntails = 0;
}

static struct MHD_Response *answer_create(struct fcl_serve_answer *answer)
{
	struct MHD_IoVec parts[1 + FCL_SERVE_TAILS];
	struct sent *sent = malloc(sizeof(*sent));
	struct MHD_Response *response;

	if (!sent)
		return NULL;
	*sent = (struct sent){answer->text, answer->memory};
	parts[0] = (struct MHD_IoVec){sent->text.bytes, sent->text.size};
	memcpy(parts + 1, answer->tails, answer->ntails * sizeof(*parts));
	if (answer->ntails)
		response = MHD_create_response_from_iovec(parts, 1 + answer->ntails, free_sent,
							  sent);
	else
		response = MHD_create_response_from_buffer_with_free_callback_cls(
			sent->text.size, sent->text.bytes, free_sent, sent);
	if (!response) {
		free(sent);
		return NULL;
	}
	answer->text = (struct fcl_text){0};
	answer->memory = NULL;
	return response;
}

/* `length` is the length of the JSON if binary tensors follow it, else 0. */
static void add_headers(const struct fcl_serve_answer *answer, size_t length,
			struct MHD_Response *response)
{
	char number[24];

	MHD_add_response_header(response, "Content-Type",
				answer->type ? answer->type : "application/json");
	if (length) {
		snprintf(number, sizeof(number), "%zu", length);
		MHD_add_response_header(response, "Inference-Header-Content-Length", number);
	}
	if (answer->retry)
		MHD_add_response_header(response, "Retry-After", "1");
	if (answer->allow)
		MHD_add_response_header(response, "Allow", answer->allow);
	if (answer->close)
		MHD_add_response_header(response, "Connection", "close");
}

enum MHD_Result fcl_serve_answer_send(struct fcl_serve_answer *answer,
				      struct MHD_Connection *connection)
{
	struct MHD_Response *response;
	enum MHD_Result result;
	size_t length;

	if (answer->text.failed || !answer->text.size)
		fcl_serve_answer_error(answer, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory");
	length = answer->ntails ? answer->text.size : 0;
	join_tails(answer);
	response = answer->text.failed ? NULL : answer_create(answer);
	if (!response)
		return MHD_NO;
	add_headers(answer, length, response);
	result = MHD_queue_response(connection, answer->status, response);
	MHD_destroy_response(response);
	return result;
}

void fcl_serve_answer_free(struct fcl_serve_answer *answer)
{
	bool close = answer->close;

	fcl_text_free(&answer->text);
	free(answer->memory);
	*answer = (struct fcl_serve_answer){.close = close};
}
