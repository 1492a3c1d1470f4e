/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_TRACE_H
#define FCL_TRACE_TRACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"

/*
 * The trace of a run: FPGACL_TRACE names the file, in Chrome's trace format, and FPGACL_SUMMARY
 * prints a summary at exit. An event is written to a buffer of its thread, which takes well under
 * 100 ns; a separate thread turns the buffers into JSON. Callers check fcl_trace_on() first: while
 * nothing is traced, that branch is the only cost. Times are CLOCK_MONOTONIC in ns; text is copied
 * unless stated otherwise.
 */

extern _Atomic bool fcl_trace_running; /* set by fcl_trace_start() and fcl_trace_join() */

static inline bool fcl_trace_on(void)
{
	return __builtin_expect(atomic_load_explicit(&fcl_trace_running, memory_order_relaxed), 0);
}

/* Whether the environment or xrt.ini asks for a trace or a summary; they are read once. */
bool fcl_trace_wanted(void);

/* Starts tracing if it is wanted. Call it before there are commands; repeated calls do nothing. */
void fcl_trace_start(void);

/* Writes all events so far to the file. */
void fcl_trace_flush(void);

/* Returns a number, unique in this process, for a command or a queue. */
uint64_t fcl_trace_id(void);
uint64_t fcl_trace_queue(void);

/* Records that the host's thread was in this call from start_ns to now. `name` is not copied. */
void fcl_trace_call(const char *name, uint64_t start_ns);

/* A finished command. Unknown times are 0. */
struct fcl_trace_command {
	const char *name;   /* of the kernel, or what the command does */
	const char *type;   /* "NDRANGE_KERNEL"; not copied */
	const char *device; /* as the trace names it: see fcl_trace_device() */
	uint64_t id, queue; /* fcl_trace_id(), fcl_trace_queue() */
	uint64_t queued_ns, submit_ns, start_ns, end_ns;
	uint64_t bytes;        /* moved; 0 for kernels */
	int32_t status;        /* the execution status of its event */
	const uint64_t *after; /* ids of the commands that it waited for */
	uint32_t nafter;
};

void fcl_trace_command(const struct fcl_trace_command *command);

enum fcl_trace_direction { FCL_TRACE_TO_BOARD, FCL_TRACE_TO_HOST, FCL_TRACE_ON_BOARD };

/* A transfer by a board's DMA. */
struct fcl_trace_transfer {
	const char *device, *bank;
	enum fcl_trace_direction direction;
	uint64_t start_ns, end_ns, bytes;
	int32_t status; /* 0 or a negative errno */
};

void fcl_trace_transfer(const struct fcl_trace_transfer *transfer);

/* A lower bound for an execution's time on a board, used if no cycles were counted. */
struct fcl_trace_estimate {
	uint64_t bytes;    /* through all ports */
	uint64_t bound_ns; /* the least time */
	const char *by;    /* the resource that sets the bound */
	const char *ports; /* "M_AXI_GMEM: reads 4096, writes 0; ..." */
};

#define FCL_TRACE_ANY_ROW UINT32_MAX /* any that is free at that time */

/* An execution of a compute unit; `row` distinguishes executions that overlap. */
struct fcl_trace_execution {
	const char *device, *kernel, *cu;
	uint32_t row;
	uint64_t start_ns, end_ns;
	uint64_t cycles;                           /* of its clock; 0: not counted */
	int32_t status;                            /* 0 or a negative errno */
	const struct fcl_trace_estimate *estimate; /* NULL: none */
};

void fcl_trace_execution(const struct fcl_trace_execution *execution);

/* A wait of a compute unit for a FIFO. */
struct fcl_trace_stall {
	const char *device, *cu, *fifo;
	uint32_t row;
	bool full; /* false: it was empty */
	uint64_t start_ns, end_ns;
};

void fcl_trace_stall(const struct fcl_trace_stall *stall);

/* A failure that has just happened. Written to the file at once. */
void fcl_trace_fault(const char *where, const char *text);

/*
 * Describes a board that the host uses, which other events name in `device`. `link` is the
 * bandwidth of its host link in bytes per second and direction; 0: unknown.
 */
void fcl_trace_device(const char *device, const char *name, uint32_t clock_mhz, double link);

struct fcl_trace_arg {
	const char *key;
	const char *text; /* NULL: the number */
	double number;
};

/* Records what this thread did from start to end. Written to the file at once: for rare events. */
void fcl_trace_span(const char *category, const char *name, uint64_t start_ns, uint64_t end_ns,
		    const struct fcl_trace_arg *args, uint32_t nargs);

/* The same for threads that must not wait for the file: written with the other events. */
void fcl_trace_span_often(const char *category, const char *name, uint64_t start_ns,
			  uint64_t end_ns, const struct fcl_trace_arg *args, uint32_t nargs);

/* Records a wait during which others ran: viewers show it on its own line. */
void fcl_trace_wait(const char *category, const char *name, uint64_t start_ns, uint64_t end_ns,
		    const struct fcl_trace_arg *args, uint32_t nargs);

/* The same for frequent waits: written with the other events. */
void fcl_trace_wait_often(const char *category, const char *name, uint64_t start_ns,
			  uint64_t end_ns, const struct fcl_trace_arg *args, uint32_t nargs);

#endif
