/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Going on in time. Processes that only wait for each other need no order among them: what each
 * does depends on times of others that are known. Where the order matters, the earliest decision is
 * taken when no process can do anything before it any more.
 */
#include <errno.h>

#include "emulator/time/port.h"
#include "emulator/time/steps.h"

/*
 * Whether no event before this time can come any more. Those that are blocked, or asking, are
 * released by nothing before the earliest decision.
 */
static bool time_is_reached(const struct fcl_time *time, uint64_t ps)
{
	for (uint32_t i = 0; i < time->nprocs; i++) {
		const struct fcl_time_proc *proc = &time->procs[i];
		if (proc->state == FCL_TIME_DRAINED && proc->native == FCL_TIME_RUNNING &&
		    fcl_time_process_bound(proc) <= ps)
			return false;
	}
	return true;
}

static void time_decide(struct fcl_time *time)
{
	struct fcl_time_decision decision = fcl_time_decisions_take(time);
	if (decision.ps > time->decided_ps)
		time->decided_ps = decision.ps;
	if (!decision.burst)
		fcl_time_process_decide(time, decision.object);
	else if (!fcl_time_port_decide(time, decision.object / 2, decision.object % 2))
		time->failed = fcl_err_set(&time->failure, -ENOMEM, "no memory for bursts");
}

static void wake_all(struct fcl_time *time)
{
	for (uint32_t i = 0; i < time->nprocs; i++)
		fcl_time_rouse(time, &time->procs[i], time->procs[i].sleep);
}

void fcl_time_advance(struct fcl_time *time)
{
	bool was_stuck = time->stuck, decided = true;
	while (!time->failed && decided) {
		while (time->nlist && !time->failed) {
			uint32_t process = time->list[--time->nlist];
			time->procs[process].listed = false;
			fcl_time_process_run(time, process);
		}
		decided = !time->failed && time->ndecisions &&
			  time_is_reached(time, time->decisions[0].ps);
		if (decided)
			time_decide(time);
	}
	if (!time->failed && !time->ndecisions)
		fcl_time_find_stuck(time);
	if (time->failed || time->stuck != was_stuck)
		wake_all(time);
}
