/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/scheduling/lane.h"
#include "tools/serve/scheduling/queue.h"

enum { OUTPUT_ALIGN = 64 };

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER; /* taken alone */
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

/* A model without references is about to leave the list. */
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
	pthread_condattr_t monotonic;

	pthread_mutex_init(&model->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&model->work, &monotonic);
	pthread_cond_init(&model->ended, NULL);
	pthread_condattr_destroy(&monotonic);
}

/* Boards that refuse the image are left out: it is for others. What else does not fit ends it all. */
static bool open_engines(struct fcl_serve_model *model, struct fcl_serve_boards *boards,
			 struct fcl_serve_problems *problems)
{
	struct fcl_serve_problems refusals = {0};
	bool fits = true;

	model->engines = calloc(boards->count, sizeof(struct fcl_serve_engine *));
	for (unsigned i = 0; model->engines && i < boards->count && fits; i++) {
		struct fcl_serve_problems found = {0};
		struct fcl_serve_engine *engine = NULL;
		bool refused = true;

		if (fcl_serve_board_works(&boards->boards[i]))
			engine = fcl_serve_engine_open(&boards->boards[i], model->description,
						       &refused, &found);
		else
			fcl_serve_complain(&found, "board %s is lost", boards->boards[i].name);
		if (engine)
			model->engines[model->nengines++] = engine;
		refused |= !engine && !fcl_serve_board_works(&boards->boards[i]);
		fits = engine || refused;
		if (!engine)
			fcl_serve_complain(refused ? &refusals : problems, "%s",
					   fcl_serve_problems_line(&found));
		fcl_serve_problems_free(&found);
	}
	if (!model->nengines && fits)
		fcl_serve_complain(problems, "%s", fcl_serve_problems_line(&refusals));
	fcl_serve_problems_free(&refusals);
	return fits && model->nengines;
}

/* The watch sees the model already. */
static bool create_lanes(struct fcl_serve_model *model)
{
	struct fcl_serve_lane *lanes;
	unsigned count = 0, at = 0;

	for (unsigned i = 0; i < model->nengines; i++)
		count += model->engines[i]->nslots;
	lanes = calloc(count, sizeof(*lanes));
	if (!lanes)
		return false;
	for (unsigned i = 0; i < model->nengines; i++)
		for (unsigned k = 0; k < model->engines[i]->nslots; k++)
			lanes[at++] = (struct fcl_serve_lane){.model = model,
							      .engine = model->engines[i],
							      .slot = model->engines[i]->slots[k],
							      .running = true};
	pthread_mutex_lock(&model->lock);
	model->lanes = lanes;
	model->nlanes = count;
	for (unsigned i = 0; i < model->nengines; i++)
		model->serving |= UINT64_C(1) << model->engines[i]->board->index;
	pthread_mutex_unlock(&model->lock);
	return true;
}

static bool start_lanes(struct fcl_serve_model *model)
{
	if (!create_lanes(model))
		return false;
	for (unsigned i = 0; i < model->nlanes; i++) {
		if (!fcl_serve_lane_start(&model->lanes[i]))
			continue;
		pthread_mutex_lock(&model->lock);
		for (; i < model->nlanes; i++)
			model->lanes[i].running = false;
		pthread_mutex_unlock(&model->lock);
		return false;
	}
	return true;
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
	free(model->lanes);
	fcl_serve_description_free(model->description);
	pthread_cond_destroy(&model->ended);
	pthread_cond_destroy(&model->work);
	pthread_mutex_destroy(&model->lock);
	delist(model);
	free(model);
}

static bool has_ended(const struct fcl_serve_model *model)
{
	for (unsigned i = 0; i < model->nlanes; i++)
		if (model->lanes[i].running && !model->lanes[i].given_up)
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
