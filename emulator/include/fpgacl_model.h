/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_MODEL_H
#define FPGACL_MODEL_H

/*
 * The kernel-model ABI: the contract between an emulation payload and the emulated board's engine.
 *
 * A payload is an ELF64 shared object that exports one symbol, `fcl_bitstream`: a table of kernel
 * models. A model sees what hardware sees: a register file, memory ports that translate device
 * addresses to host pointers, and stream ports. All other services (yield, stop, log, printf,
 * assert, memory) are in `struct fcl_model_host`, so a payload needs nothing else from the host
 * process. Its other symbols are bound to the libraries that it names (DT_NEEDED) before those of
 * the host program; what it calls there, such as fopen() of the C library, acts on the host
 * process.
 *
 * Every struct starts with its size. A reader accesses only members within that size, so members
 * are only ever added at the end and never change; `version` changes if that is not enough.
 *
 * Plain C99 and C++; it includes no other header of the project.
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
	FCL_MODEL_CTRL_HS = 0, /* ap_ctrl_hs: the next start comes after done */
	FCL_MODEL_CTRL_CHAIN =
		1, /* ap_ctrl_chain: done is held until ap_continue, starts may overlap */
	FCL_MODEL_CTRL_NONE = 2, /* ap_ctrl_none: free-running from the time the image is loaded */
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
	 * counted with x fastest. It keeps no state, and may be called by several threads at once,
	 * each with its own struct fcl_cu.
	 */
	FCL_MODEL_GROUPS = 1u << 2,
	/*
	 * run() calls check_access() before each memory access. memory() then places each buffer of
	 * the launch at least 1 GiB away from any other memory.
	 */
	FCL_MODEL_CHECKED = 1u << 3,
	/* run() calls moved() for the bytes that it reads and writes. */
	FCL_MODEL_COUNTED = 1u << 4,
};

enum fcl_model_link_flags {
	FCL_MODEL_LINK_LAST = 1u << 0, /* ends a packet */
	FCL_MODEL_LINK_BAD = 1u << 1,  /* received: it was damaged on its way */
	FCL_MODEL_LINK_WAIT = 1u << 2, /* sent over a link with flow control: it is never lost */
};

enum fcl_model_link_wait {
	FCL_MODEL_LINK_FRAME = 1u << 0, /* a frame to receive */
	FCL_MODEL_LINK_ROOM = 1u << 1,  /* room to send */
};

/* Results of step(). */
enum fcl_model_step {
	FCL_STEP_BUSY = 0, /* call again; unused cycles may delay the next call */
	FCL_STEP_DONE = 1, /* an execution ended in these cycles (ap_done) */
	FCL_STEP_IDLE = 2, /* nothing changes until a register is written or a stream moves: do not
			      call again until then */
	FCL_STEP_WAIT = 3, /* as IDLE, but during an execution: blocked on a stream port */
			   /* negative: the execution failed; log() says why */
};

enum fcl_model_log {
	FCL_MODEL_LOG_ERROR = 1,
	FCL_MODEL_LOG_WARN,
	FCL_MODEL_LOG_INFO,
	FCL_MODEL_LOG_DEBUG
};

struct fcl_cu;
struct fcl_model_link;

/* What a stepped model counted at one port during an execution. */
struct fcl_model_port_use {
	uint64_t read, written; /* bytes; a stream only has one of the two */
	uint64_t bursts;        /* of a stream: packets */
	uint64_t waited;        /* cycles that the kernel waited for memory or the FIFO */
	uint64_t outstanding;   /* the most bursts in flight */
};

struct fcl_model_use {
	uint32_t size;
	uint32_t nports; /* as in the model */
	uint64_t cycles, period_ps;
	const struct fcl_model_port_use *ports;
};

/* What the user requests of stepped models; runs and cycles are counted from 1. */
struct fcl_model_watch {
	uint32_t size;
	uint32_t protocol;                /* not 0: check the protocols of the buses */
	const char *waves;                /* folder for waveforms; NULL: none */
	uint64_t first_run, last_run;     /* executions of the CU */
	uint64_t first_cycle, last_cycle; /* of each of these runs */
	/*
	 * For models with snapshots: how many cycles before a failure the waveform shows, 0: none; and
	 * its folder, which exists when failed() is called. last_asked: at the CU's end, too.
	 */
	uint64_t last_cycles;
	const char *last_waves;
	uint32_t last_asked;
};

