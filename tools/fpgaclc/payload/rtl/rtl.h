/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_RUNTIME_H
#define FCLC_RTL_RUNTIME_H

/*
 * The environment of a kernel in Verilog: clocks, resets, an AXI4-Lite master for its registers,
 * AXI4 slaves over the board's memory for its masters, FIFOs of the engine at its streams. It sees
 * the kernel as the signals of its top module, little-endian numbers in memory (Verilator's types),
 * and four functions. One thread at a time uses an instance (fclc_rtl.busy).
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

/* The place of a field in a packet; bits 0: packets do not have it. */
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

/* A memory or stream port; its number is the model port's. */
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
	int high; /* active when 1 */
};

struct fclc_rtl_register {
	unsigned offset, bytes;
};

/* Data that the HDL reads with $readmemh and the like. */
struct fclc_rtl_file {
	const char *name; /* without folders */
	size_t size;
	const char *bytes;
};

struct fclc_rtl;

/* Waveforms, of models that have them. Times are in ps. */
struct fclc_rtl_waves {
	const char *suffix;                         /* of files: "fst", "vcd" */
	int (*open)(void *model, const char *path); /* 0: it cannot be written */
	void (*dump)(void *model, uint64_t time);
	void (*close)(void *model);
	int (*asked)(void *model);            /* 0: the HDL will call $dumpvars, and has not yet */
	const char *(*dumpfile)(void *model); /* as in $dumpfile; "": none */
};

/* The description generated for one kernel; constant. */
struct fclc_rtl_design {
	unsigned nsignals, nbuses, nregisters, nclocks, nresets;
	unsigned control; /* enum fcl_model_control */
	const struct fclc_rtl_bus *buses;
	const struct fclc_rtl_register *registers; /* of arguments */
	const struct fclc_rtl_clock *clocks;       /* the first one drives all buses */
	const struct fclc_rtl_reset *resets;
	const char *slave; /* prefix; NULL: no registers */
	void *(*create)(struct fclc_rtl_named *signals);
	void (*destroy)(void *model);
	void (*eval)(void *model);
	const void *(*state)(void *model); /* its complete state */
	size_t state_size;
	/*
	 * Up to this many cycles as fclc_rtl_tick() clocks them, with the kernel's ports known to
	 * the compiler (rtl_cycle.h); ends early where the caller has to look. NULL: none.
	 */
	void (*run)(struct fclc_rtl *rtl, unsigned cycles);
	const struct fclc_rtl_waves *waves; /* NULL: the model has none */
	const struct fclc_rtl_file *files;
	unsigned nfiles;
};

int fclc_rtl_open(struct fcl_cu *cu, const struct fclc_rtl_design *design);
void fclc_rtl_close(struct fcl_cu *cu);
int fclc_rtl_step(struct fcl_cu *cu, uint32_t cycles, uint32_t *ret_cycles);
uint32_t fclc_rtl_reg_read(struct fcl_cu *cu, uint32_t offset);
void fclc_rtl_reg_write(struct fcl_cu *cu, uint32_t offset, uint32_t value);

/* --- between the runtime's own files --- */

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

/* The low 64 bits. */
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

/* A signal of one bit; for one that the kernel lacks `absent`, a byte that stands for it. */
static inline unsigned char *fclc_bit(const struct fclc_signal *signal, unsigned char *absent)
{
	return signal->at ? signal->at : absent;
}

void fclc_put(const struct fclc_signal *signal, uint64_t value);
void fclc_put_bytes(const struct fclc_signal *signal, const void *from, size_t size);
void fclc_get_bytes(const struct fclc_signal *signal, void *to, size_t size);

/* "<prefix>_<suffix>", in any case; prefix NULL: the suffix alone. */
struct fclc_signal fclc_find(const struct fclc_rtl *rtl, const char *prefix, const char *suffix);

