/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/placement.h"

#include <stdlib.h>

#include "base/clock.h"
#include "tools/serve/boards/engine_open.h"
#include "tools/serve/ops/note.h"
#include "tools/serve/scheduling/feeder.h"

enum { MOST_DOUBLED = 6 };

/*
 * Delay before a model is retried on a board that is back. Doubled after each failure, up to half a
 * minute.
 */
#define FIRST_WAIT_NS UINT64_C(500000000)

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

static bool start_feeders(struct fcl_serve_model *model)
{
	bool done = true;

	for (unsigned i = 0; i < model->nengines && done; i++)
		done = fcl_serve_feeders_start(model, model->engines[i]);
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
	struct fcl_serve_model *model = fcl_serve_model_create(name, version, description);

	if (!model) {
		fcl_serve_complain(problems, "out of memory");
		return NULL;
	}
	if (open_engines(model, boards, problems)) {
		if (start_feeders(model))
			return model;
		fcl_serve_complain(problems, "no thread or memory for launches");
	}
	fcl_serve_model_stop(model);
	fcl_serve_model_unref(model);
	return NULL;
}

static bool placement_may_join(struct fcl_serve_model *model, const struct fcl_serve_board *board)
{
	bool may;

	pthread_mutex_lock(&model->lock);
	may = model->started && !model->closed && !fcl_serve_model_has_engine(model, board) &&
	      !(model->refused & UINT64_C(1) << board->index);
	pthread_mutex_unlock(&model->lock);
	return may;
}

/* Returns false if the model has been closed in the meantime. */
static bool placement_adopt(struct fcl_serve_model *model, struct fcl_serve_engine *engine)
{
	bool adopted;

	pthread_mutex_lock(&model->lock);
	adopted = !model->closed;
	if (adopted)
		model->engines[model->nengines++] = engine;
	pthread_mutex_unlock(&model->lock);
	return adopted;
}

static bool placement_is_due(struct fcl_serve_join *join, const struct fcl_serve_board *board)
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

	if (!placement_may_join(model, board) ||
	    !placement_is_due(&model->joins[board->index], board))
		return;
	engine = open_engine(model, board, &refused, &problems);
	if (!engine) {
		join_failed(model, board, refused, fcl_serve_problems_line(&problems));
	} else if (!placement_adopt(model, engine)) {
		fcl_serve_engine_close(engine);
	} else {
		fcl_serve_feeders_start(model, engine);
		fcl_serve_note("model %s/%u: available on board %s again", model->name,
			       model->version, board->name);
	}
	fcl_serve_problems_free(&problems);
}

/*
 * Removes an engine without running feeders from the model, along with its feeders. NULL if there is
 * none.
 */
static struct fcl_serve_engine *placement_take_idle(struct fcl_serve_model *model)
{
	struct fcl_serve_engine *engine = NULL;
	unsigned kept = 0;

	for (unsigned i = 0; i < model->nengines && !engine; i++)
		if (!fcl_serve_feeders_run(model, model->engines[i])) {
			engine = model->engines[i];
			model->engines[i] = model->engines[--model->nengines];
		}
	if (!engine)
		return NULL;
	for (unsigned i = 0; i < model->nfeeders; i++)
		if (model->feeders[i]->engine == engine)
			free(model->feeders[i]);
		else
			model->feeders[kept++] = model->feeders[i];
	model->nfeeders = kept;
	return engine;
}

void fcl_serve_model_prune(struct fcl_serve_model *model)
{
	struct fcl_serve_engine *engine;

	do {
		pthread_mutex_lock(&model->lock);
		engine = model->started && !model->closed ? placement_take_idle(model) : NULL;
		pthread_mutex_unlock(&model->lock);
		fcl_serve_engine_close(engine);
	} while (engine);
}
