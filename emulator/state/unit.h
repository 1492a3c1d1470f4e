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
struct fcl_emu_joint;
struct fcl_emu_program;
struct fcl_emu_timeline;
struct fcl_emu_traffic;
struct fcl_emu_args_cache;

enum fcl_emu_state {
	FCL_EMU_IDLE,        /* not started */
	FCL_EMU_READY,       /* in the ready list */
	FCL_EMU_RUNNING,     /* on a thread */
	FCL_EMU_BLOCKED,     /* on one FIFO, or on any of several */
	FCL_EMU_BACKING_OFF, /* until one of its FIFOs moves, or until wake_ns */
	FCL_EMU_HELD,        /* over, but must be reported after an older execution (chain.c) */
	FCL_EMU_ENDING,      /* over, being reported */
};

/* Consecutive back-offs without moving a packet: about half a second. */
enum { FCL_EMU_MANY_BACKOFFS = 28 };

/*
 * An execution's turn at a stream port, which it gets once older executions are done with the port.
 */
struct fcl_emu_turn {
	uint64_t began; /* packets that the end had moved when the turn began */
	bool has;
};

/* A file descriptor that a BLOCKED CU waits for; fifos/outside.c. */
struct fcl_emu_outside {
	int descriptor;
	uint32_t events; /* of poll() */
	bool waits, ready;
	struct fcl_model_link
		*link; /* a port to another board, which is checked instead; or NULL */
};

/* A fault of the kernel, from the signal handler until its execution has ended; access/fault.c. */
struct fcl_emu_fault {
	int number; /* of the signal; 0: none */
	const void *address;
	uintptr_t called; /* the function that faulted, if the kernel had called one; else 0 */
	bool wild;        /* the address is that of a function which does not exist */
	bool leaving;     /* the frames of functions below the kernel are being left */
};

enum fcl_emu_pause { FCL_EMU_PAUSE_YIELD = 1, FCL_EMU_PAUSE_BLOCK, FCL_EMU_PAUSE_BACK_OFF };

struct fcl_emu_kernel {
	const struct fcl_image_kernel *facts;
	struct fcl_emu_item *waiting, **waiting_last; /* launches, oldest first; the board's lock */
	_Atomic uint32_t nwaiting;                    /* their number; changed with the lock held */
	_Atomic uint64_t last_run_ns; /* duration of the last run; UINT64_MAX before the first */
	_Atomic uint64_t last_groups; /* its work-groups, if the model runs batches */
	bool streams;
};

struct fcl_emu_cu {
	struct fcl_cu pub; /* visible to the model; must be first, so that pointers convert */
	struct fcl_emu_program *program;
	struct fcl_emu_kernel *kernel;
	const struct fcl_model *model;
	uint32_t index; /* into the image's cus */
	char *name;
	struct fcl_emu_fifo **ports; /* by the model's port number; NULL: not connected */
	bool **reach;                /* by port: the banks that a memory port reaches; NULL: all */
	uint32_t last_bank;          /* the bank of the last address */
	struct fcl_model_fifo **inlined; /* ports that are visible in pub.fifos */
	struct fcl_emu_fifo **wired;     /* ports as wired in the image, without a launch's pipes */

	/* Guarded by the board's lock; while RUNNING, they belong to the running thread. */
	struct fcl_emu_task task;
	enum fcl_emu_state state;
	bool fresh;                      /* the execution has not started yet */
	struct fcl_hal_request *request; /* NULL: started through registers, or free-running */
	struct fcl_emu_fifo *blocked_on;
	int blocked_side;
	uint32_t blocked_port;
	bool blocked_any; /* BLOCKED until any wanted one of `waits` can move; blocked_on is the first */
	struct fcl_emu_outside outside;
	struct fcl_emu_joint *joint; /* the time line of CUs that streams join; NULL: none do */
	bool live; /* blocked_any, and the deadlock search found a FIFO that may move */
	struct fcl_emu_wait *waits; /* its entries in the FIFOs' lists, by port */
	struct fcl_emu_cu *next_waiting, *previous_waiting; /* in board->waiting */
	bool in_cycle; /* waiting, and part of a deadlock that is being ended */
	/* Only in `first`: its executions fail because of a deadlock (fifos/deadlocked.c). */
	bool deadlocked;
	struct fcl_emu_cu *next_deadlocked;
	uint64_t activity; /* activity of its FIFOs when it began to back off */
	uint64_t wake_ns;  /* when it polls again; UINT64_MAX: when a FIFO moves */
	uint64_t
		polls_since_ns; /* since when it has polled while none of its FIFOs moved; 0: no polling */
	uint64_t mark;          /* of the last cycle search that visited it */
	uint64_t blocked_round;        /* board->watch_rounds when it blocked */
	bool stall_reported;           /* in this execution */
	uint64_t started_at, ended_at; /* the last execution's start and end, as counted in
					  board->moments; 0: none */
	uint64_t stopped_ns; /* when the watcher first saw that it was blocked; 0: not yet */
	bool auto_restart;
	uint32_t gier, ier, isr;
	bool done_bit;