/* Fails the execution; does not return. */
void fclc_rtl_fail(struct fclc_rtl *rtl, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/*
 * Each bus acts twice in a clock cycle: sample() reads the kernel's signals before the edge and
 * decides what the bus transfers at the edge; drive() sets the kernel's inputs after it.
 */

/* AXI4 slave (rtl_axi.c). The signals of AR are in the order of those of AW. */
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

/* Cycles without a transfer before the first comparison of the kernel's state. */
enum { FCLC_FIRST_LOOK = 64 };

struct fclc_burst {
	uint64_t address, base, span; /* of the first beat; start and length of all bytes */
	char *host;                   /* host address of base */
	unsigned size, kind, beats, done;
	bool whole; /* INCR and aligned: each beat fills the bus */
	uint64_t id;
	uint64_t due; /* cycle from which on memory answers */
};

/* A ring. */
struct fclc_bursts {
	struct fclc_burst list[FCLC_OUTSTANDING];
	unsigned first, count;
};

struct fclc_axi {
	struct fclc_rtl *rtl;
	const char *prefix;
	unsigned port, bytes; /* of its data */
	struct fclc_signal s[FCLC_AXI_SIGNALS];
	/* The handshakes, which matter in every cycle; absent ones are bytes of `stand_ins`. */
	unsigned char *ar_valid_at, *ar_ready_at, *r_valid_at, *r_ready_at, *r_last_at;
	unsigned char *aw_valid_at, *aw_ready_at, *w_valid_at, *w_ready_at, *b_valid_at,
		*b_ready_at;
	unsigned char stand_ins[3];                /* 0, 1, and one to write to */
	struct fclc_bursts reads, writes, answers; /* answers: writes whose B is due */
	unsigned char read_data[FCLC_WIDEST];
	bool ar_ready, aw_ready, w_ready, r_valid, b_valid; /* as driven */
	bool warned;
	bool waits;                     /* in this cycle the kernel waits for data to read */
	struct fcl_model_port_use *use; /* of this execution */
	uint64_t latency;               /* cycles until memory answers */
	uint64_t beat_cost;             /* of a beat at the memory's peak rate, in 1/1024 cycles */
	uint64_t free_at;               /* when it has bandwidth again, in 1/1024 cycles */
};

void fclc_axi_open(struct fclc_axi *axi, struct fclc_rtl *rtl, const char *prefix, unsigned port);
void fclc_axi_reset(struct fclc_axi *axi);
void fclc_axi_sample(struct fclc_axi *axi);
void fclc_axi_drive(struct fclc_axi *axi);
/* Parts of a cycle (rtl_cycle.h): takes an address, presents a beat, takes a beat. */
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
	bool full;     /* input: presented, not taken. Output: taken, but the FIFO is full */
	bool changed;  /* input: the packet is a new one */
	bool is_ready; /* output: as driven */
	struct fcl_model_port_use *use; /* of this execution */
};

int fclc_axis_open(struct fclc_axis *axis, struct fclc_rtl *rtl, const struct fclc_rtl_bus *bus,
		   unsigned port);
void fclc_axis_reset(struct fclc_axis *axis);
void fclc_axis_sample(struct fclc_axis *axis);
void fclc_axis_drive(struct fclc_axis *axis);
/* Whether it waits for the FIFO: an empty one for input, a full one for output. */
bool fclc_axis_waits(const struct fclc_axis *axis);

/* AXI4-Lite master, one transfer at a time (rtl_lite.c). */
struct fclc_lite {
	struct fclc_signal s[FCLC_AXI_SIGNALS];
	unsigned bits; /* of its data */
	uint32_t address, data;
	bool busy, is_write, ended; /* ended: in this cycle; the data of a read is there */
	bool aw, w, ar;             /* not yet taken */
	bool driven;                /* the kernel sees the transfer */
	bool shown;                 /* it sees signals of one, which may have ended */
};

void fclc_axi_find(const struct fclc_rtl *rtl, const char *prefix,
		   struct fclc_signal s[FCLC_AXI_SIGNALS]);
void fclc_lite_write(struct fclc_lite *lite, uint32_t address, uint32_t data);
void fclc_lite_read(struct fclc_lite *lite, uint32_t address);
void fclc_lite_sample(struct fclc_lite *lite);
void fclc_lite_drive(struct fclc_lite *lite);

