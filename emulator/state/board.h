/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_BOARD_H
#define FCL_EMU_STATE_BOARD_H

#include "board_support/board.h"
#include "emulator/primitives/fiber.h"
#include "emulator/primitives/stream_copy.h"
#include "emulator/state/buffer.h"
#include "emulator/state/program.h"
#include "hal/trace_name.h"

struct fcl_emu_groups;
struct fcl_emu_kept;
struct fcl_emu_pieces;

/*
 * The emulated board. It has what a board has: banks with device addresses, DMA channels, compute
 * units with registers, FIFOs. All work is tasks: a copy, or an execution of a CU, which is a
 * fiber. Tasks that can run are in one ready list, served by worker threads and by threads that
 * wait for a result.
 */

/* FPGACL_EMU_CHECK, from the fewest checks to the most. */
enum fcl_emu_check {
	FCL_EMU_CHECK_OFF,
	FCL_EMU_CHECK_BOUND, /* canaries of the buffers bound to a run, after the run */
	FCL_EMU_CHECK_FULL,  /* all canaries after every run */
	FCL_EMU_CHECK_GUARD, /* and guard pages */
};

struct fcl_emu_board {
	struct fcl_board *desc;
	struct fcl_hal_info info;
	struct fcl_hal_bank *bank_info;
	char bdf[32], serial[32];
	char trace_name[FCL_HAL_TRACE_NAME];
	struct fcl_emu_bank *banks;
	struct fcl_emu_program **slots;
	struct fcl_emu_kept
		*kept; /* code of images that are in no slot (kept.c); `lock` guards it */
	_Atomic uint64_t allocated; /* bytes of live buffers */
	_Atomic uint64_t unchecked; /* bytes requested since memory/budget.c looked */
	bool overcommit;            /* FPGACL_EMU_OVERCOMMIT */
	enum fcl_emu_check check;
	_Atomic uint64_t layout;       /* counts the buffers that were allocated, and those freed */
	struct fcl_model_watch wanted; /* fcl_emu_usage_open() */
	char waves[1024];              /* its folder */
	bool device_clock;             /* FPGACL_EMU_CLOCK */

	/* Requests not yet admitted, newest first: pushed by CAS, taken with the lock held. */
	_Alignas(64) _Atomic(struct fcl_emu_item *) submitted;
	/* When a worker began a short task, after which it checks `submitted`; 0: none has one. */
	_Atomic uint64_t short_task_ns;

	_Alignas(64)
		pthread_mutex_t lock; /* guards all below, CU states and lists of waiting CUs */
	pthread_cond_t work;          /* a task became ready, or the threads are to end */
	pthread_cond_t quiet;         /* a CU stopped, or a thread ended */
	pthread_cond_t copied;        /* a copy or a range has no helpers left */
	struct fcl_emu_task *ready, *ready_last;
	uint32_t nready;               /* tasks in the list */
	uint32_t nbrief, nleft;        /* the brief ones among them, and those left to the host */
	uint64_t kicked_ns;            /* when the host has last asked for all to be served */
	_Atomic(const void *) asked;   /* tag of what a thread of the host would run, if it could */
	uint32_t active[2];            /* copies under way: host to board, board to host */
	struct fcl_emu_pieces *copies; /* that idle workers may help with (pieces.c) */
	struct fcl_emu_groups *ranges; /* the same for NDRanges (groups.c) */
	uint64_t alone_until_ns;       /* until then no copy asks for help */
	uint32_t times_alone;          /* how often help failed lately: pieces.c */
	struct fcl_emu_stream_choice stream_choice; /* how large copies are written */
	uint32_t nworkers, nidle, max_workers;
	void (*start_worker)(struct fcl_emu_board *board); /* workers.c */
	bool lead_watches; /* a worker sleeps with a short timeout: no need to wake it */
	bool spinning;     /* a worker spins on `called`, for a moment */
	_Atomic bool called;
	uint64_t last_work_ns;
	uint64_t served; /* tasks taken so far: shows whether anything moves */
	struct fcl_emu_cu *waiting, *waiting_last; /* CUs that are BLOCKED or BACKING_OFF */
	struct fcl_emu_cu *next_check;             /* where the next check of some of them begins */
	uint32_t nwaiting, nrunning;               /* CUs that wait; CUs on a thread */
	bool maybe_deadlock;   /* a CU has blocked since the last search for cycles */
	bool unreported_stall; /* and may have to be reported as stalled */
	uint64_t mark;         /* of the last walk in a search for cycles */
	uint64_t watch_rounds; /* that the watcher has made */
	struct fcl_emu_fiber_pools fibers;
	pthread_cond_t watch; /* wakes the watcher: workers run again */
	bool watching;        /* the watcher's thread exists */
	bool watcher_asleep;  /* it sleeps until it is woken */
	uint64_t stall_ns;    /* FPGACL_EMU_STALL_S; 0: never */
	uint64_t timeout_ns;  /* FPGACL_EMU_TIMEOUT_S; 0: never */
	bool ending;
};

#endif
