/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/sched.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/log.h"
#include "emulator/execution/bind.h"
#include "emulator/execution/groups.h"
#include "emulator/execution/guard.h"
#include "emulator/execution/keep.h"
#include "emulator/execution/pieces.h"
#include "emulator/execution/stall.h"
#include "emulator/execution/unit.h"
#include "emulator/execution/wait.h"
#include "emulator/execution/watchdog.h"
#include "emulator/memory/copy.h"
#include "emulator/primitives/fiber.h"
#include "emulator/state/board.h"
#include "emulator/state/task.h"
#include "emulator/state/unit.h"

/*
 * Workers are started when they are first needed and sleep when they are idle. After work, one of
 * them (the lead) watches with short sleeps for a while: a submit in that time needs no system
 * call, and a thread that waits for its result usually runs the task itself before the lead checks.
 * More workers are started when executions that do not yield occupy all of them while tasks are
 * ready.
 */
enum {
	WATCH_NS = 80 * 1000,
	SPIN_NS = 10 * 1000,
	GRACE_NS = 5 * 1000 * 1000,
	STUCK_NS = 5 * 1000 * 1000,
	SMALL_BYTES = 64 * 1024,
	SMALL_NS = 50 * 1000,
	LOOK_AHEAD = 16,
	MARK_EVERY = 64,    /* tasks: reading the clock costs as much as a brief one */
	CHECK_AT_ONCE = 64, /* waiting CUs that an idle worker checks */
	SHARED_FROM = 4,    /* ready CUs that are worth a second worker, however brief they are */
	QUIET_ROUNDS = 4,   /* without work, before the watcher sleeps */
	SEARCH_ROUNDS = 16, /* between two searches for deadlocks and stalls, while CUs run */
	MOST_WORKERS = 256,
	COMES_BACK_NS = 50 * 1000, /* a thread of the host that has helped, if it enqueues more */
};

uint64_t fcl_emu_about_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* --- the ready list; the board's lock is held in all of these --------------------------------- */

static void start_worker(struct fcl_emu_board *board);

static struct fcl_emu_cu *cu_of(struct fcl_emu_task *task)
{
	return (struct fcl_emu_cu *)((char *)task - offsetof(struct fcl_emu_cu, task));
}

/* What this thread, one of the host, has helped with, and until when it is likely to do so again. */
static _Thread_local FCL_EMU_STATIC_TLS struct {
	const void *tag;
	uint64_t until_ns;
} helps;

/* Whether the host's thread that enqueues such launches runs them itself now and then. */
static uint64_t leave(const struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	uint64_t now;

	if (!task->tiny ||
	    (task->tag != helps.tag &&
	     task->tag != atomic_load_explicit(&board->asked, memory_order_relaxed)) ||
	    atomic_load_explicit(&cu_of(task)->kernel->nwaiting, memory_order_relaxed))
		return 0;
	now = fcl_now_ns();
	return task->tag != helps.tag || now < helps.until_ns ? now : 0;
}

/* Whether workers leave the task to the host for now. */
static bool is_left(const struct fcl_emu_board *board, const struct fcl_emu_task *task)
{
	return task->left_ns && task->left_ns > board->kicked_ns &&
	       fcl_now_ns() - task->left_ns < WATCH_NS;
}

/* How many ready tasks are for workers. While one watches, it will see whether the others stay. */
static uint32_t for_workers(const struct fcl_emu_board *board)
{
	return board->nready - (board->lead_watches ? board->nleft : 0);
}

void fcl_emu_ready(struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	task->left_ns = leave(board, task);
	board->nleft += task->left_ns != 0;
	task->listed = true;
	task->next = NULL;
	task->previous = board->ready_last;
	if (board->ready_last)
		board->ready_last->next = task;
	else
		board->ready = task;
	board->ready_last = task;
	board->nready++;
	board->nbrief += task->brief;
}

