/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_H
#define FCL_TOOL_DESIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "bitstreams/image/fcl_image.h"

/*
 * A Vivado design with XDMA, as far as a driver needs it. hwh.c and bd.c read a design, kernel.c and
 * header.c its kernels, bit.c the bitstream; plan.c finds out what that means for a card, and output.c
 * writes it down. Everything comes from files that others have made, and is checked.
 */

enum {
	FCL_DESIGN_MOST_BYTES = 256 << 20, /* of a bitstream */
	FCL_DESIGN_MOST_TEXT = 64 << 20,   /* of another file */
	FCL_DESIGN_MOST_ITEMS = 4096,      /* cells; segments */
	FCL_DESIGN_MOST_PINS = 1 << 20,
	FCL_DESIGN_MOST_ARGS = 1024,
	FCL_DESIGN_FIRST_ARG = 0x10, /* control and interrupt registers are below */
};

struct fcl_design_parameter {
	struct fcl_design_parameter *next;
	const char *name, *value;
};

/* A register, as the design or a kernel's description has it. */
struct fcl_design_register {
	struct fcl_design_register *next;
	const char *name;
	uint64_t offset;
	uint32_t bits;
	uint32_t line;
	bool argument;         /* it says that it is one, which is written */
	const char *interface; /* "s_axi_control" */
};

/* An instance of an IP core. */
struct fcl_design_cell {
	struct fcl_design_cell *next;
	const char *name;     /* with its path: "hier/vadd_1" */
	const char *instance; /* as .hwh files refer to it: "hier_vadd_1" */
	const char *vlnv;     /* "xilinx.com:hls:vadd:1.0" */
	uint32_t line;        /* in the file */
	uint32_t mhz;         /* of its clock; 0: not known */
	struct fcl_design_parameter *parameters;
	struct fcl_design_register *registers; /* of its slave, if the file has them */
	bool has_streams;                      /* it is known to have some */
};

/* A range of addresses that a master has for a slave. */
struct fcl_design_segment {
	struct fcl_design_segment *next;
	const char *master, *bus; /* the cell, and its interface: "m_axi_gmem" */
	const char *slave, *port, *block;
	uint64_t base, size;
	bool memory; /* else registers */
	uint32_t line;
};

/* The end of a wire, or the place where it enters a hierarchy. */
struct fcl_design_pin {
	struct fcl_design_pin *next;
	const char *cell, *port, *net;
	struct fcl_design_pin *wire; /* another one that it is connected to; irq.c */
};

struct fcl_design {
	struct fcl_arena arena;
	const char *file;
	const char *name, *part; /* of the block design; the part may be "" */
	struct fcl_design_cell *cells, **last_cell;
	struct fcl_design_segment *segments, **last_segment;
	struct fcl_design_pin *pins;
	uint32_t ncells, nsegments, npins;
};

/* --- kernels ---------------------------------------------------------------------------------- */

struct fcl_design_arg {
	const char *name;
	const char *bus;       /* the memory port of a buffer; "" if not stated */
	const char *type;      /* likewise */
	const char *interface; /* with its register: "s_axi_control"; "" if there is only one */
	uint64_t shift;        /* of `offset`, which counts from the control register */
	uint64_t offset;
	uint32_t bits;
	bool buffer;
	bool stated; /* that it is a buffer, or not */
	bool result; /* the kernel writes it; left out */
	/* FCL_ARG_STREAM, FCL_ARG_LOCAL: it has no register, only a place among the arguments. */
	enum fcl_image_qualifier kind;
	enum fcl_image_direction direction; /* of a stream; its packets have bits, too */
	uint32_t id; /* of a kernel.xml; elsewhere the registers have the order of the arguments */
	uint32_t line;
};

struct fcl_design_kernel {
	struct fcl_design_kernel *next;
	const char *name;
	const char *file;
	enum fcl_image_control control;
	bool stated;  /* the control protocol */
	bool polled;  /* its interrupt registers are not where a driver has them */
	bool has_ids; /* of arguments, or a user has said their order */
	bool several; /* AXI-Lite interfaces: then registers do not say the order of arguments */
	bool placed;  /* the arguments' shifts are known */
	const char *interface; /* with the control register */
	/* From an export, which has descriptions of all cores: only what can be used of them is. */
	bool offered;
	const char *refusal; /* why it cannot be used; NULL: it can */
	bool hides_streams;  /* it has some, and does not say where among the arguments */
	struct fcl_design_arg *args;
	uint32_t nargs, room;
};

/* --- the bitstream ---------------------------------------------------------------------------- */

struct fcl_design_bit {
	const char *file;
	const char *bytes; /* the whole file */
	size_t size;
	const char *name, *part, *date, *time;
};

/* --- what it means for a card ------------------------------------------------------------------ */

struct fcl_design_bank {
	struct fcl_design_bank *next;
	const char *slave;
	const char *kind; /* "DDR", "HBM", "BRAM", "MEM" */
	const char *type; /* as board.xml has it */
	char tag[16];
	uint64_t base, size;
};

/* A compute unit. */
struct fcl_design_unit {
	struct fcl_design_unit *next;
	const struct fcl_design_cell *cell;
	struct fcl_design_kernel *kernel;
	uint64_t base, size;
	int irq; /* of usr_irq_req; -1: none */
};

/* What the user says that no file does. */
struct fcl_design_options {
	const char *name; /* of the board; NULL: the design's */
	bool has_ids;
	uint16_t vendor, device;
	bool has_uuid;
	uint8_t uuid[16];
	uint64_t uuid_at; /* an address of M_AXI_LITE, as that of the id */
	bool has_id;
	uint32_t id;
	uint64_t id_at;
};

struct fcl_design_card {
	struct fcl_arena *arena; /* the design's */
	const struct fcl_design_options *options;
	const struct fcl_design *design;
	const struct fcl_design_cell *xdma;
	const struct fcl_design_bit *bit; /* NULL: none */
	const char *name;
	uint32_t vendor, device;
	uint32_t dma_bar, user_bar;
	uint64_t user_base, user_size;
	uint32_t h2c, c2h, irqs, mhz;
	struct fcl_design_bank *banks;
	struct fcl_design_unit *units; /* by address */
	uint32_t nbanks, nunits;
	struct fcl_design_kernel *kernels;
	char notes[32][256]; /* sentences for the user */
	unsigned nnotes;
};

#endif