/* A FIFO of an execution that counts cycles. */
struct fcl_model_channel {
	const char *name;
	uint64_t depth;                       /* elements */
	uint32_t bits;                        /* of an element; 0: it holds no data */
	uint32_t read_latency, write_latency; /* cycles until what the other end did is seen */
};

/*
 * What a process does in a cycle of its own, in which it has never waited. Of a FIFO or of beats:
 * `value` times, `step` cycles apart. Of a request: `step` beats from address `value` on.
 */
struct fcl_model_event {
	uint64_t at, value;
	uint32_t step, object, op, reserved;
};

enum fcl_model_event_op {
	FCL_MODEL_TIME_WRITE = 1,
	FCL_MODEL_TIME_READ = 2,
	FCL_MODEL_TIME_READ_BEAT = 7,
	FCL_MODEL_TIME_WRITE_BEAT = 8,
	FCL_MODEL_TIME_READ_REQUEST = 9,
	FCL_MODEL_TIME_WRITE_REQUEST = 10,
	FCL_MODEL_TIME_RESPONSE = 11, /* waits for the end of a write request */
	/* Only asked. */
	FCL_MODEL_TIME_TRY_WRITE = 15, /* 1: written, 0: full */
	FCL_MODEL_TIME_TRY_READ = 16,  /* 1: read, 0: empty */
	FCL_MODEL_TIME_FILLED = 17,    /* how many elements can be read */
	FCL_MODEL_TIME_FREE = 18,      /* how many can be written */
};

struct fcl_model_range {
	uint32_t work_dim;         /* 1 … 3 */
	uint64_t global_offset[3]; /* work-items; 1 or 0 beyond work_dim */
	uint64_t global_size[3];
	uint64_t local_size[3];
	uint64_t group_id[3]; /* of this run(), unless FCL_MODEL_NDRANGE or FCL_MODEL_GROUPS */
	/*
	 * With FCL_MODEL_GROUPS, the groups of this run(); else 0 and the number of all groups. A
	 * dimension has global_size / local_size groups, rounded up: the last one may be smaller.
	 */
	uint64_t first_group, ngroups;
};

/*
 * The engine's services. A CU's services may be called only from its run(), step(), init() and
 * fini(), on the thread that called that function. Services marked "may not return" abandon the
 * execution if it has been told to stop.
 */
struct fcl_model_host {
	uint32_t size;    /* bytes of this struct */
	uint32_t version; /* FCL_MODEL_VERSION of the engine */

	/*
	 * Returns a host pointer to `bytes` bytes at device address `address`, accessed through
	 * memory port `port`; valid until the execution ends. `bytes` 0: up to the end of the bank.
	 * If the address is in no bank that the port reaches, the execution fails, and the call
	 * does not return.
	 */
	void *(*memory)(struct fcl_cu *cu, uint32_t port, uint64_t address, uint64_t bytes);

	/*
	 * Moves one packet of the port's packet_size bytes; blocks while the FIFO is empty or full.
	 * May not return.
	 */
	void (*stream_read)(struct fcl_cu *cu, uint32_t port, void *packet);
	void (*stream_write)(struct fcl_cu *cu, uint32_t port, const void *packet);
	/* The same without blocking: 1: moved, 0: empty or full. The call may yield. */
	int (*stream_try_read)(struct fcl_cu *cu, uint32_t port, void *packet);
	int (*stream_try_write)(struct fcl_cu *cu, uint32_t port, const void *packet);
	/* Returns how many packets can be read (in) or written (out) now. The call may yield. */
	uint32_t (*stream_count)(struct fcl_cu *cu, uint32_t port);

	/*
	 * Lets other executions use the thread; a model that polls memory calls it in its loop. May
	 * not return.
	 */
	void (*yield)(struct fcl_cu *cu);
	/* Whether the board has requested the CU to stop (reset, reprogramming, unplugging). */
	int (*stop_requested)(struct fcl_cu *cu);

	void (*log)(struct fcl_cu *cu, int level, const char *text);
	/*
	 * Kernel printf: logged line by line with the CU's name; an unfinished last line is logged
	 * when the execution ends. Returns the number of characters, as printf does.
	 */
	int (*vprintf)(struct fcl_cu *cu, const char *format, va_list args);
	/*
	 * Fails the execution with "file:line: function: Assertion `text' failed". Does not return.
	 */
	void (*assert_fail)(struct fcl_cu *cu, const char *text, const char *file, unsigned line,
			    const char *function);
	/* Fails the execution with this text. Does not return. */
	void (*fail)(struct fcl_cu *cu, const char *text);

