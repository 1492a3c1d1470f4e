/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/join.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/trace/file.h"
#include "base/trace/records.h"
#include "base/trace/trace.h"

enum {
	FIRST_GROUP = 512, /* lower ones are of this process and its layers */
	GROUPS = 8,        /* for each other process */
	PROCESSES = 63,    /* more than these share groups */
};

_Atomic bool fcl_trace_running;
const char *fcl_trace_category = "api";
uint32_t fcl_trace_groups;

static void (*_Atomic flush_others)(void); /* NULL: no other process writes to the file */
static uint32_t process;                   /* that was joined; 0: none */
static char device_name[128];

int fcl_trace_invite(void)
{
	return fcl_trace_on() ? fcl_trace_file_open(NULL) : -1;
}

uint32_t fcl_trace_guest_groups(void)
{
	static _Atomic uint32_t given;

	return FIRST_GROUP + atomic_fetch_add(&given, 1) % PROCESSES * GROUPS;
}

void fcl_trace_guests_at_end(void (*flush)(void))
{
	atomic_store(&flush_others, flush);
}

void fcl_trace_guests_flush(void)
{
	void (*flush)(void) = atomic_load(&flush_others);

	if (flush)
		flush();
}

int fcl_trace_join(int fd, uint32_t of, uint32_t groups, const char *device)
{
	if (fcl_trace_on() || process)
		return -1;
	process = of;
	/*
	 * The number comes from another process, and must not collide with this process's own
	 * groups.
	 */
	fcl_trace_groups = FIRST_GROUP + groups % FIRST_GROUP;
	snprintf(device_name, sizeof(device_name), "%s", device);
	fcl_trace_file_use(fd);
	atomic_store(&fcl_trace_running, true);
	return 0;
}

const char *fcl_trace_joined_device(const char *device)
{
	return process ? device_name : device;
}

uint32_t fcl_trace_joined_process(void)
{
	return process;
}
