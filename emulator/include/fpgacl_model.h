/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_MODEL_H
#define FPGACL_MODEL_H

/*
 * The kernel-model ABI: the contract between an emulation payload and the emulated board's engine.
 *
 * A payload is an ELF64 shared object that exports one symbol, `fcl_bitstream`: a table of kernel
 * models. A model sees what hardware sees: a register file, memory ports that turn device addresses
 * into host pointers, and stream ports. All other services (yield, stop, log, printf, assert,
 * memory) are in `struct fcl_model_host`, so a payload needs nothing else of the host process. Its
 * other symbols are bound to the libraries that it names (DT_NEEDED), before those of the host
 * program; what it calls there, such as fopen() of the C library, acts on the host process.
 *
 * Every struct starts with its size. A reader uses only members within that size, so members are
 * added at the end and never change; `version` changes when that is not enough.
 *
 * Plain C99 and C++; no other header of the project is needed.
 */

#include <stdarg.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FCL_MODEL_VERSION 1u
#define FCL_BITSTREAM_SYMBOL "fcl_bitstream"

/*
 * Bits of the control register at offset 0 (the HLS control protocol, UG1399 "Control Protocols").
 */
#define FCL_AP_START 0x01u
#define FCL_AP_DONE 0x02u
#define FCL_AP_IDLE 0x04u
#define FCL_AP_READY 0x08u
#define FCL_AP_CONTINUE 0x10u
#define FCL_AP_AUTO_RESTART 0x80u

enum fcl_model_kind {
	FCL_MODEL_RUN = 1, /* run(): one call is one execution, from ap_start to ap_done */
	FCL_MODEL_STEP =
		2, /* step(): one call is a number of clock cycles; the model keeps its own state */
};

enum fcl_model_control {
	FCL_MODEL_CTRL_HS = 0, /* ap_ctrl_hs: the next start follows done */
	FCL_MODEL_CTRL_CHAIN =
		1, /* ap_ctrl_chain: done is held until ap_continue, starts may overlap */
	FCL_MODEL_CTRL_NONE =
		2, /* ap_ctrl_none: runs from the moment the image is loaded, again and again */
};

enum fcl_model_port_kind {
	FCL_MODEL_PORT_MEMORY = 1,     /* AXI4 master */
	FCL_MODEL_PORT_STREAM_IN = 2,  /* AXI4-Stream, read by the kernel */
	FCL_MODEL_PORT_STREAM_OUT = 3, /* AXI4-Stream, written by the kernel */
};

enum fcl_model_flags {
	/* The payload has static data that executions write: each CU gets a private copy of the
	   payload. */
	FCL_MODEL_PRIVATE_DATA = 1u << 0,
	/* run() handles a whole NDRange itself through fcl_cu.range; else it runs once per
	   work-group. */
	FCL_MODEL_NDRANGE = 1u << 1,
	/*
	 * run() executes the work-groups first_group … first_group + ngroups - 1 of the NDRange,
	 * counted with x fastest. It has no state of its own and may be called by several threads
	 * at once, each with a struct fcl_cu of its own.
	 */
	FCL_MODEL_GROUPS = 1u << 2,
	/*
	 * run() calls check_access() before it accesses memory. memory() then gives it each buffer
	 * of the launch at least 1 GiB apart from any other memory.
	 */
	FCL_MODEL_CHECKED = 1u << 3,
	/* run() calls moved() for what it reads and writes. */
	FCL_MODEL_COUNTED = 1u << 4,
};

/* What step() returns. */
enum fcl_model_step {
	FCL_STEP_BUSY = 0, /* call again; a model that leaves cycles over gains little by it */
	FCL_STEP_DONE = 1, /* an execution ended in these cycles (ap_done) */
	FCL_STEP_IDLE = 2, /* nothing changes before a register is written or a stream moves: do not
			      call again until then */
	FCL_STEP_WAIT = 3, /* as IDLE, but inside an execution: blocked on a stream port */
			   /* negative: the execution failed; log() says why */
};

