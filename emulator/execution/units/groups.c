/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/groups.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "emulator/execution/access/blocks.h"
#include "emulator/execution/fifos/chain.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/services.h"
#include "emulator/primitives/fiber.h"
#include "emulator/state/groups.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"

enum {
	BRIEF_NS = 2 * 1000, /* a range of a few groups that is no longer than this is one batch */
	BRIEF_GROUPS = 16,
	HELP_NS = 100 * 1000,     /* less work ends before a helper starts */
	MIN_NS = 20 * 1000,       /* minimum for a batch, except the last one */
	MAX_NS = 2 * 1000 * 1000, /* maximum for a batch: then a helper looks for other work */
	UNKNOWN_MOST = 64,        /* groups in the first batch of a kernel's first run, at most */
	UNKNOWN_PART = 64,        /* the same, as a fraction of the range */
	FIRST_PART = 4,           /* the first batch of later runs, as a fraction of the range */
	SPIN_NS = 20 * 1000,
};

bool fcl_emu_groups_init(struct fcl_emu_cu *cu)
{
	if (cu->model->kind != FCL_MODEL_RUN || !(cu->model->flags & FCL_MODEL_GROUPS))
		return true;
	cu->groups = calloc(1, sizeof(*cu->groups));
	if (cu->groups)
		cu->groups->cu = cu;
	return cu->groups;
}

void fcl_emu_groups_fini(struct fcl_emu_cu *cu)
{
	free(cu->groups);
	cu->groups = NULL;
}

/* --- batches ---------------------------------------------------------------------------------- */

/* Estimated time for this many groups on one thread; 0: not known. */
static double groups_time_of(const struct fcl_emu_groups *groups, uint64_t count)
{
	uint64_t ps = atomic_load_explicit(&groups->group_ps, memory_order_relaxed);

	return (double)ps * (double)count / 1000;
}

static uint64_t groups_in(const struct fcl_emu_groups *groups, uint64_t ns)
{
	uint64_t ps = atomic_load_explicit(&groups->group_ps, memory_order_relaxed);

	return ns * 1000 / ps + 1;
}

/* Batches become smaller towards the end, so that all threads end at about the same time. */
static uint64_t size_of_batch(const struct fcl_emu_groups *groups, uint64_t left, uint32_t threads)
{
	uint64_t size = left / ((uint64_t)2 * threads);
	uint64_t least = groups_in(groups, MIN_NS), most = groups_in(groups, MAX_NS);

	size = size < least ? least : size > most ? most : size;
	return size < left ? size : left;
}

/* Takes `first` groups from the range, or, if 0, a suitable number; false: none is left. */
static bool groups_take(struct fcl_emu_groups *groups, struct fcl_emu_cu *cu, uint64_t first)
{
	uint32_t threads = 1 + groups->most_helpers;
	uint64_t taken = atomic_load_explicit(&groups->taken, memory_order_relaxed), size;

	do {
		if (taken >= groups->count)
			return false;
		size = first ? first : size_of_batch(groups, groups->count - taken, threads);
	} while (!atomic_compare_exchange_weak(&groups->taken, &taken, taken + size));
	cu->range.first_group = taken;
	cu->range.ngroups = size;
	return true;
}

/* Runs the batch that the execution has taken; returns when it ended. */
static uint64_t run_batch(struct fcl_emu_groups *groups, struct fcl_emu_cu *cu, uint64_t start)
{
	uint64_t now, ps;

	fcl_emu_cu_run_model(cu);
	now = fcl_now_ns();
	ps = (now - start) * 1000 / cu->range.ngroups;
	atomic_store_explicit(&groups->group_ps, ps ? ps : 1, memory_order_relaxed);
	return now;
}

/* A port that is not connected would block the kernel forever. */
static void refuse_block(struct fcl_emu_cu *cu)
{
	cu->status = -EIO;
	snprintf(cu->error, sizeof(cu->error),
		 "the kernel waits for stream port %u, which is not connected", cu->blocked_port);
	cu->fiber->sp = NULL;
	cu->fiber->finished = true;
}

/* Handles a pause of an execution that continues on this thread. */
static void pass_pause(struct fcl_emu_cu *cu)
{
	if (cu->program->board->timeout_ns)
		atomic_store_explicit(&cu->since_ns, fcl_now_ns(), memory_order_relaxed);
	if (cu->pause == FCL_EMU_PAUSE_BLOCK)
		refuse_block(cu);
	else
		sched_yield();
}

/* --- helpers; the board's lock is held -------------------------------------------------------- */

static void groups_take_out(struct fcl_emu_board *board, struct fcl_emu_groups *groups)
{
	struct fcl_emu_groups **link = &board->ranges;

	if (!groups->listed)
		return;
	while (*link != groups)
		link = &(*link)->next;
	*link = groups->next;
	groups->listed = false;
}

