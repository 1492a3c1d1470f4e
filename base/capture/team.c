/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/team.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "base/fork.h"
#include "base/thread.h"

enum { MOST = 3 };

static pthread_mutex_t team_lock = PTHREAD_MUTEX_INITIALIZER;
/* Guarded by team_lock. */
static pthread_cond_t begun, left;
static struct fcl_team_job *jobs;
static pid_t started_in; /* the process that has the threads: they do not survive fork() */

static void team_run(struct fcl_team_job *job)
{
	size_t piece;

	while ((piece = atomic_fetch_add(&job->next, 1)) < job->pieces)
		job->run(job, piece);
}

static struct fcl_team_job *team_find(void)
{
	struct fcl_team_job *job = jobs;

	while (job && atomic_load(&job->next) >= job->pieces)
		job = job->then;
	return job;
}

static void *team_member(void *data)
{
	struct fcl_team_job *job;

	(void)data;
	pthread_mutex_lock(&team_lock);
	for (;;) {
		job = team_find();
		if (!job) {
			pthread_cond_wait(&begun, &team_lock);
			continue;
		}
		job->members++;
		pthread_mutex_unlock(&team_lock);
		team_run(job);
		pthread_mutex_lock(&team_lock);
		if (!--job->members)
			pthread_cond_broadcast(&left);
	}
	return NULL;
}

/* As many as there are processors beside the caller's. */
static void team_start(void)
{
	cpu_set_t cpus;
	int count = sched_getaffinity(0, sizeof(cpus), &cpus) ? 1 : CPU_COUNT(&cpus);

	started_in = getpid();
	jobs = NULL;
	pthread_cond_init(&begun, NULL);
	pthread_cond_init(&left, NULL);
	for (int i = 1; i < count && i <= MOST; i++)
		fcl_thread_start(team_member, NULL);
}

void fcl_team_begin(struct fcl_team_job *job)
{
	fcl_fork_protect(&team_lock);
	job->next = 0;
	job->members = 0;
	pthread_mutex_lock(&team_lock);
	if (started_in != getpid())
		team_start();
	job->then = jobs;
	jobs = job;
	pthread_cond_broadcast(&begun);
	pthread_mutex_unlock(&team_lock);
}

void fcl_team_end(struct fcl_team_job *job)
{
	struct fcl_team_job **at = &jobs;

	team_run(job);
	pthread_mutex_lock(&team_lock);
	while (*at != job)
		at = &(*at)->then;
	*at = job->then;
	while (job->members)
		pthread_cond_wait(&left, &team_lock);
	pthread_mutex_unlock(&team_lock);
}
