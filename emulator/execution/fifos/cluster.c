/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/fifos/cluster.h"

#include "base/clock.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/fifos/settle.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/tasks/ready.h"
#include "emulator/primitives/fiber.h"
#include "emulator/state/board.h"
#include "emulator/state/program.h"

enum {
	MAX_MEMBERS = 8,
	SHARED_FROM = 4,      /* this many runnable members justify a second worker */
	BRIEF_NS = 5 * 1000,  /* a longer slice justifies a separate thread */
	TIME_NS = 100 * 1000, /* then the members are settled, so that others can see them */
	SWITCHES = 64,        /* before the clock is read */
};

struct fcl_emu_cluster {
	struct fcl_emu_board *board;
	struct fcl_emu_cu *members[MAX_MEMBERS];
	uint32_t count, at; /* at: the member that runs, or ran last */
	uint32_t switches;  /* since the worker resumed a member */
	bool closed;        /* no other CU uses the members' FIFOs */
	uint64_t spent_ns, served;
};

/*
 * --- the next member to run
 * -----------------------------------------------------------------------
 */

/* Whether a paused CU may wait without being listed as waiting on the board. */
static bool may_hold(const struct fcl_emu_cu *cu)
{
	return cu->pause == FCL_EMU_PAUSE_BLOCK && cu->blocked_on && !cu->blocked_any &&
	       !cu->turns && cu->slice_ns < BRIEF_NS;
}

static bool can_go_on(const struct fcl_emu_cu *cu)
{
	return fcl_emu_fifo_moves(cu->blocked_on, cu->blocked_side);
}

/*
 * Counts runnable members. Small clusters never justify a second worker, so they are not counted.
 */
static uint32_t count_ready(const struct fcl_emu_cluster *cluster)
{
	uint32_t count = 0;

	for (uint32_t i = 0; cluster->count >= SHARED_FROM && i < cluster->count; i++)
		count += can_go_on(cluster->members[i]);
	return count;
}

/* The next runnable member, round robin. */
static struct fcl_emu_cu *find_next(struct fcl_emu_cluster *cluster)
{
	uint32_t at = cluster->at;

	for (uint32_t i = 0; i < cluster->count; i++) {
		at = at + 1 < cluster->count ? at + 1 : 0;
		if (!can_go_on(cluster->members[at]))
			continue;
		cluster->at = at;
		return cluster->members[at];
	}
	return NULL;
}

/* The next member, if it can be found without the lock; NULL: others may have to be considered. */
static struct fcl_emu_cu *next_at_once(struct fcl_emu_cluster *cluster)
{
	const struct fcl_emu_cu *paused = cluster->members[cluster->at];

	if (!may_hold(paused) ||
	    atomic_load_explicit(&cluster->board->submitted, memory_order_relaxed) ||
	    (!cluster->closed && fcl_emu_has_waiting_peers(paused)) ||
	    count_ready(cluster) >= SHARED_FROM)
		return NULL;
	return find_next(cluster);
}

bool fcl_emu_cluster_pass_on(struct fcl_emu_cu *cu)
{
#ifdef FCL_EMU_FIBER_PLAIN
	struct fcl_emu_cluster *cluster = cu->cluster;
	struct fcl_emu_cu *next;

	if (!cluster || ++cluster->switches >= SWITCHES)
		return false;
	next = next_at_once(cluster);
	if (next && next != cu) {
		fcl_emu_current = next;
		fcl_emu_fiber_pass_on(cu->fiber, next->fiber);
	}
	return next;
#else
	(void)cu;
	return false;
#endif
}

/* --- the worker ------------------------------------------------------------------------------- */

static bool cluster_is_member(const struct fcl_emu_cluster *cluster, const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cluster->count; i++)
		if (cluster->members[i] == cu)
			return true;
	return false;
}

static bool is_closed(const struct fcl_emu_cluster *cluster)
{
	for (uint32_t i = 0; i < cluster->count; i++) {
		const struct fcl_emu_cu *cu = cluster->members[i];

		for (uint32_t port = 0; port < cu->model->nports; port++)
			if (cu->ports[port] &&
			    (cu->ports[port]->shared ||
			     !cluster_is_member(cluster, cu->ports[port]->end[FCL_EMU_READER]) ||
			     !cluster_is_member(cluster, cu->ports[port]->end[FCL_EMU_WRITER])))
				return false;
	}
	return true;
}

static void cluster_add(struct fcl_emu_cluster *cluster, struct fcl_emu_cu *cu)
{
	cu->cluster = cluster;
	cluster->at = cluster->count++;
	cluster->members[cluster->at] = cu;
	cluster->closed = is_closed(cluster);
}

/*
 * Readies CUs outside the cluster that wait for packets of the members, and adds one of them if it
 * suits this worker. The board's lock is held.
 */
static struct fcl_emu_cu *take_another(struct fcl_emu_cluster *cluster)
{
	struct fcl_emu_cu *cu;

	for (uint32_t i = 0; i < cluster->count; i++)
		fcl_emu_release_peers(cluster->members[i]);
	cu = cluster->count < MAX_MEMBERS ? fcl_emu_take_next_brief(cluster->board) : NULL;
	if (cu)
		cluster_add(cluster, cu);
	return cu;
}

/* The board's lock is held. */
static void settle_all(struct fcl_emu_cluster *cluster, const struct fcl_emu_cu *but)
{
	cluster->board->served += cluster->served;
	for (uint32_t i = 0; i < cluster->count; i++) {
		struct fcl_emu_cu *cu = cluster->members[i];

		cu->cluster = NULL;
		if (cu == but)
			continue;
		cluster->board->nrunning--;
		fcl_emu_settle(cu);
	}
}

/* Returns the next CU to run; NULL: all have been settled, and the board's lock is held. */
static struct fcl_emu_cu *cluster_choose(struct fcl_emu_cluster *cluster)
{
	bool goes_on = cluster->spent_ns < TIME_NS && may_hold(cluster->members[cluster->at]);
	struct fcl_emu_cu *next = goes_on ? next_at_once(cluster) : NULL;

	if (next)
		return next;
	pthread_mutex_lock(&cluster->board->lock);
	next = goes_on ? take_another(cluster) : NULL;
	if (next)
		pthread_mutex_unlock(&cluster->board->lock);
	else
		settle_all(cluster, NULL);
	return next;
}

/* Runs members until one pauses without switching to another. */
static void cluster_run(struct fcl_emu_cluster *cluster, struct fcl_emu_cu *cu)
{
	cluster->switches = 0;
	fcl_emu_cu_resume_slice(cu, &cluster->switches);
	cluster->served += cluster->switches + 1;
	cluster->spent_ns += (cluster->switches + 1) * cu->slice_ns;
}

struct fcl_emu_cu *fcl_emu_cluster_run(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cluster cluster = {.board = cu->program->board};
	struct fcl_emu_cu *next;

	cluster_add(&cluster, cu);
	if (!fcl_emu_home(cluster.board) || cluster.board->timeout_ns)
		cluster.spent_ns = TIME_NS;
	while ((next = cluster_choose(&cluster))) {
		cluster_run(&cluster, next);
		cu = cluster.members[cluster.at];
		if (!cu->fiber->finished)
			continue;
		pthread_mutex_lock(&cluster.board->lock);
		settle_all(&cluster, cu);
		pthread_mutex_unlock(&cluster.board->lock);
		return cu;
	}
	return NULL;
}
