/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_RUNTIME_H
#define FCLC_RTL_RUNTIME_H

/*
 * The environment of a Verilog kernel: clocks, resets, an AXI4-Lite master for its registers, AXI4
 * slaves that serve its masters from the board's memory, and FIFOs of the engine at its streams. It
 * sees the kernel as the signals of its top module, which are little-endian numbers in memory
 * (Verilator's types), and four functions. Only one thread at a time uses an instance
 * (fclc_rtl.busy).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fpgacl_model.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(hidden)

/* A port of the top module. */
struct fclc_rtl_named {
	const char *name;
	void *at;
	unsigned bits;
	int output;
};

/* The position of a field in a packet; bits 0: absent. */
struct fclc_rtl_field {
	unsigned offset, bytes, bits;
};

enum {
	FCLC_TDATA,
	FCLC_TKEEP,
	FCLC_TSTRB,
	FCLC_TUSER,
	FCLC_TLAST,
	FCLC_TID,
	FCLC_TDEST,
	FCLC_TFIELDS
};

/* A memory or stream port. Its index is the model port's number. */
struct fclc_rtl_bus {
	const char *prefix;
	unsigned kind; /* enum fcl_model_port_kind */
	unsigned packet_size;
	struct fclc_rtl_field fields[FCLC_TFIELDS];
};

struct fclc_rtl_clock {
	const char *name;
	unsigned period_ps;
};

struct fclc_rtl_reset {
	const char *name;
	int high; /* active high */
};

struct fclc_rtl_register {
	unsigned offset, bytes;
};

/* Data that the HDL reads with $readmemh and similar tasks. */
struct fclc_rtl_file {
	const char *name; /* without directories */
	size_t size;
	const char *bytes;
};

struct fclc_rtl;

/* Waveforms, for models that support them. Times are in ps. */
struct fclc_rtl_waves {
	const char *suffix;                         /* of the file: "fst", "vcd" */
	int (*open)(void *model, const char *path); /* 0: the file cannot be written */
	void (*dump)(void *model, uint64_t time);
	void (*close)(void *model);
	int (*asked)(void *model);            /* 0: the HDL has a call of $dumpvars that has not run
					       * yet */
	const char *(*dumpfile)(void *model); /* as set by $dumpfile; "": none */
};

/* The generated, constant description of one kernel. */
struct fclc_rtl_design {
	unsigned nsignals, nbuses, nregisters, nclocks, nresets;
	unsigned control; /* enum fcl_model_control */
	const struct fclc_rtl_bus *buses;
	const struct fclc_rtl_register *registers; /* of arguments */
	const struct fclc_rtl_clock *clocks;       /* the first one drives all buses */
	const struct fclc_rtl_reset *resets;
	const char *slave; /* signal prefix; NULL: no registers */
	void *(*create)(struct fclc_rtl_named *signals);
	void (*destroy)(void *model);
	void (*eval)(void *model);
	const void *(*state)(void *model); /* its complete state */
	size_t state_size;
	/*
	 * Runs up to this many cycles, like fclc_rtl_tick(), but compiled with the kernel's ports
	 * (rtl_cycle.h). Returns early if the caller has to act. May be NULL.
	 */
	void (*run)(struct fclc_rtl *rtl, unsigned cycles);
	const struct fclc_rtl_waves *waves; /* NULL: the model has none */
	const struct fclc_rtl_file *files;
	unsigned nfiles;
	/*
	 * For snapshots: all that a cycle changes in the model, in one piece of memory; what only
	 * waveforms use in it is reset. NULL: the model is not made for them.
	 */
	void *(*whole)(void *model, size_t *ret_size);
};

