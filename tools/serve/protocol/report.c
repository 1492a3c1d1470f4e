/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/protocol/report.h"

#include <inttypes.h>

static void append_duration(struct fcl_text *text, const char *name, uint64_t count, uint64_t ns)
{
	fcl_text_format(text, "\"%s\":{\"count\":%" PRIu64 ",\"ns\":%" PRIu64 "}", name, count, ns);
}

static void append_requests(struct fcl_text *text, const struct fcl_serve_stats *stats)
{
	static const char *const names[FCL_SERVE_STAGES] = {"queue", "compute_input",
							    "compute_infer", "compute_output"};
	uint64_t count = atomic_load(&stats->succeeded);

	append_duration(text, "success", count, stats->stages[FCL_SERVE_TOTAL].ns);
	fcl_text_format(text, ",");
	append_duration(text, "fail", atomic_load(&stats->failed) + atomic_load(&stats->expired),
			stats->failed_ns);
	for (unsigned i = 0; i < FCL_SERVE_TOTAL; i++) {
		fcl_text_format(text, ",");
		append_duration(text, names[i], count, stats->stages[i].ns);
	}
	fcl_text_format(text, ",");
	append_duration(text, "cache_hit", 0, 0);
	fcl_text_format(text, ",");
	append_duration(text, "cache_miss", 0, 0);
}

static void append_batches(struct fcl_text *text, const struct fcl_serve_stats *stats)
{
	for (unsigned i = 0; i < stats->nbatches; i++) {
		const struct fcl_serve_batches *batches = &stats->batches[i];

		fcl_text_format(text, "%s{\"batch_size\":%" PRId64 ",", i ? "," : "",
				batches->items);
		append_duration(text, "compute_input", batches->launches, batches->ns.input_ns);
		fcl_text_format(text, ",");
		append_duration(text, "compute_infer", batches->launches, batches->ns.compute_ns);
		fcl_text_format(text, ",");
		append_duration(text, "compute_output", batches->launches, batches->ns.output_ns);
		fcl_text_format(text, "}");
	}
}

void fcl_serve_report_append(struct fcl_text *text, struct fcl_serve_model *model)
{
	const struct fcl_serve_stats *stats = &model->stats;

	pthread_mutex_lock(&model->lock);
	fcl_text_format(text,
			"{\"name\":\"%s\",\"version\":\"%u\",\"last_inference\":%" PRIu64
			",\"inference_count\":%" PRIu64 ",\"execution_count\":%" PRIu64
			",\"inference_stats\":{",
			model->name, model->version, stats->last_ms, atomic_load(&stats->items),
			atomic_load(&stats->launches));
	append_requests(text, stats);
	fcl_text_format(text, "},\"batch_stats\":[");
	append_batches(text, stats);
	fcl_text_format(text, "]}");
	pthread_mutex_unlock(&model->lock);
}
