/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct pool {
	struct fclc_program *program;
	struct fclc_job **running; /* the running job of each chain, or NULL */
	uint32_t count, nrunning;
	bool stop;
	time_t began;
};

static uint32_t most_jobs(const struct fclc_program *program)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (program->options.jobs)
		return program->options.jobs;
	return processors > 0 ? (uint32_t)processors : 1;
}

static void start(struct pool *pool, uint32_t chain, struct fclc_job *job)
{
	struct fclc_program *program = pool->program;

	job->log = fclc_format(program->arena, "%s/log%u", program->tmp, program->nlogs++);
	job->error = fclc_spawn(program, &job->argv, job->log, &job->pid, &job->err);
	if (job->error) {
		pool->stop = true;
		return;
	}
	pool->running[chain] = job;
	pool->nrunning++;
}

static void end(struct pool *pool, pid_t pid, int status)
{
	for (uint32_t i = 0; i < pool->count; i++) {
		struct fclc_job *job = pool->running[i];

		if (!job || job->pid != pid)
			continue;
		pool->running[i] = NULL;
		pool->nrunning--;
		job->pid = 0;
		job->error = fclc_exit_error(status, job->argv.list[0], &job->err);
		pool->stop |= job->error != 0;
		if (job->next && !pool->stop)
			start(pool, i, job->next);
		return;
	}
}

/* Wait for the children, which still write to the temporary directory. */
static void interrupt(struct pool *pool)
{
	pool->stop = true;
	for (uint32_t i = 0; i < pool->count; i++)
		if (pool->running[i])
			kill(pool->running[i]->pid, SIGTERM);
}

static void show_progress(const struct pool *pool)
{
	for (uint32_t i = 0; i < pool->count; i++)
		if (pool->running[i] && pool->running[i]->what)
			fclc_show_progress(pool->running[i]->what, pool->began);
}

static void wait_one(struct pool *pool)
{
	int status;
	pid_t pid = waitpid(-1, &status, 0);

	if (pid > 0)
		end(pool, pid, status);
	else if (errno == EINTR && fclc_interrupted())
		interrupt(pool);
	else if (errno == EINTR)
		show_progress(pool);
	else
		pool->nrunning = 0; /* no child is left: another wait has reaped them */
}

static int first_error(const struct pool *pool, struct fclc_job **chains, struct fcl_err *err)
{
	if (fclc_interrupted())
		return fcl_err_set(err, -EINTR, "fpgaclc: error: interrupted");
	for (uint32_t i = 0; i < pool->count; i++)
		for (struct fclc_job *job = chains[i]; job; job = job->next)
			if (job->error) {
				*err = job->err;
				return job->error;
			}
	return 0;
}

int fclc_jobs_run(struct fclc_program *program, struct fclc_job **chains, uint32_t count,
		  struct fcl_err *err)
{
	struct pool pool = {.program = program, .count = count, .began = time(NULL)};
	uint32_t most = most_jobs(program), next = 0;

	pool.running = fclc_alloc(program->arena, (size_t)count + 1, sizeof(struct fclc_job *));
	fclc_progress_begin();
	for (;;) {
		while (!pool.stop && pool.nrunning < most && next < count) {
			start(&pool, next, chains[next]);
			next++;
		}
		if (!pool.nrunning)
			break;
		wait_one(&pool);
	}
	fclc_progress_end();
	return first_error(&pool, chains, err);
}