void fcl_emu_take_back(struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	if (!task->listed || !task->left_ns)
		return;
	task->left_ns = 0;
	board->nleft--;
}

void fcl_emu_unready(struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	if (task->previous)
		task->previous->next = task->next;
	else
		board->ready = task->next;
	if (task->next)
		task->next->previous = task->previous;
	else
		board->ready_last = task->previous;
	task->listed = false;
	board->nready--;
	board->nbrief -= task->brief;
	board->nleft -= task->left_ns != 0;
}

void fcl_emu_wake_worker(struct fcl_emu_board *board)
{
	if (board->spinning) {
		board->spinning = false;
		atomic_store(&board->called, true);
	} else if (board->nidle)
		pthread_cond_signal(&board->work);
	else if (board->nworkers < board->max_workers)
		start_worker(board);
}

/* The board whose worker this thread is, or NULL. */
static _Thread_local FCL_EMU_STATIC_TLS const struct fcl_emu_board *serves;

const void *fcl_emu_home(const struct fcl_emu_board *board)
{
	return serves == board ? &serves : NULL;
}

void fcl_emu_wake_other(struct fcl_emu_board *board)
{
	uint32_t mine = serves == board;

	/*
	 * A worker takes brief tasks itself, and one more; what is beyond that needs another
	 * worker.
	 */
	if (for_workers(board) > mine + (mine ? board->nbrief : 0))
		fcl_emu_wake_worker(board);
}

static struct fcl_hal_request *copy_of(struct fcl_emu_task *task)
{
	return ((struct fcl_emu_item *)((char *)task - offsetof(struct fcl_emu_item, task)))
		->request;
}

/* Which DMA channels a copy uses: 1 for board to host; copies on the board count as writes. */
static int direction_of(struct fcl_emu_task *task)
{
	return copy_of(task)->op == FCL_HAL_READ;
}

static bool may_run(const struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	uint32_t channels;

	if (task->kind != FCL_EMU_TASK_COPY)
		return true;
	channels = direction_of(task) ? board->desc->d2h_channels : board->desc->h2d_channels;
	return board->active[direction_of(task)] < (channels ? channels : 1);
}

/* Takes a task for the calling thread, which will run it; `now` 0: not known. */
static void take(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now)
{
	fcl_emu_unready(board, task);
	board->served++;
	if (task->kind == FCL_EMU_TASK_COPY) {
		board->active[direction_of(task)]++;
		return;
	}
	if (board->watcher_asleep) {
		board->watcher_asleep = false;
		pthread_cond_signal(&board->watch);
	}
	board->nrunning++;
	cu_of(task)->state = FCL_EMU_RUNNING;
	fcl_emu_cu_equip(cu_of(task), now);
}

/* A brief task runs fastest on the thread that has its data in the caches. */
static bool is_at_home(const struct fcl_emu_board *board, const struct fcl_emu_task *task)
{
	return !task->brief || !task->home || task->home == fcl_emu_home(board);
}

static struct fcl_emu_task *find_first(struct fcl_emu_board *board, bool at_home)
{
	struct fcl_emu_task *task = board->ready;

	for (unsigned i = 0; task && (!at_home || i < LOOK_AHEAD); i++, task = task->next)
		if (may_run(board, task) && !is_left(board, task) &&
		    (!at_home || is_at_home(board, task)))
			return task;
	return NULL;
}

/* No thread of the host would run the tag's launches any longer. */
static void stop_asking(struct fcl_emu_board *board, const void *tag)
{
	if (atomic_load_explicit(&board->asked, memory_order_relaxed) == tag)
		atomic_store_explicit(&board->asked, NULL, memory_order_relaxed);
}

/* `steal`: also a task that another worker is likely to take soon. */
static struct fcl_emu_task *take_first(struct fcl_emu_board *board, bool steal, uint64_t now)
{
	struct fcl_emu_task *task = find_first(board, true);

