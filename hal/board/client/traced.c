/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/traced.h"

#include <stdio.h>
#include <unistd.h>

#include "base/fork.h"
#include "base/log.h"
#include "base/trace/join.h"
#include "base/trace/trace.h"
#include "hal/board/client/call.h"
#include "hal/trace_name.h"

static pthread_mutex_t traced_lock = PTHREAD_MUTEX_INITIALIZER;
static struct fcl_hal_device *traced; /* open devices with a trace; guarded by the lock */
static pid_t owner;                   /* the process that opened them; a forked child has none */

/* The lock of calls may be held by a thread that no longer runs, as the process is exiting. */
static void traced_flush(struct fcl_hal_device *device)
{
	if (atomic_load(&device->health) != FCL_BD_GOOD ||
	    pthread_mutex_trylock(&device->call_lock))
		return;
	fcl_bd_packet_init(&device->packet, FCL_BD_TRACE);
	fcl_bd_call_send(device, NULL);
	fcl_bd_call_end(device);
}

static void flush_all(void)
{
	if (owner != getpid() || pthread_mutex_trylock(&traced_lock))
		return;
	for (struct fcl_hal_device *device = traced; device; device = device->next_traced)
		traced_flush(device);
	pthread_mutex_unlock(&traced_lock);
}

static void traced_enlist(struct fcl_hal_device *device)
{
	fcl_fork_protect(&traced_lock);
	pthread_mutex_lock(&traced_lock);
	if (owner != getpid()) {
		owner = getpid();
		traced = NULL;
		fcl_trace_guests_at_end(flush_all);
	}
	device->next_traced = traced;
	traced = device;
	pthread_mutex_unlock(&traced_lock);
	device->traced = true;
	device->groups = fcl_trace_guest_groups();
}

static void traced_delist(struct fcl_hal_device *device)
{
	struct fcl_hal_device **link = &traced;

	pthread_mutex_lock(&traced_lock);
	while (*link && *link != device)
		link = &(*link)->next_traced;
	if (*link)
		*link = device->next_traced;
	pthread_mutex_unlock(&traced_lock);
}

void fcl_bd_trace_begin(struct fcl_hal_device *device)
{
	int fd = fcl_trace_invite(), length;
	struct fcl_bd_packet *packet;
	char name[FCL_HAL_TRACE_NAME];
	struct fcl_err err = {0};

	if (fd < 0)
		return;
	if (!device->traced)
		traced_enlist(device);
	fcl_hal_trace_name(&device->info, name);
	packet = fcl_bd_call_begin(device, FCL_BD_TRACE);
	packet->head.v[0] = (uint64_t)getpid();
	packet->head.v[1] = device->groups;
	length = snprintf((char *)packet->payload, sizeof(name), "%s", name);
	packet->head.payload = (uint32_t)length + 1;
	packet->fds[0] = fd;
	/* If this fails, the trace has only the events of this process. */
	if (fcl_bd_call_send(device, &err))
		fcl_log(FCL_LOG_WARN, "trace", "executions on %s are not in the trace: %s", name,
			err.text);
	if (packet->fds[0] == fd)
		packet->fds[0] = -1;
	close(fd);
	fcl_bd_call_end(device);
}

void fcl_bd_trace_end(struct fcl_hal_device *device)
{
	if (!device->traced || owner != getpid())
		return;
	traced_flush(device);
	traced_delist(device);
}