	/*
	 * Memory of the execution, aligned to 64 bytes, which is freed when the execution ends
	 * unless it is released earlier. NULL: out of memory.
	 */
	void *(*allocate)(struct fcl_cu *cu, uint64_t bytes);
	void (*release)(struct fcl_cu *cu, void *pointer);

	/* The CU that runs on the calling thread, or NULL: for code without a CU argument. */
	struct fcl_cu *(*current)(void);

	/*
	 * Like allocate(), but with inaccessible memory after the block, so that an overrun fails
	 * the execution. `bytes` is a multiple of 64; the memory is not zeroed.
	 */
	void *(*allocate_guarded)(struct fcl_cu *cu, uint64_t bytes);

	/* The capacity of this port's stream in packets; 0: the port has no stream. */
	uint32_t (*stream_depth)(struct fcl_cu *cu, uint32_t port);

	/*
	 * Fails the execution, with `place` in the message, if any of these bytes are memory of the
	 * board but not all of them are in one buffer of the launch. In that case it does not
	 * return.
	 */
	void (*check_access)(struct fcl_cu *cu, uint64_t at, uint64_t bytes, int write,
			     const char *place);

	/*
	 * Memory for a stack of fcl_cu.stack_size bytes, with an inaccessible page below it, so
	 * that an overflow fails the execution. Returns its top, aligned to 64 bytes; NULL: out of
	 * memory. It is freed when the execution ends.
	 */
	void *(*allocate_stack)(struct fcl_cu *cu);

	/* The start of the launch's buffer that contains this memory; NULL: no buffer does. */
	void *(*buffer_of)(struct fcl_cu *cu, const void *at);

	/* What the user has requested; valid as long as the CU. init() may call it, too. */
	const struct fcl_model_watch *(*watch)(struct fcl_cu *cu);

	/*
	 * Returns the latency and the peak bandwidth, in 10^6 bytes/s, of the memory that the port
	 * reaches. 0: not known. init() may call it, too.
	 */
	void (*memory_speed)(struct fcl_cu *cu, uint32_t port, uint64_t *ret_latency_ns,
			     uint64_t *ret_peak_mb);

	/* A stepped model reports the cost of an execution before step() returns FCL_STEP_DONE. */
	void (*executed)(struct fcl_cu *cu, const struct fcl_model_use *use);

	/*
	 * run() reports how many bytes the execution has read and written in the buffer that
	 * contains this memory, for an estimate. Memory outside of buffers is ignored.
	 */
	void (*moved)(struct fcl_cu *cu, const void *at, uint64_t read, uint64_t written);

	/* The user requested waveforms (watch()), but the model has none: logs this once. */
	void (*no_waves)(struct fcl_cu *cu);

	/*
	 * Blocks until one of these stream ports can move a packet; may return earlier. May not
	 * return.
	 */
	void (*stream_wait_any)(struct fcl_cu *cu, const uint32_t *ports, uint32_t count);

	/*
	 * Called by run(). Blocks until a file descriptor of the host process, a socket for example,
	 * is ready for `events` (POLLIN, POLLOUT), is closed at its other end, or has an error; or
	 * until one of these stream ports, if there are any, can move a packet. It may return
	 * earlier. May not return. FPGACL_EMU_STALL_S does not limit it. CUs that wait for the same
	 * descriptor at a time have to wait for the same events.
	 */
	void (*wait_outside)(struct fcl_cu *cu, int descriptor, uint32_t events,
			     const uint32_t *ports, uint32_t count);

	/*
	 * Ends the host process, as if it had called exit(0), because another process asks for the
	 * end of the emulation: when that process has ended, or after 5 s. Only under the vendor's
	 * emulation modes, whose hosts may wait for it; elsewhere it does nothing. Returns whether
	 * the host will end.
	 */
	int (*end_host)(struct fcl_cu *cu, const char *why, int process);

	/*
	 * run() reports how many cycles the execution takes by the kernel's schedule, and how sure that
	 * is: "exact", "interpolated" or "bound". `unknown` is not NULL: why it cannot be counted.
	 */
	void (*counted)(struct fcl_cu *cu, uint64_t cycles, const char *sure, const char *unknown);