	if (!task && (steal || board->nready >= SHARED_FROM))
		task = find_first(board, false);
	if (!task)
		return NULL;
	/* The thread of the host that it was left to has not come. */
	if (task->left_ns)
		stop_asking(board, task->tag);
	take(board, task, now);
	return task;
}

/* Wakes another worker if there is more than brief tasks, which the calling worker runs itself. */
static void call_help(struct fcl_emu_board *board)
{
	if (for_workers(board) > board->nbrief)
		fcl_emu_wake_worker(board);
}

/* --- running ---------------------------------------------------------------------------------- */

static void run_copy(struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	struct fcl_hal_request *request = copy_of(task);
	int direction = direction_of(task);

	if (request->flags & FCL_HAL_TIMED)
		request->start_ns = fcl_now_ns();
	fcl_emu_pieces_run(board, request);
	if (request->flags & FCL_HAL_TIMED)
		request->end_ns = fcl_now_ns();
	pthread_mutex_lock(&board->lock);
	board->active[direction]--;
	/* A copy that found no free channel may be in the list. */
	fcl_emu_wake_other(board);
	pthread_mutex_unlock(&board->lock);
	request->done(request, 0, NULL);
}

struct fcl_emu_cu *fcl_emu_take_next_brief(struct fcl_emu_board *board)
{
	struct fcl_emu_task *task = board->ready;

	if (!task || board->nready != board->nbrief || task->home != fcl_emu_home(board) ||
	    board->ending || board->timeout_ns ||
	    atomic_load_explicit(&board->submitted, memory_order_relaxed))
		return NULL;
	fcl_emu_unready(board, task);
	board->served++;
	board->nrunning++;
	cu_of(task)->state = FCL_EMU_RUNNING;
	return cu_of(task);
}

/* As run(), for a CU. A thread of the host, which is no worker, stops after one. */
static uint64_t run_cus(struct fcl_emu_board *board, struct fcl_emu_cu *cu, uint64_t now)
{
	now = fcl_emu_cu_run(cu, now);
	while (fcl_emu_home(board) && (cu = fcl_emu_take_next_brief(board))) {
		if (board->served % MARK_EVERY == 0)
			board->last_work_ns = fcl_emu_about_ns();
		pthread_mutex_unlock(&board->lock);
		now = fcl_emu_cu_run(cu, 0);
	}
	return now;
}

/*
 * Runs a task. The board's lock is held on return, not on entry. `now` may be a little old, and so
 * may the time that is returned.
 */
static uint64_t run(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now)
{
	if (task->kind == FCL_EMU_TASK_CU)
		return run_cus(board, cu_of(task), now);
	run_copy(board, task);
	now = fcl_now_ns();
	pthread_mutex_lock(&board->lock);
	return now;
}

/* --- workers ---------------------------------------------------------------------------------- */

void fcl_emu_wait_until(struct fcl_emu_board *board, pthread_cond_t *condition, uint64_t at)
{
	struct timespec until = {.tv_sec = (time_t)(at / 1000000000u),
				 .tv_nsec = (long)(at % 1000000000u)};

	pthread_cond_timedwait(condition, &board->lock, &until);
}

/*
 * One sleep of an idle worker, a short one if work is likely; the board's lock is held. True if no
 * task was taken meanwhile: ready tasks that were left to other workers may then be stolen.
 */
static bool idle(struct fcl_emu_board *board)
{
	bool recent = fcl_now_ns() - board->last_work_ns < GRACE_NS;
	uint64_t served = board->served;

	/*
	 * Clears short_task_ns before it checks `submitted`; fcl_emu_submit() pushes before it
	 * checks short_task_ns, so one of the two sees the other.
	 */
	atomic_store(&board->short_task_ns, 0);
	if (atomic_load(&board->submitted))
		return false;
	if (board->maybe_deadlock && !board->nready && !board->nrunning) {
		fcl_emu_end_deadlocks(board);
		return false;
	}
	board->nidle++;
	/* A worker that helps with a copy watches afterwards; now that would only slow the copy. */
	if (!board->lead_watches &&
	    (board->nleft || (recent && !board->spinning && !board->copies))) {
		board->lead_watches = true;
		fcl_emu_wait_until(board, &board->work, fcl_now_ns() + WATCH_NS);
		board->lead_watches = false;
	} else {
		pthread_cond_wait(&board->work, &board->lock);
	}
	board->nidle--;
	if (board->served != served)
		return false;
	/* Running CUs may have moved packets that others wait for. */
	if (board->nrunning && !board->nready)
		fcl_emu_check_waiting(board, CHECK_AT_ONCE, 0);
	return true;
}

