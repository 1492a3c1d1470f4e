/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "tools/serve/ops/note.h"
#include "tools/serve/scheduling/lane.h"
#include "tools/serve/scheduling/queue.h"

enum { OUTPUT_ALIGN = 64, MOST_DOUBLED = 6 };

/*
 * Delay before a model is retried on a board that is back. Doubled after each failure, up to half a
 * minute.
 */
#define FIRST_WAIT_NS UINT64_C(500000000)

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER; /* innermost lock */
static struct fcl_serve_model *list;

static void enlist(struct fcl_serve_model *model)
{
	pthread_mutex_lock(&list_lock);
	model->next_alive = list;
	list = model;
	pthread_mutex_unlock(&list_lock);
}

static void delist(struct fcl_serve_model *model)
{
	struct fcl_serve_model **at = &list;

	pthread_mutex_lock(&list_lock);
	while (*at != model)
		at = &(*at)->next_alive;
	*at = model->next_alive;
	pthread_mutex_unlock(&list_lock);
}

/* A model without references is about to be removed from the list. */
static bool try_ref(struct fcl_serve_model *model)
{
	unsigned refs = atomic_load(&model->refs);

	while (refs)
		if (atomic_compare_exchange_weak(&model->refs, &refs, refs + 1))
			return true;
	return false;
}

unsigned fcl_serve_models_get(struct fcl_serve_model **ret_models, unsigned most)
{
	unsigned count = 0;

	pthread_mutex_lock(&list_lock);
	for (struct fcl_serve_model *model = list; model && count < most; model = model->next_alive)
		if (try_ref(model))
			ret_models[count++] = model;
	pthread_mutex_unlock(&list_lock);
	return count;
}

unsigned fcl_serve_models_alive(void)
{
	unsigned count = 0;

	pthread_mutex_lock(&list_lock);
	for (const struct fcl_serve_model *model = list; model; model = model->next_alive)
		count++;
	pthread_mutex_unlock(&list_lock);
	return count;
}

size_t fcl_serve_output_offset(const struct fcl_serve_model *model, unsigned index, int64_t items)
{
	size_t offset = 0;

	for (unsigned i = 0; i < index; i++) {
		offset += model->description->outputs[i].item_size * (size_t)items;
		offset = (offset + OUTPUT_ALIGN - 1) / OUTPUT_ALIGN * OUTPUT_ALIGN;
	}
	return offset;
}

static void init_conds(struct fcl_serve_model *model)
{
	pthread_mutex_init(&model->lock, NULL);
	fcl_cond_init(&model->work);
	pthread_cond_init(&model->ended, NULL);
}

/*
 * Opens the model on a board; the caller keeps the engine. On failure returns NULL, with
 * *ret_refused set if the board refused the image.
 */
static struct fcl_serve_engine *open_engine(struct fcl_serve_model *model,
					    struct fcl_serve_board *board, bool *ret_refused,
					    struct fcl_serve_problems *problems)
{
	struct fcl_serve_engine *engine = NULL;

	*ret_refused = false;
	if (fcl_serve_board_works(board))
		engine = fcl_serve_engine_open(board, model->description, ret_refused, problems);
	else
		fcl_serve_complain(problems, "board %s is lost", board->name);
	return engine;
}

/* Skips boards that refuse the image, which is built for others. Any other problem is fatal. */
static bool open_engines(struct fcl_serve_model *model, struct fcl_serve_boards *boards,
			 struct fcl_serve_problems *problems)
{
	struct fcl_serve_problems refusals = {0};
	bool fits = true;

	model->engines = calloc(boards->count, sizeof(struct fcl_serve_engine *));
	for (unsigned i = 0; model->engines && i < boards->count && fits; i++) {
		struct fcl_serve_problems found = {0};
		struct fcl_serve_board *board = &boards->boards[i];
		bool refused;
		struct fcl_serve_engine *engine = open_engine(model, board, &refused, &found);

		if (engine)
			model->engines[model->nengines++] = engine;
		else if (refused)
			model->refused |= UINT64_C(1) << board->index;
		fits = engine || refused || !fcl_serve_board_works(board);
		if (!engine)
			fcl_serve_complain(fits ? &refusals : problems, "%s",
					   fcl_serve_problems_line(&found));
		fcl_serve_problems_free(&found);
	}
	if (!model->nengines && fits)
		fcl_serve_complain(problems, "%s", fcl_serve_problems_line(&refusals));
	fcl_serve_problems_free(&refusals);
	return fits && model->nengines;
}

