/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "tools/serve/ops/note.h"
#include "tools/serve/scheduling/memory.h"

enum { MOST_TRIES = 4 };

/* One step in priority is worth this much waiting time, so that no request waits forever. */
static const uint64_t PRIORITY_NS = 100 * 1000 * 1000;

/* A launch is checked for hanging kernels after this time. */
static const uint64_t HANG_CHECK_NS = 50 * 1000 * 1000;

/* Requests that have ended, to be reported after the lock is released. */
struct ending {
	struct fcl_serve_request *first;
};

static void end_request(struct ending *ending, struct fcl_serve_request *request,
			enum fcl_serve_outcome outcome)
{
	request->outcome = outcome;
	request->next = ending->first;
	ending->first = request;
}

static void hand_out(struct ending *ending)
{
	while (ending->first) {
		struct fcl_serve_request *request = ending->first;

		ending->first = request->next;
		request->next = NULL;
		request->done(request);
	}
}

static void queue_insert(struct fcl_serve_model *model, struct fcl_serve_request *request)
{
	struct fcl_serve_request **at = &model->first;

	while (*at && (*at)->rank <= request->rank)
		at = &(*at)->next;
	request->next = *at;
	*at = request;
	request->queued = true;
	model->queued += request->items;
	model->deadlines += request->deadline != 0;
}

static struct fcl_serve_request *queue_take_out(struct fcl_serve_model *model,
						struct fcl_serve_request **at)
{
	struct fcl_serve_request *request = *at;

	*at = request->next;
	request->next = NULL;
	request->queued = false;
	model->queued -= request->items;
	model->deadlines -= request->deadline != 0;
	return request;
}

static void expire(struct fcl_serve_model *model, uint64_t now, struct ending *ending)
{
	struct fcl_serve_request **at = &model->first;

	while (model->deadlines && *at)
		if ((*at)->deadline && (*at)->deadline <= now) {
			atomic_fetch_add(&model->stats.expired, 1);
			model->stats.failed_ns += now - (*at)->arrived;
			end_request(ending, queue_take_out(model, at), FCL_SERVE_EXPIRED);
		} else {
			at = &(*at)->next;
		}
}

enum fcl_serve_push fcl_serve_queue_push(struct fcl_serve_model *model,
					 struct fcl_serve_request *request)
{
	enum fcl_serve_push answer = FCL_SERVE_ACCEPTED;

	request->arrived = fcl_now_ns();
	request->rank = request->arrived + request->priority * PRIORITY_NS;
	pthread_mutex_lock(&model->lock);
	if (model->closed)
		answer = FCL_SERVE_CLOSED;
	else if (!model->serving)
		answer = FCL_SERVE_UNSERVED;
	else if (model->queued + request->items > model->description->max_queue)
		answer = FCL_SERVE_FULL;
	else
		queue_insert(model, request);
	if (answer == FCL_SERVE_ACCEPTED)
		pthread_cond_signal(&model->work);
	pthread_mutex_unlock(&model->lock);
	if (answer != FCL_SERVE_ACCEPTED)
		atomic_fetch_add(&model->stats.refused, 1);
	return answer;
}

/* A request that has failed on a board is only retried there if no other board is available. */
static bool queue_may_run(const struct fcl_serve_feeder *feeder,
			  const struct fcl_serve_request *request)
{
	uint64_t board = UINT64_C(1) << feeder->engine->board->index;

	return !(request->avoid & board) || !(feeder->model->serving & ~request->avoid);
}

static struct fcl_serve_request *first_for(const struct fcl_serve_feeder *feeder)
{
	struct fcl_serve_request *request = feeder->model->first;

	while (request && !queue_may_run(feeder, request))
		request = request->next;
	return request;
}

/* A request that has failed before runs alone, so that it cannot make others fail again. */
static bool joins(const struct fcl_serve_batch *batch, const struct fcl_serve_request *first,
		  const struct fcl_serve_request *request, int64_t most)
{
	if (!batch->count)
		return request == first;
	return !first->tries && !request->tries && request->items <= most - batch->items;
}