/* Spins without the board's lock, until a call or until it is time to check. */
static void wait_for_call(struct fcl_emu_board *board, uint64_t until)
{
	while (!atomic_load_explicit(&board->called, memory_order_relaxed) && fcl_now_ns() < until)
		;
}

/*
 * Hosts tend to copy again at once, and a thread that sleeps would begin when half of the next copy
 * is done, so a helper spins for a moment. The board's lock is held, and dropped meanwhile.
 */
static void spin_for_work(struct fcl_emu_board *board)
{
	uint64_t now = fcl_now_ns(), end = now + WATCH_NS;

	if (board->spinning || now < board->alone_until_ns)
		return;
	board->spinning = true;
	atomic_store(&board->called, false);
	while (board->spinning && now < end && !board->nready && !board->copies && !board->ranges) {
		pthread_mutex_unlock(&board->lock);
		wait_for_call(board, now + SPIN_NS);
		now = fcl_now_ns();
		pthread_mutex_lock(&board->lock);
		fcl_emu_admit(board);
	}
	board->spinning = false;
}

/* Helps with copies and NDRanges that other threads run; the board's lock is held, and dropped
 * meanwhile. */
static bool help(struct fcl_emu_board *board)
{
	if (!board->copies && !board->ranges)
		return false;
	/* As in idle(), paired with fcl_emu_submit(): this worker will not check soon. */
	atomic_store(&board->short_task_ns, 0);
	if (atomic_load(&board->submitted))
		return true;
	if (!fcl_emu_pieces_help(board) && !fcl_emu_groups_help(board))
		return false;
	if (!board->nready && !board->copies && !board->ranges)
		spin_for_work(board);
	return true;
}

static void *worker(void *data)
{
	struct fcl_emu_board *board = data;
	uint64_t now = fcl_now_ns();
	/* A worker is started because the others do not get to these tasks. */
	bool steal = true;

	serves = board;
	fcl_emu_guard_thread();
	pthread_mutex_lock(&board->lock);
	while (!board->ending) {
		struct fcl_emu_task *task;

		fcl_emu_admit(board);
		task = take_first(board, steal, now);
		if (!task && help(board)) {
			now = fcl_now_ns();
			continue;
		}
		if (!task) {
			steal = idle(board);
			now = fcl_now_ns();
			continue;
		}
		steal = false;
		call_help(board);
		if (!now && !task->brief)
			now = fcl_now_ns();
		if (task->small ||
		    atomic_load_explicit(&board->short_task_ns, memory_order_relaxed))
			atomic_store(&board->short_task_ns, task->small ? now : 0);
		pthread_mutex_unlock(&board->lock);
		now = run(board, task, now);
		if (now || board->served % MARK_EVERY == 0)
			board->last_work_ns = now ? now : fcl_emu_about_ns();
	}
	board->nworkers--;
	pthread_cond_broadcast(&board->quiet);
	pthread_mutex_unlock(&board->lock);
	return NULL;
}

/*
 * If tasks are ready and none was taken for a while, executions that do not yield occupy all
 * workers (one may wait for what another writes), so one more is started.
 */
static void add_worker_if_stuck(struct fcl_emu_board *board, uint64_t served)
{
	if (!board->nready || board->served != served)
		return;
	if (board->nidle) {
		pthread_cond_signal(&board->work);
	} else if (board->max_workers < MOST_WORKERS) {
		board->max_workers++;
		start_worker(board);
	}
}

