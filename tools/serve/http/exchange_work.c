/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/exchange_work.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/thread.h"
#include "tools/serve/http/exchange_infer.h"
#include "tools/serve/http/metrics.h"
#include "tools/serve/http/ready.h"
#include "tools/serve/protocol/report.h"
#include "tools/serve/repository/json.h"
#include "tools/serve/scheduling/queue.h"

enum { MOST_CHANGES = 16 };

static void answer_metadata(struct fcl_serve_answer *answer)
{
	answer->status = MHD_HTTP_OK;
	fcl_text_format(
		&answer->text,
		"{\"name\":\"fpgacl serve\",\"version\":\"" FPGACL_VERSION "\",\"extensions\":"
		"[\"binary_tensor_data\",\"model_repository\",\"schedule_policy\",\"statistics\"]}");
}

static void answer_live(struct fcl_serve_answer *answer)
{
	answer->status = MHD_HTTP_OK;
	fcl_text_format(&answer->text, "{\"live\":true}");
}

static void answer_ready(struct fcl_serve_exchange *exchange)
{
	const char *why = fcl_serve_server_unready(exchange->server);

	if (why) {
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_SERVICE_UNAVAILABLE, "%s", why);
	} else {
		exchange->answer.status = MHD_HTTP_OK;
		fcl_text_format(&exchange->answer.text, "{\"ready\":true}");
	}
}

/* Returns a new reference; NULL: the answer has the reason. */
static struct fcl_serve_model *get_model(struct fcl_serve_exchange *exchange)
{
	struct fcl_err err = {0};
	struct fcl_serve_model *model = fcl_serve_registry_get(
		exchange->server->registry, exchange->route.model, exchange->route.version, &err);

	if (!model)
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_NOT_FOUND, "%s", err.text);
	return model;
}

static void append_tensors(struct fcl_text *text, const char *name,
			   const struct fcl_serve_tensor *tensors, unsigned count)
{
	fcl_text_format(text, ",\"%s\":[", name);
	for (unsigned i = 0; i < count; i++) {
		fcl_text_format(text, "%s{\"name\":", i ? "," : "");
		fcl_json_append(text, tensors[i].name);
		fcl_text_format(text, ",\"datatype\":\"%s\",\"shape\":[", tensors[i].type->name);
		for (unsigned k = 0; k < tensors[i].ndimensions; k++)
			fcl_text_format(text, "%s%" PRId64, k ? "," : "", tensors[i].shape[k]);
		fcl_text_format(text, "]}");
	}
	fcl_text_format(text, "]");
}

static void answer_model(struct fcl_serve_exchange *exchange)
{
	struct fcl_serve_model *model = get_model(exchange);
	struct fcl_text *text = &exchange->answer.text;
	unsigned versions[FCL_SERVE_VERSIONS], count;

	if (!model)
		return;
	exchange->answer.status = MHD_HTTP_OK;
	fcl_text_format(text, "{\"name\":\"%s\",\"versions\":[", model->name);
	count = fcl_serve_registry_versions(exchange->server->registry, model->name, versions);
	for (unsigned i = 0; i < count; i++)
		fcl_text_format(text, "%s\"%u\"", i ? "," : "", versions[i]);
	fcl_text_format(text, "],\"platform\":\"fpgacl_opencl\"");
	append_tensors(text, "inputs", model->description->inputs, model->description->ninputs);
	append_tensors(text, "outputs", model->description->outputs, model->description->noutputs);
	fcl_text_format(text, "}");
	fcl_serve_model_unref(model);
}

static void answer_model_ready(struct fcl_serve_exchange *exchange)
{
	struct fcl_serve_model *model = get_model(exchange);

	if (!model)
		return;
	if (fcl_serve_model_is_ready(model)) {
		exchange->answer.status = MHD_HTTP_OK;
		fcl_text_format(&exchange->answer.text, "{\"name\":\"%s\",\"ready\":true}",
				model->name);
	} else {
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_SERVICE_UNAVAILABLE,
				       "model '%s' has no board left", model->name);
	}
	fcl_serve_model_unref(model);
}

struct index {
	struct fcl_text *text;
	bool ready_only;
	const char *comma;
};

/* `model` is NULL if no version of it is served. */
static void append_version(struct index *index, const char *name, struct fcl_serve_model *model,
			   const char *reason)
{
	bool ready = model && fcl_serve_model_is_ready(model);

	if (index->ready_only && !ready)
		return;
	fcl_text_format(index->text, "%s{\"name\":\"%s\",", index->comma, name);
	if (model)
		fcl_text_format(index->text, "\"version\":\"%u\",", model->version);
	fcl_text_format(index->text,
			"\"state\":\"%s\",\"reason\":", ready ? "READY" : "UNAVAILABLE");
	fcl_json_append(index->text, ready ? "" : reason);
	fcl_text_format(index->text, "}");
	index->comma = ",";
}

static void append_known(const struct fcl_serve_known *known, void *data)
{
	for (unsigned i = 0; i < known->nmodels; i++)
		append_version(data, known->name, known->models[i], "no board is left");
	if (!known->nmodels || known->failed)
		append_version(data, known->name, NULL, known->reason);
}

struct statistics {
	struct fcl_text *text;
	const struct fcl_serve_route *route;
	const char *comma;
};

static void append_statistics(const struct fcl_serve_known *known, void *data)
{
	struct statistics *statistics = data;
	const struct fcl_serve_route *route = statistics->route;

	if (*route->model && strcmp(route->model, known->name) != 0)
		return;
	for (unsigned i = 0; i < known->nmodels; i++) {
		if (route->version && known->models[i]->version != route->version)
			continue;
		fcl_text_format(statistics->text, "%s", statistics->comma);
		fcl_serve_report_append(statistics->text, known->models[i]);
		statistics->comma = ",";
	}
}

