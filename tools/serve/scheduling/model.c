/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/model.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/thread.h"
#include "tools/serve/boards/engine_open.h"
#include "tools/serve/repository/description_read.h"

enum { OUTPUT_ALIGN = 64 };

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER; /* innermost lock */
static struct fcl_serve_model *list;

static void model_enlist(struct fcl_serve_model *model)
{
	pthread_mutex_lock(&list_lock);
	model->next_alive = list;
	list = model;
	pthread_mutex_unlock(&list_lock);
}

static void model_delist(struct fcl_serve_model *model)
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

struct fcl_serve_model *fcl_serve_model_create(const char *name, unsigned version,
					       struct fcl_serve_description *description)
{
	struct fcl_serve_model *model = calloc(1, sizeof(*model));

	if (!model) {
		fcl_serve_description_free(description);
		return NULL;
	}
	atomic_init(&model->refs, 1);
	pthread_mutex_init(&model->lock, NULL);
	fcl_cond_init(&model->work);
	pthread_cond_init(&model->ended, NULL);
	model_enlist(model);
	snprintf(model->name, sizeof(model->name), "%s", name);
	model->version = version;
	model->description = description;
	return model;
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
	for (unsigned i = 0; i < model->nfeeders; i++)
		free(model->feeders[i]);
	free(model->feeders);
	fcl_serve_description_free(model->description);
	fcl_serve_stats_free(&model->stats);
	pthread_cond_destroy(&model->ended);
	pthread_cond_destroy(&model->work);
	pthread_mutex_destroy(&model->lock);
	model_delist(model);
	free(model);
}

static bool model_has_ended(const struct fcl_serve_model *model)
{
	for (unsigned i = 0; i < model->nfeeders; i++)
		if (model->feeders[i]->running && !model->feeders[i]->given_up)
			return false;
	return true;
}

void fcl_serve_model_stop(struct fcl_serve_model *model)
{
	pthread_mutex_lock(&model->lock);
	model->closed = true;
	pthread_cond_broadcast(&model->work);
	while (!model_has_ended(model))
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

bool fcl_serve_model_has_engine(const struct fcl_serve_model *model,
				const struct fcl_serve_board *board)
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
	is_on = fcl_serve_model_has_engine(model, board) || !model->started;
	pthread_mutex_unlock(&model->lock);
	return is_on;
}
