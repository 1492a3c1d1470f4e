/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_FLOW_H
#define FPGACLC_FLOW_H

/*
 * The processes of a DATAFLOW region (payload_flow.cpp): what the HLS headers call, and the calls
 * that the compiler's plugin (workgroups/flow/flow.cpp) puts around those of the user's functions.
 * Declared with builtin types only, as fpgacl/rt.h is.
 */

#ifdef __cplusplus
extern "C" {
#endif

struct fclc_process;

/* What every queue has. A write that finds `limit` packets, or a reader that waits, asks. */
struct fclc_fifo {
	unsigned long limit;                  /* 0: nobody has asked yet */
	unsigned long depth;                  /* as declared */
	struct fclc_process *reader, *writer; /* waiting */
	unsigned long grown, grown_by; /* beyond the depth, in the execution of that number */
	unsigned long seen;            /* its moves at the last successful poll */
};

#pragma GCC visibility push(hidden)

enum fclc_flow_result {
	FCLC_FLOW_ALONE, /* no other process can do anything about it */
	FCLC_FLOW_AGAIN,
	FCLC_FLOW_BLOCK, /* wait for the port and for nothing else */
};

/*
 * For a reader of an empty queue, and a writer of one with `count` packets; `stream` is its object.
 * `optional`: the reader goes on without data if there will never be any.
 */
int fclc_flow_read(struct fclc_fifo *fifo, const void *stream, const char *name, int optional);
int fclc_flow_write(struct fclc_fifo *fifo, const void *stream, const char *name,
		    unsigned long count);
/* Whether a write would not wait. */
int fclc_flow_has_room(struct fclc_fifo *fifo, const void *stream, const char *name,
		       unsigned long count);
/* For a port that has nothing to read, or no room. */
int fclc_flow_port(const void *stream, const char *name, unsigned port, int output);
/* Makes a process that waits ready, and clears the pointer. */
void fclc_flow_wake(struct fclc_process **waiting);
/*
 * After a poll of this stream. `found`: it succeeded, and something has moved since the last one that did. `port`: the stream is
 * one of the kernel's, to which data may come from outside.
 */
void fclc_flow_polled(const void *stream, int found, int port);

/* A region, from its pragma to the end of its block. */
struct fclc_region {
	struct fclc_process *owner; /* NULL: the processes run one after the other, in place */
	struct fclc_region *outer;
	unsigned long live; /* processes that have not ended */
	int ordered;        /* processes that use one buffer run in the order of the source */
	int apart; /* so do those that share anything, and their streams hold any number of packets */
};

struct fcl_cu;
/* In this execution, regions run their processes one after the other. */
void fclc_flow_off(struct fcl_cu *cu);

void fclc_flow_begin(struct fclc_region *region);
void fclc_flow_begin_ordered(struct fclc_region *region);
/* Around a loop that a board unrolls, such as one that calls a function for each of several streams. */
void fclc_flow_begin_apart(struct fclc_region *region);
/* Waits for the region's processes. */
void fclc_flow_end(struct fclc_region *region);

/* What a process uses. */
enum fclc_use {
	FCLC_USE_READ = 1,
	FCLC_USE_WRITE = 2,
	FCLC_USE_STREAM = 4, /* does not order processes */
	FCLC_USE_SOFT = 8,   /* of unknown size; orders them only as long as some process can run */
	FCLC_USE_WILD = 16,  /* with SOFT: may be any memory */
	FCLC_USE_BOARD = 32, /* with SOFT: a buffer of the launch, which begins at `base` */
	FCLC_USE_SIDE = 64,  /* a variable that is no argument, so no channel either */
	FCLC_USE_ARRAY = 128, /* with STREAM: of an array of them */
	FCLC_USE_LOOP = 256,  /* by a process that was a loop */
	FCLC_USE_TURN = 512,  /* with STREAM: by the code between the calls */
};

/* Whether calls become processes of the innermost region. */
int fclc_flow_on(void);
/* Whether the execution has processes. */
int fclc_flow_live(void);
/* A process that will call body(arguments); returns where the arguments go. */
void *fclc_flow_new(void (*body)(void *arguments), unsigned long bytes, const char *name,
		    unsigned uses);
/*
 * `name` is that of the variable at `base`; `each` is the size of its streams, 0 if it holds something
 * else, and `fifo` where in a stream its fclc_fifo is.
 */
void fclc_flow_use(void *arguments, const void *object, unsigned long size, unsigned use,
		   const char *name, const void *base, unsigned long each, unsigned long fifo);
void fclc_flow_start(void *arguments);
/*
 * Before the code between the calls uses an object: waits for the processes that write it, or that
 * use it at all, if the code writes it; of a stream, for those at the same end. `more`: further processes will be started.
 */
void fclc_flow_settle(const void *object, unsigned long size, unsigned use, int more,
		      const void *base);

#pragma GCC visibility pop

#ifdef __cplusplus
}

namespace fclc
{

/* fpgaclc puts an object of this class where a block has #pragma HLS DATAFLOW. */
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
 * fpgaclc puts an object of this class where a function has #pragma HLS INLINE. It does nothing, unless
 * the plugin makes a struct flow_scope of it (workgroups/flow/inline.cpp).
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

/* fpgaclc calls it in the body of a loop with #pragma HLS UNROLL (workgroups/flow/unrolled.cpp). */
constexpr int flow_unroll()
{
	return 0;
}

/* #pragma HLS STREAM; hls_stream.h has those for streams. */
template <typename type_> inline void stream_depth(const volatile type_ &, unsigned long, long)
{
}

} // namespace fclc
#endif

#endif
