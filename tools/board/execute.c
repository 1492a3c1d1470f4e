/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/execute.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/log.h"
#include "base/rack/rack.h"
#include "base/thread.h"
#include "base/trace/trace.h"
#include "emulator/memory/memory.h"
#include "runtime/devices/registry.h"
#include "tools/board/calls.h"
#include "tools/board/confine.h"
#include "tools/board/executor.h"
#include "tools/board/jobs.h"
#include "tools/board/turns.h"
#include "tools/board/watch.h"

static void *execute_map(int fd, size_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	return at == MAP_FAILED ? NULL : at;
}

static int execute_open_board(struct fcl_bd_executor *executor, const char *spec,
			      struct fcl_err *err)
{
	const char *board = NULL;
	int error;

	fcl_rack_forbid_order("a board behind a board process");
	executor->hal = fcl_backend_of(spec, &board, err);
	if (!executor->hal)
		return err->code ? err->code : -ENOENT;
	error = executor->hal->open(board, 0, &executor->board, err);
	if (error)
		return error;
	executor->info = executor->hal->info(executor->board);
	if (executor->info->nbanks > FCL_BD_BANKS)
		return fcl_err_set(err, -EINVAL, "the board has %u banks, a board process takes %d",
				   executor->info->nbanks, FCL_BD_BANKS);
	return 0;
}

/* Reports the board's properties to the board process, or why it cannot be opened. */
static int execute_probe(struct fcl_bd_executor *executor, const char *spec)
{
	struct fcl_err err = {0};
	int error = execute_open_board(executor, spec, &err);

	fcl_bd_packet_init(&executor->packet, FCL_BD_BANKS_ARE);
	if (!error) {
		fcl_bd_fill_facts(executor->info,
				  (struct fcl_bd_facts *)(void *)executor->packet.payload);
		executor->packet.head.payload = sizeof(struct fcl_bd_facts);
	}
	fcl_bd_answer(&executor->packet, error, &err);
	fcl_bd_send(executor->control, &executor->packet);
	return error != 0;
}

static int execute_prepare(struct fcl_bd_executor *executor, unsigned seat)
{
	executor->seat = seat;
	executor->shared = execute_map(FCL_BD_EXECUTOR_FD + 2, sizeof(*executor->shared));
	executor->turns = execute_map(FCL_BD_EXECUTOR_FD + 3, sizeof(*executor->turns));
	if (!executor->shared || !executor->turns)
		return -ENOMEM;
	close(FCL_BD_EXECUTOR_FD + 2);
	close(FCL_BD_EXECUTOR_FD + 3);
	executor->own = &executor->turns->seats[seat];
	executor->submitted.ring = &executor->shared->submitted;
	executor->ended.ring = &executor->shared->ended;
	pthread_mutex_init(&executor->table_lock, NULL);
	pthread_mutex_init(&executor->serve_lock, NULL);
	pthread_mutex_init(&executor->end_lock, NULL);
	pthread_mutex_init(&executor->turn_lock, NULL);
	return 0;
}

/* Serves calls until the client or the board process is gone. */
static void serve_calls(struct fcl_bd_executor *executor)
{
	for (;;) {
		struct pollfd entries[2] = {{.fd = executor->call, .events = POLLIN},
					    {.fd = executor->control, .events = POLLRDHUP}};

		if (poll(entries, 2, -1) < 0 && errno != EINTR)
			return;
		if (entries[1].revents || (entries[0].revents && !fcl_bd_serve_call(executor)))
			return;
	}
}

static void execute_run(struct fcl_bd_executor *executor, const char *spec, unsigned seat)
{
	struct fcl_err err = {0};

	if (execute_prepare(executor, seat))
		fcl_bd_die(executor, "no memory for an executor");
	if (execute_open_board(executor, spec, &err))
		fcl_bd_die(executor, "the board %s does not open: %s", spec, err.text);
	fcl_log(FCL_LOG_DEBUG, "board", "executor %d serves seat %u", (int)getpid(), seat);
	if (fcl_bd_watch_prepare(executor))
		fcl_bd_die(executor, "no timer for an executor");
	fcl_bd_note_health(executor); /* what a previous executor has reported no longer applies */
	if (fcl_bd_confine(executor->info, &err))
		fcl_bd_die(executor, "%s", err.text);
	fcl_emu_memory_open_with(fcl_bd_open_again, executor);
	if (fcl_thread_start(fcl_bd_serve_ring, executor) ||
	    fcl_thread_start(fcl_bd_turn_wait, executor) || fcl_bd_watch_start(executor))
		fcl_bd_die(executor, "cannot start a thread for an executor");
	serve_calls(executor);
	fcl_trace_flush();
}

int fcl_bd_execute(const char *spec, unsigned seat, int parent)
{
	struct fcl_bd_executor *executor = calloc(1, sizeof(*executor));

	if (!executor)
		return 1;
	/* The board process may have died before prctl() took effect. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		return 1;
	executor->control = FCL_BD_EXECUTOR_FD;
	executor->call = FCL_BD_EXECUTOR_FD + 1;
	if (seat == FCL_BD_PROBE)
		return execute_probe(executor, spec);
	if (seat >= FCL_BD_CLIENTS)
		return 1;
	execute_run(executor, spec, seat);
	_exit(0); /* kernels may still be running, so do not free anything that they use */
}
