/* SPDX-License-Identifier: Apache-2.0 */
/* Making a time line, and adding clocks, processes, channels, banks and ports to it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/time/lanes.h"
#include "emulator/time/list.h"
#include "emulator/time/port.h"

int fcl_time_create(const struct fcl_time_options *options, struct fcl_time **ret_time,
		    struct fcl_err *err)
{
	struct fcl_time *time = calloc(1, sizeof(*time));
	if (!time)
		return fcl_err_set(err, -ENOMEM, "no memory for a time line");
	pthread_mutex_init(&time->lock, NULL);
	time->options = *options;
	*ret_time = time;
	return 0;
}

/* Names belong to the time line that others share. */
static void name_free(const struct fcl_time *time, const char *name)
{
	if (!time->shares)
		free((char *)name);
}

static void processes_free(struct fcl_time *time)
{
	for (uint32_t i = 0; i < time->nprocs; i++) {
		name_free(time, time->procs[i].info.name);
		fcl_time_lanes_free(&time->procs[i], time->shares);
	}
}

static void channels_free(struct fcl_time *time)
{
	for (uint32_t i = 0; i < time->nchans; i++) {
		name_free(time, time->chans[i].info.name);
		fcl_time_list_free(&time->chans[i].filled);
		fcl_time_list_free(&time->chans[i].freed);
	}
}

static void ports_free(struct fcl_time *time)
{
	for (uint32_t i = 0; i < time->nbanks; i++)
		name_free(time, time->banks[i].info.name);
	for (uint32_t i = 0; i < time->nports; i++) {
		name_free(time, time->ports[i].info.name);
		fcl_time_port_free(&time->ports[i]);
	}
}

void fcl_time_destroy(struct fcl_time *time)
{
	if (!time)
		return;
	for (uint32_t i = 0; i < time->nclocks; i++)
		name_free(time, time->clocks[i].name);
	processes_free(time);
	channels_free(time);
	ports_free(time);
	void *blocks[] = {time->clocks, time->procs,     time->chans,      time->banks,
			  time->ports,  time->list,      time->suspects,   time->group,
			  time->spans,  time->decisions, time->group_lanes};
	for (size_t i = 0; i < sizeof(blocks) / sizeof(*blocks); i++)
		free(blocks[i]);
	pthread_mutex_destroy(&time->lock);
	free(time);
}

/* Makes room for `count` items; false: out of memory, and nothing has changed. */
static bool array_room(void *array, uint64_t count, size_t size)
{
	void *old, *items;
	memcpy(&old, array, sizeof(old));
	if (count > SIZE_MAX / size || !(items = realloc(old, (size_t)count * size)))
		return false;
	memcpy(array, &items, sizeof(items));
	return true;
}

/* Adds a zeroed object to an array, and a copy of its name. NULL: out of memory. */
static void *array_add(void *array, uint32_t *count, size_t size, const char *name, char **ret_name)
{
	char *items, *copy = strdup(name ? name : "");
	if (!copy || *count == FCL_TIME_NONE - 1 ||
	    !array_room(array, (uint64_t)*count + 1, size)) {
		free(copy);
		return NULL;
	}
	memcpy(&items, array, sizeof(items));
	*ret_name = copy;
	return memset(items + (*count)++ * size, 0, size);
}

static int no_memory(struct fcl_err *err, const char *name)
{
	return fcl_err_set(err, -ENOMEM, "no memory to put `%s` on a time line", name ? name : "");
}

static int clock_add(struct fcl_time *time, const struct fcl_time_clock *clock,
		     uint32_t *ret_number, struct fcl_err *err)
{
	if (!clock->period_ps || clock->period_ps > 1000000000)
		return fcl_err_set(err, -EINVAL,
				   "clock `%s`: its period is 1 ps to 1 ms, not %llu ps",
				   clock->name, (unsigned long long)clock->period_ps);
	char *name;
	struct fcl_time_clock *new = array_add(&time->clocks, &time->nclocks, sizeof(*new),
					       clock->name, &name);
	if (!new)
		return no_memory(err, clock->name);
	*new = *clock;
	new->name = name;
	*ret_number = time->nclocks - 1;
	return 0;
}

/* The lists of processes have room for all of them. */
static bool process_room(struct fcl_time *time)
{
	uint64_t count = (uint64_t)time->nprocs + 1;
	return array_room(&time->list, count, sizeof(*time->list)) &&
	       array_room(&time->suspects, count, sizeof(*time->suspects)) &&
	       array_room(&time->decisions, count + 2ull * time->nports, sizeof(*time->decisions));
}

static int process_add(struct fcl_time *time, const struct fcl_time_process *process,
		       uint32_t *ret_number, struct fcl_err *err)
{
	if (process->clock >= time->nclocks)
		return fcl_err_set(err, -EINVAL, "process `%s`: there is no clock %u",
				   process->name, process->clock);
	char *name;
	struct fcl_time_proc *new = NULL;
	if (process_room(time))
		new = array_add(&time->procs, &time->nprocs, sizeof(*new), process->name, &name);
	if (!new)
		return no_memory(err, process->name);
	new->info = *process;
	new->info.name = name;
	new->period_ps = time->clocks[process->clock].period_ps;
	new->limit = FCL_TIME_LAST_PS / new->period_ps;
	if (new->limit > FCL_TIME_MAX)
		new->limit = FCL_TIME_MAX;
	new->asked = UINT64_MAX;
	*ret_number = time->nprocs - 1;
	return 0;
}