enum fcl_model_log {
	FCL_MODEL_LOG_ERROR = 1,
	FCL_MODEL_LOG_WARN,
	FCL_MODEL_LOG_INFO,
	FCL_MODEL_LOG_DEBUG
};

struct fcl_cu;

/* What a stepped model counted at a port in one execution. */
struct fcl_model_port_use {
	uint64_t read, written; /* bytes; a stream has one of them */
	uint64_t bursts;        /* of a stream: packets */
	uint64_t waited;        /* cycles in which the kernel waited for memory, or for the FIFO */
	uint64_t outstanding;   /* bursts at a time, at most */
};

struct fcl_model_use {
	uint32_t size;
	uint32_t nports; /* as in the model */
	uint64_t cycles, period_ps;
	const struct fcl_model_port_use *ports;
};

/* What the user requests from stepped models; runs and cycles count from 1. */
struct fcl_model_watch {
	uint32_t size;
	uint32_t protocol;                /* not 0: check the protocols of the buses */
	const char *waves;                /* folder for waveforms; NULL: none */
	uint64_t first_run, last_run;     /* of the CU */
	uint64_t first_cycle, last_cycle; /* of each of these runs */
};

struct fcl_model_range {
	uint32_t work_dim;         /* 1 … 3 */
	uint64_t global_offset[3]; /* work-items; 1 or 0 beyond work_dim */
	uint64_t global_size[3];
	uint64_t local_size[3];
	uint64_t group_id[3]; /* of this run(), unless FCL_MODEL_NDRANGE or FCL_MODEL_GROUPS */
	/* Of this run() with FCL_MODEL_GROUPS; else 0 and the number of all groups. A dimension has
	 * global_size / local_size groups, rounded up: the last one may be smaller. */
	uint64_t first_group, ngroups;
};

/*
 * The engine's services. They may be called only from run(), step(), init() and fini() of the CU
 * they are given, on the thread that called that function. Those marked "may not return" abandon
 * the execution if it is to end.
 */
struct fcl_model_host {
	uint32_t size;    /* bytes of this struct */
	uint32_t version; /* FCL_MODEL_VERSION of the engine */

	/*
	 * Host pointer to `bytes` bytes at device address `address`, as memory port `port` reaches
	 * them; it is valid until the execution ends. `bytes` 0: all that follows in the bank. An
	 * address in no bank that the port reaches fails the execution, and the call does not
	 * return.
	 */
	void *(*memory)(struct fcl_cu *cu, uint32_t port, uint64_t address, uint64_t bytes);

	/* One packet of the port's packet_size bytes; block while empty or full. May not return. */
	void (*stream_read)(struct fcl_cu *cu, uint32_t port, void *packet);
	void (*stream_write)(struct fcl_cu *cu, uint32_t port, const void *packet);
	/* The same without blocking: 1 moved, 0 empty or full. A call may yield. */
	int (*stream_try_read)(struct fcl_cu *cu, uint32_t port, void *packet);
	int (*stream_try_write)(struct fcl_cu *cu, uint32_t port, const void *packet);
	/* Packets that can be read (in) or written (out) at this moment. A call may yield. */
	uint32_t (*stream_count)(struct fcl_cu *cu, uint32_t port);

	/* Gives the thread to others; a model that polls memory calls it in its loop. May not
	 * return. */
	void (*yield)(struct fcl_cu *cu);
	/* Whether the board has requested that the CU end (reset, reprogramming, unplugged). */
	int (*stop_requested)(struct fcl_cu *cu);

	void (*log)(struct fcl_cu *cu, int level, const char *text);
	/* Kernel printf: logged line by line with the CU's name; a last line without a newline is
	 * logged when the execution ends. Returns the number of characters, as printf. */
	int (*vprintf)(struct fcl_cu *cu, const char *format, va_list args);
	/*
	 * Fails the execution with "file:line: function: Assertion `text' failed". Does not return.
	 */
	void (*assert_fail)(struct fcl_cu *cu, const char *text, const char *file, unsigned line,
			    const char *function);
	/* Fails the execution with this text. Does not return. */
	void (*fail)(struct fcl_cu *cu, const char *text);

