/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_QUEUE_H
#define FCL_SERVE_QUEUE_H

#include "tools/serve/scheduling/model.h"

enum fcl_serve_push { FCL_SERVE_ACCEPTED, FCL_SERVE_FULL, FCL_SERVE_CLOSED, FCL_SERVE_UNSERVED };

/* Only if it returns FCL_SERVE_ACCEPTED is done() called, perhaps before it returns. */
enum fcl_serve_push fcl_serve_queue_push(struct fcl_serve_model *model,
					 struct fcl_serve_request *request);

/*
 * Waits until there is a batch for the lane, and takes it. False: there will be none, and the lane ends.
 * A batch is taken when it is full, or when its first request has waited for `max_delay_us`.
 */
bool fcl_serve_queue_take(struct fcl_serve_lane *lane);

/* The lane's launch has ended: answers its requests, or queues them again. */
void fcl_serve_queue_finish(struct fcl_serve_lane *lane, cl_int status);

/* The lane's thread ends. */
void fcl_serve_queue_leave(struct fcl_serve_lane *lane);

/*
 * The lane's board, or its image there, takes no more launches, and those of its other lanes do not
 * count. Requests that no board can run end.
 */
void fcl_serve_queue_withdraw(struct fcl_serve_lane *lane);

/* The lanes of an engine take no more launches, and end. */
void fcl_serve_queue_close(struct fcl_serve_model *model, const struct fcl_serve_engine *engine);

/*
 * For the watch: ends requests whose deadline has passed, leaves boards that are lost, and gives up launches that
 * take longer than `limit_ns`, or of which a command has failed while others hang: their requests run
 * elsewhere. `stopped_ns`: how long the whole process stood still since the last call, which does not count.
 */
void fcl_serve_queue_watch(struct fcl_serve_model *model, uint64_t limit_ns, uint64_t stopped_ns);

#endif