static int channel_add(struct fcl_time *time, const struct fcl_time_channel *channel,
		       uint32_t *ret_number, struct fcl_err *err)
{
	if (!channel->depth)
		return fcl_err_set(
			err, -EINVAL,
			"FIFO `%s`: its depth is 0, and nothing could ever be written to it",
			channel->name);
	const uint32_t ends[] = {channel->writer, channel->reader};
	for (unsigned i = 0; i < 2; i++)
		if (ends[i] != FCL_TIME_NONE && ends[i] >= time->nprocs)
			return fcl_err_set(err, -EINVAL, "FIFO `%s`: there is no process %u",
					   channel->name, ends[i]);
	char *name;
	struct fcl_time_chan *new = array_add(&time->chans, &time->nchans, sizeof(*new),
					      channel->name, &name);
	if (!new)
		return no_memory(err, channel->name);
	new->info = *channel;
	new->info.name = name;
	new->waiter = FCL_TIME_NONE;
	if (channel->writer != FCL_TIME_NONE)
		new->writer_ps = time->procs[channel->writer].period_ps;
	if (channel->reader != FCL_TIME_NONE)
		new->reader_ps = time->procs[channel->reader].period_ps;
	*ret_number = time->nchans - 1;
	return 0;
}

static int bank_add(struct fcl_time *time, const struct fcl_time_bank *bank, uint32_t *ret_number,
		    struct fcl_err *err)
{
	if (bank->latency_ps > FCL_TIME_LAST_PS / 2 || bank->burst_ps > FCL_TIME_LAST_PS / 2)
		return fcl_err_set(err, -EINVAL, "bank `%s`: times are less than 2^62 ps",
				   bank->name);
	char *name;
	struct fcl_time_mem *new = array_add(&time->banks, &time->nbanks, sizeof(*new), bank->name,
					     &name);
	if (!new)
		return no_memory(err, bank->name);
	new->info = *bank;
	new->info.name = name;
	*ret_number = time->nbanks - 1;
	return 0;
}

static int port_check(const struct fcl_time *time, const struct fcl_time_port *port,
		      struct fcl_err *err)
{
	if (port->clock >= time->nclocks || port->bank >= time->nbanks)
		return fcl_err_set(err, -EINVAL, "port `%s`: there is no clock %u or no bank %u",
				   port->name, port->clock, port->bank);
	if (!port->bytes || port->bytes > 4096)
		return fcl_err_set(err, -EINVAL, "port `%s`: a beat has 1 to 4096 bytes, not %u",
				   port->name, port->bytes);
	const uint32_t bursts[] = {port->read_burst, port->write_burst};
	for (unsigned i = 0; i < 2; i++)
		if (!bursts[i] || bursts[i] > 256)
			return fcl_err_set(err, -EINVAL,
					   "port `%s`: a burst has 1 to 256 beats, not %u",
					   port->name, bursts[i]);
	if (!port->reads || !port->writes)
		return fcl_err_set(err, -EINVAL, "port `%s`: at least one burst can be in flight",
				   port->name);
	if (port->shares == FCL_TIME_NONE)
		return 0;
	if (port->shares >= time->nports ||
	    time->ports[port->shares].info.shares != FCL_TIME_NONE ||
	    time->ports[port->shares].info.clock != port->clock)
		return fcl_err_set(
			err, -EINVAL,
			"port `%s`: shares the bus of a port before it that has one of its "
			"own, with the same clock",
			port->name);
	return 0;
}

static int port_add(struct fcl_time *time, const struct fcl_time_port *port, uint32_t *ret_number,
		    struct fcl_err *err)
{
	int error = port_check(time, port, err);
	if (error)
		return error;
	char *name;
	struct fcl_time_gate *new = NULL;
	if (array_room(&time->decisions, time->nprocs + 2ull * time->nports + 2,
		       sizeof(*time->decisions)))
		new = array_add(&time->ports, &time->nports, sizeof(*new), port->name, &name);
	if (!new)
		return no_memory(err, port->name);
	new->info = *port;
	new->info.name = name;
	new->period_ps = time->clocks[port->clock].period_ps;
	new->ways[0].user = new->ways[1].user = FCL_TIME_NONE;
	*ret_number = time->nports - 1;
	return 0;
}

#define ADD(kind)                                                                                  \
	int fcl_time_add_##kind(struct fcl_time *time, const struct fcl_time_##kind *info,         \
				uint32_t *ret_number, struct fcl_err *err)                         \
	{                                                                                          \
		pthread_mutex_lock(&time->lock);                                                   \
		int error = kind##_add(time, info, ret_number, err);                               \
		pthread_mutex_unlock(&time->lock);                                                 \
		return error;                                                                      \
	}

ADD(clock)
ADD(process)
ADD(channel)
ADD(bank)
ADD(port)