/* Returns an idle context of the CU. */
static struct fcl_emu_cu *idle_context(struct fcl_emu_cu *first)
{
	for (struct fcl_emu_cu *cu = first->next_context; cu; cu = cu->next_context)
		if (cu->state == FCL_EMU_IDLE)
			return cu;
	return fcl_emu_chain_add_context(first);
}

/* Gives the helper the execution's arguments and range; NULL: out of memory. */
static struct fcl_emu_cu *equip_helper(struct fcl_emu_groups *groups)
{
	struct fcl_emu_cu *owner = groups->cu, *cu = idle_context(owner);

	if (!cu)
		return NULL;
	cu->groups = groups;
	/* The other members describe the owner's current batch, which it may be changing. */
	memcpy(&cu->range, &owner->range, offsetof(struct fcl_model_range, first_group));
	cu->status = 0;
	cu->error[0] = '\0';
	memcpy(cu->pub.regs, owner->pub.regs, owner->pub.regs_size);
	atomic_store_explicit(&cu->overdue, 0, memory_order_relaxed);
	fcl_emu_cu_equip(cu, 0);
	atomic_store_explicit(&cu->since_ns,
			      atomic_load_explicit(&owner->since_ns, memory_order_relaxed),
			      memory_order_relaxed);
	return cu->fiber ? cu : NULL;
}

/* Takes a batch of any range with groups left, in a helper's context; NULL: none. */
static struct fcl_emu_cu *groups_find_work(struct fcl_emu_board *board)
{
	struct fcl_emu_groups *groups, *next;

	for (groups = board->ranges; groups; groups = next) {
		struct fcl_emu_cu *cu;

		next = groups->next;
		if (atomic_load(&groups->taken) >= groups->count) {
			groups_take_out(board, groups);
			continue;
		}
		if (groups->nhelpers >= groups->most_helpers || atomic_load(&groups->cu->stop))
			continue;
		cu = equip_helper(groups);
		if (cu && groups_take(groups, cu, 0))
			return cu;
		if (cu) {
			fcl_emu_fiber_put(&board->fibers, cu->fiber);
			cu->fiber = NULL;
		}
	}
	return NULL;
}

/* Keeps the first batch's error and closes the range: later errors may be consequences. */
static void groups_keep_error(struct fcl_emu_groups *groups, const struct fcl_emu_cu *cu)
{
	if (atomic_exchange(&groups->failed, true))
		return;
	groups->status = cu->status;
	memcpy(groups->error, cu->error, sizeof(groups->error));
	atomic_store(&groups->taken, groups->count);
}

static void help_body(void *user)
{
	struct fcl_emu_cu *cu = user;

	run_batch(cu->groups, cu, fcl_now_ns());
}

/* Runs the batch; no lock is held. */
static void run_helper(struct fcl_emu_cu *cu)
{
	fcl_emu_fiber_start(cu->fiber, help_body, cu);
	fcl_emu_cu_resume(cu);
	while (!cu->fiber->finished) {
		pass_pause(cu);
		if (!cu->fiber->finished)
			fcl_emu_cu_resume(cu);
	}
	if (cu->status)
		groups_keep_error(cu->groups, cu);
	fcl_emu_blocks_free(cu);
	fcl_emu_line_end(cu);
}

bool fcl_emu_groups_help(struct fcl_emu_board *board)
{
	struct fcl_emu_cu *cu = groups_find_work(board);
	struct fcl_emu_groups *groups;

	if (!cu)
		return false;
	groups = cu->groups;
	groups->nhelpers++;
	cu->state = FCL_EMU_RUNNING;
	board->nrunning++;
	pthread_mutex_unlock(&board->lock);
	run_helper(cu);
	pthread_mutex_lock(&board->lock);
	board->nrunning--;
	cu->state = FCL_EMU_IDLE;
	fcl_emu_fiber_put(&board->fibers, cu->fiber);
	cu->fiber = NULL;
	if (!--groups->nhelpers)
		pthread_cond_broadcast(&board->copied);
	return true;
}

/* --- the owner -------------------------------------------------------------------------------- */

static uint64_t left_of(const struct fcl_emu_groups *groups)
{
	return groups->count - atomic_load_explicit(&groups->taken, memory_order_relaxed);
}

