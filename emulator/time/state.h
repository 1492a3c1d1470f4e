/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TIME_STATE_H
#define FCL_EMU_TIME_STATE_H

/*
 * What the engine knows. One lock guards all of it.
 *
 * Times of a process, and of what it does to channels and ports, are cycles of its clock. Only
 * decisions, which compare processes with each other, are ordered by picoseconds.
 */

#include <pthread.h>

#include "emulator/time/engine.h"

/* In place of a cycle: not known yet. */
#define FCL_TIME_UNKNOWN UINT64_MAX
/* The last picosecond: 106 days. */
#define FCL_TIME_LAST_PS ((uint64_t)INT64_MAX)

/*
 * Events in the engine are sorted by key: the static cycle and, in the low 8 bits, how many
 * questions came before in that cycle.
 */
#define FCL_TIME_PHASES 8

/* Cycles of events 0, 1, …, of which those from `first` on are kept: a ring. */
struct fcl_time_list {
	uint64_t *cycles;
	uint64_t first, count;
	uint64_t mask; /* places - 1; cycles NULL: none */
};

/* Events of a process in the order of their static cycles, `at` being the key. */
struct fcl_time_lane {
	struct fcl_time_event *events;
	size_t next, count, room; /* those before `next` have happened */
	uint64_t used;            /* of the run at `next`, this many have happened */
	uint64_t key;             /* of the next event; UNKNOWN: there is none */
	uint64_t last;            /* key of the last event of the last run */
};

/* What keeps a process from going on in time. */
enum fcl_time_state {
	FCL_TIME_DRAINED, /* nothing to do before its frontier */
	FCL_TIME_BLOCKED, /* its next state waits for something whose time is not known */
	FCL_TIME_ASKING,  /* its question is to be decided */
};

/* What its native code does. */
enum fcl_time_native {
	FCL_TIME_RUNNING,
	FCL_TIME_WAITING, /* for an element */
	FCL_TIME_IDLE,
	FCL_TIME_ENDED,
	FCL_TIME_FAILED,
};

/* Why its native code waits for wake(). */
enum fcl_time_sleep {
	FCL_TIME_AWAKE,
	FCL_TIME_AHEAD, /* of time, too far */
	FCL_TIME_FOR_ANSWER,
	FCL_TIME_FOR_ELEMENT,
};

enum fcl_time_cause {
	FCL_TIME_EMPTY,
	FCL_TIME_FULL,
	FCL_TIME_MEMORY,
	FCL_TIME_START,
	FCL_TIME_CAUSES
};

struct fcl_time_proc {
	struct fcl_time_process info; /* its name is ours */
	uint64_t period_ps;
	uint64_t limit; /* cycles are less */
	struct fcl_time_lane *lanes;
	uint32_t nlanes;
	size_t queued;     /* records that have not happened */
	uint64_t frontier; /* key: everything before is known */
	uint64_t asked;    /* static cycle of the last question, and how many it has */
	uint32_t questions;
	uint64_t delay;    /* real cycle - static cycle */
	uint64_t position; /* static cycle of the last state that happened */
	uint64_t cycle;    /* its real cycle */
	uint64_t events;
	uint64_t waited[FCL_TIME_CAUSES];
	enum fcl_time_state state;
	enum fcl_time_native native;
	struct fcl_time_event blocked; /* BLOCKED: by this, from cycle blocked_from on */
	uint64_t blocked_from;
	uint64_t question_cycle; /* ASKING: when */
	uint64_t answer;         /* of the last question */
	bool answered;
	uint32_t question_lane; /* whose next event is the question */
	enum fcl_time_sleep sleep;
	bool listed, suspect;  /* in the list of that name */
	uint32_t wait_channel; /* WAITING */
	uint64_t wait_element;
	uint32_t spans; /* open ones */
};

/*
 * How full a channel was, as far as both ends are known: up to a filling; and how many places were
 * freed by then, and could be taken again.
 */
struct fcl_time_sum {
	uint64_t filled, freed, usable;
	uint64_t most, needed;
	uint64_t summed; /* elements in `time`, which they were in the channel: cycles, or ps */
	double time;
};

struct fcl_time_chan {
	struct fcl_time_channel info;
	uint64_t declared; /* of a rerun: the recording's depth */
	/* The clocks at its ends; 0 while nobody has that end. */
	uint64_t writer_ps, reader_ps;
	struct fcl_time_list filled, freed; /* when each place was filled, and freed */
	uint64_t claimed, taken;
	uint64_t added; /* elements in events that were added, happened or not */
	bool reader_blocked, writer_blocked;
	uint32_t waiter; /* whose native code waits for an element; FCL_TIME_NONE: nobody's */
	uint64_t writer_waited, reader_waited;
	struct fcl_time_sum sum;
};

struct fcl_time_mem {
	struct fcl_time_bank info;
	uint64_t free_ps; /* when the bank may begin another burst */
};

/* A burst on its way. */
struct fcl_time_burst {
	uint64_t start_ps; /* when the bank moves its first beat */
	uint64_t cycle;    /* when the bus does */
	uint64_t done;     /* when all of a read has been taken, and a write's response is there */
	uint32_t beats, bank;
};

struct fcl_time_request {
	uint64_t cycle, address;
	uint32_t beats; /* that no burst has yet */
};

