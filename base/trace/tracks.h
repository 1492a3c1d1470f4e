/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_TRACKS_H
#define FCL_TRACE_TRACKS_H

#include <stdint.h>

#include "base/text.h"

/*
 * The tracks of viewers. A track is created, with its name, by its first event. Events of one track
 * do not overlap: an event that would gets another row, which is a second track of the same name.
 *
 * Tracks are in groups. The host's threads are the group with the process's number; its queues, and
 * each of its boards, have that number plus a multiple of FCL_TRACE_GROUP.
 */

enum { FCL_TRACE_GROUP = 1 << 22 }; /* no process has a higher number */

enum { FCL_TRACE_ROWS = 16 }; /* of a track; beyond these, events overlap */

/* Where an event is shown. */
struct fcl_trace_place {
	uint32_t pid, tid;
};

/* Each returns a group: of the host's threads, of its queues, of the board with that name. */
uint32_t fcl_trace_group_host(struct fcl_text *out);
uint32_t fcl_trace_group_queues(struct fcl_text *out);
uint32_t fcl_trace_group_device(struct fcl_text *out, const char *device);

/* Returns the track's first row that is free at these times, or a given row. */
struct fcl_trace_place fcl_trace_track(struct fcl_text *out, uint32_t group, const char *name,
				       uint64_t start_ns, uint64_t end_ns);
struct fcl_trace_place fcl_trace_track_row(struct fcl_text *out, uint32_t group, const char *name,
					   uint32_t row);

/* Names the track of the host's thread with this number. */
void fcl_trace_track_thread(struct fcl_text *out, int32_t thread);

void fcl_trace_tracks_forget(void);

#endif