	/* Memory of the execution, aligned to 64 bytes; what is not released is freed when it
	 * ends. NULL: no memory. */
	void *(*allocate)(struct fcl_cu *cu, uint64_t bytes);
	void (*release)(struct fcl_cu *cu, void *pointer);

	/* The CU that runs on the calling thread, NULL if none: for code without a CU argument. */
	struct fcl_cu *(*current)(void);

	/* Like allocate(), but what follows the memory is inaccessible, so that running over its end
	 * fails the execution. `bytes` is a multiple of 64; the memory is not zeroed. */
	void *(*allocate_guarded)(struct fcl_cu *cu, uint64_t bytes);

	/* The maximum number of packets that the stream of this port holds; 0: it has none. */
	uint32_t (*stream_depth)(struct fcl_cu *cu, uint32_t port);

	/*
	 * Fails the execution, with `place` in the message, if these bytes are memory of the board
	 * but not all of them in one buffer of the launch. Then it does not return.
	 */
	void (*check_access)(struct fcl_cu *cu, uint64_t at, uint64_t bytes, int write,
			     const char *place);

	/* Memory for a stack of fcl_cu.stack_size bytes, below which an inaccessible page makes an
	 * overflow fail the execution. Returns its top, aligned to 64 bytes; NULL: no memory. It is
	 * freed when the execution ends. */
	void *(*allocate_stack)(struct fcl_cu *cu);

	/* Where the buffer of the launch starts that this memory belongs to; NULL: to none. */
	void *(*buffer_of)(struct fcl_cu *cu, const void *at);

	/* What the user wants to see; valid as long as the CU. It may also be called by init(). */
	const struct fcl_model_watch *(*watch)(struct fcl_cu *cu);

	/* Of the memory that the port reaches: how long an answer takes, and 10^6 bytes/s at most.
	 * 0: not known. It may also be called by init(). */
	void (*memory_speed)(struct fcl_cu *cu, uint32_t port, uint64_t *ret_latency_ns,
			     uint64_t *ret_peak_mb);

	/* A stepped model reports what an execution took, before step() returns FCL_STEP_DONE. */
	void (*executed)(struct fcl_cu *cu, const struct fcl_model_use *use);

	/* run() reports that the execution has read and written so many bytes of the buffer that
	 * this memory belongs to, for an estimate. Other memory does not count. */
	void (*moved)(struct fcl_cu *cu, const void *at, uint64_t read, uint64_t written);

	/* The user requested waveforms (watch()), but the model has none: complains once. */
	void (*no_waves)(struct fcl_cu *cu);

	/* Blocks until one of these stream ports can move a packet; it may return earlier. May not
	 * return. */
	void (*stream_wait_any)(struct fcl_cu *cu, const uint32_t *ports, uint32_t count);
};

/*
 * A FIFO with one CU at each end, as a payload may use it without a call. While tail is not
 * write_limit, the writer puts a packet at place `tail & mask` and then increments tail with
 * release order; the reader does the same with head and read_limit. At its limit, an end calls the
 * service above, which reads the other end's count and sets a new limit (only its own end uses it),
 * blocks if need be, and moves the packet. Each end has a cache line of its own.
 */
struct fcl_model_fifo {
	uint32_t size;        /* bytes of this struct */
	uint32_t packet_size; /* bytes; packets are adjacent in the ring */
	uint64_t mask;        /* places in the ring, a power of two, less one */
	uint64_t depth;       /* most packets it holds; the ring may have more places */
	unsigned char *ring;
	uint8_t reserved[32];
	uint64_t tail; /* packets ever written */
	uint64_t write_limit;
	uint8_t reserved_writer[48];
	uint64_t head; /* packets ever read */
	uint64_t read_limit;
	uint8_t reserved_reader[48];
};

