/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/tracks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/trace/join.h"
#include "base/trace/put.h"
#include "base/trace/records.h"

enum { BUCKETS = 256 };

struct track {
	struct track *next; /* in its bucket */
	uint32_t group;
	char *name;
	uint32_t tids[FCL_TRACE_ROWS]; /* 0: no such row yet */
	uint64_t ends[FCL_TRACE_ROWS]; /* of the last event */
};

/* `name` is the device's; NULL for the groups of the host and of its queues. */
static struct group {
	char *device;
	bool named;
} * groups;
static uint32_t ngroups, pid, last_tid;
static struct track *buckets[BUCKETS];

static void put_name(struct fcl_text *out, const char *what, uint32_t group, uint32_t tid,
		     const char *name)
{
	fcl_trace_put(out, "{\"ph\":\"M\",\"name\":\"");
	fcl_trace_put(out, what);
	fcl_trace_put(out, "\"");
	fcl_trace_put_field(out, "pid", group);
	fcl_trace_put_field(out, "tid", tid);
	fcl_trace_put(out, ",\"args\":{\"name\":");
	fcl_trace_put_text(out, name);
	fcl_trace_put(out, "}},\n");
}

static void put_order(struct fcl_text *out, uint32_t group, uint32_t order)
{
	fcl_trace_put(out, "{\"ph\":\"M\",\"name\":\"process_sort_index\"");
	fcl_trace_put_field(out, "pid", group);
	fcl_trace_put_field(out, "tid", 0);
	fcl_trace_put(out, ",\"args\":{\"sort_index\":");
	fcl_trace_put_number(out, order);
	fcl_trace_put(out, "}},\n");
}

static uint32_t group_at(struct fcl_text *out, uint32_t index)
{
	bool joined = fcl_trace_joined_process();
	uint32_t group = pid + (index || joined ? fcl_trace_groups + index : 0) * FCL_TRACE_GROUP;
	char name[300];

	if (groups[index].named)
		return group;
	groups[index].named = true;
	if (joined)
		snprintf(name, sizeof(name),
			 index ? "board %s, compute units" : "board %s, executor",
			 fcl_trace_joined_device(""));
	else if (index < 2)
		snprintf(name, sizeof(name), index ? "queues of %s" : "%s (host)",
			 program_invocation_short_name);
	else
		snprintf(name, sizeof(name), "board %s", groups[index].device);
	put_name(out, "process_name", group, 0, name);
	put_order(out, group, index);
	return group;
}

/* Creates the first two groups; false: out of memory. */
static bool tracks_begin(void)
{
	if (groups)
		return true;
	groups = calloc(2, sizeof(*groups));
	ngroups = groups ? 2 : 0;
	pid = fcl_trace_joined_process() ? fcl_trace_joined_process() : (uint32_t)getpid();
	return groups;
}

uint32_t fcl_trace_group_host(struct fcl_text *out)
{
	return tracks_begin() ? group_at(out, 0) : pid;
}

uint32_t fcl_trace_group_queues(struct fcl_text *out)
{
	return tracks_begin() ? group_at(out, 1) : pid;
}

uint32_t fcl_trace_group_device(struct fcl_text *out, const char *device)
{
	struct group *more;

	if (!tracks_begin())
		return pid;
	for (uint32_t i = 2; i < ngroups; i++)
		if (!strcmp(groups[i].device, device))
			return group_at(out, i);
	more = realloc(groups, (ngroups + 1) * sizeof(*groups));
	if (!more)
		return pid;
	groups = more;
	groups[ngroups] = (struct group){.device = strdup(device)};
	return groups[ngroups].device ? group_at(out, ngroups++) : pid;
}

static struct track *tracks_find(uint32_t group, const char *name)
{
	uint32_t hash = group;
	struct track *track;

	for (const char *at = name; *at; at++)
		hash = hash * 31 + (unsigned char)*at;
	for (track = buckets[hash % BUCKETS]; track; track = track->next)
		if (track->group == group && !strcmp(track->name, name))
			return track;
	track = calloc(1, sizeof(*track));
	if (!track)
		return NULL;
	track->name = strdup(name);
	if (!track->name) {
		free(track);
		return NULL;
	}
	track->group = group;
	track->next = buckets[hash % BUCKETS];
	buckets[hash % BUCKETS] = track;
	return track;
}

static struct fcl_trace_place tracks_place(struct fcl_text *out, struct track *track, uint32_t row)
{
	char name[300];

	if (!track->tids[row]) {
		track->tids[row] = ++last_tid;
		snprintf(name, sizeof(name), row ? "%s (%u)" : "%s", track->name, row + 1);
		put_name(out, "thread_name", track->group, track->tids[row], name);
	}
	return (struct fcl_trace_place){track->group, track->tids[row]};
}

struct fcl_trace_place fcl_trace_track(struct fcl_text *out, uint32_t group, const char *name,
				       uint64_t start_ns, uint64_t end_ns)
{
	struct track *track = tracks_find(group, name);
	uint32_t row = 0;

	if (!track)
		return (struct fcl_trace_place){group, 0};
	while (row + 1 < FCL_TRACE_ROWS && track->ends[row] > start_ns)
		row++;
	if (track->ends[row] < end_ns)
		track->ends[row] = end_ns;
	return tracks_place(out, track, row);
}

struct fcl_trace_place fcl_trace_track_row(struct fcl_text *out, uint32_t group, const char *name,
					   uint32_t row)
{
	struct track *track = tracks_find(group, name);

	if (!track)
		return (struct fcl_trace_place){group, 0};
	return tracks_place(out, track, row < FCL_TRACE_ROWS ? row : FCL_TRACE_ROWS - 1);
}

void fcl_trace_track_thread(struct fcl_text *out, int32_t thread)
{
	char name[64];

	snprintf(name, sizeof(name), "thread %d%s", thread, thread == getpid() ? " (main)" : "");
	put_name(out, "thread_name", fcl_trace_group_host(out), (uint32_t)thread, name);
}

void fcl_trace_tracks_forget(void)
{
	for (uint32_t i = 0; i < ngroups; i++)
		free(groups[i].device);
	free(groups);
	groups = NULL;
	ngroups = last_tid = 0;
	for (uint32_t i = 0; i < BUCKETS; i++) {
		while (buckets[i]) {
			struct track *track = buckets[i];

			buckets[i] = track->next;
			free(track->name);
			free(track);
		}
	}
}
