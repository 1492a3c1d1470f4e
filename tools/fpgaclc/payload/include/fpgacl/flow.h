/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_FLOW_H
#define FPGACLC_FLOW_H

/*
 * The interface for the processes of a DATAFLOW region (payload_flow.cpp): functions that the HLS
 * headers call, and those that the compiler plugin (plugin/flow/flow.cpp) calls around calls of
 * user functions. Like fpgacl/rt.h, it only uses built-in types.
 */

#ifdef __cplusplus
extern "C" {
#endif

struct fclc_process;

/*
 * The state that every queue has. A writer that finds `limit` packets, or a waiting reader, calls
 * the runtime.
 */
struct fclc_fifo {
	unsigned long limit;                  /* 0: the runtime has not been called yet */
	unsigned long depth;                  /* as declared */
	struct fclc_process *reader, *writer; /* waiting processes */
	unsigned long grown, grown_by; /* packets allowed beyond the depth, valid in the execution
				        * with this id */
	unsigned long seen;            /* number of transfers at the last successful poll */
};

#pragma GCC visibility push(hidden)

enum fclc_flow_result {
	FCLC_FLOW_ALONE, /* no other process can supply data or make room */
	FCLC_FLOW_AGAIN,
	FCLC_FLOW_BLOCK, /* block on the port and on nothing else */
};

/*
 * Called by a reader of an empty queue, or a writer of a queue with `count` packets; `stream` is
 * its object. `optional`: the reader continues without data if none can arrive.
 */
int fclc_flow_read(struct fclc_fifo *fifo, const void *stream, const char *name, int optional);
int fclc_flow_write(struct fclc_fifo *fifo, const void *stream, const char *name,
		    unsigned long count);
/* Whether a write would succeed without waiting. */
int fclc_flow_has_room(struct fclc_fifo *fifo, const void *stream, const char *name,
		       unsigned long count);
/* Called for a port that has no data to read, or no room. */
int fclc_flow_port(const void *stream, const char *name, unsigned port, int output);
/* Makes the waiting process ready, and clears the pointer. */
void fclc_flow_wake(struct fclc_process **waiting);
/*
 * Called after a poll of this stream. `found`: it succeeded, and data has been transferred since
 * the last successful poll. `port`: the stream is a port of the kernel, where data may arrive from
 * outside.
 */
void fclc_flow_polled(const void *stream, int found, int port);

/* A DATAFLOW region, from its pragma to the end of its block. */
struct fclc_region {
	struct fclc_process *owner; /* NULL: the processes run sequentially, in place */
	struct fclc_region *outer;
	unsigned long live; /* processes that have not ended */
	int ordered;        /* processes that use the same buffer run in source order */
	int apart;          /* processes that share anything run in source order; streams grow */
	int bounded; /* tasks of tapa.h: in no order, and their streams never exceed their depth */
};

struct fcl_cu;
/* Regions of this execution run their processes sequentially. */
void fclc_flow_off(struct fcl_cu *cu);

void fclc_flow_begin(struct fclc_region *region);
void fclc_flow_begin_ordered(struct fclc_region *region);
/*
 * Begins and ends a region for a loop that a board unrolls, for example one that calls a function
 * for each of several streams.
 */
void fclc_flow_begin_apart(struct fclc_region *region);
/* For tasks of tapa.h. `owner` is NULL if they cannot run concurrently. */
void fclc_flow_begin_bounded(struct fclc_region *region);
/* Waits for the region's processes to end. */
void fclc_flow_end(struct fclc_region *region);

/* How a process uses an object. */
enum fclc_use {
	FCLC_USE_READ = 1,
	FCLC_USE_WRITE = 2,
	FCLC_USE_STREAM = 4,  /* does not order processes */
	FCLC_USE_SOFT = 8,    /* size unknown; only orders processes while some process can run */
	FCLC_USE_WILD = 16,   /* with SOFT: any memory */
	FCLC_USE_BOARD = 32,  /* with SOFT: a buffer passed to the launch, which begins at `base` */
	FCLC_USE_SIDE = 64,   /* a variable that is not an argument, and so not a channel */
	FCLC_USE_ARRAY = 128, /* with STREAM: an array of streams */
	FCLC_USE_LOOP = 256,  /* used by a process that was a loop */
	FCLC_USE_TURN = 512,  /* with STREAM: used by the code between the calls */
};

/* Whether calls become processes of the innermost region. */
int fclc_flow_on(void);
/* Whether the execution has any processes. */
int fclc_flow_live(void);
/* Creates a process that will call body(arguments). Returns where to store the arguments. */
void *fclc_flow_new(void (*body)(void *arguments), unsigned long bytes, const char *name,
		    unsigned uses);
/*
 * Declares a use. `name` is the name of the variable at `base`; `each` is the size of one stream,
 * or 0 if the object is not a stream; `fifo` is the offset of fclc_fifo in a stream.
 */
void fclc_flow_use(void *arguments, const void *object, unsigned long size, unsigned use,
		   const char *name, const void *base, unsigned long each, unsigned long fifo);
/* Before it starts: nothing waits for its end, and it ends with the execution at the latest. */
void fclc_flow_detach(void *arguments);
void fclc_flow_start(void *arguments);
/*
 * Called before the code between the calls uses an object. Waits for the processes that write it
 * and, if the code writes it, for those that use it at all; for a stream, for those at the same
 * end. `more`: further processes will be started.
 */
void fclc_flow_settle(const void *object, unsigned long size, unsigned use, int more,
		      const void *base);

#pragma GCC visibility pop

#ifdef __cplusplus
}

namespace fclc
{

/* fpgaclc declares an object of this class for #pragma HLS DATAFLOW in a block. */
struct flow_scope {
	fclc_region region;

	flow_scope()
	{
#ifdef FPGACLC_FLOW_ORDERED
		fclc_flow_begin_ordered(&region);
#else
		fclc_flow_begin(&region);
#endif
	}
	~flow_scope()
	{
		fclc_flow_end(&region);
	}
};

/*
 * fpgaclc declares an object of this class for #pragma HLS INLINE in a function. It has no effect
 * unless the plugin turns it into a struct flow_scope (plugin/flow/inline.cpp).
 */
struct flow_inline {
	fclc_region region;

	flow_inline(const char * = __builtin_FILE(), int = __builtin_LINE())
	{
	}
	~flow_inline()
	{
	}
};

/* fpgaclc calls it in the body of a loop with #pragma HLS UNROLL (plugin/flow/unrolled.cpp). */
inline void flow_unroll()
{
}

/* #pragma HLS STREAM for anything but streams, which have their own in hls_stream.h. */
template <typename type_> inline void stream_depth(const volatile type_ &, unsigned long, long)
{
}

} // namespace fclc
#endif

#endif
