/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_ENGINE_H
#define FCL_EMU_ENGINE_H

#include <pthread.h>
#include <stdatomic.h>

#include "board_support/board.h"
#include "emulator/alloc.h"
#include "emulator/fiber.h"
#include "emulator/include/fpgacl_model.h"
#include "hal/include/fcl_hal.h"

/*
 * The emulated board. It behaves like a board: banks with device addresses, DMA channels, compute
 * units with registers, FIFOs. Everything that moves is a task: a copy, or an execution of a CU,
 * which is a fiber. Tasks that can go on stand in one ready list, served by worker threads and by
 * threads that wait for their result.
 */

struct fcl_emu_board;
struct fcl_emu_cu;
struct fcl_emu_pieces;
struct fcl_emu_program;

/* --- memory (memory.c) --- */

enum { FCL_EMU_CANARY = 64 }; /* bytes behind each buffer */

struct fcl_emu_buffer {
	struct fcl_emu_board *board;
	/* In its bank, or in the process's SVM; the lock of that guards them. */
	struct fcl_emu_buffer *next, *previous;
	uint32_t bank;
	uint64_t offset; /* in the bank */
	uint64_t size;   /* bytes asked for; the canary stands behind them */
	uint64_t taken;  /* bytes taken from the bank */
	bool imported;   /* other memory is mapped over its place in the bank */
	bool attached;   /* shared virtual memory that another buffer took */
	char *svm;       /* shared virtual memory, in no bank; NULL: in its bank */
	/* Where it is, from its creation to its end. */
	char *host;
	uint64_t address;
};

struct fcl_emu_bank {
	pthread_mutex_t lock; /* guards alloc, buffers, map's creation */
	struct fcl_emu_alloc alloc;
	struct fcl_emu_buffer *buffers;
	int fd;              /* memfd behind the map, -1 before first use */
	_Atomic(char *) map; /* the whole bank; NULL before first use */
	uint64_t base, size;
	bool kept; /* contents survive programming */
};

/* --- FIFOs (channel.c) --- */

enum { FCL_EMU_READER = 0, FCL_EMU_WRITER = 1 };

/* A CU's place among those that wait for a FIFO; the board's lock guards it. */
struct fcl_emu_wait {
	struct fcl_emu_wait *next, *previous;
	struct fcl_emu_cu *cu;
	bool listed;
};

/*
 * A bounded FIFO. Each side is used by one thread at a time: by its CU, from its payload or through
 * the services, or, where several may use it (`shared`), by who holds its lock. Nobody looks for
 * waiters when it moves a packet: see wait.c.
 */
struct fcl_emu_fifo {
	struct fcl_model_fifo pub; /* what payloads see; first, and on a cache line's start */
	char *name;
	struct fcl_emu_wait *waiting[2]; /* who waits to read, to write; the board's lock */
	struct fcl_emu_cu *end[2];       /* wired CUs; NULL: a pipe's or the host's side */
	bool shared;                     /* before its first use */
	pthread_mutex_t lock[2];
	_Atomic uint32_t refs;
};

/* --- compute units (unit.c) --- */

enum fcl_emu_task_kind { FCL_EMU_TASK_COPY = 1, FCL_EMU_TASK_CU };

/* What can stand in the ready list. */
struct fcl_emu_task {
	struct fcl_emu_task *next, *previous;
	enum fcl_emu_task_kind kind;
	const void *tag;
	const void *home; /* the worker whose work made it ready; NULL: any, or none */
	bool listed;
	bool small; /* expected to take under 50 µs */
	bool brief; /* goes on for a moment only, as between two FIFOs: best on its home */
};

/* Tail of a request while it is ours: fcl_hal_request.scratch. */
struct fcl_emu_item {
	struct fcl_emu_task task; /* of a copy */
	struct fcl_hal_request *request;
	struct fcl_emu_item *next; /* in board->submitted, then with launches that wait for a CU */
};

