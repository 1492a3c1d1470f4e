/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_STATISTICS_H
#define FCL_SERVE_STATISTICS_H

#include <stdatomic.h>
#include <stdint.h>

#include "tools/serve/boards/runner.h"

/* The parts of a request's time, and all of it. */
enum fcl_serve_stage {
	FCL_SERVE_QUEUE,       /* until a launch takes it */
	FCL_SERVE_INPUT_COPY,  /* of its launch, to the board */
	FCL_SERVE_COMPUTE,     /* from the start of the first kernel to the end of the last */
	FCL_SERVE_OUTPUT_COPY, /* to the memory from which it is answered */
	FCL_SERVE_TOTAL,
	FCL_SERVE_STAGES
};

enum { FCL_SERVE_BUCKETS = 17, FCL_SERVE_BATCH_SIZES = 1024 };

/* Upper limits of buckets in seconds; one more bucket has the rest. */
extern const double fcl_serve_bucket_limits[FCL_SERVE_BUCKETS];

struct fcl_serve_histogram {
	uint64_t counts[FCL_SERVE_BUCKETS + 1];
	uint64_t ns; /* sum */
};

/* Launches with the same number of items. */
struct fcl_serve_batches {
	int64_t items;
	uint64_t launches;
	struct fcl_serve_times ns; /* sums */
};

struct fcl_serve_stats {
	_Atomic uint64_t succeeded, failed, expired, refused; /* numbers of requests */
	_Atomic uint64_t items, launches, retries;
	_Atomic uint64_t queue_ns, run_ns; /* total times of successful requests */

	/* Guarded by the model's lock: */
	uint64_t failed_ns; /* total time of requests that failed or expired */
	uint64_t last_ms;   /* the end of the last launch, since 1970; 0: none */
	struct fcl_serve_histogram stages[FCL_SERVE_STAGES]; /* of successful requests */
	struct fcl_serve_batches
		*batches; /* by number of items; sizes beyond the limit are left out */
	unsigned nbatches;
};

/* The model's lock must be held. */
void fcl_serve_stats_request(struct fcl_serve_stats *stats, uint64_t queue_ns, uint64_t total_ns,
			     const struct fcl_serve_times *times);
void fcl_serve_stats_launch(struct fcl_serve_stats *stats, int64_t items,
			    const struct fcl_serve_times *times);
void fcl_serve_stats_free(struct fcl_serve_stats *stats);

#endif
