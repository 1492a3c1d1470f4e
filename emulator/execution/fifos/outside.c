/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/fifos/outside.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/log.h"
#include "base/thread.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/state/unit.h"

enum { EVENTS_AT_ONCE = 16, ALL = -1 };

/*
 * Readies the CUs that wait for this descriptor, or all. An event may be stale: its CU may have
 * ended, or the number may now belong to another descriptor. In either case a CU that
 * is readied for nothing waits again.
 */
static void outside_release(struct fcl_emu_board *board, int descriptor)
{
	struct fcl_emu_cu *next;

	for (struct fcl_emu_cu *cu = board->waiting; cu; cu = next) {
		next = cu->next_waiting;
		if (!fcl_emu_waits_outside(cu) ||
		    (descriptor != ALL && cu->outside.descriptor != descriptor))
			continue;
		cu->outside.ready = true;
		fcl_emu_go_on(cu);
	}
}

/*
 * The descriptors are no longer ours, for example because the host has closed all of them. From now
 * on CUs check again at intervals.
 */
static void outside_give_up(struct fcl_emu_board *board)
{
	board->outside_events = board->outside_end = -1;
	outside_release(board, ALL);
}

static void *poller(void *data)
{
	struct fcl_emu_board *board = data;
	struct epoll_event events[EVENTS_AT_ONCE];

	pthread_mutex_lock(&board->lock);
	while (!board->ending) {
		int count, error;

		pthread_mutex_unlock(&board->lock);
		count = epoll_wait(board->outside_events, events, EVENTS_AT_ONCE, -1);
		error = count < 0 && errno != EINTR ? errno : 0;
		pthread_mutex_lock(&board->lock);
		for (int i = 0; i < count; i++)
			outside_release(board, events[i].data.fd);
		if (error)
			outside_give_up(board);
		if (board->nready)
			fcl_emu_wake_worker(board);
		if (error)
			break;
	}
	board->polling = false;
	pthread_cond_broadcast(&board->quiet);
	pthread_mutex_unlock(&board->lock);
	return NULL;
}

static int outside_begin(struct fcl_emu_board *board)
{
	struct epoll_event event = {.events = EPOLLIN};

	board->outside_events = epoll_create1(EPOLL_CLOEXEC);
	board->outside_end = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	event.data.fd = board->outside_end;
	board->outside_open = true;
	if (board->outside_events < 0 || board->outside_end < 0 ||
	    epoll_ctl(board->outside_events, EPOLL_CTL_ADD, board->outside_end, &event))
		return -errno;
	return fcl_thread_start(poller, board);
}

bool fcl_emu_outside_watch(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;
	struct epoll_event event = {.events = cu->outside.events | EPOLLONESHOT};

	if (!board->outside_open) {
		int error = outside_begin(board);

		board->polling = !error;
		if (error)
			fcl_log(FCL_LOG_ERROR, board->info.name,
				"cannot wait for other processes: %s", strerror(-error));
	}
	if (!board->polling)
		return false;
	event.data.fd = cu->outside.descriptor;
	if (!epoll_ctl(board->outside_events, EPOLL_CTL_MOD, event.data.fd, &event))
		return true;
	return errno == ENOENT &&
	       !epoll_ctl(board->outside_events, EPOLL_CTL_ADD, event.data.fd, &event);
}

void fcl_emu_outside_end(struct fcl_emu_board *board)
{
	if (board->polling)
		eventfd_write(board->outside_end, 1);
}

void fcl_emu_outside_fini(struct fcl_emu_board *board)
{
	if (!board->outside_open)
		return;
	if (board->outside_events >= 0)
		close(board->outside_events);
	if (board->outside_end >= 0)
		close(board->outside_end);
}