enum fcl_emu_state {
	FCL_EMU_IDLE,    /* not started */
	FCL_EMU_READY,   /* in the ready list */
	FCL_EMU_RUNNING, /* on a thread */
	FCL_EMU_BLOCKED, /* on one FIFO */
	FCL_EMU_NAPPING, /* until one of its FIFOs moves, or until it is time */
	FCL_EMU_HELD,    /* over, but told only after an older execution of the CU (chain.c) */
	FCL_EMU_ENDING,  /* over, and being told */
};

/* What an execution has of a stream port, once older ones have done with it. */
struct fcl_emu_turn {
	uint64_t began; /* packets that the port's side had moved then */
	bool has;
};

enum fcl_emu_pause { FCL_EMU_PAUSE_YIELD = 1, FCL_EMU_PAUSE_BLOCK, FCL_EMU_PAUSE_NAP };

struct fcl_emu_kernel {
	const struct fcl_image_kernel *facts;
	struct fcl_emu_item *waiting, **waiting_last; /* launches, FIFO; the board's lock */
	_Atomic uint32_t nwaiting;                    /* of these; changed with the lock */
	_Atomic uint64_t last_run_ns;                 /* UINT64_MAX before the first */
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
	uint32_t last_bank;              /* in which an address of the execution was found */
	struct fcl_model_fifo **inlined; /* those of them that pub.fifos shows */
	struct fcl_emu_fifo *
		*wired; /* what the image wired there: ports without a launch's pipes */

	/* Guarded by the board's lock, but for the thread that runs it while RUNNING. */
	struct fcl_emu_task task;
	enum fcl_emu_state state;
	bool fresh;                      /* the execution has not run yet */
	struct fcl_hal_request *request; /* NULL: started by registers, or free-running */
	struct fcl_emu_fifo *blocked_on;
	int blocked_side;
	uint32_t blocked_port;
	struct fcl_emu_wait *waits;                         /* its places, by port */
	struct fcl_emu_cu *next_waiting, *previous_waiting; /* in board->waiting */
	struct fcl_emu_cu *next_member;                     /* of a cycle that is being ended */
	uint64_t activity;                                  /* of its FIFOs when it began to nap */
	uint64_t wake_ns; /* when a nap ends by itself; UINT64_MAX: not */
	uint64_t mark;    /* of the last search for cycles that came by */
	uint64_t look;    /* board->looks when it blocked */
	bool stalled;     /* told already */
	bool auto_restart;
	uint32_t gier, ier, isr;
	bool done_bit;

	/* While a worker reports the end of a launch (keep.c): changed without the lock. */
	_Atomic uint32_t kept;
	_Atomic bool ended; /* what the registers do not show yet */

	/*
	 * Executions that overlap, where the model allows it (chain.c); the board's lock. Each has
	 * a context: the CU itself, which is `first` of all, and more like it.
	 */
	struct fcl_emu_cu *first, *next_context;
	struct fcl_emu_cu *older, *younger; /* executions of the CU that are not over */
	struct fcl_emu_cu *youngest;        /* of `first`; NULL: there are none */
	struct fcl_emu_turn *turns;         /* by port; NULL: executions do not overlap */
	_Atomic uint32_t part;              /* of the model's parts that it has come to, at least */
	bool blocked_turn; /* if BLOCKED: until it is its turn at the FIFO (by `older`) */

	/* Of the execution; touched by the thread that runs it. */
	struct fcl_emu_fiber *fiber;
	enum fcl_emu_pause pause;
	uint64_t nap_ns; /* of FCL_EMU_PAUSE_NAP: at most; UINT64_MAX: until a FIFO moves */
	struct fcl_model_range range;
	struct fcl_emu_block *blocks; /* host->allocate() */
	char *line;                   /* printed since the last newline; NULL before the first */
	size_t line_length;
	uint64_t moved;    /* packets that it had moved when it last polled */
	unsigned polls;    /* since then */
	unsigned naps;     /* one after another, without moving anything */
	unsigned slices;   /* pauses, to measure some */
	uint64_t slice_ns; /* how long it runs between two pauses, about */
	int status;
	char error[400];
	_Atomic int stop; /* the board wants it to end */

