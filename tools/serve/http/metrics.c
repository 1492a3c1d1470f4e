/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/metrics.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/json.h"
#include "tools/serve/http/exchange.h"

/* In Prometheus' text format, all samples of a metric follow its type. */
struct metric {
	const char *name, *help;
	size_t offset; /* in struct fcl_serve_stats */
	double scale;
};

static const struct metric counters[] = {
	{"succeeded_requests_total", "inference requests that were answered with results",
	 offsetof(struct fcl_serve_stats, succeeded), 1},
	{"failed_requests_total", "inference requests that no board could run",
	 offsetof(struct fcl_serve_stats, failed), 1},
	{"expired_requests_total", "inference requests whose deadline passed in the queue",
	 offsetof(struct fcl_serve_stats, expired), 1},
	{"refused_requests_total", "inference requests that a full queue refused",
	 offsetof(struct fcl_serve_stats, refused), 1},
	{"retried_requests_total", "inference requests that were run again after a failure",
	 offsetof(struct fcl_serve_stats, retries), 1},
	{"items_total", "items of batches that were answered",
	 offsetof(struct fcl_serve_stats, items), 1},
	{"launches_total", "launches on boards", offsetof(struct fcl_serve_stats, launches), 1},
	{"queue_seconds_total", "time that answered requests waited in the queue",
	 offsetof(struct fcl_serve_stats, queue_ns), 1e-9},
	{"run_seconds_total", "time that answered requests were on a board",
	 offsetof(struct fcl_serve_stats, run_ns), 1e-9},
};

struct page {
	struct fcl_text *text;
	const struct metric *metric;
};

static void append_head(struct fcl_text *text, const char *name, const char *kind, const char *help)
{
	fcl_text_format(text, "# HELP fpgacl_serve_%s %s\n# TYPE fpgacl_serve_%s %s\n", name, help,
			name, kind);
}

static void append_counter(const struct fcl_serve_known *known, void *data)
{
	const struct page *page = data;

	for (unsigned i = 0; i < known->nmodels; i++) {
		const _Atomic uint64_t *value =
			(const _Atomic uint64_t *)((const char *)&known->models[i]->stats +
						   page->metric->offset);

		fcl_text_format(page->text, "fpgacl_serve_%s{model=\"%s\",version=\"%u\"} %.10g\n",
				page->metric->name, known->name, known->models[i]->version,
				(double)atomic_load(value) * page->metric->scale);
	}
}

static void append_queued(const struct fcl_serve_known *known, void *data)
{
	const struct page *page = data;

	for (unsigned i = 0; i < known->nmodels; i++) {
		struct fcl_serve_model *model = known->models[i];
		int64_t queued;

		pthread_mutex_lock(&model->lock);
		queued = model->queued;
		pthread_mutex_unlock(&model->lock);
		fcl_text_format(page->text,
				"fpgacl_serve_queued_items{model=\"%s\",version=\"%u\"} %" PRId64
				"\n",
				known->name, model->version, queued);
	}
}

/* Prometheus' buckets count everything up to their limit. */
static void append_stage(const struct page *page, const struct fcl_serve_model *model,
			 const char *stage, const struct fcl_serve_histogram *histogram)
{
	char labels[2 * FCL_SERVE_NAME], limit[32] = "+Inf";
	uint64_t count = 0;

	snprintf(labels, sizeof(labels), "model=\"%s\",version=\"%u\",stage=\"%s\"", model->name,
		 model->version, stage);
	for (unsigned i = 0; i <= FCL_SERVE_BUCKETS; i++) {
		count += histogram->counts[i];
		if (i < FCL_SERVE_BUCKETS)
			snprintf(limit, sizeof(limit), "%g", fcl_serve_bucket_limits[i]);
		else
			strcpy(limit, "+Inf");
		fcl_text_format(page->text,
				"fpgacl_serve_request_seconds_bucket{%s,le=\"%s\"} %" PRIu64 "\n",
				labels, limit, count);
	}
	fcl_text_format(page->text, "fpgacl_serve_request_seconds_sum{%s} %.9g\n", labels,
			(double)histogram->ns * 1e-9);
	fcl_text_format(page->text, "fpgacl_serve_request_seconds_count{%s} %" PRIu64 "\n", labels,
			count);
}

static void append_stages(const struct fcl_serve_known *known, void *data)
{
	static const char *const names[FCL_SERVE_STAGES] = {"queue", "input", "compute", "output",
							    "total"};

	for (unsigned i = 0; i < known->nmodels; i++) {
		struct fcl_serve_model *model = known->models[i];
		struct fcl_serve_histogram stages[FCL_SERVE_STAGES];

		pthread_mutex_lock(&model->lock);
		memcpy(stages, model->stats.stages, sizeof(stages));
		pthread_mutex_unlock(&model->lock);
		for (unsigned k = 0; k < FCL_SERVE_STAGES; k++)
			append_stage(data, model, names[k], &stages[k]);
	}
}

