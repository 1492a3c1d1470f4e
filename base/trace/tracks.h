/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_TRACKS_H
#define FCL_TRACE_TRACKS_H

#include <stdint.h>

#include "base/text.h"

/*
 * The tracks of viewers. A track appears, with its name, at its first event. Events of one track do
 * not overlap: what would gets another lane, a track of the same name.
 */

enum { FCL_TRACE_LANES = 16 }; /* of a track; then events do overlap */

/* Where an event is shown. */
struct fcl_trace_place {
	uint32_t pid, tid;
};

/* The group of the host's threads, of its queues, or of the board with that name. */
uint32_t fcl_trace_group_host(struct fcl_text *out);
uint32_t fcl_trace_group_queues(struct fcl_text *out);
uint32_t fcl_trace_group_device(struct fcl_text *out, const char *device);

/* The lane of a track for an event with these times; or a given lane. */
struct fcl_trace_place fcl_trace_track(struct fcl_text *out, uint32_t group, const char *name,
				       uint64_t start_ns, uint64_t end_ns);
struct fcl_trace_place fcl_trace_track_lane(struct fcl_text *out, uint32_t group, const char *name,
					    uint32_t lane);

/* A track of the host: the thread with this number. */
void fcl_trace_track_thread(struct fcl_text *out, int32_t thread);

void fcl_trace_tracks_forget(void);

#endif