/* One round of the watcher over all waiting CUs; the board's lock is held, and dropped where CUs
 * are ended. */
static void watch_round(struct fcl_emu_board *board)
{
	uint32_t ready = board->nready;
	bool quiet = !board->nready && !board->nrunning;

	board->watch_rounds++;
	board->next_check = NULL;
	fcl_emu_check_waiting(board, UINT32_MAX, fcl_now_ns());
	if (board->nready > ready || (board->nready && !board->lead_watches))
		fcl_emu_wake_worker(board);
	if (board->maybe_deadlock && (quiet || board->watch_rounds % SEARCH_ROUNDS == 0))
		fcl_emu_end_deadlocks(board);
	if (board->watch_rounds % SEARCH_ROUNDS == 0)
		fcl_emu_report_stalls(board);
	fcl_emu_watchdog(board);
}

/* Sleeps until the next round; the board's lock is held. */
static void watcher_sleep(struct fcl_emu_board *board, bool active)
{
	uint64_t until = active ? 0 : fcl_emu_first_backoff_end(board);

	if (active) {
		pthread_mutex_unlock(&board->lock);
		nanosleep(&(struct timespec){.tv_nsec = STUCK_NS}, NULL);
		pthread_mutex_lock(&board->lock);
		return;
	}
	board->watcher_asleep = true;
	if (until == UINT64_MAX)
		pthread_cond_wait(&board->watch, &board->lock);
	else
		fcl_emu_wait_until(board, &board->watch, until);
	board->watcher_asleep = false;
}

/* Watches workers and waiting CUs. */
static void *watcher(void *data)
{
	struct fcl_emu_board *board = data;
	uint64_t served = 0;
	unsigned quiet = 0;

	pthread_mutex_lock(&board->lock);
	while (!board->ending) {
		fcl_emu_admit(board);
		add_worker_if_stuck(board, served);
		quiet = board->nready || board->nrunning || board->served != served ? 0 : quiet + 1;
		served = board->served;
		watcher_sleep(board, quiet < QUIET_ROUNDS || board->unreported_stall ||
					     board->stall_ns || board->timeout_ns);
		watch_round(board);
	}
	board->watching = false;
	pthread_cond_broadcast(&board->quiet);
	pthread_mutex_unlock(&board->lock);
	return NULL;
}

/* The host's threads get all signals but those of faults, and the watchdog's. */
static bool start_thread(void *(*function)(void *), struct fcl_emu_board *board)
{
	sigset_t all, old;
	pthread_t thread;
	int error;

	sigfillset(&all);
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGFPE);
	sigdelset(&all, SIGILL);
	sigdelset(&all, fcl_emu_guard_signal());
	pthread_sigmask(SIG_SETMASK, &all, &old);
	error = pthread_create(&thread, NULL, function, board);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (!error)
		pthread_detach(thread);
	else
		fcl_log(FCL_LOG_ERROR, board->info.name, "cannot start a thread for the board: %s",
			strerror(error));
	return !error;
}

static void start_worker(struct fcl_emu_board *board)
{
	if (start_thread(worker, board))
		board->nworkers++;
	if (!board->watching)
		board->watching = start_thread(watcher, board);
	pthread_cond_signal(&board->watch);
}

/* --- what the backend calls ------------------------------------------------------------------- */

