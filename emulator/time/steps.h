/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TIME_STEPS_H
#define FCL_EMU_TIME_STEPS_H

/* How time goes on, from the bottom up. */

#include "emulator/time/state.h"

/* check.c: 0, or what is wrong with an event of the process: -EINVAL, -EOVERFLOW. */
int fcl_time_check_event(struct fcl_time *time, uint32_t process,
			 const struct fcl_time_event *event, struct fcl_err *err);

/* decisions.c: those to take, the earliest first; there is room for one of each object. */
void fcl_time_decisions_add(struct fcl_time *time, const struct fcl_time_decision *decision);
/* There is one. */
struct fcl_time_decision fcl_time_decisions_take(struct fcl_time *time);

/*
 * stretch.c: the state that was collected, and those after it that are like it, as far as they can
 * happen. False: none did; they are for the general way.
 */
bool fcl_time_stretch(struct fcl_time *time, uint32_t process, uint64_t key, size_t count);

/* process.c: the process goes on as far as it can. */
void fcl_time_process_run(struct fcl_time *time, uint32_t process);
/* Its question is next of all: decides it, and goes on. */
void fcl_time_process_decide(struct fcl_time *time, uint32_t process);

/* The first picosecond in which native code that runs can still add something. */
static inline uint64_t fcl_time_process_bound(const struct fcl_time_proc *proc)
{
	return ((proc->frontier >> FCL_TIME_PHASES) + proc->delay) * proc->period_ps;
}

/*
 * stuck.c: looks whether processes wait for each other, or for one that has ended, now that nothing
 * moves. If those that were blocked since the last time do, `failure` names the first that it finds.
 */
void fcl_time_find_stuck(struct fcl_time *time);

/* advance.c: goes on until every process has to wait for native code, or for a decision. */
void fcl_time_advance(struct fcl_time *time);

#endif
