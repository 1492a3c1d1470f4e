/* SPDX-License-Identifier: Apache-2.0 */
#include "rtl_snap.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

/*
 * The last cycles of a unit, as a waveform, without recording one all the time: now and then, a
 * snapshot is taken of the model and of the buses around it, and what comes from outside is logged.
 * After a failure, the unit is set back to a snapshot, and runs the cycles since again with the
 * waveform on. It then gets the logged data instead of the engine's, and what it writes goes nowhere.
 *
 * There are two snapshots, the older one at least as far back as the waveform shall reach. They are
 * taken between two calls of step(). What a unit does in a cycle does not depend on how many cycles
 * such a call has run (fclc_rtl_run_until()), so only the cycle's number has to be logged where the
 * time of an input is not the unit's own choice.
 */

enum {
	SHARE = 64,                     /* snapshots take this part of the time at most */
	SHORTEST_NS = 20 * 1000 * 1000, /* between two snapshots */
	EVENTS = 1 << 20,
	LEAST_WORDS = 16 << 20,
	LEAST_PACKETS = 4 << 20,
	MOST_BYTES = 1 << 30,
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* --- the state --- */

enum what { MEASURE, SAVE, LOAD, COMPARE };

struct walk {
	enum what what;
	unsigned char *at;
	size_t size;
	bool differs;
};

static void visit(struct walk *walk, void *part, size_t size)
{
	unsigned char *kept = walk->what == MEASURE ? NULL : walk->at + walk->size;

	if (walk->what == SAVE)
		memcpy(kept, part, size);
	else if (walk->what == LOAD)
		memcpy(part, kept, size);
	else if (walk->what == COMPARE)
		walk->differs |= memcmp(part, kept, size) != 0;
	walk->size += size;
}

/* All that a cycle changes. */
static struct walk visit_all(struct fclc_rtl *rtl, enum what what, unsigned char *at)
{
	struct walk walk = {.what = what, .at = at};
	size_t size, first = offsetof(struct fclc_rtl, lite);
	void *model = rtl->design->whole(rtl->model, &size);

