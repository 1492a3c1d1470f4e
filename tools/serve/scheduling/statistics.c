/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/statistics.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

const double fcl_serve_bucket_limits[FCL_SERVE_BUCKETS] = {
	0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
	0.05,    0.1,    0.25,    0.5,    1,     2.5,    5,     10};

static void observe(struct fcl_serve_histogram *histogram, uint64_t ns)
{
	double seconds = (double)ns * 1e-9;
	unsigned bucket = 0;

	while (bucket < FCL_SERVE_BUCKETS && seconds > fcl_serve_bucket_limits[bucket])
		bucket++;
	histogram->counts[bucket]++;
	histogram->ns += ns;
}

void fcl_serve_stats_request(struct fcl_serve_stats *stats, uint64_t queue_ns, uint64_t total_ns,
			     const struct fcl_serve_times *times)
{
	observe(&stats->stages[FCL_SERVE_QUEUE], queue_ns);
	observe(&stats->stages[FCL_SERVE_INPUT_COPY], times->input_ns);
	observe(&stats->stages[FCL_SERVE_COMPUTE], times->compute_ns);
	observe(&stats->stages[FCL_SERVE_OUTPUT_COPY], times->output_ns);
	observe(&stats->stages[FCL_SERVE_TOTAL], total_ns);
}

/* Returns NULL if there are too many sizes, or no memory. */
static struct fcl_serve_batches *find_batches(struct fcl_serve_stats *stats, int64_t items)
{
	struct fcl_serve_batches *batches;
	unsigned at = 0;

	while (at < stats->nbatches && stats->batches[at].items < items)
		at++;
	if (at < stats->nbatches && stats->batches[at].items == items)
		return &stats->batches[at];
	if (stats->nbatches == FCL_SERVE_BATCH_SIZES)
		return NULL;
	batches = realloc(stats->batches, (stats->nbatches + 1) * sizeof(*batches));
	if (!batches)
		return NULL;
	stats->batches = batches;
	memmove(&batches[at + 1], &batches[at], (stats->nbatches - at) * sizeof(*batches));
	batches[at] = (struct fcl_serve_batches){.items = items};
	stats->nbatches++;
	return &batches[at];
}

void fcl_serve_stats_launch(struct fcl_serve_stats *stats, int64_t items,
			    const struct fcl_serve_times *times)
{
	struct fcl_serve_batches *batches = find_batches(stats, items);
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	stats->last_ms = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
	if (!batches)
		return;
	batches->launches++;
	batches->ns.input_ns += times->input_ns;
	batches->ns.compute_ns += times->compute_ns;
	batches->ns.output_ns += times->output_ns;
}

void fcl_serve_stats_free(struct fcl_serve_stats *stats)
{
	free(stats->batches);
}
