/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/inventory.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "tools/kubernetes/note.h"

void fcl_kube_inventory_init(struct fcl_kube_inventory *inventory)
{
	*inventory = (struct fcl_kube_inventory){.version = 1};
	pthread_mutex_init(&inventory->lock, NULL);
	fcl_cond_init(&inventory->changed);
}

/* Logs a change. */
static void inventory_note_change(const struct fcl_kube_board *board)
{
	const char *type = *board->type ? board->type : "of an unknown type";

	switch (fcl_kube_state_of(board)) {
	case FCL_KUBE_GOOD:
		fcl_kube_note("board %s (%s) is healthy", board->id, type);
		break;
	case FCL_KUBE_BAD:
		if (board->asked)
			fcl_kube_note("board %s (%s) is unhealthy: %s", board->id, type,
				      board->problem);
		break;
	default:
		fcl_kube_note("board %s (%s) is gone", board->id, type);
	}
}

static bool inventory_is_same(const struct fcl_kube_board *a, const struct fcl_kube_board *b)
{
	return fcl_kube_state_of(a) == fcl_kube_state_of(b) && a->asked == b->asked &&
	       a->numa == b->numa && !strcmp(a->type, b->type) && !strcmp(a->path, b->path) &&
	       !strcmp(a->problem, b->problem);
}

bool fcl_kube_inventory_publish(struct fcl_kube_inventory *inventory,
				const struct fcl_kube_boards *boards)
{
	struct fcl_kube_boards *old = &inventory->boards;
	bool changed = false;
	struct fcl_kube_board *grown;

	pthread_mutex_lock(&inventory->lock);
	if (boards->count > old->count) {
		grown = realloc(old->boards, boards->count * sizeof(*grown));
		if (!grown) { /* the next update retries */
			pthread_mutex_unlock(&inventory->lock);
			return false;
		}
		memset(grown + old->count, 0, (boards->count - old->count) * sizeof(*grown));
		old->boards = grown;
		old->count = boards->count;
	}
	for (unsigned i = 0; i < boards->count; i++) {
		if (!inventory_is_same(&old->boards[i], &boards->boards[i])) {
			inventory_note_change(&boards->boards[i]);
			changed = true;
		}
		old->boards[i] = boards->boards[i];
	}
	if (changed) {
		inventory->version += inventory->version + 1 ? 1 : 2;
		pthread_cond_broadcast(&inventory->changed);
	}
	pthread_mutex_unlock(&inventory->lock);
	return changed;
}

unsigned fcl_kube_inventory_wait(struct fcl_kube_inventory *inventory, unsigned version)
{
	if (inventory->version == version && !inventory->ending)
		fcl_cond_wait_until(&inventory->changed, &inventory->lock,
				    fcl_now_ns() + UINT64_C(1000000000));
	return inventory->ending ? 0 : inventory->version;
}

void fcl_kube_inventory_end(struct fcl_kube_inventory *inventory)
{
	pthread_mutex_lock(&inventory->lock);
	inventory->ending = true;
	pthread_cond_broadcast(&inventory->changed);
	pthread_mutex_unlock(&inventory->lock);
}

void fcl_kube_inventory_free(struct fcl_kube_inventory *inventory)
{
	free(inventory->boards.boards);
	pthread_cond_destroy(&inventory->changed);
	pthread_mutex_destroy(&inventory->lock);
}
