/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_COMMAND_H
#define FCL_CORE_COMMAND_H

#include <CL/cl_ext.h>
#include <stddef.h>

#include "runtime/core/graph/queue.h"
#include "runtime/core/kernels/kernel.h"
#include "runtime/core/objects/callback.h"
#include "runtime/core/objects/mem.h"
#include "runtime/core/objects/program.h"

/*
 * A command is its event: one allocation contains its place in the graph, its status, its work and
 * the HAL's scratch space. Life cycle: fcl_event_create(), fill in `work`, fcl_event_enqueue().
 * When `pending` reaches 0, it is issued (issue.c). When the board has finished, it is completed
 * (complete.c), which releases its dependents.
 */

/* Headers since June 2025 declare it only if beta extensions are enabled. */
#ifndef CL_COMMAND_COMMAND_BUFFER_KHR
#define CL_COMMAND_COMMAND_BUFFER_KHR 0x12A8
#endif

/* From cl_intel_program_scope_host_pipe; headers declare it since 2023. */
#ifndef CL_COMMAND_READ_HOST_PIPE_INTEL
#define CL_COMMAND_READ_HOST_PIPE_INTEL 0x4214
#define CL_COMMAND_WRITE_HOST_PIPE_INTEL 0x4215
#endif

/* The final status of commands that find no packet, or no room: from cl_intel_fpga_host_pipe. */
enum { FCL_EVENT_PIPE_FULL = -1111, FCL_EVENT_PIPE_EMPTY = -1112 };

struct fcl_args;
struct fcl_change;
struct fcl_command_buffer;
struct fcl_event;
struct fcl_replay;
struct fcl_standing;

/* "`dependent` waits for the event whose waiter stack contains this edge". */
struct fcl_edge {
	struct fcl_edge *next;
	struct fcl_event *dependent;
	bool carries_error; /* wait lists do; queue order and barriers do not */
};

/* A launch's argument values: those of a block, except what the change, if any, says otherwise. */
struct fcl_values {
	struct fcl_args *args;
	struct fcl_change *change;
};

/* See runtime/core/launches/README.md; the range is in the request from the start. */
struct fcl_launch {
	const struct fcl_kernel_instance *instance;
	struct fcl_values values;      /* with a reference; they refer to the kernel */
	struct fcl_standing *standing; /* the claim that it has entered, or NULL */
	uint64_t claimed;              /* bits of arguments whose buffers it has claimed itself */
	struct fcl_hal_arg
		*own;  /* from malloc, if it cannot share its values; or NULL: resolve.h */
	uint32_t *cus; /* from malloc, if it cannot use all CUs of its kernel; or NULL */
};

/* The operands of a command; fcl_event.as selects the member. The event holds the references. */
union fcl_work {
	struct {
		struct fcl_mem *mem;
		uint64_t offset; /* of the box's first byte in mem */
		void *host;      /* of the box's first byte */
		struct fcl_hal_box box;
	} transfer; /* READ_BUFFER(_RECT), WRITE_BUFFER(_RECT) */
	struct {
		struct fcl_mem *source, *target;
		uint64_t source_offset, target_offset;
		struct fcl_hal_box box;
	} copy; /* COPY_BUFFER(_RECT) */
	struct {
		struct fcl_mem *mem;
		uint64_t offset, size;
		uint32_t pattern_size;
		unsigned char pattern[128];
	} fill; /* FILL_BUFFER */
	struct {
		struct fcl_mem *mem;
		uint64_t offset, size; /* in mem */
		cl_map_flags flags;
		void *pointer;
		struct fcl_map *leaving; /* UNMAP: the mapping's record, removed at the end */
	} map;                           /* MAP_BUFFER, UNMAP_MEM_OBJECT */
	struct {
		struct fcl_mem **mems; /* from malloc; owned by the event */
		uint32_t nmems;
		cl_mem_migration_flags flags;
	} migrate; /* MIGRATE_MEM_OBJECTS, ACQUIRE_ and RELEASE_EXTERNAL_MEM_OBJECTS_KHR */
	struct fcl_launch launch; /* NDRANGE_KERNEL, TASK */
	struct {
		void *target; /* target and source are host memory */
		const void *source;
		size_t size;
		bool handed_on; /* handed to the worker */
	} host_copy;            /* SVM_MEMCPY without SVM */
	struct {
		void **pointers; /* from malloc; owned by the event */
		uint32_t count;
		void(CL_CALLBACK *callback)(cl_command_queue, cl_uint, void *[], void *);
		void *user_data;
		struct fcl_callback_job job; /* calls it */
	} svm_free;                          /* SVM_FREE */
	struct {
		struct fcl_program *program;
		struct fcl_image *image; /* the program's image */
		const struct fcl_held *held;
		uint32_t stream;               /* index into image->streams */
		void *packet;                  /* the host's */
		bool blocking;                 /* it waits for a packet or for room */
		uint64_t since_ns, checked_ns; /* first attempt; last check of the board's
						  health. 0: none yet */
		uint64_t idle_ns; /* since when no kernel has run there; 0: not known */
		bool complained;  /* that it waits for a kernel that nobody starts */
	} host_pipe;              /* READ_ and WRITE_HOST_PIPE_INTEL */
	struct {
		struct fcl_command_buffer *buffer;
	} replay; /* COMMAND_BUFFER_KHR */
};

enum { FCL_EVENT_EDGES = 3 };