/* Whether waiting longer cannot enlarge the batch. */
static bool is_full(const struct fcl_serve_model *model, const struct fcl_serve_request *first)
{
	return first->tries || model->queued >= model->description->max_batch ||
	       !model->description->batches;
}

static bool add_entry(struct fcl_serve_batch *batch, struct fcl_serve_request *request)
{
	if (batch->count == batch->room) {
		unsigned room = batch->room ? 2 * batch->room : 16;
		void *larger = realloc(batch->entries, room * sizeof(*batch->entries));

		if (!larger)
			return false;
		batch->entries = larger;
		batch->room = room;
	}
	batch->entries[batch->count++] = (struct fcl_serve_entry){
		.request = request,
		.attempt = request->attempt,
		.memory = fcl_serve_memory_ref(request->memory),
		.inputs = request->inputs,
		.items = request->items,
	};
	batch->items += request->items;
	return true;
}

static void queue_collect(struct fcl_serve_feeder *feeder, struct fcl_serve_request *first,
			  uint64_t now)
{
	struct fcl_serve_model *model = feeder->model;
	struct fcl_serve_batch *batch = &feeder->batch;
	struct fcl_serve_request **at = &model->first;

	batch->count = 0;
	batch->items = 0;
	while (*at && batch->items < model->description->max_batch) {
		struct fcl_serve_request *request = *at;

		if (!queue_may_run(feeder, request) ||
		    !joins(batch, first, request, model->description->max_batch) ||
		    !add_entry(batch, request)) {
			at = &request->next;
			continue;
		}
		queue_take_out(model, at);
		if (!request->tries)
			request->queue_ns = now - request->arrived;
		if (!model->description->batches)
			break;
	}
}

/* Launches in progress may fail and requeue their requests, so feeders only end when none is left. */
static bool queue_is_over(const struct fcl_serve_model *model)
{
	if (!model->closed || model->first)
		return false;
	for (unsigned i = 0; i < model->nfeeders; i++)
		if (model->feeders[i]->busy && !model->feeders[i]->given_up)
			return false;
	return true;
}

/* Returns whether the feeder continues; it may not have a batch yet. */
static bool try_to_take(struct fcl_serve_feeder *feeder, struct ending *ending)
{
	struct fcl_serve_model *model = feeder->model;
	struct fcl_serve_request *first;
	uint64_t now = fcl_now_ns();

	expire(model, now, ending);
	first = first_for(feeder);
	if (queue_is_over(model))
		return false;
	if (ending->first)
		return true;
	if (!first) {
		pthread_cond_wait(&model->work, &model->lock);
		return true;
	}
	if (!is_full(model, first) && !model->closed &&
	    now < first->arrived + model->description->max_delay_ns) {
		fcl_cond_wait_until(&model->work, &model->lock,
				    first->arrived + model->description->max_delay_ns);
		return true;
	}
	queue_collect(feeder, first, now);
	feeder->busy = feeder->batch.count > 0;
	feeder->since = now;
	if (model->first)
		pthread_cond_signal(&model->work);
	if (!feeder->busy) /* no memory for the list of entries: retry later */
		fcl_cond_wait_until(&model->work, &model->lock, now + 1000000);
	return true;
}

bool fcl_serve_queue_take(struct fcl_serve_feeder *feeder)
{
	struct fcl_serve_model *model = feeder->model;
	bool goes_on = true;

	while (goes_on && !feeder->batch.count) {
		struct ending ending = {0};

		pthread_mutex_lock(&model->lock);
		goes_on = !feeder->withdrawn && try_to_take(feeder, &ending);
		pthread_mutex_unlock(&model->lock);
		hand_out(&ending);
	}
	return goes_on;
}

static void queue_fail(struct fcl_serve_model *model, struct fcl_serve_request *request,
		       enum fcl_serve_outcome outcome, struct ending *ending)
{
	atomic_fetch_add(&model->stats.failed, 1);
	model->stats.failed_ns += fcl_now_ns() - request->arrived;
	end_request(ending, request, outcome);
}

/*
 * Updates the mask of boards with a feeder that takes requests. Without any, nothing will run the
 * queued requests.
 */
