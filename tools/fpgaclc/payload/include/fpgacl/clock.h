/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_CLOCK_H
#define FPGACLC_CLOCK_H

/*
 * Kernels that count the cycles of their schedule. Wrappers call what is here; the code that counts is
 * made by the compiler's plugin (plugin/schedule/count.cpp). Only uses built-in types, like fpgacl/rt.h.
 */

#ifdef __cplusplus
extern "C" {
#endif

struct fcl_cu;

#pragma GCC visibility push(hidden)

/* A kernel as code that counts (fpgacl_model.h). The plugin makes it, as fclc_timing_<kernel>. */
struct fcl_model_timing;

/* A register with a device address. */
struct fclc_bus {
	unsigned port, offset;
	int written; /* the kernel may write there */
};

struct fcl_model_event;
struct fclc_queue;
struct fclc_process_clock;

struct fclc_line;
struct fclc_flow;

/* Of one process: the kernel itself, or one of a DATAFLOW region, which has a stack of its own. */
struct fclc_clock {
	unsigned long now; /* the first member: states since the start */
	struct fcl_cu *cu;
	const struct fcl_model_timing *timing;
	const char *unknown; /* why this execution does not count; NULL: it does */
	struct fclc_line *line;
	struct fclc_clock *parent; /* of the process that started it; NULL: the kernel's */
	unsigned process;          /* its number on the time line */
	unsigned long index;       /* among the processes of its region */
	unsigned long count;       /* of events that the board does not know yet */
	unsigned long frontier;    /* none that follows is earlier */
	struct fcl_model_event *events;
	struct fclc_queue *queues; /* of streams that are its variables */
	struct fclc_process_clock *processes;
	struct fclc_clock *next; /* in a list of its line */
	unsigned port;           /* that it waits for */
	const char *empty;       /* the stream that it waits to read; NULL: none */
	void *stack_pointer;
	unsigned long answer; /* to what it asked last */
	/*
	 * A state of a pipeline whose states wait apart has a clock of its own, for the code of its
	 * `owner`, which lists it in `stages`.
	 */
	struct fclc_clock *owner, *stages;
	struct fclc_flow *flows; /* such pipelines */
};

/*
 * Begins to count an execution. Returns the function to call in place of the kernel; NULL: the kernel
 * itself, because it cannot be counted: `why_not` says why, or `timing`; with neither, its code could
 * not be made. Scheduled code takes arrays of different arguments for different arrays, so arguments in
 * one buffer are not counted unless they are only read.
 */
void (*fclc_clock_begin(struct fclc_clock *clock, struct fcl_cu *cu,
			const struct fcl_model_timing *timing, const char *why_not,
			const struct fclc_bus *buses, unsigned long count))(void);
void fclc_clock_end(struct fclc_clock *clock);

/*
 * What follows is called by code that counts. `at` is when something happens by the process's own
 * schedule, and `since` what nothing that follows is earlier than.
 */

/* The clock of the process on this thread. */
struct fclc_clock *fclc_clock(void);

/* The bus of an argument of the kernel, or of a place in what it points to. */
unsigned long fclc_clock_bus(struct fclc_clock *clock, const void *pointer, unsigned long bytes);
/* `count` elements, 0 or more, in bursts. */
void fclc_clock_request(struct fclc_clock *clock, unsigned long bus, unsigned long write,
			const void *pointer, unsigned long count, unsigned long at,
			unsigned long since);
void fclc_clock_beats(struct fclc_clock *clock, unsigned long bus, unsigned long write,
		      unsigned long at, unsigned long count, unsigned long step,
		      unsigned long since);
void fclc_clock_response(struct fclc_clock *clock, unsigned long bus, unsigned long count,
			 unsigned long at, unsigned long since);
/* One element with a request of its own. */
void fclc_clock_access(struct fclc_clock *clock, unsigned long bus, unsigned long write,
		       const void *pointer, unsigned long asked, unsigned long at,
		       unsigned long answered, unsigned long since);

/* Makes empty streams of `count` objects of `size` bytes that are zero. */
void fclc_clock_stream(struct fclc_clock *clock, void *streams, unsigned long count,
		       unsigned long size, unsigned long depth, const char *name);
void fclc_clock_write(struct fclc_clock *clock, void *stream, const void *element,
		      unsigned long bytes, unsigned long at, unsigned long since);
void fclc_clock_read(struct fclc_clock *clock, void *stream, void *element, unsigned long bytes,
		     unsigned long at, unsigned long since);
/*
 * The same without waiting: whether an element was moved, which is a question of time. What follows
 * stores the element that was read, or gives the one to write.
 */
unsigned long fclc_clock_try(struct fclc_clock *clock, void *stream, unsigned long bytes,
			     unsigned long write, unsigned long at, unsigned long since);
void fclc_clock_tried_read(struct fclc_clock *clock, void *stream, void *element);
void fclc_clock_tried_write(struct fclc_clock *clock, void *stream, const void *element);
/* How many elements can be read, or written, in that cycle. */
unsigned long fclc_clock_level(struct fclc_clock *clock, void *stream, unsigned long bytes,
			       unsigned long write, unsigned long at, unsigned long since);
/*
 * A pipeline with an iteration each `ii` cycles in which what is behind a state that waits goes on, which
 * HLS tools call flushing: `count` states of an iteration, in rising order, that may wait. An iteration
 * begins; the clock of its state number `index`; the last iteration has begun.
 */
struct fclc_flow *fclc_clock_flow(struct fclc_clock *clock, const unsigned long *states,
				  unsigned long count, unsigned long ii);
void fclc_clock_iterate(struct fclc_flow *flow, unsigned long at);
struct fclc_clock *fclc_clock_stage(struct fclc_flow *flow, unsigned long index);
void fclc_clock_flow_end(struct fclc_flow *flow);
/*
 * Process number `index` of a region, which starts behind the end of those whose bits are set in
 * `after`; runs it, until it has to wait; ends it, as the last that its code does.
 */
struct fclc_clock *fclc_clock_process(struct fclc_clock *parent, const char *name,
				      unsigned long index, unsigned long after);
void fclc_clock_run(struct fclc_clock *clock, void (*body)(void *), void *argument);
void fclc_clock_leave(struct fclc_clock *clock);
/* Wait for the end of a process, and of all that this one has started. */
void fclc_clock_join(struct fclc_clock *clock);
void fclc_clock_join_all(struct fclc_clock *clock);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