/* Lists the range and wakes workers for it, unless the board has only one worker. */
static void groups_ask_for_help(struct fcl_emu_groups *groups)
{
	struct fcl_emu_board *board = groups->cu->program->board;
	uint64_t most = left_of(groups) - 1;

	pthread_mutex_lock(&board->lock);
	if (most > board->max_workers - 1)
		most = board->max_workers - 1;
	groups->most_helpers = (uint32_t)most;
	groups->asked = groups->listed = most;
	if (most) {
		groups->next = board->ranges;
		board->ranges = groups;
	}
	for (uint32_t i = 0; i < groups->most_helpers; i++)
		fcl_emu_wake_worker(board);
	pthread_mutex_unlock(&board->lock);
}

/* Whether the remaining work takes long enough to wake helpers. */
static bool is_long(const struct fcl_emu_groups *groups)
{
	uint64_t left = left_of(groups);

	return left > 1 && !groups->cu->kernel->streams && groups_time_of(groups, left) > HELP_NS;
}

/* Estimates this run from the kernel's last run. */
static void estimate(struct fcl_emu_groups *groups)
{
	const struct fcl_emu_kernel *kernel = groups->cu->kernel;
	uint64_t count = atomic_load_explicit(&kernel->last_groups, memory_order_relaxed);
	uint64_t ns = atomic_load_explicit(&kernel->last_run_ns, memory_order_relaxed);
	uint64_t ps = count && ns < UINT64_MAX / 1000 ? ns * 1000 / count + 1 : 0;

	atomic_store_explicit(&groups->group_ps, ps, memory_order_relaxed);
}

static void begin_range(struct fcl_emu_groups *groups, uint64_t count)
{
	groups->count = count;
	groups->asked = false;
	groups->most_helpers = 0;
	groups->status = 0;
	atomic_store_explicit(&groups->taken, 0, memory_order_relaxed);
	atomic_store_explicit(&groups->failed, false, memory_order_relaxed);
	estimate(groups);
}

static bool is_one_batch(const struct fcl_emu_groups *groups)
{
	double time = groups_time_of(groups, groups->count);

	return groups->count == 1 || (groups->count <= BRIEF_GROUPS && time > 0 && time < BRIEF_NS);
}

/* Its purpose is to measure the time per group: the estimate may be wrong or missing. */
static uint64_t first_batch(const struct fcl_emu_groups *groups)
{
	uint64_t ps = atomic_load_explicit(&groups->group_ps, memory_order_relaxed);
	uint64_t size = ps ? groups->count / FIRST_PART : groups->count / UNKNOWN_PART;
	uint64_t most = ps ? groups_in(groups, MAX_NS) : UNKNOWN_MOST;

	size = size > most ? most : size;
	return size ? size : 1;
}

void fcl_emu_groups_run(struct fcl_emu_cu *cu, uint64_t count)
{
	struct fcl_emu_groups *groups = cu->groups;
	uint64_t now, first;

	begin_range(groups, count);
	if (is_one_batch(groups)) {
		groups_take(groups, cu, count);
		fcl_emu_cu_run_model(cu);
		return;
	}
	if (is_long(groups))
		groups_ask_for_help(groups);
	first = groups->asked ? 0 : first_batch(groups);
	now = fcl_now_ns();
	while (groups_take(groups, cu, first)) {
		fcl_emu_cu_end_if_stopped(cu);
		now = run_batch(groups, cu, now);
		first = 0;
		if (!groups->asked && is_long(groups))
			groups_ask_for_help(groups);
	}
}

bool fcl_emu_groups_stay(struct fcl_emu_cu *cu)
{
	if (!cu->groups || !cu->groups->asked)
		return false;
	pass_pause(cu);
	return !cu->fiber->finished;
}

/* Spins first, as a helper's last batch ends soon. */
static void groups_wait_for_helpers(struct fcl_emu_board *board, struct fcl_emu_groups *groups)
{
	uint64_t until = fcl_now_ns() + SPIN_NS;

	while (atomic_load_explicit(&groups->nhelpers, memory_order_relaxed) &&
	       fcl_now_ns() < until)
		;
	pthread_mutex_lock(&board->lock);
	groups_take_out(board, groups);
	while (groups->nhelpers)
		pthread_cond_wait(&board->copied, &board->lock);
	pthread_mutex_unlock(&board->lock);
}

void fcl_emu_groups_end(struct fcl_emu_cu *cu)
{
	struct fcl_emu_groups *groups = cu->groups;

	if (!groups)
		return;
	if (groups->asked) {
		if (cu->status)
			groups_keep_error(groups, cu);
		groups_wait_for_helpers(cu->program->board, groups);
		groups->asked = false;
		cu->status = groups->status;
		if (cu->status)
			memcpy(cu->error, groups->error, sizeof(cu->error));
	}
	/* A range that did not run to its end says nothing about the next one. */
	atomic_store_explicit(&cu->kernel->last_groups, cu->status ? 0 : groups->count,
			      memory_order_relaxed);
}