int fcl_emu_sched_init(struct fcl_emu_board *board)
{
	uint64_t threads = fcl_config_number(FCL_CONFIG_EMU_THREADS);
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	pthread_mutexattr_t adaptive;
	pthread_condattr_t monotonic;

	board->max_workers = threads          ? (uint32_t)threads
			     : processors > 0 ? (uint32_t)processors
					      : 1;
	board->stall_ns = fcl_config_number(FCL_CONFIG_EMU_STALL_S) * 1000000000u;
	board->timeout_ns = fcl_config_number(FCL_CONFIG_EMU_TIMEOUT_S) * 1000000000u;
	/* It is held more briefly than a thread takes to sleep and wake. */
	pthread_mutexattr_init(&adaptive);
	pthread_mutexattr_settype(&adaptive, PTHREAD_MUTEX_ADAPTIVE_NP);
	pthread_mutex_init(&board->lock, &adaptive);
	pthread_mutexattr_destroy(&adaptive);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&board->work, &monotonic);
	pthread_cond_init(&board->watch, &monotonic);
	pthread_cond_init(&board->quiet, &monotonic);
	pthread_cond_init(&board->copied, &monotonic);
	pthread_condattr_destroy(&monotonic);
	return 0;
}

void fcl_emu_sched_fini(struct fcl_emu_board *board)
{
	pthread_mutex_lock(&board->lock);
	board->ending = true;
	pthread_cond_broadcast(&board->work);
	pthread_cond_broadcast(&board->watch);
	while (board->nworkers || board->watching)
		pthread_cond_wait(&board->quiet, &board->lock);
	pthread_mutex_unlock(&board->lock);
	fcl_emu_fiber_pools_fini(&board->fibers);
	pthread_mutex_destroy(&board->lock);
	pthread_cond_destroy(&board->work);
	pthread_cond_destroy(&board->watch);
	pthread_cond_destroy(&board->quiet);
	pthread_cond_destroy(&board->copied);
}

static struct fcl_emu_item *prepare(struct fcl_hal_request *request)
{
	struct fcl_emu_item *item = (struct fcl_emu_item *)request->scratch;

	_Static_assert(sizeof(*item) <= FCL_HAL_SCRATCH, "the item must fit the request's scratch");
	item->request = request;
	item->next = NULL;
	if (request->op != FCL_HAL_LAUNCH) {
		/* All members: the scratch is not initialised. */
		item->task = (struct fcl_emu_task){
			.kind = FCL_EMU_TASK_COPY,
			.tag = request->tag,
			.small = fcl_emu_copy_bytes(request) <= SMALL_BYTES,
		};
	}
	return item;
}

void fcl_emu_admit(struct fcl_emu_board *board)
{
	struct fcl_emu_item *newest, *oldest = NULL;

	if (!atomic_load_explicit(&board->submitted, memory_order_relaxed))
		return;
	newest = atomic_exchange(&board->submitted, NULL);
	while (newest) {
		struct fcl_emu_item *item = newest;

		newest = item->next;
		item->next = oldest;
		oldest = item;
	}
	while (oldest) {
		struct fcl_emu_item *item = oldest;

		oldest = item->next;
		item->next = NULL;
		if (item->request->op == FCL_HAL_LAUNCH)
			fcl_emu_launch(board, item);
		else
			fcl_emu_ready(board, &item->task);
	}
}

void fcl_emu_push(struct fcl_emu_board *board, struct fcl_emu_item *item)
{
	item->next = atomic_load_explicit(&board->submitted, memory_order_relaxed);
	while (!atomic_compare_exchange_weak(&board->submitted, &item->next, item))
		;
}

/* Whether a worker runs a short task, after which it admits what was submitted. */
static bool will_check(struct fcl_emu_board *board)
{
	uint64_t since = atomic_load(&board->short_task_ns);

	return since && fcl_now_ns() - since < SMALL_NS;
}

/* While the lead watches, a little work may wait until its submitter runs it; while a worker spins,
 * any single task may. The board's lock is held. */
static bool needs_worker(const struct fcl_emu_board *board)
{
	uint32_t count = for_workers(board);

	if (!count || (board->spinning && count == 1))
		return false;
	return !board->lead_watches || count > LOOK_AHEAD || !board->ready_last->small;
}

static void admit_and_wake(struct fcl_emu_board *board)
{
	fcl_emu_admit(board);
	if (needs_worker(board))
		fcl_emu_wake_worker(board);
}

