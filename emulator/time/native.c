/* SPDX-License-Identifier: Apache-2.0 */
/* What native code says and asks. */
#include <errno.h>
#include <stdlib.h>

#include "emulator/time/channel.h"
#include "emulator/time/lanes.h"
#include "emulator/time/port.h"
#include "emulator/time/steps.h"

static int proc_add(struct fcl_time *time, uint32_t process, const struct fcl_time_event *event,
		    struct fcl_err *err)
{
	struct fcl_time_proc *proc = &time->procs[process];
	struct fcl_time_event mine = *event;
	uint32_t phase = event->at == proc->asked ? proc->questions : 0;
	mine.at = event->at << FCL_TIME_PHASES | phase;
	bool added = true;
	/* Only the first of a run can be behind a question of its cycle. */
	if (phase && fcl_time_is_run(event->op) && event->value > 1) {
		mine.value = 1;
		added = fcl_time_lanes_add(proc, &mine, time->options.record);
		mine.at = (event->at + event->step) << FCL_TIME_PHASES;
		mine.value = event->value - 1;
	}
	if (!added || !fcl_time_lanes_add(proc, &mine, time->options.record))
		return fcl_err_set(err, -ENOMEM, "process `%s`: no memory for its events",
				   proc->info.name);
	return 0;
}

/* A deadlock does not keep a recording from being completed. */
static int time_error(const struct fcl_time *time, bool recording, struct fcl_err *err)
{
	if (!time->failed && (!time->stuck || (recording && time->options.record)))
		return 0;
	return fcl_err_set(err, time->failure.code, "%s", time->failure.text);
}

static int process_check(const struct fcl_time *time, uint32_t process, bool recording,
			 struct fcl_err *err)
{
	if (process >= time->nprocs)
		return fcl_err_set(err, -EINVAL, "there is no process %u", process);
	return time_error(time, recording, err);
}

/* What a process adds after it was idle is not before what has been decided since. */
static void proc_begin(struct fcl_time *time, struct fcl_time_proc *proc,
		       struct fcl_time_event *event)
{
	if (event->op == FCL_TIME_NOT_BEFORE && proc->native == FCL_TIME_IDLE &&
	    event->value < time->decided_ps)
		event->value = time->decided_ps;
	if (proc->native == FCL_TIME_IDLE)
		proc->native = FCL_TIME_RUNNING;
}

static int push(struct fcl_time *time, uint32_t process, const struct fcl_time_event *events,
		size_t count, uint64_t frontier, struct fcl_err *err)
{
	int error = process_check(time, process, true, err);
	for (size_t i = 0; i < count && !error; i++) {
		struct fcl_time_event event = events[i];
		error = fcl_time_check_event(time, process, &event, err);
		if (!error && event.op >= FCL_TIME_TRY_WRITE)
			error = fcl_err_set(err, -EINVAL, "a question is asked, not pushed");
		if (!error)
			proc_begin(time, &time->procs[process], &event);
		if (!error)
			error = proc_add(time, process, &event, err);
		if (!error && (event.op == FCL_TIME_WRITE || event.op == FCL_TIME_PUBLISH))
			fcl_time_channel_added(time, event.object, event.value);
	}
	if (error)
		return error;
	struct fcl_time_proc *proc = &time->procs[process];
	frontier = frontier < FCL_TIME_MAX ? frontier << FCL_TIME_PHASES : FCL_TIME_UNKNOWN;
	if (frontier > proc->frontier)
		proc->frontier = frontier;
	if (proc->state == FCL_TIME_DRAINED)
		fcl_time_ready(time, process);
	fcl_time_advance(time);
	bool ahead = time->options.ahead && proc->queued > time->options.ahead && !time->stuck;
	proc->sleep = ahead ? FCL_TIME_AHEAD : FCL_TIME_AWAKE;
	if (ahead)
		fcl_time_suspect(time, process);
	return ahead;
}

int fcl_time_push(struct fcl_time *time, uint32_t process, const struct fcl_time_event *events,
		  size_t count, uint64_t frontier, struct fcl_err *err)
{
	pthread_mutex_lock(&time->lock);
	int result = push(time, process, events, count, frontier, err);
	pthread_mutex_unlock(&time->lock);
	return result;
}

static int answer(struct fcl_time *time, uint32_t process, uint64_t *ret_answer,
		  struct fcl_err *err)
{
	int error = process_check(time, process, false, err);
	if (error)
		return error;
	struct fcl_time_proc *proc = &time->procs[process];
	if (!proc->answered) {
		proc->sleep = FCL_TIME_FOR_ANSWER;
		return 0;
	}
	*ret_answer = proc->answer;
	return 1;
}

