/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/closing.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "hal/board/wire/socket.h"

enum {
	THREADS = 256,
	OF_USER = 8,             /* threads for the descriptors of one user */
	MOST_NS = 300 * 1000000, /* after this, the thread is interrupted */
};

struct pending {
	struct pending *next;
	int fd;
	uid_t user;
	bool reads; /* what its peer has sent */
};

/* A thread, and what it closes. */
struct closer {
	pthread_t thread;
	uid_t user;
	uint64_t since_ns; /* 0: nothing */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct pending *first, **last = &first;
static struct closer closers[THREADS];
static unsigned started, idle, waiting; /* threads, idle ones, and descriptors */

static uid_t current_user; /* of the main thread */

static unsigned busy_for(uid_t user)
{
	unsigned count = 0;

	for (unsigned i = 0; i < started; i++)
		count += closers[i].since_ns && closers[i].user == user;
	return count;
}

/* Takes the first one whose user does not occupy too many threads. */
static struct pending *closing_take(void)
{
	for (struct pending **link = &first; *link; link = &(*link)->next) {
		struct pending *found = *link;

		if (busy_for(found->user) >= OF_USER)
			continue;
		*link = found->next;
		waiting--;
		if (last == &found->next)
			last = link;
		return found;
	}
	return NULL;
}

static void close_one(const struct pending *pending)
{
	char byte;

	if (pending->reads)
		shutdown(pending->fd, SHUT_RD);
	while (pending->reads && recv(pending->fd, &byte, 1, MSG_DONTWAIT) > 0)
		;
	close(pending->fd);
}

static void closing_interrupt(int number)
{
	(void)number;
}

static void *closing_run(void *data)
{
	struct closer *self = data;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGURG);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	pthread_mutex_lock(&lock);
	self->thread = pthread_self();
	for (;;) {
		struct pending *pending = closing_take();

		if (!pending) {
			idle++;
			pthread_cond_wait(&more, &lock);
			idle--;
			continue;
		}
		self->user = pending->user;
		self->since_ns = fcl_now_ns();
		pthread_mutex_unlock(&lock);
		close_one(pending);
		free(pending);
		pthread_mutex_lock(&lock);
		self->since_ns = 0;
		pthread_cond_signal(&more);
	}
	return NULL;
}

/* The lock is held. */
static void start_one(void)
{
	if (started < THREADS && !fcl_thread_start(closing_run, &closers[started]))
		started++;
}

static void queue(int fd, bool reads)
{
	struct pending *pending = fd >= 0 ? malloc(sizeof(*pending)) : NULL;

	if (!pending)
		return; /* without memory, rather lose the descriptor than wait for it */
	*pending = (struct pending){.fd = fd, .user = current_user, .reads = reads};
	pthread_mutex_lock(&lock);
	*last = pending;
	last = &pending->next;
	if (++waiting > idle)
		start_one();
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&lock);
}

void fcl_bd_let_go(int fd)
{
	queue(fd, false);
}

void fcl_bd_hang_up(int fd)
{
	queue(fd, true);
}

void fcl_bd_closing_begin(void)
{
	struct sigaction action = {.sa_handler = closing_interrupt};

	sigaction(SIGURG, &action, NULL);
	fcl_bd_close_with(fcl_bd_let_go);
}

void fcl_bd_closing_for(uid_t user)
{
	current_user = user;
}

void fcl_bd_closing_nudge(void)
{
	uint64_t now = fcl_now_ns();

	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i < started; i++)
		if (closers[i].since_ns && now > closers[i].since_ns + MOST_NS)
			pthread_kill(closers[i].thread, SIGURG);
	pthread_mutex_unlock(&lock);
}

unsigned fcl_bd_closing_behind(uid_t user)
{
	unsigned count;

	pthread_mutex_lock(&lock);
	count = busy_for(user);
	for (const struct pending *at = first; at; at = at->next)
		count += at->user == user;
	pthread_mutex_unlock(&lock);
	return count;
}