static void count_serving(struct fcl_serve_model *model, struct ending *ending)
{
	model->serving = 0;
	for (unsigned i = 0; i < model->nfeeders; i++) {
		const struct fcl_serve_feeder *feeder = model->feeders[i];

		if (feeder->running && !feeder->given_up && !feeder->withdrawn)
			model->serving |= UINT64_C(1) << feeder->engine->board->index;
	}
	while (!model->serving && model->first)
		queue_fail(model, queue_take_out(model, &model->first), FCL_SERVE_NO_BOARD, ending);
}

/* Whether the entry's launch is the current attempt; otherwise its request may have been freed. */
static bool queue_is_current(const struct fcl_serve_entry *entry)
{
	return entry->request && entry->request->attempt == entry->attempt;
}

static void retry(struct fcl_serve_feeder *feeder, struct fcl_serve_entry *entry, cl_int status,
		  struct ending *ending)
{
	struct fcl_serve_model *model = feeder->model;
	struct fcl_serve_request *request = entry->request;

	request->attempt++;
	request->tries++;
	request->status = status;
	request->avoid |= UINT64_C(1) << feeder->engine->board->index;
	if (request->tries >= MOST_TRIES || !model->serving) {
		queue_fail(model, request, model->serving ? FCL_SERVE_FAILED : FCL_SERVE_NO_BOARD,
			   ending);
		return;
	}
	atomic_fetch_add(&model->stats.retries, 1);
	queue_insert(model, request);
}

static void succeed(struct fcl_serve_feeder *feeder, struct fcl_serve_entry *entry, uint64_t now,
		    struct ending *ending)
{
	struct fcl_serve_stats *stats = &feeder->model->stats;
	struct fcl_serve_request *request = entry->request;

	request->outputs = entry->outputs;
	entry->outputs = NULL;
	request->run_ns = now - feeder->since;
	atomic_fetch_add(&stats->succeeded, 1);
	atomic_fetch_add(&stats->items, (uint64_t)request->items);
	atomic_fetch_add(&stats->queue_ns, request->queue_ns);
	atomic_fetch_add(&stats->run_ns, request->run_ns);
	fcl_serve_stats_request(stats, request->queue_ns, now - request->arrived,
				&feeder->batch.times);
	end_request(ending, request, FCL_SERVE_OK);
}

/* If the feeder was abandoned, its requests have been moved already. */
static void queue_settle(struct fcl_serve_feeder *feeder, cl_int status, struct ending *ending)
{
	uint64_t now = fcl_now_ns();

	for (unsigned i = 0; i < feeder->batch.count && !feeder->given_up; i++) {
		struct fcl_serve_entry *entry = &feeder->batch.entries[i];

		if (!queue_is_current(entry))
			continue;
		if (status == CL_SUCCESS)
			succeed(feeder, entry, now, ending);
		else
			retry(feeder, entry, status, ending);
	}
}

static void clear_batch(struct fcl_serve_batch *batch)
{
	for (unsigned i = 0; i < batch->count; i++) {
		free(batch->entries[i].outputs);
		free(batch->entries[i].pointers);
		fcl_serve_memory_unref(batch->entries[i].memory);
	}
	batch->count = 0;
}

void fcl_serve_queue_finish(struct fcl_serve_feeder *feeder, cl_int status)
{
	struct fcl_serve_model *model = feeder->model;
	struct ending ending = {0};

	if (status == CL_SUCCESS)
		atomic_fetch_add(&model->stats.launches, 1);
	pthread_mutex_lock(&model->lock);
	if (status == CL_SUCCESS)
		fcl_serve_stats_launch(&model->stats, feeder->batch.items, &feeder->batch.times);
	queue_settle(feeder, status, &ending);
	feeder->busy = false;
	feeder->given_up = false;
	count_serving(model, &ending);
	if (status != CL_SUCCESS || model->closed)
		pthread_cond_broadcast(&model->work);
	pthread_mutex_unlock(&model->lock);
	clear_batch(&feeder->batch);
	hand_out(&ending);
}