static int ask(struct fcl_time *time, uint32_t process, const struct fcl_time_event *question,
	       uint64_t *ret_answer, struct fcl_err *err)
{
	int error = process_check(time, process, false, err);
	if (!error)
		error = fcl_time_check_event(time, process, question, err);
	if (!error && !fcl_time_is_question(question->op))
		error = fcl_err_set(err, -EINVAL, "operation %u is no question", question->op);
	if (!error)
		error = proc_add(time, process, question, err);
	if (error)
		return error;
	struct fcl_time_proc *proc = &time->procs[process];
	uint32_t before = question->at == proc->asked ? proc->questions : 0;
	uint64_t key = (question->at << FCL_TIME_PHASES | before) + 1;
	if (key > proc->frontier)
		proc->frontier = key;
	proc->asked = question->at;
	proc->questions = before + 1 < 1u << FCL_TIME_PHASES ? before + 1 : before;
	proc->answered = false;
	if (proc->native == FCL_TIME_IDLE)
		proc->native = FCL_TIME_RUNNING;
	if (proc->state == FCL_TIME_DRAINED)
		fcl_time_ready(time, process);
	fcl_time_advance(time);
	return answer(time, process, ret_answer, err);
}

int fcl_time_ask(struct fcl_time *time, uint32_t process, const struct fcl_time_event *question,
		 uint64_t *ret_answer, struct fcl_err *err)
{
	pthread_mutex_lock(&time->lock);
	int result = ask(time, process, question, ret_answer, err);
	pthread_mutex_unlock(&time->lock);
	return result;
}

int fcl_time_answer(struct fcl_time *time, uint32_t process, uint64_t *ret_answer,
		    struct fcl_err *err)
{
	pthread_mutex_lock(&time->lock);
	int result = answer(time, process, ret_answer, err);
	pthread_mutex_unlock(&time->lock);
	return result;
}

static int wait_for(struct fcl_time *time, uint32_t process, uint32_t channel, uint64_t element,
		    struct fcl_err *err)
{
	int error = process_check(time, process, true, err);
	if (!error && channel >= time->nchans)
		error = fcl_err_set(err, -EINVAL, "process `%s`: there is no FIFO %u",
				    time->procs[process].info.name, channel);
	if (error)
		return error;
	struct fcl_time_chan *chan = &time->chans[channel];
	struct fcl_time_proc *proc = &time->procs[process];
	if (chan->added > element)
		return 1;
	chan->waiter = process;
	proc->native = FCL_TIME_WAITING;
	proc->sleep = FCL_TIME_FOR_ELEMENT;
	proc->wait_channel = channel;
	proc->wait_element = element;
	fcl_time_suspect(time, process);
	fcl_time_advance(time);
	return time_error(time, true, err);
}

int fcl_time_wait(struct fcl_time *time, uint32_t process, uint32_t channel, uint64_t element,
		  struct fcl_err *err)
{
	pthread_mutex_lock(&time->lock);
	int result = wait_for(time, process, channel, element, err);
	pthread_mutex_unlock(&time->lock);
	return result;
}

/* Its native code adds nothing more, for now or ever. */
static void proc_rest(struct fcl_time *time, uint32_t process, enum fcl_time_native native)
{
	pthread_mutex_lock(&time->lock);
	if (process < time->nprocs && time->procs[process].native < FCL_TIME_ENDED) {
		time->procs[process].native = native;
		time->procs[process].sleep = FCL_TIME_AWAKE;
		if (native >= FCL_TIME_ENDED) {
			time->procs[process].frontier = FCL_TIME_UNKNOWN;
			for (uint32_t i = 0; i < time->nprocs; i++)
				fcl_time_suspect(time, i);
		}
		if (time->procs[process].state == FCL_TIME_DRAINED)
			fcl_time_ready(time, process);
		fcl_time_advance(time);
	}
	pthread_mutex_unlock(&time->lock);
}

void fcl_time_idle(struct fcl_time *time, uint32_t process)
{
	proc_rest(time, process, FCL_TIME_IDLE);
}

void fcl_time_end(struct fcl_time *time, uint32_t process, bool failed)
{
	proc_rest(time, process, failed ? FCL_TIME_FAILED : FCL_TIME_ENDED);
}

int fcl_time_failure(struct fcl_time *time, struct fcl_err *err)
{
	pthread_mutex_lock(&time->lock);
	int error = time_error(time, false, err);
	pthread_mutex_unlock(&time->lock);
	return error;
}

bool fcl_time_is_done(struct fcl_time *time)
{
	pthread_mutex_lock(&time->lock);
	bool done = true;
	for (uint32_t i = 0; i < time->nprocs; i++)
		done = done && (!time->procs[i].queued || time->procs[i].info.free_running);
	pthread_mutex_unlock(&time->lock);
	return done;
}
