/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/layers/timer.h"

#include <stddef.h>

#include "base/clock.h"
#include "base/thread.h"

/* Removes and returns the first call if it is due. The lock is held. */
static struct fcl_layer_timed *take_due(struct fcl_layer_timer *timer)
{
	struct fcl_layer_timed *timed = timer->first;

	if (!timed || timed->due_ns > fcl_now_ns())
		return NULL;
	timer->first = timed->next;
	return timed;
}

/* The lock is held. */
static void sleep_until_due(struct fcl_layer_timer *timer)
{
	if (timer->first)
		fcl_cond_wait_until(&timer->changed, &timer->lock, timer->first->due_ns);
	else
		pthread_cond_wait(&timer->changed, &timer->lock);
}

static void *timer_run(void *data)
{
	struct fcl_layer_timer *timer = data;
	struct fcl_layer_timed *timed;

	pthread_mutex_lock(&timer->lock);
	while (!timer->stop) {
		timed = take_due(timer);
		if (!timed) {
			sleep_until_due(timer);
			continue;
		}
		pthread_mutex_unlock(&timer->lock);
		timed->call(timed);
		pthread_mutex_lock(&timer->lock);
	}
	timer->running = false;
	pthread_cond_broadcast(&timer->changed);
	pthread_mutex_unlock(&timer->lock);
	return NULL;
}

int fcl_layer_timer_start(struct fcl_layer_timer *timer, struct fcl_err *err)
{
	int error;

	pthread_mutex_init(&timer->lock, NULL);
	fcl_cond_init(&timer->changed);
	timer->running = true;
	error = fcl_thread_start(timer_run, timer);
	if (error) {
		timer->running = false;
		return fcl_err_set(err, error, "cannot start a thread for the layer's timer");
	}
	timer->started = true;
	return 0;
}

void fcl_layer_timer_stop(struct fcl_layer_timer *timer)
{
	if (!timer->started)
		return;
	pthread_mutex_lock(&timer->lock);
	timer->stop = true;
	pthread_cond_broadcast(&timer->changed);
	while (timer->running)
		pthread_cond_wait(&timer->changed, &timer->lock);
	pthread_mutex_unlock(&timer->lock);
	pthread_cond_destroy(&timer->changed);
	pthread_mutex_destroy(&timer->lock);
}

void fcl_layer_timer_add(struct fcl_layer_timer *timer, struct fcl_layer_timed *timed)
{
	struct fcl_layer_timed **at = &timer->first;

	pthread_mutex_lock(&timer->lock);
	while (*at && (*at)->due_ns <= timed->due_ns)
		at = &(*at)->next;
	timed->next = *at;
	*at = timed;
	pthread_cond_signal(&timer->changed);
	pthread_mutex_unlock(&timer->lock);
}

void fcl_layer_timer_flush(struct fcl_layer_timer *timer)
{
	struct fcl_layer_timed *all, *next;

	if (!timer->started)
		return;
	pthread_mutex_lock(&timer->lock);
	all = timer->first;
	timer->first = NULL;
	pthread_mutex_unlock(&timer->lock);
	for (; all; all = next) {
		next = all->next;
		all->call(all);
	}
}
