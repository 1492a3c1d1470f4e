/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_SHARED_H
#define FCL_BD_SHARED_H

#include <stdatomic.h>
#include <stdint.h>

/*
 * Memory that a client shares with its executor: two rings of block numbers, and the blocks. The
 * client writes a request into a free block and pushes the block's number. The executor copies the
 * block before it reads it, and pushes the number back when the request has ended. A block is in at
 * most one ring at a time, so neither overflows if both sides behave; both check this.
 *
 * A side that is about to sleep sets its flag and then checks the ring again (fcl_bd_ring_wait());
 * a side that pushes checks that flag afterwards (fcl_bd_ring_wake()).
 */

enum {
	FCL_BD_BLOCKS = 128,      /* requests in flight; power of two */
	FCL_BD_BLOCK = 65536,     /* bytes */
	FCL_BD_STAGE = 1 << 20,   /* bytes of one mover's staging area */
	FCL_BD_MOVERS = 2,        /* transfer threads of a client */
	FCL_BD_LAUNCH_CUS = 4096, /* maximum for a launch, any of which may run it */
};

enum fcl_bd_work {
	FCL_BD_WORK_WRITE = 1, /* from a mover's staging area to the board */
	FCL_BD_WORK_READ,
	FCL_BD_WORK_COPY,
	FCL_BD_WORK_FILL,
	FCL_BD_WORK_LAUNCH
};

struct fcl_bd_ring {
	_Alignas(64) _Atomic uint32_t tail; /* written by the pusher */
	_Alignas(64) _Atomic uint32_t head; /* written by the popper */
	_Alignas(64) uint32_t blocks[FCL_BD_BLOCKS];
};

/* An argument of a launch. Its bytes start at offset `at` in the block. */
struct fcl_bd_arg {
	uint32_t index, kind; /* enum fcl_hal_arg_kind */
	uint64_t size, offset;
	uint32_t handle; /* of a buffer or a pipe; 0: a null pointer */
	uint32_t at;
};

struct fcl_bd_block {
	uint32_t work; /* enum fcl_bd_work */
	uint32_t timed;
	/* In the answer. */
	int32_t status;
	uint32_t used; /* bytes of the block that the request uses */
	uint64_t start_ns, end_ns;
	char text[1000];
	union {
		struct {
			uint32_t buffer, stage;
			uint64_t offset, bytes;
		} transfer;
		struct {
			uint32_t source, target;
			uint64_t source_offset, target_offset, region[3], pitch[4];
		} copy;
		struct {
			uint32_t buffer, pattern_size;
			uint64_t offset, bytes;
			unsigned char pattern[128];
		} fill;
		struct {
			uint32_t kernel, ncus, nargs, work_dim;
			uint64_t global_offset[3], global_size[3], local_size[3];
			uint32_t cus_at, args_at; /* offsets in the block */
			uint32_t
				svm; /* a buffer of shared virtual memory that it may reach; 0: none */
			uint32_t pad;
		} launch;
	} u;
};

#define FCL_BD_BODY ((uint32_t)((sizeof(struct fcl_bd_block) + 63) / 64 * 64))

struct fcl_bd_shared {
	struct fcl_bd_ring submitted, ended;
	_Alignas(64) _Atomic uint32_t executor_sleeps; /* futex */
	/*
	 * While a thread of the client waits in progress(), it pops finished requests and sleeps on
	 * `waiter_sleeps`; otherwise the client's reader thread does, and sleeps on
	 * `reader_sleeps`. 0: awake.
	 */
	_Alignas(64) _Atomic uint32_t attended;
	_Atomic uint32_t waiter_sleeps;
	_Atomic uint32_t reader_sleeps;
	/*
	 * The executor is working on requests or polling the ring, so an answer is likely to come
	 * soon.
	 */
	_Atomic uint32_t awake;
	/* health() of the board behind: 0 or a negative errno. Written by the executor. */
	_Atomic int32_t board_health;
	_Alignas(4096) unsigned char stage[FCL_BD_MOVERS][FCL_BD_STAGE];
	_Alignas(4096) unsigned char blocks[FCL_BD_BLOCKS][FCL_BD_BLOCK];
};

_Static_assert(ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_LLONG_LOCK_FREE == 2,
	       "atomics work between processes");

/*
 * Memory that the board process shares with all executors. Kernels can access it, as they can all
 * of an executor's memory. The worst that a wild kernel can do here is to disturb the order of
 * turns until its executor is gone; the board process then repairs the words whose values it knows.
 * No process takes an address, a size or an index from here.
 */
enum { FCL_BD_CUS = 65536 };

/* Whose turn it is on a CU: the index of a client's seat, plus 1. */
struct fcl_bd_token {
	_Atomic uint32_t holder; /* 0: free */
	_Atomic uint64_t wanted; /* one bit for each waiting seat */
};

struct fcl_bd_seat {
	_Alignas(64) _Atomic uint32_t alive;
	_Atomic uint32_t bell;    /* futex: a CU or the gate may be free now */
	_Atomic uint32_t running; /* launches that have passed the gate; the executor writes it */
	_Atomic uint32_t image;   /* number of the client's image; 0: none */
};

struct fcl_bd_turns {
	_Alignas(64) _Atomic uint32_t active; /* the image whose launches run */
	_Atomic uint32_t closing;             /* no new launches of it: another image waits */
	/* For traces: when `closing` was set for the last swap, and when that swap happened. */
	_Atomic uint64_t closing_ns, active_ns;
	struct fcl_bd_seat seats[64];
	struct fcl_bd_token streams; /* for all CUs with stream ports: these run together */
	struct fcl_bd_token cus[FCL_BD_CUS];
};

#endif
