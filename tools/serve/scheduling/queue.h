/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_QUEUE_H
#define FCL_SERVE_QUEUE_H

#include "tools/serve/scheduling/model.h"

enum fcl_serve_push { FCL_SERVE_ACCEPTED, FCL_SERVE_FULL, FCL_SERVE_CLOSED, FCL_SERVE_UNSERVED };

/* Calls done() only if it returns FCL_SERVE_ACCEPTED, possibly before it returns. */
enum fcl_serve_push fcl_serve_queue_push(struct fcl_serve_model *model,
					 struct fcl_serve_request *request);

/*
 * Waits for a batch for the feeder and takes it. A batch is taken when it is full, or when its first
 * request has waited for `max_delay_us`. Returns false if there will be none; the feeder then ends.
 */
bool fcl_serve_queue_take(struct fcl_serve_feeder *feeder);

/* Called when the feeder's launch has ended: answers its requests, or queues them again. */
void fcl_serve_queue_finish(struct fcl_serve_feeder *feeder, cl_int status);

/* Called when the feeder's thread ends. */
void fcl_serve_queue_leave(struct fcl_serve_feeder *feeder);

/*
 * Stops launching on the feeder's board, or its image there; the launches of its other feeders no
 * longer count. Requests that no board can run are ended.
 */
void fcl_serve_queue_withdraw(struct fcl_serve_feeder *feeder);

/* Makes an engine's feeders end without taking further launches. */
void fcl_serve_queue_close(struct fcl_serve_model *model, const struct fcl_serve_engine *engine);

/*
 * Called by the watch: ends requests past their deadline, leaves lost boards, and abandons launches
 * that take longer than `limit_ns`, or in which a command has failed while others hang; their
 * requests run elsewhere. `stopped_ns` is how long the whole process was stopped since the last
 * call, which does not count.
 */
void fcl_serve_queue_watch(struct fcl_serve_model *model, uint64_t limit_ns, uint64_t stopped_ns);

#endif