static bool start_lanes(struct fcl_serve_model *model)
{
	bool done = true;

	for (unsigned i = 0; i < model->nengines && done; i++)
		done = fcl_serve_lanes_start(model, model->engines[i]);
	pthread_mutex_lock(&model->lock);
	model->started = done;
	pthread_mutex_unlock(&model->lock);
	return done;
}

struct fcl_serve_model *fcl_serve_model_start(const char *name, unsigned version,
					      struct fcl_serve_description *description,
					      struct fcl_serve_boards *boards,
					      struct fcl_serve_problems *problems)
{
	struct fcl_serve_model *model = calloc(1, sizeof(*model));

	if (!model) {
		fcl_serve_complain(problems, "out of memory");
		fcl_serve_description_free(description);
		return NULL;
	}
	atomic_init(&model->refs, 1);
	init_conds(model);
	enlist(model);
	snprintf(model->name, sizeof(model->name), "%s", name);
	model->version = version;
	model->description = description;
	if (open_engines(model, boards, problems)) {
		if (start_lanes(model))
			return model;
		fcl_serve_complain(problems, "no thread or memory for launches");
	}
	fcl_serve_model_stop(model);
	fcl_serve_model_unref(model);
	return NULL;
}

struct fcl_serve_model *fcl_serve_model_ref(struct fcl_serve_model *model)
{
	atomic_fetch_add(&model->refs, 1);
	return model;
}

void fcl_serve_model_unref(struct fcl_serve_model *model)
{
	if (!model || atomic_fetch_sub(&model->refs, 1) != 1)
		return;
	for (unsigned i = 0; i < model->nengines; i++)
		fcl_serve_engine_close(model->engines[i]);
	free(model->engines);
	for (unsigned i = 0; i < model->nlanes; i++)
		free(model->lanes[i]);
	free(model->lanes);
	fcl_serve_description_free(model->description);
	fcl_serve_stats_free(&model->stats);
	pthread_cond_destroy(&model->ended);
	pthread_cond_destroy(&model->work);
	pthread_mutex_destroy(&model->lock);
	delist(model);
	free(model);
}

static bool has_ended(const struct fcl_serve_model *model)
{
	for (unsigned i = 0; i < model->nlanes; i++)
		if (model->lanes[i]->running && !model->lanes[i]->given_up)
			return false;
	return true;
}

void fcl_serve_model_stop(struct fcl_serve_model *model)
{
	pthread_mutex_lock(&model->lock);
	model->closed = true;
	pthread_cond_broadcast(&model->work);
	while (!has_ended(model))
		pthread_cond_wait(&model->ended, &model->lock);
	pthread_mutex_unlock(&model->lock);
}

bool fcl_serve_model_is_ready(struct fcl_serve_model *model)
{
	bool ready;

	pthread_mutex_lock(&model->lock);
	ready = model->serving && !model->closed;
	pthread_mutex_unlock(&model->lock);
	return ready;
}

unsigned fcl_serve_model_boards(struct fcl_serve_model *model)
{
	unsigned count;

	pthread_mutex_lock(&model->lock);
	count = model->nengines;
	pthread_mutex_unlock(&model->lock);
	return count;
}

unsigned fcl_serve_model_serving(struct fcl_serve_model *model)
{
	uint64_t serving;

	pthread_mutex_lock(&model->lock);
	serving = model->closed ? 0 : model->serving;
	pthread_mutex_unlock(&model->lock);
	return (unsigned)__builtin_popcountll(serving);
}