	/* Set while a worker reports the end of a launch (shift.c); changed without the lock. */
	_Atomic uint32_t kept;
	_Atomic bool ended; /* a launch has ended, but the registers are not updated yet */

	/*
	 * Overlapping executions, if the model allows them (chain.c); guarded by the board's lock.
	 * Each execution has a context: the CU itself (`first`), or another struct like it.
	 */
	struct fcl_emu_cu *first, *next_context;
	struct fcl_emu_cu *older, *younger; /* adjacent executions of the CU that are not over */
	struct fcl_emu_cu *youngest;        /* only in `first`; NULL: none */
	struct fcl_emu_turn *turns;         /* by port; NULL: executions do not overlap */
	_Atomic uint32_t part;              /* the latest part of the model known to be reached */
	bool blocked_turn; /* if BLOCKED: waits until `older` is done with the FIFO */

	/*
	 * NULL unless the model runs batches of work-groups. A helper's context shares the
	 * execution's.
	 */
	struct fcl_emu_groups *groups;

	/* State of the execution, used only by the thread that runs it. */
	struct fcl_emu_fiber *fiber;
	struct fcl_emu_cluster *cluster;  /* while it is a member of a cluster, else NULL */
	struct fcl_emu_args_cache *bound; /* `args_cache` if the launch uses the cache, else NULL */
	struct fcl_emu_args_cache *args_cache; /* cached from earlier launches; NULL: none */
	uint64_t seen_values; /* launch.values of the last launch in which it was not 0 */
	enum fcl_emu_pause pause;
	uint64_t backoff_ns; /* limit of FCL_EMU_PAUSE_BACK_OFF; UINT64_MAX: until a FIFO moves */
	struct fcl_model_range range;
	struct fcl_emu_block *blocks;       /* host->allocate() */
	struct fcl_emu_guarded *guarded;    /* host->allocate_guarded() */
	struct fcl_emu_guarded *kept_block; /* for the next execution */
	struct fcl_emu_stack *stacks;       /* host->allocate_stack() */
	struct fcl_emu_stack *kept_stacks;  /* for the next execution */
	char *line; /* output since the last newline; NULL before the first */
	size_t line_length;
	uint64_t moved;      /* packets moved at the last check */
	unsigned polls;      /* polls since it last moved a packet */
	unsigned backoffs;   /* consecutive back-offs without moving a packet */
	unsigned slices;     /* times that it was resumed; some slices are measured */
	unsigned unmeasured; /* executions since one was measured */
	uint64_t slice_ns;   /* estimated run time between two pauses */
	int status;
	char error[FCL_EMU_ERROR];
	struct fcl_emu_fault fault;
	uint64_t guard_due_ns;             /* access/guard.h */
	struct fcl_emu_timeline *timeline; /* of its executions that count cycles; NULL: none */
	uint64_t cycles, device_ns; /* counted by its model in this execution; 0: not counted */
	struct fcl_emu_traffic *traffic; /* NULL: its model does not count; see traffic.h */
	uint64_t begun_ns;               /* while tracing: when it began; 0: not yet */
	uint64_t paused_ns; /* while tracing: when it began to wait for a FIFO; the board's lock */
	_Atomic int stop;   /* the board has requested it to stop */
	bool preparing;     /* in its model's init() */
	bool asked;         /* its model's failed() has been called, or is not to be */

	/* For the watchdog: since when it has run or been blocked, and the thread that runs it. */
	_Atomic uint64_t since_ns;
	bool goes_on; /* it has yielded, which does not restart its run time */
	_Atomic pthread_t thread;
	_Atomic int overdue; /* the watchdog has requested its end */
};

#endif
