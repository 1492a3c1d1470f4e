/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_BOARD_H
#define FCL_EMU_STATE_BOARD_H

#include "base/rack/rack.h"
#include "board_support/board.h"
#include "emulator/primitives/fiber.h"
#include "emulator/primitives/stream_copy.h"
#include "emulator/state/buffer.h"
#include "emulator/state/program.h"
#include "hal/trace_name.h"

struct fcl_emu_groups;
struct fcl_emu_dormant;
struct fcl_emu_pieces;

/*
 * The emulated board. It has what a board has: banks with device addresses, DMA channels, compute
 * units with registers, FIFOs. All work consists of tasks: copies, and executions of CUs, each on a
 * fiber. Tasks that can run are in one ready list, which worker threads serve, as do threads that
 * wait for a result.
 */

/* FPGACL_EMU_CHECK, from the fewest checks to the most. */
enum fcl_emu_check {
	FCL_EMU_CHECK_OFF,
	FCL_EMU_CHECK_BOUND, /* canaries of the buffers bound to a run, after the run */
	FCL_EMU_CHECK_FULL,  /* all canaries after every run */
	FCL_EMU_CHECK_GUARD, /* as FULL, with guard pages */
};

struct fcl_emu_board {
	struct fcl_board *desc;
	struct fcl_hal_info info;
	struct fcl_hal_bank *bank_info;
	char bdf[32], serial[32];
	char trace_name[FCL_HAL_TRACE_NAME];
	struct fcl_rack *rack; /* FPGACL_RACK; NULL: none, or the board is not in it */
	uint32_t rack_board;   /* which of its boards this is */
	struct fcl_emu_bank *banks;
	struct fcl_emu_program **slots;
	struct fcl_emu_dormant
		*dormant; /* code of images that are in no slot (dormant.c); guarded by `lock` */
	_Atomic uint64_t allocated; /* bytes of live buffers */
	_Atomic uint64_t unchecked; /* bytes requested since the last check in memory/budget.c */
	bool overcommit;            /* FPGACL_EMU_OVERCOMMIT */
	enum fcl_emu_check check;
	_Atomic uint64_t layout;       /* changes whenever a buffer is allocated or freed */
	struct fcl_model_watch wanted; /* fcl_emu_usage_open() */
	char waves[1024];              /* the folder of `wanted` */
	bool device_clock;             /* FPGACL_EMU_CLOCK */

	/*
	 * Requests that have not been admitted yet, newest first: pushed by CAS, taken with the
	 * lock held.
	 */
	_Alignas(64) _Atomic(struct fcl_emu_item *) submitted;
	/*
	 * When a worker began a short task, after which it will check `submitted`; 0: no worker
	 * has.
	 */
	_Atomic uint64_t short_task_ns;

	_Alignas(64)
		pthread_mutex_t lock; /* guards what follows, CU states and lists of waiting CUs */
	pthread_cond_t work;          /* a task became ready, or the threads must end */
	pthread_cond_t quiet;         /* a CU stopped, or a thread ended */
	pthread_cond_t copied;        /* a copy or a range has no helpers left */
	struct fcl_emu_task *ready, *ready_last;
	uint32_t nready;               /* tasks in the list */
	uint32_t nbrief, nleft;        /* brief tasks among them; tasks left to the host */
	uint64_t kicked_ns;            /* time of the host's last kick() */
	_Atomic(const void *) asked;   /* tag for which a thread of the host had nothing to run */
	uint32_t active[2];            /* copies in progress: host to board, board to host */
	struct fcl_emu_pieces *copies; /* copies that idle workers may help with (pieces.c) */
	struct fcl_emu_groups *ranges; /* the same for NDRanges (groups.c) */
	uint64_t alone_until_ns;       /* until then, no copy requests help */
	uint32_t times_alone;          /* recent failures of help: pieces.c */
	struct fcl_emu_stream_choice stream_choice; /* method for large copies */
	uint32_t nworkers, nidle, max_workers;
	void (*start_worker)(struct fcl_emu_board *board); /* workers.c */
	bool ordered; /* one thread runs this board's tasks and others' (workers/ordered.c) */
	struct fcl_emu_board *next_ordered;
	uint64_t stuck_since_ns; /* until when something has run, of what is ready */
	bool stuck_reported;
	bool lead_watches; /* a worker sleeps with a short timeout and need not be woken */
	bool spinning;     /* a worker spins on `called` briefly */
	_Atomic bool called;
	uint64_t last_work_ns;
	uint64_t served;                           /* tasks taken so far, to detect progress */
	struct fcl_emu_cu *waiting, *waiting_last; /* CUs that are BLOCKED or BACKING_OFF */
	struct fcl_emu_cu *next_check;             /* where the next partial check starts */
	uint32_t nwaiting, nrunning;               /* CUs that wait; CUs on a thread */
	bool maybe_deadlock;   /* a CU has blocked since the last search for cycles */
	bool unreported_stall; /* a CU may have to be reported as stalled */
	uint64_t moments;      /* starts and ends of executions so far */
	uint64_t mark;         /* of the last walk in a search for cycles */
	uint64_t watch_rounds; /* rounds of the watcher so far */
	struct fcl_emu_fiber_pools fibers;
	pthread_cond_t watch; /* wakes the watcher when workers run again */
	bool watching;        /* the watcher's thread exists */
	bool watcher_asleep;  /* it sleeps without a timeout */
	uint64_t stall_ns;    /* FPGACL_EMU_STALL_S; 0: never */
	uint64_t timeout_ns;  /* FPGACL_TIMEOUT_S; 0: never */
	uint64_t hang_ns;     /* FPGACL_HANG_NOTICE_S; UINT64_MAX: never */
	uint64_t hang_at_ns;  /* when a hang may have to be reported (hang.c); UINT64_MAX: never */
	/* For CUs that wait for file descriptors (fifos/outside.c). */
	bool outside_open; /* the two below are set; one that could not be opened is negative */
	int outside_events, outside_end; /* epoll; what ends the poller */
	bool polling;                    /* its thread exists */
	bool ending;
};

#endif