	visit(&walk, model, size);
	visit(&walk, (char *)rtl + first, sizeof(*rtl) - first);
	visit(&walk, rtl->masters, rtl->nmasters * sizeof(*rtl->masters));
	visit(&walk, rtl->streams, rtl->nstreams * sizeof(*rtl->streams));
	for (unsigned i = 0; i < rtl->nstreams; i++)
		visit(&walk, rtl->streams[i].packet, rtl->streams[i].bus->packet_size);
	visit(&walk, rtl->phases, rtl->design->nclocks * sizeof(*rtl->phases));
	visit(&walk, rtl->uses, rtl->design->nbuses * sizeof(*rtl->uses));
	for (unsigned i = 0; rtl->channels && rtl->channels[i].kept; i++) {
		visit(&walk, &rtl->channels[i].waits, sizeof(rtl->channels[i].waits));
		visit(&walk, rtl->channels[i].kept, rtl->channels[i].size);
	}
	return walk;
}

static void take(struct fclc_rtl *rtl)
{
	struct fclc_snaps *snaps = rtl->snaps;
	struct fclc_snap *snap = snaps->newest == &snaps->slots[0] ? &snaps->slots[1]
								   : &snaps->slots[0];
	uint64_t begun = now_ns();

	/* The engine may cancel the unit at any instruction. */
	__atomic_store_n(&snap->valid, false, __ATOMIC_SEQ_CST);
	visit_all(rtl, SAVE, snap->state);
	snap->now = rtl->now;
	snap->words.used = snap->packets.used = snap->events.used = 0;
	snaps->newest->valid &= !snaps->lost;
	__atomic_store_n(&snap->valid, true, __ATOMIC_SEQ_CST);
	snaps->lost = false;
	__atomic_store_n(&snaps->newest, snap, __ATOMIC_SEQ_CST);
	snaps->taken_ns = now_ns();
	snaps->cost_ns = snaps->taken_ns - begun;
}

static bool is_filling(const struct fclc_log *log)
{
	return log->used > log->room / 2;
}

static bool is_due(const struct fclc_rtl *rtl)
{
	const struct fclc_snaps *snaps = rtl->snaps;
	const struct fclc_snap *newest = snaps->newest;
	uint64_t passed;

	if (!newest->valid || snaps->lost || is_filling(&newest->words) ||
	    is_filling(&newest->packets) || is_filling(&newest->events))
		return true;
	if (rtl->now - newest->now < snaps->cycles)
		return false;
	passed = now_ns() - snaps->taken_ns;
	return passed >= SHORTEST_NS && passed >= SHARE * snaps->cost_ns;
}

void fclc_snap_begin(struct fclc_rtl *rtl)
{
	if (rtl->snaps && is_due(rtl))
		take(rtl);
}

void fclc_snap_forget(struct fclc_rtl *rtl)
{
	if (!rtl->snaps)
		return;
	rtl->snaps->slots[0].valid = rtl->snaps->slots[1].valid = false;
	rtl->snaps->lost = false;
	rtl->snaps->told = false;
}

/* --- opening --- */

/* At exit, units that have not been closed. */
static struct fclc_rtl *fclc_snapping;
static bool fclc_snapping_locked;

static void lock_list(void)
{
	while (__atomic_test_and_set(&fclc_snapping_locked, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void unlock_list(void)
{
	__atomic_clear(&fclc_snapping_locked, __ATOMIC_RELEASE);
}

static void unlist(struct fclc_rtl *rtl)
{
	struct fclc_rtl **link = &fclc_snapping;

	lock_list();
	while (*link && *link != rtl)
		link = &(*link)->snaps->next;
	if (*link)
		*link = rtl->snaps->next;
	unlock_list();
}

static void enlist(struct fclc_rtl *rtl)
{
	lock_list();
	rtl->snaps->next = fclc_snapping;
	fclc_snapping = rtl;
	unlock_list();
}

/* Pages that are never used take no memory. */
static bool make_log(struct fclc_log *log, uint64_t cycles, size_t each, size_t least)
{
	uint64_t room = cycles < MOST_BYTES ? 4 * cycles * each : MOST_BYTES;

	log->room = room < least ? least : room > MOST_BYTES ? MOST_BYTES : (size_t)room;
	log->bytes = malloc(log->room);
	return log->bytes != NULL;
}

/* The bytes of a cycle in the logs, at most. */
static size_t words_of(const struct fclc_rtl *rtl)
{
	size_t sum = 0;

	for (unsigned i = 0; i < rtl->nmasters; i++)
		sum += rtl->masters[i].bytes + 2 * sizeof(void *);
	return sum;
}

static size_t packets_of(const struct fclc_rtl *rtl)
{
	size_t sum = 0;

	for (unsigned i = 0; i < rtl->nstreams; i++)
		sum += rtl->streams[i].bus->packet_size + sizeof(struct fclc_snap_event);
	return sum;
}

static bool make_slot(const struct fclc_rtl *rtl, struct fclc_snap *snap)
{
	uint64_t cycles = rtl->snaps->cycles;

	snap->state = malloc(rtl->snaps->size);
	return snap->state && make_log(&snap->words, cycles, words_of(rtl), LEAST_WORDS) &&
	       make_log(&snap->packets, cycles, packets_of(rtl), LEAST_PACKETS) &&
	       make_log(&snap->events, 0, 0, EVENTS);
}

static bool is_wanted(const struct fclc_rtl *rtl)
{
	const struct fcl_model_watch *watch = rtl->watch;

	return rtl->design->whole && watch && FCLC_WATCH_HAS(watch, last_asked) && !rtl->waves &&
	       watch->last_cycles;
}

int fclc_snap_open(struct fclc_rtl *rtl)
{
	struct fclc_snaps *snaps;

	if (!is_wanted(rtl))
		return 0;
	snaps = calloc(1, sizeof(*snaps));
	if (!snaps)
		return -ENOMEM;
	rtl->snaps = snaps;
	snaps->cycles = rtl->watch->last_cycles;
	snaps->asked = rtl->watch->last_asked;
	snaps->newest = &snaps->slots[1];
	snaps->size = visit_all(rtl, MEASURE, NULL).size;
	snaps->end = malloc(snaps->size);
	if (!snaps->end || !make_slot(rtl, &snaps->slots[0]) || !make_slot(rtl, &snaps->slots[1]))
		return -ENOMEM;
	take(rtl);
	rtl->snap_mode = FCLC_SNAP_RECORDS;
	enlist(rtl);
	return 0;
}

void fclc_snap_close(struct fclc_rtl *rtl)
{
	struct fclc_snaps *snaps = rtl->snaps;

	if (!snaps)
		return;
	unlist(rtl);
	for (int i = 0; i < 2; i++) {
		free(snaps->slots[i].state);
		free(snaps->slots[i].words.bytes);
		free(snaps->slots[i].packets.bytes);
		free(snaps->slots[i].events.bytes);
	}
	free(snaps->end);
	free(snaps);
	rtl->snaps = NULL;
	rtl->snap_mode = FCLC_SNAP_OFF;
}

/* --- what comes from outside --- */

void fclc_snap_access(struct fclc_rtl *rtl, enum fclc_rtl_access kind, uint32_t offset,
		      uint32_t value)
{
	struct fclc_snap_event event = {rtl->now, kind, offset, value};

	if (rtl->snaps)
		fclc_snap_append(rtl->snaps, &rtl->snaps->newest->events, &event, sizeof(event));
}

/* The event that is next in this log; NULL: there is none. */
static const struct fclc_snap_event *peek(struct fclc_log *log, struct fclc_snap_event *event)
{
	if (log->used - log->at < sizeof(*event))
		return NULL;
	memcpy(event, log->bytes + log->at, sizeof(*event));
	return event;
}

static int packet_again(struct fclc_rtl *rtl, unsigned port, void *packet, size_t size, bool input)
{
	struct fclc_log *log = &rtl->snaps->from->packets;
	struct fclc_snap_event event;

	if (!peek(log, &event) || event.now != rtl->now || event.kind != port)
		return 0;
	log->at += sizeof(event);
	if (input) {
		memcpy(packet, log->bytes + log->at, size);
		log->at += size;
	}
	return 1;
}

int fclc_snap_packet(struct fclc_rtl *rtl, unsigned port, void *packet, size_t size, bool input)
{
	const struct fcl_model_host *host = rtl->cu->host;
	struct fclc_snap_event event = {.now = rtl->now, .kind = port};
	struct fclc_snaps *snaps = rtl->snaps;

	if (fclc_snap_replays(rtl))
		return packet_again(rtl, port, packet, size, input);
	if (!(input ? host->stream_try_read(rtl->cu, port, packet)
		    : host->stream_try_write(rtl->cu, port, packet)))
		return 0;
	if (snaps) {
		fclc_snap_append(snaps, &snaps->newest->packets, &event, sizeof(event));
		if (input)
			fclc_snap_append(snaps, &snaps->newest->packets, packet, size);
	}
	return 1;
}

/* --- again --- */

/* The engine's service may have failed the execution, so that it gave nothing. */
void fclc_snap_diverge(struct fclc_rtl *rtl)
{
	rtl->snaps->failed = true;
	longjmp(rtl->snaps->back, 1);
}

static struct fclc_snap *older(struct fclc_snaps *snaps)
{
	return &snaps->slots[snaps->newest == &snaps->slots[0]];
}

/* The latest snapshot from which all wanted cycles can run; NULL: there is none at all. */
static struct fclc_snap *choose(struct fclc_rtl *rtl)
{
	struct fclc_snaps *snaps = rtl->snaps;
	struct fclc_snap *newest = snaps->newest;

	if (!newest->valid || snaps->lost)
		return NULL;
	return older(snaps)->valid && rtl->now - newest->now < snaps->cycles ? older(snaps)
									     : newest;
}

static void do_event(struct fclc_rtl *rtl, const struct fclc_snap_event *event)
{
	rtl->snaps->from->events.at += sizeof(*event);
	if (event->kind == FCLC_BEGINS)
		fclc_rtl_begin(rtl);
	else
		fclc_rtl_access(rtl, (enum fclc_rtl_access)event->kind, event->offset,
				event->value);
}

/*
 * Does what the host did before this cycle, and goes on to the next snapshot's logs. Returns the
 * cycle before which the next such thing happens, `end` at most.
 */
static uint64_t do_events(struct fclc_rtl *rtl, uint64_t end)
{
	struct fclc_snaps *snaps = rtl->snaps;
	struct fclc_snap_event event;

	for (;;) {
		if (peek(&snaps->from->events, &event)) {
			if (event.now > rtl->now)
				return event.now < end ? event.now : end;
			do_event(rtl, &event);
		} else if (snaps->from != snaps->newest) {
			if (snaps->newest->now > rtl->now)
				return snaps->newest->now < end ? snaps->newest->now : end;
			snaps->from = snaps->newest;
		} else {
			return end;
		}
	}
}

/* Runs to the end of the cycle before `end`. */
static void run_again(struct fclc_rtl *rtl, uint64_t end)
{
	for (;;) {
		uint64_t next = do_events(rtl, end);

		if (rtl->now >= end)
			return;
		fclc_rtl_run_until(rtl, next);
	}
}

static void rewind_logs(struct fclc_snap *snap)
{
	snap->words.at = snap->packets.at = snap->events.at = 0;
}

/* Returns whether the unit did the same again, up to the same failure if it is `inside` a cycle. */
static bool replay(struct fclc_rtl *rtl, struct fclc_snap *from, bool inside)
{
	struct fclc_snaps *snaps = rtl->snaps;
	const uint64_t end = rtl->now;
	volatile bool same = false;

	snaps->waves_from = end > snaps->cycles ? end - snaps->cycles : 0;
	snaps->from = from;
	snaps->failed = false;
	rewind_logs(&snaps->slots[0]);
	rewind_logs(&snaps->slots[1]);
	visit_all(rtl, SAVE, snaps->end);
	visit_all(rtl, LOAD, from->state);
	rtl->snap_mode = FCLC_SNAP_REPLAYS;
	rtl->waves = true;
	if (!_setjmp(snaps->back))
		run_again(rtl, inside ? end + 1 : end);
	fclc_waves_close(rtl);
	same = snaps->failed == inside && !visit_all(rtl, COMPARE, snaps->end).differs;
	visit_all(rtl, LOAD, snaps->end);
	rtl->snap_mode = FCLC_SNAP_RECORDS;
	rtl->waves = false;
	return same;
}

/* snaps->text is the file's name. */
static const char *describe(struct fclc_snaps *snaps, uint64_t cycles, bool same)
{
	char path[sizeof(snaps->text) - 256];

	if (!*snaps->text)
		return NULL;
	memcpy(path, snaps->text, sizeof(path) - 1);
	path[sizeof(path) - 1] = 0;
	snprintf(snaps->text, sizeof(snaps->text), "the last %llu clock cycles are in %s%s",
		 (unsigned long long)cycles, path,
		 same ? "" : ", but differ from what happened, as they depend on something else");
	return snaps->text;
}

const char *fclc_snap_write(struct fclc_rtl *rtl, bool inside)
{
	struct fclc_snaps *snaps = rtl->snaps;
	struct fclc_snap *from = snaps->told ? NULL : choose(rtl);
	uint64_t cycles;
	bool same;

	snaps->told = true;
	if (!from || from->now == rtl->now)
		return NULL;
	cycles = rtl->now - from->now;
	snaps->text[0] = 0;
	same = replay(rtl, from, inside);
	return describe(snaps, cycles < snaps->cycles ? cycles : snaps->cycles, same);
}

/* A launch that was cancelled in the middle of a cycle has not been written. */
void fclc_snap_end(struct fclc_rtl *rtl)
{
	struct fclc_snaps *snaps = rtl->snaps;
	bool cancelled = rtl->running && rtl->design->control != FCL_MODEL_CTRL_NONE;

	if (snaps && !snaps->told && (snaps->asked || cancelled))
		fclc_snap_write(rtl, false);
}

void fclc_snap_exit(void)
{
	for (struct fclc_rtl *rtl = fclc_snapping; rtl; rtl = rtl->snaps->next) {
		int idle = 0;

		if (__atomic_compare_exchange_n(&rtl->busy, &idle, 1, false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			fclc_snap_end(rtl);
	}
}