	/* For the watchdog: since when it runs or is blocked, and on which thread it runs. */
	_Atomic uint64_t since_ns;
	_Atomic pthread_t thread;
	_Atomic int overdue; /* it was told to end by signal */
};

struct fcl_emu_payload {
	void *handle; /* of dlopen */
	const struct fcl_bitstream *bitstream;
	bool private_taken; /* some CU's static data lives in this copy */
	uintptr_t code_start, code_end;
};

struct fcl_emu_program {
	struct fcl_emu_board *board;
	struct fcl_image *image;
	uint32_t slot;
	struct fcl_emu_payload *payloads;
	uint32_t npayloads;
	int payload_fd; /* of the copy loaded last; the paths of all lead here; -1: none yet */
	struct fcl_emu_kernel *kernels;
	struct fcl_emu_cu *cus;
	uint32_t ncus;
	struct fcl_emu_fifo **fifos; /* of image->streams */
	uint32_t nfifos;
};

/* --- the board (board.c) and its scheduler (sched.c) --- */

/* FPGACL_EMU_CHECK, from little to much. */
enum fcl_emu_check {
	FCL_EMU_CHECK_OFF,
	FCL_EMU_CHECK_BOUND, /* canaries of the buffers bound to a run, after it */
	FCL_EMU_CHECK_FULL,  /* all canaries after every run */
	FCL_EMU_CHECK_GUARD, /* and guard pages */
};

struct fcl_emu_board {
	struct fcl_board *desc;
	struct fcl_hal_info info;
	struct fcl_hal_bank *bank_info;
	char bdf[32], serial[32];
	struct fcl_emu_bank *banks;
	struct fcl_emu_program **slots;
	_Atomic uint64_t allocated; /* bytes of live buffers */
	enum fcl_emu_check check;

	/*
	 * Requests that nobody has looked at yet, newest first: pushed by CAS, taken with the lock.
	 */
	_Alignas(64) _Atomic(struct fcl_emu_item *) submitted;
	/*
	 * When a worker took up something short, after which it looks at `submitted`; 0: none did.
	 */
	_Atomic uint64_t looking_ns;

	_Alignas(64) pthread_mutex_t lock; /* guards all below, CU states and the waiting lists */
	pthread_cond_t work;               /* a task became ready, or the threads shall end */
	pthread_cond_t quiet;              /* a CU stopped, or a thread ended */
	pthread_cond_t copied;             /* a copy has no helpers left */
	struct fcl_emu_task *ready, *ready_last;
	uint32_t nready, nbrief;       /* all; those that are brief */
	uint32_t active[2];            /* copies under way: host to board, board to host */
	struct fcl_emu_pieces *copies; /* those that idle workers may help with (pieces.c) */
	uint64_t alone_until_ns;       /* no copy asks for help before */
	uint32_t nworkers, nidle, max_workers;
	bool lead_watches; /* a worker sleeps with a short timeout: no need to wake it */
	bool attentive;    /* a worker waits for `called`, for a moment */
	_Atomic bool called;
	uint64_t last_work_ns;
	uint64_t served; /* tasks taken so far: to see whether anything moves */
	struct fcl_emu_cu *waiting, *waiting_last; /* CUs that are BLOCKED or NAPPING */
	struct fcl_emu_cu *next_look;              /* where the last look at some of them ended */
	uint32_t nwaiting, nrunning;               /* CUs that wait; that are on a thread */
	bool suspect;   /* a CU has blocked since the last search for cycles */
	bool untold;    /* and may have to be told of as stalled */
	uint64_t mark;  /* of the last walk of such a search */
	uint64_t looks; /* of the watcher */
	struct fcl_emu_fiber_pools fibers;
	pthread_cond_t watch; /* workers run: there is something to watch */
	bool watching;        /* the watcher's thread lives */
	bool unwatched;       /* it sleeps until it is woken */
	uint64_t stall_ns;    /* FPGACL_EMU_STALL_S; 0: never */
	uint64_t timeout_ns;  /* FPGACL_EMU_TIMEOUT_S; 0: never */
	bool ending;
};