/* model->lock must be held. */
static bool has_engine(const struct fcl_serve_model *model, const struct fcl_serve_board *board)
{
	for (unsigned i = 0; i < model->nengines; i++)
		if (model->engines[i]->board == board)
			return true;
	return false;
}

bool fcl_serve_model_is_on(struct fcl_serve_model *model, const struct fcl_serve_board *board)
{
	bool is_on;

	pthread_mutex_lock(&model->lock);
	is_on = has_engine(model, board) || !model->started;
	pthread_mutex_unlock(&model->lock);
	return is_on;
}

static bool may_join(struct fcl_serve_model *model, const struct fcl_serve_board *board)
{
	bool may;

	pthread_mutex_lock(&model->lock);
	may = model->started && !model->closed && !has_engine(model, board) &&
	      !(model->refused & UINT64_C(1) << board->index);
	pthread_mutex_unlock(&model->lock);
	return may;
}

/* Returns false if the model has been closed in the meantime. */
static bool adopt(struct fcl_serve_model *model, struct fcl_serve_engine *engine)
{
	bool adopted;

	pthread_mutex_lock(&model->lock);
	adopted = !model->closed;
	if (adopted)
		model->engines[model->nengines++] = engine;
	pthread_mutex_unlock(&model->lock);
	return adopted;
}

static bool is_due(struct fcl_serve_join *join, const struct fcl_serve_board *board)
{
	uint64_t returns = atomic_load(&board->returns);

	if (join->returns != returns)
		*join = (struct fcl_serve_join){.returns = returns};
	return fcl_now_ns() >= join->next_ns;
}

/*
 * For example, the board may be out of memory. That may last a while, so it is only reported once.
 */
static void join_failed(struct fcl_serve_model *model, const struct fcl_serve_board *board,
			bool refused, const char *why)
{
	struct fcl_serve_join *join = &model->joins[board->index];

	if (!join->failures)
		fcl_serve_note("model %s/%u: %s", model->name, model->version, why);
	join->next_ns = fcl_now_ns() + (FIRST_WAIT_NS << join->failures);
	if (join->failures < MOST_DOUBLED)
		join->failures++;
	pthread_mutex_lock(&model->lock);
	model->refused |= refused ? UINT64_C(1) << board->index : 0;
	pthread_mutex_unlock(&model->lock);
}

void fcl_serve_model_join(struct fcl_serve_model *model, struct fcl_serve_board *board)
{
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_engine *engine;
	bool refused;

	if (!may_join(model, board) || !is_due(&model->joins[board->index], board))
		return;
	engine = open_engine(model, board, &refused, &problems);
	if (!engine) {
		join_failed(model, board, refused, fcl_serve_problems_line(&problems));
	} else if (!adopt(model, engine)) {
		fcl_serve_engine_close(engine);
	} else {
		fcl_serve_lanes_start(model, engine);
		fcl_serve_note("model %s/%u: available on board %s again", model->name,
			       model->version, board->name);
	}
	fcl_serve_problems_free(&problems);
}

/*
 * Removes an engine without running lanes from the model, along with its lanes. NULL if there is
 * none.
 */
static struct fcl_serve_engine *take_idle(struct fcl_serve_model *model)
{
	struct fcl_serve_engine *engine = NULL;
	unsigned kept = 0;

	for (unsigned i = 0; i < model->nengines && !engine; i++)
		if (!fcl_serve_lanes_run(model, model->engines[i])) {
			engine = model->engines[i];
			model->engines[i] = model->engines[--model->nengines];
		}
	if (!engine)
		return NULL;
	for (unsigned i = 0; i < model->nlanes; i++)
		if (model->lanes[i]->engine == engine)
			free(model->lanes[i]);
		else
			model->lanes[kept++] = model->lanes[i];
	model->nlanes = kept;
	return engine;
}

void fcl_serve_model_prune(struct fcl_serve_model *model)
{
	struct fcl_serve_engine *engine;

	do {
		pthread_mutex_lock(&model->lock);
		engine = model->started && !model->closed ? take_idle(model) : NULL;
		pthread_mutex_unlock(&model->lock);
		fcl_serve_engine_close(engine);
	} while (engine);
}