/* A channel on which the kernel offers something, and what it offered when it began to wait. */
struct fclc_channel {
	const char *prefix, *letters; /* "AW" of AWVALID */
	const unsigned char *valid, *ready;
	const struct fclc_signal *fields;
	const char *const *names;
	unsigned nfields;
	unsigned char *kept;
	bool waits;
};

enum fclc_phase {
	FCLC_IDLE,
	FCLC_ARGUMENTS, /* are being written */
	FCLC_STARTS,    /* ap_start is being written */
	FCLC_POLLS,     /* for ap_done */
	FCLC_CONTINUES, /* ap_continue is being written */
	FCLC_DRAINS,    /* ap_done was seen; outstanding transfers may complete */
};

struct fclc_rtl {
	const struct fclc_rtl_design *design;
	struct fcl_cu *cu;
	void *model;
	struct fclc_rtl_named *signals;
	struct fclc_axi *masters;
	struct fclc_axis *streams;
	unsigned nmasters, nstreams;
	struct fclc_lite lite;
	struct fclc_signal *clocks, *resets;
	unsigned char *clock; /* the first one */
	unsigned char no_clock;
	uint64_t *phases;    /* ps until the clock's next edge; not of the first clock */
	unsigned char *seen; /* a copy of the state */
	enum fclc_phase phase;
	unsigned reg, word;                  /* next to write */
	unsigned wait;                       /* cycles until the next poll, or spent draining */
	uint64_t cycles;                     /* of this execution */
	uint64_t now;                        /* cycles since the beginning */
	uint64_t started;                    /* when ap_start was written */
	uint64_t run;                        /* executions so far, this one included */
	struct fcl_model_port_use *uses;     /* by port */
	const struct fcl_model_watch *watch; /* NULL: the engine knows none */
	struct fclc_channel *channels;       /* whose protocol is checked */
	unsigned nchannels;
	bool checks;
	bool waves, wave_open; /* wanted and there; their file is open */
	unsigned wave_files;   /* so far */
	struct fclc_rtl *next_waving;
	unsigned quiet;   /* cycles since the last transfer on a bus */
	unsigned look_at; /* value of `quiet` at which to compare the state again */
	bool moved;       /* a bus transferred something in this cycle */
	bool frozen;      /* a register is being accessed: do not call the engine */
	bool running;     /* an execution has begun and not ended */
	int busy;         /* 1: step(), 2: a register access. Atomic */
};

/* Checks of protocols (rtl_check.c), if they are wanted. 0 or -ENOMEM. */
int fclc_check_open(struct fclc_rtl *rtl);
void fclc_check_close(struct fclc_rtl *rtl);
void fclc_check_cycle(struct fclc_rtl *rtl);

/* Waveforms (rtl_waves.c): reads whether they are wanted; shows the signals, so many ps after this cycle's beginning. */
void fclc_waves_begin(struct fclc_rtl *rtl);
void fclc_waves_dump(struct fclc_rtl *rtl, uint64_t after);
void fclc_waves_close(struct fclc_rtl *rtl);

/*
 * Files (rtl_files.c): between these two, the HDL that this thread runs opens the files of its own
 * design. fclc_rtl_leave() returns the name of the first one that it could not open to read; NULL:
 * there was none.
 */
void fclc_rtl_enter(const struct fclc_rtl *rtl);
const char *fclc_rtl_leave(void);
/* fopen() of Verilator's runtime: the image's files first, then what the host's folder has. */
FILE *fclc_rtl_fopen(const char *name, const char *mode);

/* Whether this engine has the service, which older ones lack. */
#define FCLC_HOST_HAS(host, member)                                                                \
	((host)->size >= offsetof(struct fcl_model_host, member) + sizeof((host)->member))

/* The other clocks' edges in one half of this cycle of the first one, 0 or 1. */
void fclc_rtl_other_clocks(struct fclc_rtl *rtl, unsigned half);

/* For what refuses threads to kernels (payload_process.c): whether a model is being made. */
int fclc_rtl_making(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
