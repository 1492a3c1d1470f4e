/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/watch.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/thread.h"
#include "tools/board/executor.h"

enum { PERIOD_US = 500 * 1000, LOOK_US = 1000 };

_Static_assert(FCL_BD_WATCH_SIGNAL == SIGALRM, "the board process explains this signal");

/* The system ends the process: what this thread would need for that may be broken, too. */
static void watch_set_limit(timer_t timer, time_t seconds)
{
	const struct itimerspec limit = {.it_value.tv_sec = seconds};

	timer_settime(timer, 0, &limit, NULL);
}

static void pass_through(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
}

/* A thread that runs a kernel in place holds this lock as long as the kernel takes. */
static void pass_serving(struct fcl_bd_executor *executor)
{
	while (pthread_mutex_trylock(&executor->serve_lock)) {
		if (atomic_load(&executor->is_serving))
			return;
		fcl_pause_us(LOOK_US);
	}
	pthread_mutex_unlock(&executor->serve_lock);
}

/* All others are held briefly. */
static void pass_all(struct fcl_bd_executor *executor)
{
	pass_through(&executor->table_lock);
	pass_through(&executor->end_lock);
	pass_through(&executor->turn_lock);
	pass_serving(executor);
	executor->hal->kick(executor->board); /* passes through the emulated board's */
}

static void *board_watch(void *user)
{
	struct fcl_bd_executor *executor = user;
	sigset_t alarm_only;

	sigemptyset(&alarm_only);
	sigaddset(&alarm_only, FCL_BD_WATCH_SIGNAL);
	pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);
	for (;;) {
		fcl_pause_us(PERIOD_US);
		watch_set_limit(executor->watch_timer, FCL_BD_WATCH_S);
		pass_all(executor);
		watch_set_limit(executor->watch_timer, 0);
	}
	return NULL;
}

int fcl_bd_watch_prepare(struct fcl_bd_executor *executor)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = FCL_BD_WATCH_SIGNAL};

	signal(FCL_BD_WATCH_SIGNAL, SIG_DFL);
	return timer_create(CLOCK_MONOTONIC, &event, &executor->watch_timer) ? -errno : 0;
}

int fcl_bd_watch_start(struct fcl_bd_executor *executor)
{
	return fcl_thread_start(board_watch, executor);
}