static void answer_statistics(struct fcl_serve_exchange *exchange)
{
	struct statistics statistics = {&exchange->answer.text, &exchange->route, ""};
	struct fcl_serve_model *model = *exchange->route.model ? get_model(exchange) : NULL;

	if (*exchange->route.model && !model)
		return;
	fcl_serve_model_unref(model);
	exchange->answer.status = MHD_HTTP_OK;
	fcl_text_format(&exchange->answer.text, "{\"model_stats\":[");
	fcl_serve_registry_each(exchange->server->registry, append_statistics, &statistics);
	fcl_text_format(&exchange->answer.text, "]}");
}

/*
 * The optional JSON body of a POST to the repository; NULL, with an answer, if it is not a JSON
 * object.
 */
static json_t *small_body(struct fcl_serve_exchange *exchange)
{
	const struct fcl_serve_body *body = exchange->body;
	struct fcl_err err = {0};
	json_t *root;

	if (!body || !body->size)
		return json_object();
	root = fcl_serve_json_load(body->bytes, body->size, NULL, &err);
	if (!root)
		fcl_serve_answer_error(&exchange->answer,
				       err.code == -ENOMEM ? MHD_HTTP_SERVICE_UNAVAILABLE
							   : MHD_HTTP_BAD_REQUEST,
				       "%s", err.text);
	else if (!json_is_object(root))
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_BAD_REQUEST,
				       "expected a JSON object");
	if (json_is_object(root))
		return root;
	json_decref(root);
	return NULL;
}

static void answer_index(struct fcl_serve_exchange *exchange)
{
	struct index index = {&exchange->answer.text, false, ""};
	json_t *root = small_body(exchange);

	if (!root)
		return;
	index.ready_only = json_is_true(json_object_get(root, "ready"));
	json_decref(root);
	fcl_serve_registry_scan(exchange->server->registry);
	exchange->answer.status = MHD_HTTP_OK;
	fcl_text_format(&exchange->answer.text, "[");
	fcl_serve_registry_each(exchange->server->registry, append_known, &index);
	fcl_text_format(&exchange->answer.text, "]");
}

/* Runs on its own thread, because boards may take seconds. */
static void *exchange_change(void *data)
{
	struct fcl_serve_exchange *exchange = data;
	struct fcl_serve_server *server = exchange->server;
	const char *name = exchange->route.model;
	struct fcl_err err = {0};
	int error;

	if (exchange->route.action == FCL_SERVE_LOAD)
		error = fcl_serve_registry_load(server->registry, name, &err);
	else
		error = fcl_serve_registry_unload(server->registry, name, &err);
	if (error) {
		fcl_serve_answer_error(&exchange->answer,
				       error == -ENOENT ? MHD_HTTP_NOT_FOUND : MHD_HTTP_BAD_REQUEST,
				       "%s", err.text);
	} else {
		exchange->answer.status = MHD_HTTP_OK;
		fcl_text_format(&exchange->answer.text, "{}");
	}
	exchange->answered = true;
	MHD_resume_connection(exchange->connection);
	atomic_fetch_sub(&server->changing, 1);
	return NULL;
}

/* Returns whether there is already an answer. */
static bool start_change(struct fcl_serve_exchange *exchange)
{
	struct fcl_serve_server *server = exchange->server;
	json_t *root = small_body(exchange);

	if (root && json_object_get(root, "parameters") &&
	    exchange->route.action == FCL_SERVE_LOAD) {
		json_decref(root);
		fcl_serve_answer_error(
			&exchange->answer, MHD_HTTP_BAD_REQUEST,
			"load takes no parameters: a model is defined by its folder");
		return true;
	}
	if (!root)
		return true;
	json_decref(root);
	if (atomic_fetch_add(&server->changing, 1) >= MOST_CHANGES) {
		atomic_fetch_sub(&server->changing, 1);
		fcl_serve_answer_error(&exchange->answer, MHD_HTTP_SERVICE_UNAVAILABLE,
				       "%d loads and unloads are already in progress",
				       MOST_CHANGES);
		return true;
	}
	MHD_suspend_connection(exchange->connection);
	if (!fcl_thread_start(exchange_change, exchange))
		return false;
	atomic_fetch_sub(&server->changing, 1);
	fcl_serve_answer_error(&exchange->answer, MHD_HTTP_SERVICE_UNAVAILABLE,
			       "cannot start a thread for this request");
	exchange->answered = true;
	MHD_resume_connection(exchange->connection);
	return false;
}

bool fcl_serve_exchange_work(struct fcl_serve_exchange *exchange)
{
	switch (exchange->route.action) {
	case FCL_SERVE_METADATA:
		answer_metadata(&exchange->answer);
		return true;
	case FCL_SERVE_LIVE:
		answer_live(&exchange->answer);
		return true;
	case FCL_SERVE_READY:
		answer_ready(exchange);
		return true;
	case FCL_SERVE_MODEL:
		answer_model(exchange);
		return true;
	case FCL_SERVE_MODEL_READY:
		answer_model_ready(exchange);
		return true;
	case FCL_SERVE_INDEX:
		answer_index(exchange);
		return true;
	case FCL_SERVE_METRICS:
		exchange->answer.status = MHD_HTTP_OK;
		exchange->answer.type = "text/plain; version=0.0.4";
		fcl_serve_metrics(exchange->server, &exchange->answer.text);
		return true;
	case FCL_SERVE_STATISTICS:
		answer_statistics(exchange);
		return true;
	case FCL_SERVE_INFER:
		return fcl_serve_exchange_infer(exchange);
	case FCL_SERVE_LOAD:
	case FCL_SERVE_UNLOAD:
		return start_change(exchange);
	}
	return false;
}