	/*
	 * Opens a port of the board to the rack that FPGACL_RACK describes, "qsfp0" for example; init()
	 * calls it, and fini() closes the link. *ret_link is NULL if nothing is plugged in there. A
	 * negative errno, logged: for example, another CU has the port.
	 * An empty name is no port: link_wait() only says what the CU has still to do, until which the host
	 * does not end, and returns -1.
	 */
	int (*link_open)(struct fcl_cu *cu, const char *port, struct fcl_model_link **ret_link);
	void (*link_close)(struct fcl_model_link *link);
	/* Whether something is open at the other end. */
	int (*link_is_up)(struct fcl_model_link *link);
	/*
	 * Sends a frame of 1 to 65536 bytes, with flags of enum fcl_model_link_flags. Returns 0 without
	 * blocking if there is no room.
	 */
	int (*link_send)(struct fcl_model_link *link, const void *bytes, uint32_t size,
			 uint32_t flags);
	/* The oldest frame that has arrived, valid until link_take() removes it; NULL: none. */
	const void *(*link_receive)(struct fcl_model_link *link, uint32_t *ret_size,
				    uint32_t *ret_flags);
	void (*link_take)(struct fcl_model_link *link);
	/*
	 * Returns a descriptor for wait_outside() with POLLIN, which becomes ready when `what` may have
	 * come, of enum fcl_model_link_wait; -1: it is there already.
	 */
	int (*link_wait)(struct fcl_model_link *link, uint32_t what);

	/*
	 * What an execution that counts cycles waits for. These add a process of the kernel (the first
	 * is the kernel itself), a FIFO, and the bus behind a memory port for beats of `bytes` bytes to
	 * its time line, and return its number; UINT32_MAX: it has none.
	 */
	uint32_t (*time_process)(struct fcl_cu *cu, const char *name);
	uint32_t (*time_channel)(struct fcl_cu *cu, const struct fcl_model_channel *channel);
	uint32_t (*time_bus)(struct fcl_cu *cu, uint32_t port, uint32_t bytes);
	/* Events of a process in program order; none that follows is before cycle `frontier`. */
	void (*time_events)(struct fcl_cu *cu, uint32_t process,
			    const struct fcl_model_event *events, uint64_t count,
			    uint64_t frontier);
	/*
	 * A process asks what depends on time: one of the last events of fcl_model_event_op. 1: *ret_answer
	 * is the answer. 0: it is not known yet; time_answer() says 1 when it is. Both may not return.
	 */
	int (*time_ask)(struct fcl_cu *cu, uint32_t process, const struct fcl_model_event *question,
			uint64_t *ret_answer);
	int (*time_answer)(struct fcl_cu *cu, uint32_t process, uint64_t *ret_answer);
	/* The code of a process cannot go on before element number `element` of a FIFO is written. */
	void (*time_wait)(struct fcl_cu *cu, uint32_t process, uint32_t channel, uint64_t element);
	/* A process does nothing until it says so in an event. */
	void (*time_rest)(struct fcl_cu *cu, uint32_t process);
	/*
	 * An execution begins that can count its cycles, or cannot because of `unknown`. Returns why it
	 * is not counted; NULL: it is, and says the rest.
	 */
	const char *(*time_begin)(struct fcl_cu *cu, const char *unknown);
	/* The FIFO behind a stream port; how many packets its end has moved in earlier executions. */
	uint32_t (*time_stream)(struct fcl_cu *cu, uint32_t port, uint64_t *ret_moved);
};

/*
 * A FIFO with one CU at each end, which a payload may access directly. While tail is not
 * write_limit, the writer stores a packet in slot `tail & mask`, and then increments tail with
 * release order; the reader does the same with head and read_limit. At its limit, an end calls the
 * service above, which reads the other end's counter and sets a new limit (used by its own end
 * only), blocks if necessary, and moves the packet. Each end has its own cache line.
 */
struct fcl_model_fifo {
	uint32_t size;        /* bytes of this struct */
	uint32_t packet_size; /* bytes; packets are adjacent in the ring */
	uint64_t mask;        /* slots in the ring, a power of two, minus one */
	uint64_t depth;       /* capacity in packets; the ring may have more slots */
	unsigned char *ring;
	uint8_t reserved[32];
	uint64_t tail; /* packets written so far */
	uint64_t write_limit;
	uint8_t reserved_writer[48];
	uint64_t head; /* packets read so far */
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
	 * The register file: control at offset 0, arguments at the offsets in the image's metadata
	 * (scalars in place, device addresses as 64-bit little-endian). run() gets a snapshot from
	 * ap_start. A stepped model shares it with the engine: FCL_AP_START appears at offset 0,
	 * and the model clears it when it accepts the start.
	 */
	uint8_t *regs;
	void *state; /* state_size bytes of the model, zeroed when the CU is created */
	const struct fcl_model_range *range; /* of this execution */
	/*
	 * FIFOs by port number that run() may access directly during this execution. An entry is
	 * NULL for other ports, and for streams that only services can access. NULL itself: there
	 * are none.
	 */
	struct fcl_model_fifo *const *fifos;
	/*
	 * With FCL_STEP_WAIT: the stream port that the model waits for. UINT32_MAX, its value when
	 * step() is called: any port.
	 */
	uint32_t wait_port;
	/*
	 * For run(), whose executions may overlap: the execution's own pointer, NULL when run() is
	 * called.
	 */
	void *execution;
	uint64_t stack_size; /* bytes of the stack on which run() is called */
	/*
	 * For messages: the clock cycle of this execution in which a stepped model calls memory(), from
	 * 1, and whether it is for a write. 0: unknown.
	 */
	uint64_t cycle;
	uint32_t writes;
	/*
	 * The bytes of each of the burst's beats, of which the last may have the end of a buffer in it.
	 * 0: as many as the port has.
	 */
	uint32_t beat;
	/* For messages: what a stepped model waits for, as far as it knows when step() returns. NULL */
	const char *waiting;
	void *clock; /* the payload's own, for executions that count cycles */
};

