/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/metrics.h"

#include <inttypes.h>
#include <stddef.h>
#include <sys/resource.h>

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
	const _Atomic uint64_t *value;

	if (!known->model)
		return;
	value = (const _Atomic uint64_t *)((const char *)&known->model->stats +
					   page->metric->offset);
	fcl_text_format(page->text, "fpgacl_serve_%s{model=\"%s\",version=\"%u\"} %.10g\n",
			page->metric->name, known->name, known->model->version,
			(double)atomic_load(value) * page->metric->scale);
}

static void append_queued(const struct fcl_serve_known *known, void *data)
{
	const struct page *page = data;
	int64_t queued;

	if (!known->model)
		return;
	pthread_mutex_lock(&known->model->lock);
	queued = known->model->queued;
	pthread_mutex_unlock(&known->model->lock);
	fcl_text_format(page->text,
			"fpgacl_serve_queued_items{model=\"%s\",version=\"%u\"} %" PRId64 "\n",
			known->name, known->model->version, queued);
}

static void append_ready(const struct fcl_serve_known *known, void *data)
{
	const struct page *page = data;

	fcl_text_format(page->text, "fpgacl_serve_model_ready{model=\"%s\"} %d\n", known->name,
			known->model && fcl_serve_model_is_ready(known->model));
}

static void append_serving(const struct fcl_serve_known *known, void *data)
{
	const struct page *page = data;

	fcl_text_format(page->text, "fpgacl_serve_model_boards{model=\"%s\"} %u\n", known->name,
			known->model ? fcl_serve_model_serving(known->model) : 0);
}

static void append_boards(const struct fcl_serve_boards *boards, struct fcl_text *text)
{
	append_head(text, "board_up", "gauge", "whether the board works");
	for (unsigned i = 0; i < boards->count; i++)
		fcl_text_format(text, "fpgacl_serve_board_up{board=\"%s\"} %d\n",
				boards->boards[i].name, !atomic_load(&boards->boards[i].lost));
	append_head(text, "board_returns_total", "counter", "how often a lost board came back");
	for (unsigned i = 0; i < boards->count; i++)
		fcl_text_format(text,
				"fpgacl_serve_board_returns_total{board=\"%s\"} %" PRIu64 "\n",
				boards->boards[i].name, atomic_load(&boards->boards[i].returns));
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
	append_head(text, "model_ready", "gauge", "whether the model is served");
	fcl_serve_registry_each(server->registry, append_ready, &page);
	append_head(text, "model_boards", "gauge", "boards that serve the model");
	fcl_serve_registry_each(server->registry, append_serving, &page);
	append_boards(server->registry->boards, text);
	append_answers(server, text);
	append_clients(text);
	append_process(text);
}