int fclc_rtl_open(struct fcl_cu *cu, const struct fclc_rtl_design *design);
void fclc_rtl_close(struct fcl_cu *cu);
int fclc_rtl_step(struct fcl_cu *cu, uint32_t cycles, uint32_t *ret_cycles);
uint32_t fclc_rtl_reg_read(struct fcl_cu *cu, uint32_t offset);
void fclc_rtl_reg_write(struct fcl_cu *cu, uint32_t offset, uint32_t value);
const char *fclc_rtl_failed(struct fcl_cu *cu);

/* --- internal to the runtime --- */

/* at NULL: the kernel has no such port. */
struct fclc_signal {
	unsigned char *at;
	unsigned bits;
};

static inline unsigned fclc_signal_bytes(unsigned bits)
{
	return bits <= 8    ? 1
	       : bits <= 16 ? 2
	       : bits <= 32 ? 4
	       : bits <= 64 ? 8
			    : (bits + 31) / 32 * 4;
}

/* The low 64 bits of a signal, or `absent`. */
static inline uint64_t fclc_get(const struct fclc_signal *signal, uint64_t absent)
{
	uint64_t value = 0;

	if (!signal->at)
		return absent;
	switch (fclc_signal_bytes(signal->bits)) {
	case 1:
		return *signal->at;
	case 2:
		return *(const uint16_t *)signal->at;
	case 4:
		return *(const uint32_t *)signal->at;
	default:
		__builtin_memcpy(&value, signal->at, 8);
		return value;
	}
}

/* A one-bit signal, or `absent` if the kernel does not have it. */
static inline unsigned char *fclc_bit(const struct fclc_signal *signal, unsigned char *absent)
{
	return signal->at ? signal->at : absent;
}

void fclc_put(const struct fclc_signal *signal, uint64_t value);
void fclc_put_bytes(const struct fclc_signal *signal, const void *from, size_t size);
void fclc_get_bytes(const struct fclc_signal *signal, void *to, size_t size);

/* Finds "<prefix>_<suffix>", ignoring case; with prefix NULL, "<suffix>". */
struct fclc_signal fclc_find(const struct fclc_rtl *rtl, const char *prefix, const char *suffix);

