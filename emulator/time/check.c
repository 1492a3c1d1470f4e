/* SPDX-License-Identifier: Apache-2.0 */
/* What an event has to be. Whoever uses an end of a channel, or a way of a port, first has it. */
#include <errno.h>

#include "emulator/time/channel.h"
#include "emulator/time/port.h"
#include "emulator/time/steps.h"

static int proc_end_taken(const struct fcl_time *time, const char *what, const char *object,
			  uint32_t one, uint32_t other, struct fcl_err *err)
{
	return fcl_err_set(err, -EINVAL, "`%s` is %s by two processes: `%s` and `%s`", object, what,
			   time->procs[one].info.name, time->procs[other].info.name);
}

static int channel_check(struct fcl_time *time, uint32_t process,
			 const struct fcl_time_event *event, struct fcl_err *err)
{
	if (event->object >= time->nchans)
		return fcl_err_set(err, -EINVAL, "process `%s`: there is no FIFO %u",
				   time->procs[process].info.name, event->object);
	struct fcl_time_chan *chan = &time->chans[event->object];
	struct fcl_time_channel *channel = &chan->info;
	bool writes = fcl_time_claims(event->op) || event->op == FCL_TIME_PUBLISH ||
		      event->op == FCL_TIME_FREE;
	uint32_t *end = writes ? &channel->writer : &channel->reader;
	if (*end == FCL_TIME_NONE) {
		*end = process;
		*(writes ? &chan->writer_ps : &chan->reader_ps) = time->procs[process].period_ps;
	}
	if (*end != process)
		return proc_end_taken(time, writes ? "written" : "read", channel->name, *end,
				      process, err);
	return 0;
}

static int port_check(struct fcl_time *time, uint32_t process, const struct fcl_time_event *event,
		      struct fcl_err *err)
{
	const char *name = time->procs[process].info.name;
	if (event->object >= time->nports)
		return fcl_err_set(err, -EINVAL, "process `%s`: there is no port %u", name,
				   event->object);
	struct fcl_time_gate *gate = &time->ports[event->object];
	struct fcl_time_way *way = &gate->ways[fcl_time_way_of(event->op)];
	if (way->user == FCL_TIME_NONE)
		way->user = process;
	if (way->user != process)
		return proc_end_taken(time, "used", gate->info.name, way->user, process, err);
	if (gate->period_ps != time->procs[process].period_ps)
		return fcl_err_set(err, -EINVAL, "process `%s` and its port `%s` have two clocks",
				   name, gate->info.name);
	bool asks = event->op == FCL_TIME_READ_REQUEST || event->op == FCL_TIME_WRITE_REQUEST;
	if (asks && !event->step)
		return fcl_err_set(err, -EINVAL, "process `%s` requests 0 beats of port `%s`", name,
				   gate->info.name);
	return 0;
}

/* The static cycle of its last event is in time. */
static int event_check_cycles(const struct fcl_time_proc *proc, const struct fcl_time_event *event,
			      struct fcl_err *err)
{
	uint64_t limit = proc->limit;
	bool run = fcl_time_is_run(event->op);
	if (run && (!event->value || (event->value > 1 && !event->step)))
		return fcl_err_set(
			err, -EINVAL,
			"process `%s`: a run has 1 event or more, 1 cycle or more apart, not "
			"%llu and %u",
			proc->info.name, (unsigned long long)event->value, event->step);
	if (event->at >= limit ||
	    (run && event->value > 1 && event->value - 1 >= (limit - event->at) / event->step))
		return fcl_err_set(
			err, -EOVERFLOW,
			"process `%s`: an event is past cycle %llu, where its time line ends",
			proc->info.name, (unsigned long long)limit);
	return 0;
}

int fcl_time_check_event(struct fcl_time *time, uint32_t process,
			 const struct fcl_time_event *event, struct fcl_err *err)
{
	const struct fcl_time_proc *proc = &time->procs[process];
	if (!event->op || event->op > FCL_TIME_NOW)
		return fcl_err_set(err, -EINVAL, "process `%s`: there is no operation %u",
				   proc->info.name, event->op);
	int error = event_check_cycles(proc, event, err);
	if (!error && fcl_time_is_channel(event->op))
		error = channel_check(time, process, event, err);
	if (!error && fcl_time_is_port(event->op))
		error = port_check(time, process, event, err);
	return error;
}
