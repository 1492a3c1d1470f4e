/* SPDX-License-Identifier: Apache-2.0 */
/* Figures of what has happened so far. */
#include "emulator/time/channel.h"

bool fcl_time_process_use(struct fcl_time *time, uint32_t process,
			  struct fcl_time_process_use *ret_use)
{
	pthread_mutex_lock(&time->lock);
	bool exists = process < time->nprocs;
	if (exists) {
		const struct fcl_time_proc *proc = &time->procs[process];
		*ret_use = (struct fcl_time_process_use){
			.name = proc->info.name,
			.period_ps = proc->period_ps,
			.cycle = proc->cycle,
			.static_cycle = proc->position,
			.events = proc->events,
			.waited = proc->delay,
			.waited_empty = proc->waited[FCL_TIME_EMPTY],
			.waited_full = proc->waited[FCL_TIME_FULL],
			.waited_memory = proc->waited[FCL_TIME_MEMORY],
			.waited_start = proc->waited[FCL_TIME_START],
		};
	}
	pthread_mutex_unlock(&time->lock);
	return exists;
}

bool fcl_time_channel_use(struct fcl_time *time, uint32_t channel,
			  struct fcl_time_channel_use *ret_use)
{
	pthread_mutex_lock(&time->lock);
	bool exists = channel < time->nchans;
	if (exists)
		fcl_time_channel_sum(time, &time->chans[channel], ret_use);
	pthread_mutex_unlock(&time->lock);
	return exists;
}

bool fcl_time_port_use(struct fcl_time *time, uint32_t port, struct fcl_time_port_use *ret_use)
{
	pthread_mutex_lock(&time->lock);
	bool exists = port < time->nports;
	if (exists) {
		const struct fcl_time_gate *gate = &time->ports[port];
		const struct fcl_time_way *reads = &gate->ways[0], *writes = &gate->ways[1];
		*ret_use = (struct fcl_time_port_use){
			.name = gate->info.name,
			.read_requests = reads->nrequests,
			.write_requests = writes->nrequests,
			.read_bursts = reads->bursts.first + reads->bursts.count,
			.write_bursts = writes->bursts.first + writes->bursts.count,
			.read_beats = reads->beats,
			.write_beats = writes->beats,
			.waited = gate->waited,
		};
	}
	pthread_mutex_unlock(&time->lock);
	return exists;
}

bool fcl_time_span(struct fcl_time *time, size_t index, struct fcl_time_span *ret_span)
{
	pthread_mutex_lock(&time->lock);
	bool exists = index < time->nspans;
	if (exists)
		*ret_span = time->spans[index];
	pthread_mutex_unlock(&time->lock);
	return exists;
}