/* Fails the execution. Does not return. */
void fclc_rtl_fail(struct fclc_rtl *rtl, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/*
 * In each clock cycle, a bus first samples, then drives: sample() reads the kernel's signals before
 * the edge and decides on the transfers at the edge; drive() sets the kernel's inputs after it.
 */

/* AXI4 slave (rtl_axi.c). The signals of AR are in the same order as those of AW. */
enum {
	FCLC_ARVALID,
	FCLC_ARREADY,
	FCLC_ARADDR,
	FCLC_ARLEN,
	FCLC_ARSIZE,
	FCLC_ARBURST,
	FCLC_ARID,
	FCLC_ARLOCK,
	FCLC_ARCACHE,
	FCLC_ARPROT,
	FCLC_ARQOS,
	FCLC_ARREGION,
	FCLC_ARUSER,
	FCLC_RVALID,
	FCLC_RREADY,
	FCLC_RDATA,
	FCLC_RLAST,
	FCLC_RRESP,
	FCLC_RID,
	FCLC_AWVALID,
	FCLC_AWREADY,
	FCLC_AWADDR,
	FCLC_AWLEN,
	FCLC_AWSIZE,
	FCLC_AWBURST,
	FCLC_AWID,
	FCLC_AWLOCK,
	FCLC_AWCACHE,
	FCLC_AWPROT,
	FCLC_AWQOS,
	FCLC_AWREGION,
	FCLC_AWUSER,
	FCLC_WVALID,
	FCLC_WREADY,
	FCLC_WDATA,
	FCLC_WSTRB,
	FCLC_WLAST,
	FCLC_WUSER,
	FCLC_BVALID,
	FCLC_BREADY,
	FCLC_BRESP,
	FCLC_BID,
	FCLC_AXI_SIGNALS
};

enum { FCLC_OUTSTANDING = 32, FCLC_WIDEST = 128 /* bytes */ };

/* Cycles without a transfer before the kernel's state is first compared. */
enum { FCLC_FIRST_LOOK = 64 };

enum { FCLC_HANG_TEXT = 600 };

struct fclc_burst {
	uint64_t address, base, span; /* address of the first beat; start and length of the whole
				       * burst */
	char *host;                   /* host address of base */
	unsigned size, kind, beats, done;
	bool whole; /* INCR and aligned: each beat is a full bus word */
	uint64_t id;
	uint64_t due;   /* cycle in which memory starts to respond */
	uint64_t cycle; /* of this execution, in which it was accepted */
};

/* A ring buffer. */
struct fclc_bursts {
	struct fclc_burst list[FCLC_OUTSTANDING];
	unsigned first, count;
};

struct fclc_axi {
	struct fclc_rtl *rtl;
	const char *prefix;
	unsigned port, bytes; /* model port; width of the data bus in bytes */
	struct fclc_signal s[FCLC_AXI_SIGNALS];
	/* The handshake signals, which matter in every cycle; `stand_ins` replaces absent ones. */
	unsigned char *ar_valid_at, *ar_ready_at, *r_valid_at, *r_ready_at, *r_last_at;
	unsigned char *aw_valid_at, *aw_ready_at, *w_valid_at, *w_ready_at, *b_valid_at,
		*b_ready_at;
	unsigned char stand_ins[3];                /* 0, 1, and a byte to write to */
	struct fclc_bursts reads, writes, answers; /* answers: writes whose B response is due */
	unsigned char read_data[FCLC_WIDEST];
	bool ar_ready, aw_ready, w_ready, r_valid, b_valid; /* as driven */
	bool warned;
	bool waits;                     /* in this cycle, the kernel waits for read data */
	struct fcl_model_port_use *use; /* of this execution */
	uint64_t latency;               /* cycles until memory responds */
	uint64_t beat_cost;             /* cost of a beat at the memory's peak rate, in 1/1024
					 * cycles */
	uint64_t free_at;               /* when bandwidth is available again, in 1/1024 cycles */
};

void fclc_axi_open(struct fclc_axi *axi, struct fclc_rtl *rtl, const char *prefix, unsigned port);
void fclc_axi_reset(struct fclc_axi *axi);
void fclc_axi_sample(struct fclc_axi *axi);
void fclc_axi_drive(struct fclc_axi *axi);
/* Parts of a cycle (rtl_cycle.h): accept an address, present a beat, accept a beat. */
void fclc_axi_accept_read(struct fclc_axi *axi);
void fclc_axi_accept_write(struct fclc_axi *axi);
void fclc_axi_give(struct fclc_axi *axi, const struct fclc_burst *burst);
void fclc_axi_take(struct fclc_axi *axi);

/* AXI4-Stream (rtl_stream.c). */
struct fclc_axis {
	struct fclc_rtl *rtl;
	const struct fclc_rtl_bus *bus;
	unsigned port;
	bool input;
	struct fclc_signal valid, ready, fields[FCLC_TFIELDS];
	unsigned char *packet;
	bool full; /* input: presented but not accepted. Output: accepted, but the FIFO is full */
	bool changed;                   /* input: the packet is new */
	bool is_ready;                  /* output: as driven */
	struct fcl_model_port_use *use; /* of this execution */
};

int fclc_axis_open(struct fclc_axis *axis, struct fclc_rtl *rtl, const struct fclc_rtl_bus *bus,
		   unsigned port);
void fclc_axis_reset(struct fclc_axis *axis);
void fclc_axis_sample(struct fclc_axis *axis);
void fclc_axis_drive(struct fclc_axis *axis);
/* Whether it waits for the FIFO: for data on input, for space on output. */
bool fclc_axis_waits(const struct fclc_axis *axis);

/* AXI4-Lite master, one transfer at a time (rtl_lite.c). */
struct fclc_lite {
	struct fclc_signal s[FCLC_AXI_SIGNALS];
	unsigned bits; /* width of the data bus */
	uint32_t address, data;
	bool busy, is_write, ended; /* ended: completed in this cycle; read data is available */
	bool aw, w, ar;             /* not yet accepted */
	unsigned age;               /* cycles that the transfer has taken */
	bool driven;                /* the kernel sees the transfer */
	bool shown; /* signals of a transfer are driven; the transfer may have ended */
};

void fclc_axi_find(const struct fclc_rtl *rtl, const char *prefix,
		   struct fclc_signal s[FCLC_AXI_SIGNALS]);
void fclc_lite_write(struct fclc_lite *lite, uint32_t address, uint32_t data);
void fclc_lite_read(struct fclc_lite *lite, uint32_t address);
void fclc_lite_sample(struct fclc_lite *lite);
void fclc_lite_drive(struct fclc_lite *lite);

/* A channel on which the kernel asserts VALID, and its payload when it began to wait. */
struct fclc_channel {
	const char *prefix, *letters; /* "AW" of AWVALID */
	const unsigned char *valid, *ready;
	const struct fclc_signal *fields;
	const char *const *names;
	unsigned nfields;
	unsigned char *kept;
	size_t size; /* bytes at kept */
	bool waits;
};

enum fclc_phase {
	FCLC_IDLE,
	FCLC_ARGUMENTS, /* being written */
	FCLC_STARTS,    /* ap_start is being written */
	FCLC_POLLS,     /* polling ap_done */
	FCLC_CONTINUES, /* ap_continue is being written */
	FCLC_DRAINS,    /* ap_done has been seen; outstanding transfers may complete */
};

struct fclc_snaps;

struct fclc_rtl {
	const struct fclc_rtl_design *design;
	struct fcl_cu *cu;
	void *model;
	struct fclc_rtl_named *signals;
	struct fclc_axi *masters;
	struct fclc_axis *streams;
	unsigned nmasters, nstreams;
	struct fclc_signal *clocks, *resets;
	unsigned char *clock; /* the first clock */
	unsigned char no_clock;
	uint64_t *phases;    /* ps until each clock's next edge; unused for the first clock */
	unsigned char *seen; /* a copy of the state */
	struct fcl_model_port_use *uses;     /* indexed by port */
	const struct fcl_model_watch *watch; /* NULL: not supported by the engine */
	struct fclc_channel *channels;       /* channels whose protocol is checked */
	bool waves, wave_open;               /* wanted and available; the file is open */
	unsigned wave_files;                 /* number of files so far */
	struct fclc_rtl *next_waving;
	struct fclc_snaps *snaps;     /* NULL: none */
	unsigned snap_mode;           /* enum fclc_snap_mode */
	int busy;                     /* 1: step(), 2: a register access. Atomic */
	char waiting[FCLC_HANG_TEXT]; /* for fcl_cu.waiting */
	/* From here on, a snapshot contains it. */
	struct fclc_lite lite;
	enum fclc_phase phase;
	unsigned reg, word; /* next to write */
	unsigned wait;      /* cycles that it may still drain */
	uint64_t poll_at;   /* `now` of the next poll */
	uint64_t cycles;    /* of this execution */
	uint64_t now;       /* cycles since the start */
	uint64_t started;   /* when ap_start was written */
	uint64_t run;       /* number of executions, including this one */
	unsigned nchannels;
	unsigned quiet;   /* cycles since the last transfer on a bus */
	unsigned look_at; /* value of `quiet` at which to compare the state again */
	bool checks;
	bool moved;   /* a bus has transferred something in this cycle */
	bool frozen;  /* a register is being accessed: do not call the engine */
	bool running; /* an execution has started and not ended */
};

/* Writes which handshakes are open, for a kernel that makes no progress (rtl_hang.c). */
void fclc_hang_describe(const struct fclc_rtl *rtl, char *text, size_t room);

/* Protocol checks (rtl_check.c), if enabled. Returns 0 or -ENOMEM. */
int fclc_check_open(struct fclc_rtl *rtl);
void fclc_check_close(struct fclc_rtl *rtl);
void fclc_check_cycle(struct fclc_rtl *rtl);

/*
 * Waveforms (rtl_waves.c): finds out whether they are wanted; records the signals the given number
 * of ps after this cycle's start.
 */
void fclc_waves_begin(struct fclc_rtl *rtl);
void fclc_waves_dump(struct fclc_rtl *rtl, uint64_t after);
/* How many cycles of this execution, from the next one on, are certainly not recorded. */
unsigned fclc_waves_begin_in(const struct fclc_rtl *rtl);
void fclc_waves_close(struct fclc_rtl *rtl);

/*
 * Snapshots (rtl_snap.c). fclc_snap_open() returns 0 or -ENOMEM; fclc_snap_begin() is called before
 * cycles, fclc_snap_forget() when the model is another one. fclc_snap_write() runs the last cycles
 * again with a waveform; `inside`: the execution has failed within a cycle. It returns a sentence
 * that says where it is, or NULL.
 */
int fclc_snap_open(struct fclc_rtl *rtl);
void fclc_snap_close(struct fclc_rtl *rtl);
void fclc_snap_begin(struct fclc_rtl *rtl);
void fclc_snap_forget(struct fclc_rtl *rtl);
const char *fclc_snap_write(struct fclc_rtl *rtl, bool inside);
/*
 * At the end of a unit, or of the host for units that have not been closed: writes what the user
 * has asked for.
 */
void fclc_snap_end(struct fclc_rtl *rtl);
void fclc_snap_exit(void);
/* Moves a packet from or to a stream of the engine; returns whether it has moved. */
int fclc_snap_packet(struct fclc_rtl *rtl, unsigned port, void *packet, size_t size, bool input);
enum fclc_rtl_access { FCLC_BEGINS, FCLC_READS, FCLC_WRITES };
/* Logs that the host starts the kernel or accesses a register. */
void fclc_snap_access(struct fclc_rtl *rtl, enum fclc_rtl_access kind, uint32_t offset,
		      uint32_t value);

/* For rtl_snap.c (rtl_clock.c): runs cycles until `now`, or until there is nothing to do. */
int fclc_rtl_run_until(struct fclc_rtl *rtl, uint64_t now);
void fclc_rtl_begin(struct fclc_rtl *rtl);
uint32_t fclc_rtl_access(struct fclc_rtl *rtl, enum fclc_rtl_access kind, uint32_t offset,
			 uint32_t value);
/* A line in the log, once even if its cycle runs again. */
void fclc_rtl_log(struct fclc_rtl *rtl, int level, const char *text);

/*
 * Files (rtl_files.c): between these two calls, HDL that runs on this thread opens the files of its
 * own design. fclc_rtl_leave() returns the name of the first file that could not be opened for
 * reading, or NULL.
 */
void fclc_rtl_enter(const struct fclc_rtl *rtl);
const char *fclc_rtl_leave(void);
/*
 * fopen() for Verilator's runtime: searches the image's files first, then the host's file system.
 */
FILE *fclc_rtl_fopen(const char *name, const char *mode);

/* Whether this engine has the service, or asks the question; older ones do not. */
#define FCLC_HOST_HAS(host, member)                                                                \
	((host)->size >= offsetof(struct fcl_model_host, member) + sizeof((host)->member))
#define FCLC_WATCH_HAS(watch, member)                                                              \
	((watch)->size >= offsetof(struct fcl_model_watch, member) + sizeof((watch)->member))

/* Edges of the other clocks in one half (0 or 1) of this cycle of the first clock. */
void fclc_rtl_other_clocks(struct fclc_rtl *rtl, unsigned half);

/* Whether a model is being created: payload_process.c, which refuses threads, then allows them. */
int fclc_rtl_making(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
