/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/jobs.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct pool {
	struct fclc_program *program;
	struct fclc_job **running; /* the running job of each chain, or NULL */
	struct pollfd *waiting;    /* for it */
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

/* Paused compilers hold what they have read: the others are started again. */
#define MOST_PAUSED 16u

/* --- pauses ----------------------------------------------------------------------------------- */

static void job_wake(struct fclc_job *job)
{
	/* If it has ended, its status says so. */
	if (send(job->gate, "", 1, MSG_NOSIGNAL) < 0)
		shutdown(job->gate, SHUT_RDWR);
}

static void job_take(struct fclc_program *program, struct fclc_job *job)
{
	struct fclc_job **at = &program->paused;

	while (*at != job)
		at = &(*at)->paused_before;
	*at = job->paused_before;
	job->paused = false;
}

/* Ends a paused command. */
static void job_end(struct fclc_program *program, struct fclc_job *job)
{
	job_take(program, job);
	close(job->gate);
	kill(job->pid, SIGTERM);
	while (waitpid(job->pid, NULL, 0) < 0 && errno == EINTR)
		continue;
	job->pid = 0;
}

void fclc_jobs_close(struct fclc_program *program)
{
	while (program->paused)
		job_end(program, program->paused);
}

static void job_pause(struct fclc_program *program, struct fclc_job *job)
{
	uint32_t count = 1;

	job->paused = true;
	job->paused_before = program->paused;
	program->paused = job;
	for (const struct fclc_job *other = job->paused_before; other; other = other->paused_before)
		count++;
	if (count > MOST_PAUSED)
		job_end(program, job);
}

/* --- running ---------------------------------------------------------------------------------- */

static int job_start(struct fclc_program *program, struct fclc_job *job)
{
	int ends[2], error;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return fcl_err_set(&job->err, -errno, "fpgaclc: error: a socket for %s: %s",
				   job->argv.list[0], strerror(errno));
	job->gate = ends[0];
	job->log = fclc_format(program->arena, "%s/log%u", program->tmp, program->nlogs++);
	error = fclc_spawn(program, &job->argv, ends[1], job->log, &job->pid, &job->err);
	close(ends[1]);
	if (error)
		close(job->gate);
	else if (job->hurries)
		job_wake(job);
	return error;
}

static void start(struct pool *pool, uint32_t chain, struct fclc_job *job)
{
	if (job->paused) {
		job_take(pool->program, job);
		job->hurries = true;
		job_wake(job);
	} else {
		job->error = job_start(pool->program, job);
	}
	if (job->error) {
		pool->stop = true;
		return;
	}
	pool->running[chain] = job;
	pool->nrunning++;
}

static void end(struct pool *pool, uint32_t chain)
{
	struct fclc_job *job = pool->running[chain];
	int status = 0;

	close(job->gate);
	while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	pool->running[chain] = NULL;
	pool->nrunning--;
	job->pid = 0;
	job->error = fclc_exit_error(status, job->argv.list[0], &job->err);
	pool->stop |= job->error != 0;
	if (job->next && !pool->stop)
		start(pool, chain, job->next);
}

/* Reads what a command says: a byte when it pauses, and nothing more once it has ended. */
static void hear(struct pool *pool, uint32_t chain)
{
	struct fclc_job *job = pool->running[chain];
	char byte;

	if (recv(job->gate, &byte, 1, MSG_DONTWAIT) <= 0) {
		end(pool, chain);
	} else if (!job->hurries) {
		pool->running[chain] = NULL;
		pool->nrunning--;
		job_pause(pool->program, job);
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
	uint32_t nwaiting = 0;

	for (uint32_t i = 0; i < pool->count; i++) {
		pool->waiting[i] = (struct pollfd){.fd = -1, .events = POLLIN};
		if (!pool->running[i])
			continue;
		pool->waiting[i].fd = pool->running[i]->gate;
		nwaiting = i + 1;
	}
	if (poll(pool->waiting, nwaiting, -1) < 0) {
		if (fclc_interrupted())
			interrupt(pool);
		else
			show_progress(pool);
		return;
	}
	for (uint32_t i = 0; i < nwaiting; i++)
		if (pool->waiting[i].revents)
			hear(pool, i);
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
	pool.waiting = fclc_alloc(program->arena, (size_t)count + 1, sizeof(*pool.waiting));
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
