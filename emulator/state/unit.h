/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STATE_UNIT_H
#define FCL_EMU_STATE_UNIT_H

#include <pthread.h>

#include "emulator/primitives/fiber.h"
#include "emulator/state/fifo.h"
#include "emulator/state/task.h"

struct fcl_emu_block;
struct fcl_emu_guarded;
struct fcl_emu_stack;
struct fcl_emu_groups;
struct fcl_emu_program;
struct fcl_emu_traffic;
struct fcl_emu_args_cache;

enum fcl_emu_state {
	FCL_EMU_IDLE,        /* not started */
	FCL_EMU_READY,       /* in the ready list */
	FCL_EMU_RUNNING,     /* on a thread */
	FCL_EMU_BLOCKED,     /* on one FIFO, or until any of several can move */
	FCL_EMU_BACKING_OFF, /* until one of its FIFOs moves, or until wake_ns */
	FCL_EMU_HELD,   /* over, but reported only after an older execution of the CU (chain.c) */
	FCL_EMU_ENDING, /* over, and being reported */
};

/* In a row, without moving a packet: about half a second. */
enum { FCL_EMU_MANY_BACKOFFS = 28 };

/* An execution's turn at a stream port, which it has once older ones are done with the port. */
struct fcl_emu_turn {
	uint64_t began; /* packets that the side had moved when the turn began */
	bool has;
};

enum fcl_emu_pause { FCL_EMU_PAUSE_YIELD = 1, FCL_EMU_PAUSE_BLOCK, FCL_EMU_PAUSE_BACK_OFF };

struct fcl_emu_kernel {
	const struct fcl_image_kernel *facts;
	struct fcl_emu_item *waiting, **waiting_last; /* launches, oldest first; the board's lock */
	_Atomic uint32_t nwaiting;                    /* how many; changed with the lock held */
	_Atomic uint64_t last_run_ns; /* how long the last run took; UINT64_MAX before the first */
	_Atomic uint64_t last_groups; /* how many work-groups it had, if the model runs batches */
	bool streams;
};

struct fcl_emu_cu {
	struct fcl_cu pub; /* what the model sees; first, so that the pointers convert */
	struct fcl_emu_program *program;
	struct fcl_emu_kernel *kernel;
	const struct fcl_model *model;
	uint32_t index; /* into the image's cus */
	char *name;
	struct fcl_emu_fifo **ports;     /* by the model's port number; NULL: not connected */
	bool **reach;                    /* by port: which banks a memory port reaches; NULL: all */
	uint32_t last_bank;              /* where the last address was found */
	struct fcl_model_fifo **inlined; /* those ports that pub.fifos shows */
	struct fcl_emu_fifo **wired; /* the image's wiring: ports without the pipes of a launch */

	/* The board's lock guards these; while RUNNING, they are the running thread's. */
	struct fcl_emu_task task;
	enum fcl_emu_state state;
	bool fresh;                      /* the execution has not run yet */
	struct fcl_hal_request *request; /* NULL: started by registers, or free-running */
	struct fcl_emu_fifo *blocked_on;
	int blocked_side;
	uint32_t blocked_port;
	bool blocked_any; /* BLOCKED until any wanted one of `waits` can move; blocked_on is the first */
	bool hopeful; /* blocked_any, and the search for deadlocks has found that one may move */
	struct fcl_emu_wait *waits; /* its entries in lists of waiters, by port */
	struct fcl_emu_cu *next_waiting, *previous_waiting; /* in board->waiting */
	bool in_cycle;     /* waiting, and in a cycle that is being ended */
	uint64_t activity; /* of its FIFOs when it began to back off */
	uint64_t wake_ns;  /* when it polls again; UINT64_MAX: when a FIFO moves */
	uint64_t
		polls_since_ns; /* since when it has polled and no FIFO of it moved; 0: it does not */
	uint64_t mark;          /* of the last search for cycles that visited it */
	uint64_t blocked_round; /* board->watch_rounds when it blocked */
	bool stall_reported;    /* in this execution */
	bool auto_restart;
	uint32_t gier, ier, isr;
	bool done_bit;

	/* While a worker reports the end of a launch (keep.c); changed without the lock. */
	_Atomic uint32_t kept;
	_Atomic bool ended; /* a launch has ended that the registers do not show yet */

	/*
	 * Executions that overlap, where the model allows it (chain.c); the board's lock guards
	 * these. Each execution has a context: the CU itself (`first`), or another like it.
	 */
	struct fcl_emu_cu *first, *next_context;
	struct fcl_emu_cu *older, *younger; /* executions of the CU that are not over */
	struct fcl_emu_cu *youngest;        /* only in `first`; NULL: there are none */
	struct fcl_emu_turn *turns;         /* by port; NULL: executions do not overlap */
	_Atomic uint32_t part;              /* of the model: the latest known to be reached */
	bool blocked_turn;                  /* if BLOCKED: until `older` is done with the FIFO */

	/* NULL unless the model runs batches of work-groups. A context that helps has the
	   execution's. */
	struct fcl_emu_groups *groups;

	/* Of the execution; only the thread that runs it uses these. */
	struct fcl_emu_fiber *fiber;
	struct fcl_emu_cluster *cluster;  /* while it takes turns with others, else NULL */
	struct fcl_emu_args_cache *bound; /* `args_cache`, if the launch has arguments from there */
	struct fcl_emu_args_cache *args_cache; /* of launches before it; NULL: none are kept */
	uint64_t seen_values;                  /* launch.values of the last launch that had some */
	enum fcl_emu_pause pause;
	uint64_t backoff_ns; /* longest FCL_EMU_PAUSE_BACK_OFF; UINT64_MAX: until a FIFO moves */
	struct fcl_model_range range;
	struct fcl_emu_block *blocks;       /* host->allocate() */
	struct fcl_emu_guarded *guarded;    /* host->allocate_guarded() */
	struct fcl_emu_guarded *kept_block; /* for the next execution */
	struct fcl_emu_stack *stacks;       /* host->allocate_stack() */
	struct fcl_emu_stack *kept_stacks;  /* for the next execution */
	char *line; /* printed since the last newline; NULL before the first */
	size_t line_length;
	uint64_t moved;      /* packets that it had moved at the last check */
	unsigned polls;      /* without moving anything */
	unsigned backoffs;   /* in a row, without moving anything */
	unsigned slices;     /* how often it was resumed: some slices are measured */
	unsigned unmeasured; /* executions that have ended since one was measured */
	uint64_t slice_ns;   /* about how long it runs between two pauses */
	int status;
	char error[FCL_EMU_ERROR];
	uint64_t cycles, device_ns; /* that its model counted in the execution; 0: it counts none */
	struct fcl_emu_traffic *traffic; /* NULL: its model counts none; see traffic.h */
	uint64_t begun_ns;  /* while a trace is written: when it began; 0: it has not */
	uint64_t paused_ns; /* likewise: when it began to wait for a FIFO; the board's lock */
	_Atomic int stop;   /* the board has requested that it end */
	bool preparing;     /* in its model's init() */

	/* For the watchdog: since when it has run or been blocked, and on which thread it runs. */
	_Atomic uint64_t since_ns;
	bool goes_on; /* it has yielded, which does not end the time that it has run */
	_Atomic pthread_t thread;
	_Atomic int overdue; /* the watchdog has signalled that it is to end */
};

#endif