void fcl_serve_queue_leave(struct fcl_serve_feeder *feeder)
{
	struct fcl_serve_model *model = feeder->model;
	struct ending ending = {0};

	pthread_mutex_lock(&model->lock);
	feeder->running = false;
	count_serving(model, &ending);
	pthread_cond_broadcast(&model->work);
	pthread_cond_broadcast(&model->ended);
	pthread_mutex_unlock(&model->lock);
	hand_out(&ending);
}

static void withdraw(struct fcl_serve_model *model, const struct fcl_serve_engine *engine,
		     struct ending *ending)
{
	for (unsigned i = 0; i < model->nfeeders; i++)
		if (model->feeders[i]->engine == engine)
			model->feeders[i]->withdrawn = true;
	count_serving(model, ending);
	pthread_cond_broadcast(&model->work);
}

/* Takes the requests away from a launch, which continues, or hangs, without them. */
static void queue_give_up(struct fcl_serve_feeder *feeder, struct ending *ending)
{
	struct fcl_serve_model *model = feeder->model;

	feeder->given_up = true;
	fcl_serve_note("model %s/%u: gave up on a launch on board %s after %.1f s", model->name,
		       model->version, feeder->engine->board->name,
		       (double)(fcl_now_ns() - feeder->since) / 1e9);
	count_serving(model, ending);
	for (unsigned i = 0; i < feeder->batch.count; i++) {
		struct fcl_serve_entry *entry = &feeder->batch.entries[i];

		retry(feeder, entry, CL_DEVICE_NOT_AVAILABLE, ending);
		entry->request = NULL;
	}
	pthread_cond_broadcast(&model->work);
	pthread_cond_broadcast(&model->ended);
}

/*
 * If one kernel of a pipeline has failed, the others wait for it and the pipeline makes no
 * progress.
 */
static void give_up_engine(struct fcl_serve_model *model, const struct fcl_serve_engine *engine,
			   const struct fcl_serve_feeder *but, struct ending *ending)
{
	withdraw(model, engine, ending);
	for (unsigned i = 0; i < model->nfeeders; i++) {
		struct fcl_serve_feeder *feeder = model->feeders[i];

		if (feeder != but && feeder->engine == engine && feeder->busy && !feeder->given_up)
			queue_give_up(feeder, ending);
	}
}

void fcl_serve_queue_withdraw(struct fcl_serve_feeder *feeder)
{
	struct ending ending = {0};

	pthread_mutex_lock(&feeder->model->lock);
	give_up_engine(feeder->model, feeder->engine, feeder, &ending);
	pthread_mutex_unlock(&feeder->model->lock);
	hand_out(&ending);
}

void fcl_serve_queue_close(struct fcl_serve_model *model, const struct fcl_serve_engine *engine)
{
	struct ending ending = {0};

	pthread_mutex_lock(&model->lock);
	withdraw(model, engine, &ending);
	pthread_mutex_unlock(&model->lock);
	hand_out(&ending);
}

static void check_feeder(struct fcl_serve_feeder *feeder, uint64_t now, uint64_t limit_ns,
			 struct ending *ending)
{
	/* Without requests, no launch would fail and so reveal that a board is lost. */
	if (atomic_load(&feeder->engine->board->lost) && !feeder->withdrawn)
		withdraw(feeder->model, feeder->engine, ending);
	if (!feeder->busy || feeder->given_up || now < feeder->since + HANG_CHECK_NS)
		return;
	if (fcl_serve_runner_hangs(feeder->runner))
		give_up_engine(feeder->model, feeder->engine, NULL, ending);
	else if (now > feeder->since + limit_ns)
		queue_give_up(feeder, ending);
}

void fcl_serve_queue_watch(struct fcl_serve_model *model, uint64_t limit_ns, uint64_t stopped_ns)
{
	struct ending ending = {0};
	uint64_t now = fcl_now_ns();

	pthread_mutex_lock(&model->lock);
	expire(model, now, &ending);
	for (unsigned i = 0; i < model->nfeeders; i++) {
		model->feeders[i]->since += model->feeders[i]->busy ? stopped_ns : 0;
		check_feeder(model->feeders[i], now, limit_ns, &ending);
	}
	pthread_mutex_unlock(&model->lock);
	hand_out(&ending);
}