/* A compute unit as its model sees it. The engine owns it. */
struct fcl_cu {
	uint32_t size;
	uint32_t regs_size; /* bytes at regs */
	const struct fcl_model_host *host;
	const char *name; /* "vadd:vadd_1" */
	/*
	 * The register file: control at 0, arguments at the offsets of the image's metadata
	 * (scalars in place, device addresses as 64-bit little-endian). run() sees a snapshot taken
	 * at ap_start. A stepped model shares it with the engine: it sees FCL_AP_START appear at
	 * offset 0 and clears it when it accepts.
	 */
	uint8_t *regs;
	void *state; /* state_size bytes of the model, zeroed when the CU is created */
	const struct fcl_model_range *range; /* of this execution */
	/* By port number: FIFOs that run() may use directly during this execution. An entry is NULL
	 * for other ports and for streams that only the services reach; NULL itself: none. */
	struct fcl_model_fifo *const *fifos;
	/* With FCL_STEP_WAIT: the stream port that the model waits for; UINT32_MAX, the value when
	 * step() is called: any of them. */
	uint32_t wait_port;
	/* For run(), whose executions may overlap: its own pointer, NULL when it is called. */
	void *execution;
	uint64_t stack_size; /* bytes of the stack on which run() is called */
};

struct fcl_model_port {
	uint32_t size;
	uint32_t kind; /* enum fcl_model_port_kind */
	const char
		*name; /* the image metadata's port name: "M_AXI_GMEM0"; a stream's argument name */
	uint32_t data_width;  /* bits */
	uint32_t packet_size; /* bytes of one packet; streams only */
	/* Argument index of a stream; UINT32_MAX for a memory port, which several may share. */
	uint32_t arg;
};

struct fcl_model {
	uint32_t size;
	uint32_t kind;       /* enum fcl_model_kind */
	const char *kernel;  /* name in the image's metadata */
	uint32_t control;    /* enum fcl_model_control */
	uint32_t flags;      /* enum fcl_model_flags */
	uint32_t regs_size;  /* bytes of the register file, at least 16 */
	uint32_t state_size; /* bytes of per-CU state */
	uint64_t stack_size; /* bytes that run() needs; 0: the engine's default (1 MiB) */
	uint32_t nports;
	const struct fcl_model_port *ports; /* port numbers are indices into this */
	/* Called once per CU when the image is loaded and when it is unloaded; may be NULL. 0 or
	 * negative errno; the image is then refused with the last error that it logged. */
	int (*init)(struct fcl_cu *cu);
	void (*fini)(struct fcl_cu *cu);
	/* FCL_MODEL_RUN: 0, or a negative value for a failed execution. */
	int (*run)(struct fcl_cu *cu);
	/* FCL_MODEL_STEP: advances at most `cycles` clock cycles; *ret_cycles is how many. */
	int (*step)(struct fcl_cu *cu, uint32_t cycles, uint32_t *ret_cycles);
	/* Called for each access to a stepped model with register logic of its own; NULL: the
	 * registers are `regs`. */
	void (*reg_write)(struct fcl_cu *cu, uint32_t offset, uint32_t value);
	uint32_t (*reg_read)(struct fcl_cu *cu, uint32_t offset);
	/*
	 * By port number; NULL: not known. The one part of run() that uses a stream port, where
	 * run() is a sequence of parts: an execution that uses a port of a later part is done with
	 * the ports of earlier ones, so the next execution may use them (FCL_MODEL_CTRL_CHAIN).
	 * FCL_MODEL_ANY_PART: a port that may be used until the execution ends.
	 */
	const uint32_t *parts;
};

#define FCL_MODEL_ANY_PART UINT32_MAX

struct fcl_bitstream {
	uint32_t size;
	uint32_t version; /* the FCL_MODEL_VERSION that the payload was built with */
	const char *isa;  /* instruction set of the code: "x86-64", "x86-64-v3", "armv8-a" */
	uint32_t nmodels;
	const struct fcl_model *const *models;
	/* Called once after loading, before any model, so that code without a CU argument finds
	 * the host. */
	void (*attach)(const struct fcl_model_host *host);
	/*
	 * NULL, or the payload's static constructors, which the dynamic linker does not run then.
	 * Called before attach(); cu->host->fail() ends it.
	 */
	void (*construct)(struct fcl_cu *cu);
};

#ifdef __cplusplus
}
#endif

#endif