struct fcl_model_port {
	uint32_t size;
	uint32_t kind; /* enum fcl_model_port_kind */
	const char
		*name; /* the image metadata's port name: "M_AXI_GMEM0"; a stream's argument name */
	uint32_t data_width;  /* bits */
	uint32_t packet_size; /* bytes of one packet; streams only */
	/*
	 * The argument index of a stream; UINT32_MAX for a memory port, which several arguments may
	 * share.
	 */
	uint32_t arg;
};

/* How a kernel counts the cycles of its schedule. */
struct fcl_model_timing {
	void (*run)(void);   /* the payload's own; NULL: it does not */
	const char *unknown; /* why; NULL: it does */
	const char *sure;    /* of the cycles: see counted() */
	uint64_t interval;   /* of a pipeline: the cycles to its next start; 0: it is none */
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
	/*
	 * Called once per CU when the image is loaded and unloaded, respectively; may be NULL. 0 or
	 * a negative errno; if init() fails, the image is refused with the last error that it
	 * logged.
	 */
	int (*init)(struct fcl_cu *cu);
	void (*fini)(struct fcl_cu *cu);
	/* FCL_MODEL_RUN: 0, or a negative value for a failed execution. */
	int (*run)(struct fcl_cu *cu);
	/*
	 * FCL_MODEL_STEP: advances by at most `cycles` clock cycles; *ret_cycles is the actual
	 * number.
	 */
	int (*step)(struct fcl_cu *cu, uint32_t cycles, uint32_t *ret_cycles);
	/*
	 * Called for each access to a model that implements its own register logic, which is stepped
	 * or free-running; NULL: the registers are `regs`.
	 */
	void (*reg_write)(struct fcl_cu *cu, uint32_t offset, uint32_t value);
	uint32_t (*reg_read)(struct fcl_cu *cu, uint32_t offset);
	/*
	 * By port number; NULL: not known. If run() is a sequence of parts, this is the only part
	 * that uses a stream port. An execution that uses a port of a later part has finished with
	 * the ports of earlier parts, so the next execution may use those (FCL_MODEL_CTRL_CHAIN).
	 * FCL_MODEL_ANY_PART: the port may be used until the execution ends.
	 */
	const uint32_t *parts;
	const struct fcl_model_timing *timing; /* NULL: run() never counts cycles */
	/*
	 * FCL_MODEL_STEP: called once if an execution fails, wherever the engine finds out: in a call of
	 * a service, or between two calls of step(). Returns a text for the error message, or NULL.
	 * Services do nothing in it but log. May be NULL.
	 */
	const char *(*failed)(struct fcl_cu *cu);
};

#define FCL_MODEL_ANY_PART UINT32_MAX

struct fcl_bitstream {
	uint32_t size;
	uint32_t version; /* the FCL_MODEL_VERSION that the payload was built with */
	const char *isa;  /* instruction set of the code: "x86-64", "x86-64-v3", "armv8-a" */
	uint32_t nmodels;
	const struct fcl_model *const *models;
	/*
	 * Called once after loading, before any model function, so that code without a CU argument
	 * can find the host.
	 */
	void (*attach)(const struct fcl_model_host *host);
	/*
	 * NULL, or a function that calls the payload's static constructors, which the dynamic
	 * linker then does not call. Called before attach(); cu->host->fail() aborts it.
	 */
	void (*construct)(struct fcl_cu *cu);
};

#ifdef __cplusplus
}
#endif

#endif
