/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_SNAP_H
#define FCLC_RTL_SNAP_H

/*
 * Snapshots of a unit, and what has come from outside since (rtl_snap.c). The parts of the
 * environment pass what they get from the engine through these functions: while the unit is
 * recorded they log it, and while cycles run again they return what was logged. Without snapshots
 * they cost one comparison.
 */

#include <setjmp.h>
#include <string.h>

#include "rtl.h"

enum fclc_snap_mode { FCLC_SNAP_OFF, FCLC_SNAP_RECORDS, FCLC_SNAP_REPLAYS };

struct fclc_log {
	unsigned char *bytes;
	size_t room, used, at; /* at: next to be read */
};

/* A snapshot, and what came after it until the next one. */
struct fclc_snap {
	bool valid;
	uint64_t now; /* fclc_rtl.now */
	unsigned char *state;
	struct fclc_log words, packets, events;
};

/* A packet moved through a stream in this cycle, or the host accessed a register before it. */
struct fclc_snap_event {
	uint64_t now;
	uint32_t kind; /* enum fclc_rtl_access, or the port */
	uint32_t offset, value;
};

struct fclc_snaps {
	struct fclc_snap slots[2];
	struct fclc_snap *newest, *from; /* from: replayed */
	unsigned char *end;              /* the state before a replay */
	size_t size;                     /* of the state */
	bool lost;                       /* the newest log is incomplete */
	bool told;                       /* this execution's last cycles have been written */
	bool asked;                      /* the user wants them in any case */
	bool failed;                     /* the replay has failed */
	uint64_t cycles;                 /* how many cycles are wanted */
	uint64_t waves_from;
	uint64_t cost_ns, taken_ns; /* of the last snapshot */
	char text[4400];
	jmp_buf back;
	struct fclc_rtl *next;
};

#pragma GCC visibility push(hidden)

/* The kernel asks for more than the log has: it has failed there, or does something else. */
void fclc_snap_diverge(struct fclc_rtl *rtl) __attribute__((noreturn));

static inline bool fclc_snap_replays(const struct fclc_rtl *rtl)
{
	return rtl->snap_mode == FCLC_SNAP_REPLAYS;
}

/* How many cycles are replayed before the waveform. */
static inline unsigned fclc_snap_waves_in(const struct fclc_rtl *rtl)
{
	uint64_t from = rtl->snaps->waves_from, left = from > rtl->now ? from - rtl->now : 0;

	return left < UINT32_MAX ? (unsigned)left : UINT32_MAX;
}

static inline void fclc_snap_append(struct fclc_snaps *snaps, struct fclc_log *log,
				    const void *bytes, size_t size)
{
	if (size > log->room - log->used) {
		snaps->lost = true;
		return;
	}
	memcpy(log->bytes + log->used, bytes, size);
	log->used += size;
}

/* The next bytes of the log; NULL: there are no more. */
static inline const void *fclc_snap_next(struct fclc_log *log, size_t size)
{
	const void *at = log->bytes + log->at;

	if (size > log->used - log->at)
		return NULL;
	log->at += size;
	return at;
}

/* Bytes from outside, the number of which only depends on the kernel. Returns them. */
static inline const void *fclc_snap_words(struct fclc_rtl *rtl, const void *bytes, size_t size)
{
	if (__builtin_expect(rtl->snap_mode == FCLC_SNAP_OFF, 1))
		return bytes;
	if (rtl->snap_mode == FCLC_SNAP_RECORDS) {
		fclc_snap_append(rtl->snaps, &rtl->snaps->newest->words, bytes, size);
		return bytes;
	}
	bytes = fclc_snap_next(&rtl->snaps->from->words, size);
	if (!bytes)
		fclc_snap_diverge(rtl);
	return bytes;
}

#pragma GCC visibility pop

#endif