/* Growing queues; what has been dealt with is removed at the front. */
struct fcl_time_bursts {
	struct fcl_time_burst *items;
	size_t first, count, room; /* items[0] is burst number `first` */
};

struct fcl_time_requests {
	struct fcl_time_request *items;
	size_t next, count, room;
};

/* One direction of a port. */
struct fcl_time_way {
	struct fcl_time_requests requests;
	struct fcl_time_bursts bursts;
	struct fcl_time_list
		stored; /* writes: when the last beat of each burst came into the buffer */
	struct fcl_time_list responses; /* writes: when each request's response was there */
	uint64_t beats;                 /* that the process has moved */
	/* Writes: the request that beats are for, and what is left of it and of its next burst. */
	size_t filling;
	uint64_t fill_address;
	uint32_t fill_request, fill_burst;
	uint64_t burst,
		burst_begin; /* the burst of the beat to take, or whose place to take; its beat 0 */
	uint64_t answered;   /* RESPONSEs that happened */
	uint64_t nrequests;
	bool offered;   /* a burst is to be decided */
	uint64_t offer; /* its cycle */
	uint32_t user;  /* the process */
	bool blocked;   /* it waits for this way */
};

struct fcl_time_bus {
	uint64_t next_burst[2]; /* the first cycle in which the next address can go out */
	uint64_t next_beat[2];
};

struct fcl_time_gate {
	struct fcl_time_port info;
	uint64_t period_ps;
	struct fcl_time_way ways[2]; /* reads, writes */
	struct fcl_time_bus bus;     /* unless it shares another's */
	uint64_t waited;
};

/* A decision to take: a question (of a process), or a burst (of a port's way). */
struct fcl_time_decision {
	uint64_t ps;
	uint32_t burst;  /* 0: a question; decisions of one time have questions first */
	uint32_t object; /* process, or 2 * port + way */
};

struct fcl_time {
	pthread_mutex_t lock;
	struct fcl_time_options options;
	struct fcl_time_clock *clocks;
	struct fcl_time_proc *procs;
	struct fcl_time_chan *chans;
	struct fcl_time_mem *banks;
	struct fcl_time_gate *ports;
	uint32_t nclocks, nprocs, nchans, nbanks, nports;
	/* Room for all processes: a stack of those that may go on; those that were blocked since. */
	uint32_t *list, *suspects;
	uint32_t nlist, nsuspects;
	struct fcl_time_decision *decisions; /* a heap, with room for all */
	uint32_t ndecisions;
	uint64_t decided_ps;           /* no decision before this will come */
	struct fcl_time_event **group; /* the state that is looked at */
	uint32_t *group_lanes;
	size_t group_room;
	struct fcl_time_span *spans;
	size_t nspans, spans_room;
	/* A rerun: names and events belong to the recording. */
	bool shares;
	bool plain;    /* how full channels were is not asked for */
	bool diverged; /* a question has another answer than in the recording */
	bool stuck;  /* some processes are in a deadlock: `failure` names them; the others go on */
	bool failed; /* nothing goes on: `failure` says why */
	struct fcl_err failure;
};

/* The first cycle of a clock that is `latency` cycles after a cycle of another. */
static inline uint64_t fcl_time_cross(uint64_t cycle, uint64_t from_ps, uint64_t to_ps,
				      uint32_t latency)
{
	if (from_ps == to_ps)
		return cycle + latency;
	uint64_t ps = cycle * from_ps;
	return latency ? ps / to_ps + latency : (ps + to_ps - 1) / to_ps;
}

/* The first cycle that is not before a time. */
static inline uint64_t fcl_time_ceil(uint64_t ps, uint64_t period_ps)
{
	return ps / period_ps + (ps % period_ps != 0);
}

/* The process may go on: it is looked at again. */
static inline void fcl_time_ready(struct fcl_time *time, uint32_t process)
{
	struct fcl_time_proc *proc = &time->procs[process];
	if (proc->listed)
		return;
	proc->listed = true;
	time->list[time->nlist++] = process;
}

/* Whether it is in a deadlock is to be looked at. */
static inline void fcl_time_suspect(struct fcl_time *time, uint32_t process)
{
	struct fcl_time_proc *proc = &time->procs[process];
	if (proc->suspect)
		return;
	proc->suspect = true;
	time->suspects[time->nsuspects++] = process;
}

/* What its native code slept for is there. */
static inline void fcl_time_rouse(struct fcl_time *time, struct fcl_time_proc *proc,
				  enum fcl_time_sleep sleep)
{
	if (proc->sleep != sleep)
		return;
	proc->sleep = FCL_TIME_AWAKE;
	if (time->options.wake)
		time->options.wake(proc->info.owner);
}

static inline bool fcl_time_is_run(uint32_t op)
{
	return op <= FCL_TIME_WRITE_BEAT;
}

static inline bool fcl_time_is_channel(uint32_t op)
{
	return op <= FCL_TIME_RELEASE || (op >= FCL_TIME_TRY_WRITE && op <= FCL_TIME_FREE);
}

static inline bool fcl_time_is_port(uint32_t op)
{
	return op >= FCL_TIME_READ_BEAT && op <= FCL_TIME_RESPONSE;
}

static inline bool fcl_time_is_question(uint32_t op)
{
	return op >= FCL_TIME_TRY_WRITE;
}

#endif