int fcl_emu_submit(struct fcl_emu_board *board, struct fcl_hal_request *const *requests,
		   uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		int error = requests[i]->op == FCL_HAL_LAUNCH
				    ? fcl_emu_launch_check(requests[i])
				    : fcl_emu_copy_check(board, requests[i]);
		if (error)
			return error;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct fcl_emu_item *item = prepare(requests[i]);

		if (fcl_emu_keep_next(board, item))
			return 0;
		fcl_emu_push(board, item);
	}
	if (will_check(board))
		return 0;
	pthread_mutex_lock(&board->lock);
	admit_and_wake(board);
	pthread_mutex_unlock(&board->lock);
	return 0;
}

bool fcl_emu_continue_shift(struct fcl_emu_board *board, uint64_t now)
{
	bool free;

	if (!fcl_emu_home(board))
		return false;
	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	free = !for_workers(board) && !board->copies && !board->ranges && !board->ending;
	if (free) {
		board->served++;
		atomic_store(&board->short_task_ns, now);
	}
	pthread_mutex_unlock(&board->lock);
	return free;
}

void fcl_emu_kick(struct fcl_emu_board *board)
{
	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	if (board->nleft)
		board->kicked_ns = fcl_now_ns();
	if (board->nready)
		fcl_emu_wake_worker(board);
	pthread_mutex_unlock(&board->lock);
}

/* The first ready task with the tag; the board's lock is held. */
static struct fcl_emu_task *find_for(struct fcl_emu_board *board, const void *tag)
{
	struct fcl_emu_task *task = board->ready;

	for (unsigned i = 0; task && i < LOOK_AHEAD; i++, task = task->next)
		if (task->tag == tag && may_run(board, task))
			return task;
	return NULL;
}

/* Takes a task for a thread of the host; the board's lock is held. */
static void take_for_host(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now)
{
	take(board, task, now);
	if (for_workers(board))
		fcl_emu_wake_worker(board);
}

/* Runs what a thread of the host has taken, and what follows it on the same CU. */
static void run_for_host(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now)
{
	int cancel;

	if (task->kind == FCL_EMU_TASK_CU)
		fcl_emu_guard_thread();
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	run(board, task, now);
	/* What this thread has submitted meanwhile, and may not wait for: see keep.h. */
	admit_and_wake(board);
	pthread_mutex_unlock(&board->lock);
	pthread_setcancelstate(cancel, NULL);
}

/* Whether a waiting thread may run the task. A long copy takes no longer there than on a worker;
 * nothing else may be ready. */
static bool suits_waiting(const struct fcl_emu_board *board, const struct fcl_emu_task *task)
{
	return task->small || (task->kind == FCL_EMU_TASK_COPY && board->nready == 1);
}

int fcl_emu_progress(struct fcl_emu_board *board, const void *tag)
{
	uint64_t now = fcl_now_ns();
	struct fcl_emu_task *task;

	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	task = find_for(board, tag);
	if (task && !suits_waiting(board, task))
		task = NULL;
	if (task)
		take_for_host(board, task, now);
	pthread_mutex_unlock(&board->lock);
	if (task)
		run_for_host(board, task, now);
	return task != NULL;
}

/* If a worker runs the tag's launches now, it leaves the next one to this thread. */
int fcl_emu_help(struct fcl_emu_board *board, const void *tag)
{
	uint64_t now = fcl_now_ns();
	struct fcl_emu_task *task;

	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	task = find_for(board, tag);
	if (task && !task->tiny)
		task = NULL;
	if (task) {
		stop_asking(board, tag);
		take_for_host(board, task, now);
	} else {
		atomic_store_explicit(&board->asked, tag, memory_order_relaxed);
	}
	board->last_work_ns = now;
	pthread_mutex_unlock(&board->lock);
	helps.tag = tag;
	helps.until_ns = now + COMES_BACK_NS;
	if (task)
		run_for_host(board, task, now);
	return task != NULL;
}