struct fcl_callback {
	struct fcl_callback *next;
	struct fcl_callback_job job; /* runs the event's callbacks that are due */
	cl_int trigger;              /* CL_SUBMITTED, CL_RUNNING or CL_COMPLETE */
	_Atomic bool called;         /* set by the callback thread */
	void(CL_CALLBACK *notify)(cl_event, cl_int, void *);
	void *user_data;
};

struct fcl_event {
	struct fcl_object object;
	struct fcl_context *context; /* with a reference */
	struct fcl_queue *queue;     /* with a reference; NULL: a user event */
	cl_command_type type;        /* as reported to the host */
	cl_command_type as;          /* the equivalent command on buffers; else = type */

	_Atomic int32_t status; /* CL_QUEUED … CL_COMPLETE or negative; a CAS makes it terminal */
	_Atomic uint32_t wait_word; /* 0: no thread sleeps, 1: some may, 2: terminal, woken */
	_Atomic uint32_t pending;   /* pending predecessors, plus 1 until enqueued */
	_Atomic int32_t inherited;  /* a negative status from a wait-list edge, 0 if none */
	_Atomic(struct fcl_edge *) waiters;       /* stack; FCL_EDGES_CLOSED once terminal */
	_Atomic(struct fcl_callback *) callbacks; /* stack; the callback thread uses the entries */
	struct fcl_epoch *epoch;   /* out-of-order queues: the epoch that counts this command */
	struct fcl_replay *replay; /* for a command of a command buffer: its replay */
	uint32_t replay_index;     /* its index in the replay */

	/* CLOCK_MONOTONIC; set for profiling queues, and while tracing */
	uint64_t queued_ns, submit_ns;
	uint64_t start_ns, end_ns;

	/* Used by the thread that issues or completes the command; only one does at a time. */
	struct fcl_event *next_ready;  /* in a thread's pass, or in the worker's list */
	struct fcl_event *next_parked; /* on a memory object's or a device's list */
	_Atomic uint32_t requests;     /* moves in flight, plus one while planning: see move.c */
	_Atomic int failure;           /* negative errno of a move */
	_Atomic bool postponed;        /* the board had no room for part of a move */
	uint32_t forced;      /* number of uses whose forced move has started: see uses.c */
	bool issued;          /* issued at least once; may have been parked since */
	bool inside;          /* has passed the device's gate */
	bool counted;         /* is counted in its image's outstanding launches */
	uint32_t slot;        /* the slot whose gate it has passed */
	uint64_t parked_ns;   /* when it parked at the gate; 0: never */
	bool claimed;         /* its uses are claimed; for a launch see fcl_launch */
	bool checks_failures; /* fails after failures that the host has not noticed: failures.h */
	_Atomic uint32_t failure_mark; /* above 0: it failed, which the host has not noticed */
	uint64_t trace_id;             /* its number in the trace, while tracing */
	struct fcl_traced *traced;     /* while tracing, from malloc: what it waited for; or NULL */

	struct fcl_edge edges[FCL_EVENT_EDGES]; /* to predecessors */
	struct fcl_edge *more_edges; /* from malloc, if `edges` is too small; else NULL */
	union fcl_work work;
	struct fcl_hal_request request;
};

/* The part of an event that every launch uses: everything except the backend's own part. */
enum { FCL_EVENT_BUSY = offsetof(struct fcl_event, request.scratch) + 64 };

/*
 * Prefetches an event that this thread will use soon: another thread wrote it last, so each of its
 * cache lines takes about 100 ns to arrive. The address may be invalid.
 */
static inline void fcl_event_expect(const struct fcl_event *event)
{
	const char *at = (const char *)event;

	for (size_t i = 0; i < FCL_EVENT_BUSY; i += 64)
		__builtin_prefetch(at + i, 1);
}

/* fcl_event_expect() for a command that waits for this one. */
static inline void fcl_event_expect_dependent(const struct fcl_event *event)
{
	const struct fcl_edge *edge = atomic_load_explicit(&event->waiters, memory_order_relaxed);

	/* Only the address is needed: the edge itself is in the dependent. */
	if (edge)
		fcl_event_expect((const struct fcl_event *)((const char *)edge -
							    offsetof(struct fcl_event, edges)));
}

/* Whether it is a read or write of a program-scope pipe. */
static inline bool fcl_event_is_host_pipe(const struct fcl_event *event)
{
	return event->type == CL_COMMAND_READ_HOST_PIPE_INTEL ||
	       event->type == CL_COMMAND_WRITE_HOST_PIPE_INTEL;
}

static inline bool fcl_event_is_launch(const struct fcl_event *event)
{
	return event->type == CL_COMMAND_NDRANGE_KERNEL || event->type == CL_COMMAND_TASK;
}

/* Returns the status as reported to the host. */
static inline cl_int fcl_event_status(const struct fcl_event *event)
{
	return atomic_load_explicit(&event->status, memory_order_acquire);
}

/* The name of a launch's kernel. */
static inline const char *fcl_event_kernel_name(const struct fcl_event *event)
{
	const struct fcl_kernel_instance *instance = event->work.launch.instance;

	return instance->image->kernels[instance->index].name;
}

/* The side of the queue's device, which is its bit in validity masks. */
static inline uint32_t fcl_event_side(const struct fcl_event *event)
{
	return event->queue->side;
}

/* Returns the image that a launch or a pipe command needs on its queue's device. */
static inline struct fcl_image *fcl_event_image(const struct fcl_event *event)
{
	return fcl_event_is_host_pipe(event) ? event->work.host_pipe.image
					     : event->work.launch.instance->image;
}

#endif