/* --- memory.c --- */
int fcl_emu_memory_init(struct fcl_emu_board *board, struct fcl_err *err);
void fcl_emu_memory_fini(struct fcl_emu_board *board);
/* Loses all contents, as a reset does; buffers stay where they are. */
void fcl_emu_memory_clear(struct fcl_emu_board *board);
int fcl_emu_buffer_alloc(struct fcl_emu_board *board, uint32_t bank, uint64_t size,
			 struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
void fcl_emu_buffer_free(struct fcl_emu_buffer *buffer);
int fcl_emu_buffer_export(struct fcl_emu_buffer *buffer, int *ret_fd, struct fcl_err *err);
int fcl_emu_import_size(int fd, uint64_t *ret_bytes, struct fcl_err *err);
int fcl_emu_buffer_import(struct fcl_emu_board *board, int fd, uint64_t size,
			  struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
/* Before the board is programmed: -EBUSY if a buffer lives where contents would be lost. */
int fcl_emu_memory_check_lost(struct fcl_emu_board *board, struct fcl_err *err);
static inline char *fcl_emu_buffer_host(const struct fcl_emu_buffer *buffer)
{
	return buffer->host;
}
static inline uint64_t fcl_emu_buffer_address(const struct fcl_emu_buffer *buffer)
{
	return buffer->address;
}
/* Host pointer for a device address with `bytes` behind it, NULL if there is none. */
char *fcl_emu_translate(struct fcl_emu_board *board, uint64_t address, uint64_t bytes);
/* False: bytes behind the buffer were overwritten; *ret_offset is the first, from the buffer's
 * start. They are put right, so that one overrun is told once. */
bool fcl_emu_canary_check(const struct fcl_emu_buffer *buffer, uint64_t *ret_offset);
void fcl_emu_canary_write(const struct fcl_emu_buffer *buffer);
/* Sweeps all buffers; returns one that was overrun, or NULL. */
struct fcl_emu_buffer *fcl_emu_canary_sweep(struct fcl_emu_board *board, uint64_t *ret_offset);

/* --- svm.c --- */
int fcl_emu_svm_alloc(struct fcl_emu_board *board, uint64_t size,
		      struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
int fcl_emu_svm_attach(struct fcl_emu_board *board, void *pointer, uint64_t size,
		       struct fcl_emu_buffer **ret_buffer, struct fcl_err *err);
void fcl_emu_svm_free(struct fcl_emu_buffer *buffer);
/* The address itself if all of the bytes are shared virtual memory, else NULL. */
char *fcl_emu_svm_translate(uint64_t address, uint64_t bytes);
struct fcl_emu_buffer *fcl_emu_svm_sweep(uint64_t *ret_offset);

/* --- copy.c --- */
void fcl_emu_copy_run(struct fcl_hal_request *request);
int fcl_emu_copy_check(const struct fcl_emu_board *board, const struct fcl_hal_request *request);
/* Whether the board copies straight into the other's memory. */
bool fcl_emu_peers(const struct fcl_emu_board *board, const struct fcl_emu_board *other);
uint64_t fcl_emu_copy_bytes(const struct fcl_hal_request *request);

/* --- channel.c --- */
struct fcl_emu_fifo *fcl_emu_fifo_create(const char *name, uint32_t packet_size, uint32_t depth);
struct fcl_emu_fifo *fcl_emu_fifo_ref(struct fcl_emu_fifo *fifo);
void fcl_emu_fifo_unref(struct fcl_emu_fifo *fifo);
/* False: full, or empty. */
bool fcl_emu_fifo_push(struct fcl_emu_fifo *fifo, const void *packet);
bool fcl_emu_fifo_pop(struct fcl_emu_fifo *fifo, void *packet);

static inline uint64_t fcl_emu_fifo_head(const struct fcl_emu_fifo *fifo)
{
	return __atomic_load_n(&fifo->pub.head, __ATOMIC_ACQUIRE);
}

static inline uint64_t fcl_emu_fifo_tail(const struct fcl_emu_fifo *fifo)
{
	return __atomic_load_n(&fifo->pub.tail, __ATOMIC_ACQUIRE);
}

static inline uint32_t fcl_emu_fifo_level(const struct fcl_emu_fifo *fifo)
{
	uint64_t head = fcl_emu_fifo_head(fifo), level = fcl_emu_fifo_tail(fifo) - head;

	/* Both may have moved between the two looks. */
	return (uint32_t)(level < fifo->pub.depth ? level : fifo->pub.depth);
}

/* Packets ever written and ever read, in one sum: it differs after every move. */
static inline uint64_t fcl_emu_fifo_count(const struct fcl_emu_fifo *fifo)
{
	return fcl_emu_fifo_head(fifo) + fcl_emu_fifo_tail(fifo);
}

/* Whether that side could move a packet now. */
static inline bool fcl_emu_fifo_moves(const struct fcl_emu_fifo *fifo, int side)
{
	uint32_t level = fcl_emu_fifo_level(fifo);

	return side == FCL_EMU_READER ? level > 0 : level < fifo->pub.depth;
}

/* --- reach.c --- */
/* 0, or -1: no memory; destroy then, too. */
int fcl_emu_reach_create(struct fcl_emu_cu *cu);
void fcl_emu_reach_destroy(struct fcl_emu_cu *cu);
/* Whether the port reaches the bank of a device address; if not, that bank and one it reaches. */
bool fcl_emu_reaches(const struct fcl_emu_cu *cu, uint32_t port, uint64_t address,
		     const char **ret_there, const char **ret_reached);
/* From inside an execution: as fcl_emu_translate() of an address that the port reaches in a bank;
 * NULL: elsewhere, or not at all. */
char *fcl_emu_reach_quickly(struct fcl_emu_cu *cu, uint32_t port, uint64_t address, uint64_t bytes);

/* --- wait.c; the board's lock is held in all of these but the last --- */
/* Where a CU stands after it paused: ready again, or waiting; peers that it let go on are ready. */
void fcl_emu_settle(struct fcl_emu_cu *cu);
/* Readies who waited for what the CU has moved. */
void fcl_emu_release_peers(struct fcl_emu_cu *cu);
/* Blocked, and still with reason: a wake-up may be on its way. */
bool fcl_emu_is_stuck(const struct fcl_emu_cu *cu);
/* Takes a waiting CU from where it waits. */
void fcl_emu_wait_end(struct fcl_emu_cu *cu);
/* Readies it, if it naps. */
void fcl_emu_rouse(struct fcl_emu_cu *cu);
/* Looks at up to `most` waiting CUs and readies those that can go on; `now` 0: no nap ends. */
void fcl_emu_look_at_waiting(struct fcl_emu_board *board, uint32_t most, uint64_t now);
/* When the first nap ends by itself; UINT64_MAX: none does. */
uint64_t fcl_emu_first_nap_end(const struct fcl_emu_board *board);
/* The host has moved the FIFO: readies who waited for that. Takes the lock. */
void fcl_emu_host_moved(struct fcl_emu_board *board, struct fcl_emu_fifo *fifo);

/* --- sched.c --- */
int fcl_emu_sched_init(struct fcl_emu_board *board);
void fcl_emu_sched_fini(struct fcl_emu_board *board);
int fcl_emu_submit(struct fcl_emu_board *board, struct fcl_hal_request *const *requests,
		   uint32_t count);
void fcl_emu_kick(struct fcl_emu_board *board);
int fcl_emu_progress(struct fcl_emu_board *board, const void *tag);
/* Readies or queues what was submitted meanwhile; the lock is held. */
void fcl_emu_admit(struct fcl_emu_board *board);
/* For whoever takes the lock next to admit. */
void fcl_emu_push(struct fcl_emu_board *board, struct fcl_emu_item *item);
/* Puts a task at the end of the ready list; the lock is held. */
void fcl_emu_ready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* A worker for what is ready, if none comes by itself soon; the lock is held. */
void fcl_emu_wake_worker(struct fcl_emu_board *board);
/* The same for a thread that has ended a task: a worker takes the next one itself. */
void fcl_emu_wake_other(struct fcl_emu_board *board);
/* The worker that is the calling thread, NULL if it is none of the board's. */
const void *fcl_emu_home(const struct fcl_emu_board *board);
void fcl_emu_unready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* fcl_now_ns(), some milliseconds old at most, and cheap. */
uint64_t fcl_emu_about_ns(void);
/* Waits on one of the board's conditions until `at`, ns of CLOCK_MONOTONIC; the lock is held. */
void fcl_emu_wait_until(struct fcl_emu_board *board, pthread_cond_t *condition, uint64_t at);

/* --- unit.c --- */
/* Starts an execution on an idle CU, or queues the launch; the lock is held. */
void fcl_emu_launch(struct fcl_emu_board *board, struct fcl_emu_item *item);
int fcl_emu_launch_check(const struct fcl_hal_request *request);
/* The same without a request: ap_start by register, or a free-running CU. The lock is held. */
void fcl_emu_start(struct fcl_emu_cu *cu);
/* Before the calling thread runs the CU: a stack, if it has none, and what the watchdog needs to
 * know. The lock is held. */
void fcl_emu_cu_equip(struct fcl_emu_cu *cu, uint64_t now);
/* Runs a CU that was taken from the ready list until it pauses or ends; `now` and the result are
 * CLOCK_MONOTONIC times at most a little old, or 0: not known. The lock is held on return only. */
uint64_t fcl_emu_cu_run(struct fcl_emu_cu *cu, uint64_t now);
/* The FIFO of a stream port; NULL: none. */
void fcl_emu_cu_connect(struct fcl_emu_cu *cu, uint32_t port, struct fcl_emu_fifo *fifo);
/* Puts a launch into a unit that is the caller's. */
void fcl_emu_cu_load(struct fcl_emu_cu *cu, struct fcl_hal_request *request);
/* Makes a unit idle whose execution is over and reported; the lock is held. */
void fcl_emu_cu_release(struct fcl_emu_cu *cu);
/* Ready to go on; the lock is held. */
void fcl_emu_cu_again(struct fcl_emu_cu *cu);
/* Ends an execution that is not running, with this status and cu->error; the lock is held and
 * dropped meanwhile. */
void fcl_emu_cu_kill(struct fcl_emu_cu *cu, int status);
/* From inside an execution. */
_Noreturn void fcl_emu_cu_fail(struct fcl_emu_cu *cu, int status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static inline void fcl_emu_cu_pause(struct fcl_emu_cu *cu, enum fcl_emu_pause pause)
{
	if (atomic_load_explicit(&cu->stop, memory_order_relaxed))
		fcl_emu_cu_fail(cu, -EIO, "stopped: the board was reset or programmed");
	cu->pause = pause;
	fcl_emu_fiber_suspend(cu->fiber);
	if (atomic_load_explicit(&cu->stop, memory_order_relaxed))
		fcl_emu_cu_fail(cu, -EIO, "stopped: the board was reset or programmed");
}
/* Until a FIFO moves, or some time has passed: the longer, the more often it napped in vain. */
void fcl_emu_cu_nap(struct fcl_emu_cu *cu);
/* Packets that the CU has ever moved through the FIFOs it has now. */
uint64_t fcl_emu_cu_moved(const struct fcl_emu_cu *cu);
/* Reached without a call; the C library keeps room for a few such words of late libraries. */
#define FCL_EMU_STATIC_TLS __attribute__((tls_model("initial-exec")))
extern _Thread_local FCL_EMU_STATIC_TLS struct fcl_emu_cu *fcl_emu_current;
/* The same value, read anew: code on a fiber may be on another thread after a pause. */
struct fcl_emu_cu *fcl_emu_current_cu(void);

/* --- chain.c; the lock is held in all but the first two and the last --- */
/* Prepares a new CU for executions that overlap, if its model allows it; false: no memory. */
bool fcl_emu_chain_init(struct fcl_emu_cu *cu);
/* Frees the contexts; the CU itself remains. */
void fcl_emu_chain_fini(struct fcl_emu_cu *cu);
/* A context on which the launch may start now beside those that run; NULL: it has to wait. */
struct fcl_emu_cu *fcl_emu_chain_context(struct fcl_emu_cu *first,
					 const struct fcl_hal_request *request);
/* An execution begins on its context, or is over and told. */
void fcl_emu_chain_begin(struct fcl_emu_cu *cu);
void fcl_emu_chain_end(struct fcl_emu_cu *cu);
/* Whether older executions have done with what this one is blocked on for its turn. */
bool fcl_emu_chain_is_due(const struct fcl_emu_cu *cu);
/* Of the executions of the CU at the end of a FIFO the one that is to move it; NULL: none yet. */
struct fcl_emu_cu *fcl_emu_chain_user(struct fcl_emu_cu *end, const struct fcl_emu_fifo *fifo);
/* From inside an execution that is about to use a stream port by a service: false, it is not its
 * turn. */
bool fcl_emu_chain_ask(struct fcl_emu_cu *cu, uint32_t port);
static inline bool fcl_emu_chain_enter(struct fcl_emu_cu *cu, uint32_t port)
{
	return !cu->turns || fcl_emu_chain_ask(cu, port);
}

/* --- stall.c; the lock is held --- */
/* Finds closed cycles of blocked CUs and ends them, for which the lock is dropped. */
void fcl_emu_end_deadlocks(struct fcl_emu_board *board);
/* Tells of CUs that have been blocked for some looks of the watcher what they wait for. */
void fcl_emu_tell_stalls(struct fcl_emu_board *board);

/* --- loader.c --- */
int fcl_emu_check_image(struct fcl_emu_board *board, const struct fcl_image *image,
			struct fcl_err *err);
int fcl_emu_load(struct fcl_emu_board *board, uint32_t slot, struct fcl_image *image,
		 struct fcl_emu_program **ret_program, struct fcl_err *err);
/* Ends every execution with -EIO; false if a kernel does not stop. */
bool fcl_emu_stop(struct fcl_emu_program *program);
void fcl_emu_unload(struct fcl_emu_program *program);

/* Which program is in a slot, for those that look while it changes: under the lock. */
void fcl_emu_slot_set(struct fcl_emu_board *board, uint32_t slot, struct fcl_emu_program *program);

/* --- watchdog.c --- */
/* Ends what has been blocked or has run for too long; the lock is held and dropped meanwhile. */
void fcl_emu_watchdog(struct fcl_emu_board *board);

/* --- services.c --- */
extern const struct fcl_model_host fcl_emu_host;
void fcl_emu_blocks_free(struct fcl_emu_cu *cu);
/* Logs what the execution printed without a newline behind it. */
void fcl_emu_line_end(struct fcl_emu_cu *cu);

/* --- guard.c --- */
void fcl_emu_guard_install(void);
/* The signal by which the watchdog reaches a thread; blocked on none of the board's. */
int fcl_emu_guard_signal(void);
/* Gives the thread an alternate signal stack if it has none. */
void fcl_emu_guard_thread(void);

/* --- registers.c --- */
int fcl_emu_reg_read(struct fcl_emu_cu *cu, uint32_t offset, uint32_t *ret_value,
		     struct fcl_err *err);
int fcl_emu_reg_write(struct fcl_emu_cu *cu, uint32_t offset, uint32_t value, struct fcl_err *err);

/* --- board.c --- */
int fcl_emu_open(const char *name, unsigned instance, struct fcl_emu_board **ret_board,
		 struct fcl_err *err);
void fcl_emu_close(struct fcl_emu_board *board);
int fcl_emu_reset(struct fcl_emu_board *board, struct fcl_err *err);

#endif