/* One sample for a model: whether any of its versions is ready. */
static void append_ready(const struct fcl_serve_known *known, void *data)
{
	const struct page *page = data;
	bool ready = false;

	for (unsigned i = 0; i < known->nmodels; i++)
		ready |= fcl_serve_model_is_ready(known->models[i]);
	fcl_text_format(page->text, "fpgacl_serve_model_ready{model=\"%s\"} %d\n", known->name,
			ready);
}

static void append_serving(const struct fcl_serve_known *known, void *data)
{
	const struct page *page = data;

	for (unsigned i = 0; i < known->nmodels; i++)
		fcl_text_format(page->text,
				"fpgacl_serve_model_boards{model=\"%s\",version=\"%u\"} %u\n",
				known->name, known->models[i]->version,
				fcl_serve_model_serving(known->models[i]));
	if (!known->nmodels)
		fcl_text_format(page->text, "fpgacl_serve_model_boards{model=\"%s\"} 0\n",
				known->name);
}

/* JSON's escapes serve for Prometheus' labels, too. */
static void append_board(struct fcl_text *text, const char *metric,
			 const struct fcl_serve_board *board, uint64_t value)
{
	fcl_text_format(text, "fpgacl_serve_%s{board=", metric);
	fcl_json_append(text, board->name);
	fcl_text_format(text, "} %" PRIu64 "\n", value);
}

static void append_boards(const struct fcl_serve_boards *boards, struct fcl_text *text)
{
	append_head(text, "board_up", "gauge", "whether the board works");
	for (unsigned i = 0; i < boards->count; i++)
		append_board(text, "board_up", &boards->boards[i],
			     !atomic_load(&boards->boards[i].lost));
	append_head(text, "board_returns_total", "counter", "how often a lost board came back");
	for (unsigned i = 0; i < boards->count; i++)
		append_board(text, "board_returns_total", &boards->boards[i],
			     atomic_load(&boards->boards[i].returns));
}

static void append_answers(struct fcl_serve_server *server, struct fcl_text *text)
{
	append_head(text, "http_answers_total", "counter", "answers by their status");
	for (unsigned code = 0; code < FCL_SERVE_CODES; code++)
		if (atomic_load(&server->answers[code]))
			fcl_text_format(
				text, "fpgacl_serve_http_answers_total{code=\"%u\"} %" PRIu64 "\n",
				code, atomic_load(&server->answers[code]));
}

static void append_clients(struct fcl_text *text)
{
	const struct fcl_serve_clients_counts counts = fcl_serve_clients_count();

	append_head(text, "connections", "gauge", "open connections");
	fcl_text_format(text, "fpgacl_serve_connections %" PRIu64 "\n", counts.open);
	append_head(text, "refused_connections_total", "counter",
		    "connections beyond their client's share");
	fcl_text_format(text, "fpgacl_serve_refused_connections_total %" PRIu64 "\n",
			counts.refused);
	append_head(text, "slow_exchanges_total", "counter",
		    "requests and answers that were ended because a client was too slow");
	fcl_text_format(text, "fpgacl_serve_slow_exchanges_total %" PRIu64 "\n", counts.slow);
}

static void append_process(struct fcl_text *text)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	fcl_text_format(text,
			"# HELP process_cpu_seconds_total CPU time of the worker\n"
			"# TYPE process_cpu_seconds_total counter\n"
			"process_cpu_seconds_total %.6f\n",
			(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
				(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
}

void fcl_serve_metrics(struct fcl_serve_server *server, struct fcl_text *text)
{
	struct page page = {text, NULL};

	for (size_t i = 0; i < sizeof(counters) / sizeof(*counters); i++) {
		page.metric = &counters[i];
		append_head(text, page.metric->name, "counter", page.metric->help);
		fcl_serve_registry_each(server->registry, append_counter, &page);
	}
	append_head(text, "queued_items", "gauge", "items that wait for a board");
	fcl_serve_registry_each(server->registry, append_queued, &page);
	append_head(text, "request_seconds", "histogram",
		    "times of answered inference requests: in the queue, of copies and kernels of "
		    "their launch, and in total");
	fcl_serve_registry_each(server->registry, append_stages, &page);
	append_head(text, "model_ready", "gauge", "whether the model is served");
	fcl_serve_registry_each(server->registry, append_ready, &page);
	append_head(text, "model_boards", "gauge", "boards that serve the model");
	fcl_serve_registry_each(server->registry, append_serving, &page);
	append_boards(server->registry->boards, text);
	append_answers(server, text);
	append_clients(text);
	append_process(text);
}
