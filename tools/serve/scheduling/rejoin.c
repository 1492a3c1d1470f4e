/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/rejoin.h"

#include "base/clock.h"
#include "base/thread.h"
#include "tools/serve/scheduling/model.h"
#include "tools/serve/scheduling/placement.h"

enum { MOST_MODELS = 1024, EVERY_US = 200 * 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held during a round; guards `stopped` */
static bool stopped;

static void prune_all(struct fcl_serve_model *const *models, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		fcl_serve_model_prune(models[i]);
}

/* A driver reopens a lost board only for programs that have released everything on it. */
static bool rejoin_is_free(struct fcl_serve_model *const *models, unsigned count,
			   const struct fcl_serve_board *board)
{
	for (unsigned i = 0; i < count; i++)
		if (fcl_serve_model_is_on(models[i], board))
			return false;
	return true;
}

static void look_after(struct fcl_serve_model *const *models, unsigned count,
		       struct fcl_serve_board *board)
{
	if (!fcl_serve_board_works(board) &&
	    !fcl_serve_board_recover(board, rejoin_is_free(models, count, board)))
		return;
	if (!atomic_load(&board->returns))
		return;
	for (unsigned i = 0; i < count; i++)
		fcl_serve_model_join(models[i], board);
}

static void go_round(struct fcl_serve_boards *boards)
{
	static struct fcl_serve_model *models[MOST_MODELS];
	unsigned count = fcl_serve_models_get(models, MOST_MODELS);

	prune_all(models, count);
	/* First query all boards, because asking a driver to recover a lost one may take long. */
	for (unsigned i = 0; i < boards->count; i++)
		fcl_serve_board_works(&boards->boards[i]);
	for (unsigned i = 0; i < boards->count; i++)
		look_after(models, count, &boards->boards[i]);
	for (unsigned i = 0; i < count; i++)
		fcl_serve_model_unref(models[i]);
}

static void *rejoin_keep(void *data)
{
	struct fcl_serve_boards *boards = data;
	bool over = false;

	while (!over) {
		fcl_pause_us(EVERY_US);
		pthread_mutex_lock(&lock);
		over = stopped;
		if (!over)
			go_round(boards);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int fcl_serve_rejoin_start(struct fcl_serve_boards *boards)
{
	return fcl_thread_start(rejoin_keep, boards);
}

void fcl_serve_rejoin_stop(void)
{
	pthread_mutex_lock(&lock);
	stopped = true;
	pthread_mutex_unlock(&lock);
}
